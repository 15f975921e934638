/** What is going on, on a terminal only. */
import type { Io } from '../io.ts';
import { escapeForTerminal } from '../report/escape.ts';

export interface Progress {
  /** A server begins a step; `undefined` ends its part. */
  readonly update: (server: string, step: string | undefined) => void;
  readonly stop: () => void;
}

const INTERVAL_MS = 100;
/** Quick captures should not flicker. */
const DELAY_MS = 250;
const CLEAR_LINE = '\r\u001b[K';

/**
 * One line on stderr with what each server is doing. Written by us: spinner packages take over signals. With no
 * terminal, in CI, or when quiet, nothing is ever written.
 */
export function startProgress(io: Io, isQuiet: boolean): Progress {
  if (io.stderr.isTTY !== true || isQuiet || io.env['TERM'] === 'dumb' || io.env['CI'] !== undefined) {
    return { update: () => {}, stop: () => {} };
  }
  const startedAt = io.now();
  const steps = new Map<string, string>();
  let isShown = false;
  const timer = setInterval(draw, INTERVAL_MS);
  timer.unref();

  function draw(): void {
    const elapsedMs = io.now() - startedAt;
    if (elapsedMs < DELAY_MS || steps.size === 0) return;
    const parts = [...steps].map(([server, step]) => `${escapeForTerminal(server)}: ${step}`);
    const text = `${(elapsedMs / 1000).toFixed(1)} s  ${parts.join(' · ')}`;
    const columns = (io.stderr.columns === undefined || io.stderr.columns === 0 ? 80 : io.stderr.columns) - 1;
    io.stderr.write(CLEAR_LINE + (text.length > columns ? `${text.slice(0, columns - 1)}…` : text));
    isShown = true;
  }

  return {
    update: (server, step) => {
      if (step === undefined) steps.delete(server);
      else steps.set(server, step);
    },
    stop: () => {
      clearInterval(timer);
      if (isShown) io.stderr.write(CLEAR_LINE);
    },
  };
}
