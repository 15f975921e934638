/** The hosts of a config: shipped profiles with what the config states in their place. */
import { hostRegistry } from '../hosts/index.ts';
import { unknownHost } from '../hosts/unknown-host.ts';
import type { HostProfileConfig } from '../model/host-config.ts';
import type { DeferralSetting, HostBlock, HostDeferral, HostProfile } from '../model/host.ts';
import { windowOf as windowOfHost } from '../hosts/windows.ts';
import { amountOf } from './config-amounts.ts';
import type { ConfigFile } from './config-schema.ts';
import type { ConfigSource, KeyPath } from './config-source.ts';
import { budgetHosts } from './config-limits.ts';
import { formatKey } from './config-problems.ts';

export interface ConfigHosts {
  /** Those that `hosts` names. */
  readonly hosts: readonly HostProfile[];
  /** Those that `hostProfiles` overrides or adds. */
  readonly hostProfiles: readonly HostProfile[];
  /** Those that budgets name. */
  readonly budgetHosts: readonly HostProfile[];
  /** Context window of a host that is named; undefined: not known. */
  readonly windowOf: (id: string) => number | undefined;
}

const YOURS = 'your config';

type Place = (path: KeyPath) => string;

const BLOCKS = [
  'tools',
  'name',
  'description',
  'instructions',
  'loads',
  'schema',
  'deferral',
] as const satisfies readonly HostBlock[];

/** The hosts that a checked config names and describes. */
export function resolveHosts(config: ConfigFile, file: string, locate: ConfigSource['locate']): ConfigHosts {
  const { hosts = [], hostProfiles = {} } = config;
  const place: Place = (path) => {
    const line = locate(path)?.line;
    return `${line === undefined ? file : `${file}:${line}`} ${formatKey(path)}`;
  };
  const shipped = hostRegistry();
  const extra = Object.entries(hostProfiles).map(([id, stated]) =>
    mergeHost(shipped.get(id), { id, stated, place }),
  );
  const registry = hostRegistry(extra);
  const profileOf = (id: string): HostProfile => {
    const profile = registry.get(id);
    if (profile === undefined) throw new TypeError(`host ${id} has not been checked`);
    return profile;
  };
  return {
    hosts: hosts.map(profileOf),
    hostProfiles: extra,
    budgetHosts: budgetHosts(config).map(profileOf),
    windowOf: (id) => windowOfHost(profileOf(id), (other) => registry.get(other))?.tokens,
  };
}

interface Statement {
  readonly id: string;
  readonly stated: HostProfileConfig;
  readonly place: Place;
}

function mergeHost(shipped: HostProfile | undefined, { id, stated, place }: Statement): HostProfile {
  const base = shipped ?? unknownHost(id, stated.label ?? id);
  const { window, deferral, schema, confidence: own, ...plain } = stated;
  const blocks = BLOCKS.filter((block) => stated[block] !== undefined);
  // A window and a setting are the user's own, and no news of the host: they name their place themselves.
  const isNews = shipped === undefined || blocks.some((block) => block !== 'deferral');
  const asOf = stated.asOf ?? (isNews ? YOURS : base.asOf);
  const from = place(['hostProfiles', id]);
  const confidence = {
    ...base.confidence,
    ...Object.fromEntries(blocks.map((block) => [block, 'source'])),
    ...own,
  };
  const merged = mergeDeep(base, { ...plain, schema: schemaOf(schema, confidence.schema) }) as HostProfile;
  return {
    ...merged,
    // Short for the shipped one.
    ...(stated.label !== undefined && { shortLabel: undefined }),
    asOf,
    confidence,
    sources: [from, ...(stated.sources ?? []), ...base.sources],
    notes: [...(stated.notes ?? []), ...(base.notes ?? [])],
    ...(window !== undefined && {
      contextWindows: [
        {
          model: YOURS,
          tokens: typeof window === 'string' ? amountOf(window, 'tokens') : window,
          asOf: stated.asOf ?? YOURS,
          source: place(['hostProfiles', id, 'window']),
        },
      ],
    }),
    deferral: deferralOf(base.deferral, deferral, {
      from: place(['hostProfiles', id, 'deferral']),
      confidence: confidence.deferral,
    }),
    fromConfig: { place: from, blocks, shippedAsOf: shipped?.asOf },
  };
}

/** Keywords and numbers of schemas, each with the evidence of the block. */
function schemaOf(
  { refusedKeywords, droppedKeywords, limits, ...rest }: NonNullable<HostProfileConfig['schema']> = {},
  confidence: HostProfile['confidence']['schema'],
): object {
  const known = (keyword: object): object => ({ ...keyword, confidence });
  return {
    ...rest,
    ...(refusedKeywords && { refusedKeywords: refusedKeywords.map(known) }),
    ...(droppedKeywords && { droppedKeywords: droppedKeywords.map(known) }),
    ...(limits && {
      limits: Object.fromEntries(
        Object.entries(limits).map(([name, value]) => [
          name,
          value === UNKNOWN ? UNKNOWN : { value, confidence },
        ]),
      ),
    }),
  };
}

function deferralOf(
  base: HostDeferral,
  stated: HostProfileConfig['deferral'],
  evidence: Pick<DeferralSetting, 'from' | 'confidence'>,
): HostDeferral {
  if (stated === undefined) return base;
  const { state, percent, threshold, deferred = base.deferred } = stated;
  return {
    ...base,
    deferred,
    ...(state !== undefined && { setting: { state, percent, threshold, ...evidence } }),
  };
}

/** In place of a number: it is no longer known. As an action it is a value like any other. */
const UNKNOWN = 'unknown';
const ACTIONS = new Set(['onExceed', 'onPattern']);

function mergeDeep(base: unknown, stated: unknown): unknown {
  if (!isPlain(stated)) return stated;
  const known = isPlain(base) ? base : {};
  const merged = { ...known };
  for (const [key, value] of Object.entries(stated)) {
    if (value === undefined) continue;
    if (value === UNKNOWN && !ACTIONS.has(key)) delete merged[key];
    else merged[key] = mergeDeep(known[key], value);
  }
  return merged;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
