/** Renew the baseline: what fell is lowered freely, what rose needs a reason. */
import type { Baseline, Method, Raise, RecordedToolset } from '../model/baseline.ts';
import { recordedSizeOf } from '../metrics.ts';
import { renewAccepted, type LintedNow, type RenewedAccepted } from './lint/renew-accepted.ts';
import { recordedOf } from './record.ts';
import type { ListMetric } from '../model/budget.ts';
import { formatCount } from '../numbers.ts';

export interface NewEntry {
  /** Names inside the config. */
  readonly server: string;
  readonly toolset: string;
  /** Undefined: not measured, what stands there is kept. */
  readonly recorded: RecordedToolset | undefined;
}

export interface RenewOptions {
  readonly method: Method;
  /** Of `--raise`. */
  readonly reason: string | undefined;
  /** False: entries of toolsets that are not given were not asked for, and stay. */
  readonly isWhole: boolean;
  /** True where the old sizes were counted in another way: tokens cannot be compared then. */
  readonly isOtherMethod: boolean;
  /** Absent: no definitions were looked at, and what was accepted of them stays. */
  readonly linted?: LintedNow | undefined;
}

export interface Renewed {
  readonly baseline: Baseline;
  /** Why an entry was kept as it was, one line each. */
  readonly kept: readonly string[];
  readonly raised: readonly Raise[];
  /** What became of findings; absent where no definitions were looked at. */
  readonly lint?: RenewedAccepted | undefined;
}

/** What may not rise unsaid. */
const RATCHETED: readonly ListMetric[] = [
  'tools',
  'bytes',
  'tokens',
  'instructions.chars',
  'prompts',
  'resources',
];

/**
 * Make the new baseline from the old one. Toolsets that the config no longer has are dropped, new ones are added.
 * An entry of which any size rose is kept whole, unless a reason is given.
 */
export function renewBaseline(
  before: Baseline | undefined,
  entries: readonly NewEntry[],
  options: RenewOptions,
): Renewed {
  const { method, reason, linted } = options;
  const { servers, kept, raised } = renewEntries(before, entries, options);
  const lint = linted && renewAccepted(before?.accepted, linted, reason);
  const accepted = lint === undefined ? before?.accepted : lint.accepted;
  return {
    baseline: {
      schemaVersion: 1,
      method,
      servers,
      raises: [...(before?.raises ?? []), ...raised],
      ...(accepted !== undefined && { accepted }),
    },
    kept,
    raised,
    lint,
  };
}

function renewEntries(
  before: Baseline | undefined,
  entries: readonly NewEntry[],
  { reason, isWhole, isOtherMethod }: RenewOptions,
): Pick<Baseline, 'servers'> & Pick<Renewed, 'kept' | 'raised'> {
  const metrics = RATCHETED.filter((metric) => !isOtherMethod || metric !== 'tokens');
  const kept: string[] = [];
  const raised: Raise[] = [];
  const servers = new Map<string, Map<string, RecordedToolset>>();
  const put = (server: string, toolset: string, entry: RecordedToolset | undefined): void => {
    if (entry === undefined) return;
    servers.set(server, (servers.get(server) ?? new Map<string, RecordedToolset>()).set(toolset, entry));
  };
  for (const [server, toolsets] of isWhole ? [] : Object.entries(before?.servers ?? {}))
    for (const [toolset, entry] of Object.entries(toolsets)) put(server, toolset, entry);
  for (const { server, toolset, recorded } of entries) {
    const old = recordedOf({ localServer: server, toolset }, { baseline: before });
    const rises = risesOf(old, recorded, metrics);
    const isRefused = rises.length > 0 && reason === undefined;
    if (isRefused) kept.push(`${server}/${toolset} kept as it was: ${describeRises(rises)}`);
    else if (reason !== undefined)
      raised.push(...rises.map((rise) => ({ server, toolset, ...rise, reason })));
    // What was counted in another way has no place beside what is counted now.
    const stays = isOtherMethod ? undefined : old;
    put(server, toolset, isRefused ? stays : (recorded ?? stays));
  }
  return {
    servers: Object.fromEntries(
      [...servers].map(([server, toolsets]) => [server, Object.fromEntries(toolsets)]),
    ),
    kept,
    raised,
  };
}

type Rise = Pick<Raise, 'metric' | 'from' | 'to'>;

function risesOf(
  old: RecordedToolset | undefined,
  now: RecordedToolset | undefined,
  metrics: readonly ListMetric[],
): readonly Rise[] {
  if (old === undefined || now === undefined) return [];
  return metrics.flatMap((metric) => {
    const [from, to] = [recordedSizeOf(old, metric), recordedSizeOf(now, metric)];
    return from === undefined || to === undefined || to <= from ? [] : [{ metric, from, to }];
  });
}

function describeRises(rises: readonly Rise[]): string {
  return rises
    .map(({ metric, from, to }) => `${metric.replace('.', ' ')} ${formatCount(from)} → ${formatCount(to)}`)
    .join(', ');
}
