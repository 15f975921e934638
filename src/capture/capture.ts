/** Capture many toolsets side by side; equal launches once. */
import type { JsonObject } from '../json.ts';
import type { CaptureOptions, MissingLaunch, ToolsetPlan } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { captureServer, type Recorded } from './capture-server.ts';
import { connect } from './connect.ts';
import type { Stdin } from './read-json.ts';
import { readPlannedFiles } from './planned-files.ts';
import { keyOfPlan, planStarts, type Start } from './starts.ts';

export interface CaptureIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Stdin;
  /** Ends every capture; their teardown still runs. */
  readonly signal: AbortSignal;
  readonly clientInfo: JsonObject;
  readonly onProgress: (server: string, step: string | undefined) => void;
  readonly onFirstList: (listed: Pick<Snapshot, 'tools' | 'instructions'>) => void;
}

export interface Captured {
  /** In the order of the plan; a folder or file may give several. */
  readonly snapshots: readonly Snapshot[];
  /** Processes started and connections opened as planned; the second try after a failed handshake not counted. */
  readonly starts: number;
  /** Values that came up meanwhile and must not reach any output: tokens. */
  readonly secrets: readonly string[];
  /** Resolves when the teardown of every server has ended; it goes on while the snapshots are measured. */
  readonly closed: Promise<void>;
}

/**
 * Capture every toolset of the plan, at most `options.concurrency` servers at once. Equal launches are started once:
 * see `planStarts`.
 * @throws UsageError for a file that cannot be read; what servers do is in their snapshots.
 */
export async function captureServers(
  toolsets: readonly ToolsetPlan[],
  options: CaptureOptions,
  io: CaptureIo,
): Promise<Captured> {
  const closing: Promise<void>[] = [];
  const recorded = new Map<string, Recorded>();
  const secrets = new Set<string>();
  let starts = 0;

  async function capture({ launch, label, activate, isBaseWanted }: Start): Promise<void> {
    starts += 1;
    let hasListed = false;
    const { base, activated } = await captureServer((context) => connect(launch, context), activate, {
      ...io,
      options,
      onSecret: (value) => secrets.add(value),
      onProgress: (step) => io.onProgress(label, step),
      onFirstList: (listed) => {
        if (hasListed || isBaseWanted || activate.length === 0) io.onFirstList(listed);
        hasListed = true;
      },
      onClosing: (closed) => closing.push(closed),
    });
    io.onProgress(label, undefined);
    if (isBaseWanted) recorded.set(keyOfPlan({ launch, activate: [] }), base);
    recorded.set(keyOfPlan({ launch, activate }), activated);
  }

  // Files first: a mistake in one should be told before any server is started.
  const files = await readPlannedFiles(toolsets, io.stdin);
  const live = planStarts(toolsets).map((start) => () => capture(start));
  await inParallel(live, options.concurrency, io.signal);
  const snapshots = toolsets.flatMap((plan): readonly Snapshot[] => {
    const { server, toolset, launch } = plan;
    if (launch.kind === 'file') return files.get(plan) ?? [];
    const found = launch.kind === 'missing' ? notStarted(launch, options) : recorded.get(keyOfPlan(plan));
    // None when interrupted.
    return found === undefined ? [] : [{ server, toolset, ...found }];
  });
  const closed = Promise.all(closing).then(() => {});
  return { snapshots: nameApart(snapshots), starts, secrets: [...secrets], closed };
}

function notStarted(
  { message, hint, status = 'needs-input' }: MissingLaunch,
  { clientCapabilities }: CaptureOptions,
): Recorded {
  const failure = { message, hint };
  return { schemaVersion: 1, status, failure, clientCapabilities, tools: [], warnings: [] };
}

/** Files bring names of their own: the second list of one server and toolset is told apart by a number. */
function nameApart(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  const taken = new Set<string>();
  return snapshots.map((snapshot) => {
    let { server } = snapshot;
    const keyFor = (name: string): string => JSON.stringify([name, snapshot.toolset]);
    for (let count = 2; taken.has(keyFor(server)); count += 1) server = `${snapshot.server}-${count}`;
    taken.add(keyFor(server));
    return server === snapshot.server ? snapshot : { ...snapshot, server };
  });
}

/** Run tasks, a bounded number at once, until the signal. The first error is thrown once all started ones have ended. */
async function inParallel(
  tasks: readonly (() => Promise<void>)[],
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  const queue = [...tasks];
  const failures: unknown[] = [];
  const isOver = (): boolean => failures.length > 0 || signal.aborted;
  const worker = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined && !isOver(); task = queue.shift()) {
      await task().catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(limit, tasks.length)) }, worker));
  if (failures.length > 0) throw failures[0];
}
