/** Times and caps of a capture. */
import type { CaptureOptions } from '../model/plan.ts';

/** What `CaptureOptions` are when nobody says otherwise. Basis of the times: 119 servers, 2026-11. */
export const DEFAULT_CAPTURE_OPTIONS: CaptureOptions = {
  protocol: 'auto',
  // A list depends on what the client declares; declaring nothing gives the smallest one everyone gets.
  clientCapabilities: {},
  deadlines: {
    // First list after 0.6 s in the median and 6.1 s at most on an idle machine, 10–30 s on a busy one; a cold npx downloads first.
    startMs: 60_000,
    discoverMs: 10_000,
    connectMs: 15_000,
    pageMs: 30_000,
    otherListMs: 10_000,
    totalMs: 300_000,
  },
  settleMs: 300,
  maxPages: 1_000,
  maxBytes: 64 * 1024 * 1024,
  concurrency: 4,
};
