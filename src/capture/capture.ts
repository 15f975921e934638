/** Capture many servers side by side; equal launches once. */
import type { JsonObject, JsonValue } from '../json.ts';
import type { CaptureOptions, Launch, ServerPlan } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { captureServer } from './capture-server.ts';
import type { LiveLaunch } from './connect.ts';
import type { Stdin } from './read-json.ts';
import { readListFiles } from './read-list-file.ts';

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
  /** Resolves when the teardown of every server has ended; it goes on while the snapshots are measured. */
  readonly closed: Promise<void>;
}

/**
 * Capture every server of the plan, at most `options.concurrency` at once.
 * @throws UsageError for a file that cannot be read; what servers do is in their snapshots.
 */
export async function captureServers(
  servers: readonly ServerPlan[],
  options: CaptureOptions,
  io: CaptureIo,
): Promise<Captured> {
  const closing: Promise<void>[] = [];
  const launches = groupByLaunch(servers);
  const results = new Map<string, readonly Snapshot[]>();

  async function capture(key: string, name: string, launch: LiveLaunch): Promise<void> {
    const snapshot = await captureServer(name, launch, {
      ...io,
      options,
      onProgress: (step) => io.onProgress(name, step),
      onClosing: (closed) => closing.push(closed),
    });
    io.onProgress(name, undefined);
    results.set(key, [snapshot]);
  }

  const live: (() => Promise<void>)[] = [];
  // Files first: a mistake in one should be told before any server is started.
  for (const [key, { name, launch }] of launches) {
    if (launch.kind === 'file') results.set(key, await readListFiles(name, launch, io.stdin));
    else live.push(() => capture(key, name, launch));
  }
  await inParallel(live, options.concurrency, io.signal);
  const snapshots = servers.flatMap(({ name, launch }) => {
    const captured = results.get(keyOf(launch)) ?? [];
    return launch.kind === 'file' ? captured : captured.map((snapshot) => ({ ...snapshot, server: name }));
  });
  return { snapshots: nameApart(snapshots), closed: Promise.all(closing).then(() => {}) };
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

function groupByLaunch(servers: readonly ServerPlan[]): ReadonlyMap<string, ServerPlan> {
  const launches = new Map<string, ServerPlan>();
  for (const server of servers) {
    const key = keyOf(server.launch);
    if (!launches.has(key)) launches.set(key, server);
  }
  return launches;
}

function keyOf(launch: Launch): string {
  const sorted = (record: Readonly<Record<string, string>>): JsonValue =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  if (launch.kind === 'command') return JSON.stringify({ ...launch, env: sorted(launch.env) });
  return JSON.stringify(launch.kind === 'url' ? { ...launch, headers: sorted(launch.headers) } : launch);
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
