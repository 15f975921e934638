/** Capture one server: connect, read its lists, and leave nothing running. */
import { CaptureError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { ActivationCall, CaptureOptions } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { makeCalls } from './activate.ts';
import type { Connect, Connected } from './connect.ts';
import { startDeadline } from './deadline.ts';
import { describeFailure, toCaptureError } from './failure.ts';
import { findDifference } from './list-difference.ts';
import { describeListing } from './listing.ts';
import { readOtherLists } from './lists.ts';
import { quiet, readSettledTools, type SettledList } from './settle.ts';

export interface CaptureContext {
  readonly options: CaptureOptions;
  /** Name and version this client introduces itself with. */
  readonly clientInfo: JsonObject;
  /** Of this process; proxies are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** A value has come up that must not reach any output: a token. */
  readonly onSecret?: ((value: string) => void) | undefined;
  /** What the server is being asked right now, in a few words. */
  readonly onProgress: (step: string) => void;
  /** The tool list as first read; the snapshot holds this very array if the second reading agrees. */
  readonly onFirstList: (listed: Pick<Snapshot, 'tools' | 'instructions'>) => void;
  /** Teardown that is still going on when the snapshot is returned. */
  readonly onClosing: (closed: Promise<void>) => void;
}

/** What one reading of a server's lists gave; the plan names it. */
export type Recorded = Omit<Snapshot, 'server' | 'toolset'>;

export interface CapturedStart {
  /** Before any activation. */
  readonly base: Recorded;
  /** The same as `base` where nothing was to be activated. */
  readonly activated: Recorded;
}

/**
 * Capture one server: its lists, then, on the same connection, its lists once the activation calls are made. Never
 * throws for what the server does: that is the snapshot's status and failure.
 */
export async function captureServer(
  connect: Connect,
  activate: readonly ActivationCall[],
  context: CaptureContext,
): Promise<CapturedStart> {
  const nothing: Recorded = {
    schemaVersion: 1,
    // Replaced by every outcome.
    status: 'start-failed',
    clientCapabilities: context.options.clientCapabilities,
    tools: [],
    warnings: [],
  };
  // For the whole server, on top of those of its phases.
  const { totalMs } = context.options.deadlines;
  const deadline = startDeadline(totalMs, context.signal, () => notDone(totalMs));
  try {
    const outcome = await connect({ ...context, signal: deadline.signal });
    if (!outcome.ok) {
      const failed = { ...nothing, status: outcome.error.status, failure: outcome.failure };
      return { base: failed, activated: failed };
    }
    try {
      const facts = { ...nothing, ...describe(outcome) };
      const base = { ...facts, ...(await attempt(outcome, () => readLists(outcome, context))) };
      if (activate.length === 0 || base.failure !== undefined) return { base, activated: base };
      const after = await attempt(outcome, () => readActivated(outcome, { activate, base }, context));
      return { base, activated: { ...facts, ...after } };
    } finally {
      context.onClosing(outcome.connection.close());
    }
  } finally {
    deadline.clear();
  }
}

type Lists = Partial<Recorded> & Pick<Recorded, 'status'>;

/** What was read, or why it could not be; with all that was odd so far. */
async function attempt(connected: Connected, read: () => Promise<Lists>): Promise<Lists> {
  const { session, connection, launch } = connected;
  const finish = (lists: Lists): Lists => ({
    ...lists,
    warnings: [...(lists.warnings ?? []), ...session.peculiarities.warnings()],
    noise: noiseOf(connected),
  });
  try {
    return finish(await read());
  } catch (error) {
    const known = toCaptureError(error);
    return finish({ status: known.status, failure: describeFailure(known, launch, connection) });
  }
}

async function readLists({ session, greeting }: Connected, context: CaptureContext): Promise<Lists> {
  context.onProgress('listing tools');
  const [tools, others] = await Promise.all([
    readSettledTools(session, context.options, (list) => {
      context.onProgress('waiting for the list to settle');
      context.onFirstList({ tools: list, instructions: greeting.instructions });
    }),
    readOtherLists(session, greeting.capabilities, context.options),
  ]);
  return {
    ...describeTools(tools),
    ...Object.fromEntries(others.map(({ name, entries }) => [name, entries])),
    listing: tools.exists ? describeListing(tools, others, greeting.hintsMissing) : undefined,
    warnings: warningsOf(tools),
  };
}

async function readActivated(
  connected: Connected,
  { activate, base }: { readonly activate: readonly ActivationCall[]; readonly base: Recorded },
  context: CaptureContext,
): Promise<Lists> {
  await makeCalls(connected.session, activate, { ...context, offered: base.tools });
  await quiet(connected.session, context.options.settleMs);
  const lists = await readLists(connected, context);
  if (findDifference(base.tools, lists.tools ?? []) !== undefined) return lists;
  const message = 'the activation calls were accepted and the tool list is the same as before';
  return { ...lists, warnings: [...(lists.warnings ?? []), { id: 'activation-no-change', message }] };
}

function describe({ connection, greeting }: Connected): Partial<Recorded> {
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
  return { status, tools: tools.entries, frameBytes: tools.frameBytes, pages: tools.pages.length };
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

function notDone(totalMs: number): CaptureError {
  return new CaptureError('timeout', `not done within ${totalMs / 1000} s`, {
    hint: 'give it longer with --total-timeout 10m',
  });
}
