/** Capture one server: connect, read its lists, and leave nothing running. */
import { CaptureError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { CaptureOptions } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { connect, type Connected, type LiveLaunch } from './connect.ts';
import { describeFailure, toCaptureError } from './failure.ts';
import { readOtherLists } from './lists.ts';
import { readSettledTools, type SettledList } from './settle.ts';

export interface CaptureContext {
  readonly options: CaptureOptions;
  /** Name and version this client introduces itself with. */
  readonly clientInfo: JsonObject;
  /** Of this process; proxies are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** What the server is being asked right now, in a few words. */
  readonly onProgress: (step: string) => void;
  /** The tool list as first read; the snapshot holds this very array if the second reading agrees. */
  readonly onFirstList: (listed: Pick<Snapshot, 'tools' | 'instructions'>) => void;
  /** Teardown that is still going on when the snapshot is returned. */
  readonly onClosing: (closed: Promise<void>) => void;
}

/** Capture a process or URL. Never throws for what the server does: that is the snapshot's status and failure. */
export async function captureServer(
  server: string,
  launch: LiveLaunch,
  context: CaptureContext,
): Promise<Snapshot> {
  const { clientCapabilities } = context.options;
  const base = {
    schemaVersion: 1,
    server,
    toolset: 'default',
    clientCapabilities,
    tools: [],
    warnings: [],
  } as const;
  const deadline = startDeadline(context);
  try {
    const outcome = await connect(launch, { ...context, signal: deadline.signal });
    if (!outcome.ok) return { ...base, status: outcome.error.status, failure: outcome.failure };
    const lists = await readLists(outcome, context);
    return { ...base, ...describe(outcome), ...lists };
  } finally {
    deadline.clear();
  }
}

async function readLists(
  connected: Connected,
  context: CaptureContext,
): Promise<Partial<Snapshot> & Pick<Snapshot, 'status'>> {
  const { session, connection, greeting } = connected;
  context.onProgress('listing tools');
  try {
    const [tools, others] = await Promise.all([
      readSettledTools(session, context.options, (list) => {
        context.onProgress('waiting for the list to settle');
        context.onFirstList({ tools: list, instructions: greeting.instructions });
      }),
      readOtherLists(session, greeting.capabilities, context.options),
    ]);
    return {
      ...describeTools(tools),
      ...others,
      warnings: [...warningsOf(tools), ...session.peculiarities.warnings()],
      noise: noiseOf(connected),
    };
  } catch (error) {
    const known = toCaptureError(error);
    return {
      status: known.status,
      failure: describeFailure(known, connected.launch, connection),
      warnings: session.peculiarities.warnings(),
      noise: noiseOf(connected),
    };
  } finally {
    context.onClosing(connection.close());
  }
}

function describe({ connection, greeting }: Connected): Partial<Snapshot> {
  return {
    transport: connection.transport,
    protocol: greeting.protocol,
    serverInfo: greeting.serverInfo,
    capabilities: greeting.capabilities,
    instructions: greeting.instructions,
  };
}

function describeTools(tools: SettledList): Pick<Snapshot, 'status' | 'tools' | 'frameBytes' | 'pages'> {
  const status =
    tools.cutOff !== undefined ? 'partial' : tools.dynamic !== undefined ? 'dynamic' : 'measured';
  return { status, tools: tools.entries, frameBytes: tools.frameBytes, pages: tools.pages };
}

function warningsOf(tools: SettledList): Snapshot['warnings'] {
  const missing = tools.exists
    ? []
    : [{ id: 'no-tool-list', message: 'the server does not know tools/list: no tools' }];
  return [...missing, ...[tools.cutOff, tools.dynamic].filter((warning) => warning !== undefined)];
}

function noiseOf({ session }: Connected): Snapshot['noise'] {
  const noise = session.peculiarities.noise();
  return noise.lines === 0 ? undefined : noise;
}

/** One deadline for the whole server, on top of those of its phases. */
function startDeadline(context: CaptureContext): {
  readonly signal: AbortSignal;
  readonly clear: () => void;
} {
  const { totalMs } = context.options.deadlines;
  const controller = new AbortController();
  const timer = setTimeout(
    () =>
      controller.abort(
        new CaptureError('timeout', `not done within ${totalMs / 1000} s`, {
          hint: 'give it longer with --total-timeout 10m',
        }),
      ),
    totalMs,
  );
  return { signal: AbortSignal.any([context.signal, controller.signal]), clear: () => clearTimeout(timer) };
}

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
