/** The stages that `snapshot` wires. */
import { resolve } from 'node:path';
import { takeShard, type Shard } from '../config/shard.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ClientPlan } from '../model/client.ts';
import type { ToolsetGate, ToolsetPlan } from '../model/plan.ts';
import type { Report } from '../model/report.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { buildReport } from '../report/build-report.ts';
import { writeFileWhole, writeText } from '../report/render.ts';
import { describeNotMeasured, describeRemarks } from '../report/reporters/table-remarks.ts';
import { listToolsets } from '../report/totals.ts';
import { shownPath } from '../config/config-find.ts';
import { VERSION } from '../version.ts';
import type { CommandInput } from './command.ts';
import { read, textOption } from './option-values.ts';
import { resolveTargets } from './resolve-targets.ts';
import { snapshotKey } from './snapshot-folder.ts';
import { freeSnapshotPath, snapshotText } from './snapshot-text.ts';

export { captureToolsets } from './capture-plan.ts';
export { printStarts } from './clients-starts.ts';

/** One capture, and where its file goes. */
export interface Recording {
  readonly plan: ToolsetPlan;
  /** The config's folder of snapshots; undefined: `--out`, or else standard output. */
  readonly folder: string | undefined;
  /** Name of the server inside its config. */
  readonly localServer: string;
}

interface Recordings {
  readonly recordings: readonly Recording[];
  readonly clients: readonly ClientPlan[];
  readonly secrets: readonly string[];
}

/** Tell whether some server waits for a yes to be started. */
export function waitsForConsent(recordings: readonly Recording[]): boolean {
  return recordings.some(
    ({ plan: { launch } }) => launch.kind === 'missing' && launch.isConsentMissing === true,
  );
}

/** What to record: of a config's toolsets those with a capture of their own, as all others are chosen from these. */
export async function planRecordings(input: CommandInput, io: Io): Promise<Recordings> {
  const { toolsets, gates, clients, configOf, secrets } = await resolveTargets(input, io);
  const out = textOption(input.options, 'out');
  const shard = read(input.options, 'shard', (value): value is Shard => typeof value === 'object');
  if (shard !== undefined && (out === undefined || gates.length === 0 || gates.length < toolsets.length)) {
    throw new UsageError('--shard: for the servers of a config, with --out', {
      hint: 'e.g. mcp-budget snapshot --shard 2/5 --out part',
    });
  }
  const recordings = new Map<string, Recording>();
  for (const plan of toolsets) {
    const config = configOf(plan);
    const toolset = isGate(plan) ? plan.snapshotOf : plan.toolset;
    const key = snapshotKey(plan.server, toolset);
    const folder = out === undefined ? config?.plan.snapshots : undefined;
    const localServer = config?.localServer ?? plan.server;
    if (!recordings.has(key)) recordings.set(key, { plan: { ...plan, toolset }, folder, localServer });
  }
  const all = [...recordings.values()];
  return { recordings: shard === undefined ? all : shardOf(all, shard), clients, secrets };
}

function isGate(plan: ToolsetPlan): plan is ToolsetGate {
  return 'snapshotOf' in plan;
}

/** Lists of one launch stay together, so that it is started once in all shards. */
function shardOf(recordings: readonly Recording[], shard: Shard): readonly Recording[] {
  const launches = new Map<string, Recording[]>();
  for (const recording of recordings) {
    const key = JSON.stringify(recording.plan.launch);
    launches.set(key, [...(launches.get(key) ?? []), recording]);
  }
  return takeShard([...launches.values()], shard).flat();
}

interface Where {
  readonly out: string | undefined;
  readonly io: Io;
  readonly secrets: readonly string[];
  readonly recordings: readonly Recording[];
}

/**
 * Get a function that writes one snapshot after the other, their secrets replaced. A capture that failed writes no file
 * and says why on stderr.
 */
export function startWriting({ out, io, secrets, recordings }: Where): (snapshot: Snapshot) => Promise<void> {
  const taken = new Set<string>();
  return async (snapshot) => {
    const recording = recordings.find(
      ({ plan }) => plan.server === snapshot.server && plan.toolset === snapshot.toolset,
    );
    const folder = recording?.folder ?? out;
    // In a folder of its own a config's server needs nothing that sets configs apart.
    const server = recording?.folder === undefined ? snapshot.server : recording.localServer;
    const { text, redacted } = snapshotText({ ...snapshot, server }, secrets);
    await tellRemarks(redacted, io);
    if (redacted.failure !== undefined) return;
    if (folder === undefined) return writeText(io.stdout, text);
    const path = resolve(io.cwd, freeSnapshotPath(folder, redacted, taken));
    await writeFileWhole(path, text);
    await writeText(io.stderr, `wrote ${shownPath(path, io.cwd)}\n`);
  };
}

async function tellRemarks(snapshot: Snapshot, io: Io): Promise<void> {
  const [named] = listToolsets(describe(snapshot));
  if (named === undefined) return;
  const style = {
    columns: 100,
    colorLevel: 0,
    verbose: false,
    quiet: false,
    args: '',
    pathPrefix: '',
    rules: [],
  } as const;
  const remarks =
    snapshot.failure === undefined ? describeRemarks([named], style) : describeNotMeasured(named, style);
  if (remarks !== '') await writeText(io.stderr, `${remarks}\n`);
}

function describe(snapshot: Snapshot): Report {
  const unmeasured = { snapshot, measurement: undefined, comparison: undefined };
  return buildReport([unmeasured], { version: VERSION, view: 'generic', window: 1 });
}
