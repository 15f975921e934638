/** What each list of a config is held to, once inheritance is worked out. */
import type { Budget, Growth, Limit, ListMetric, Source, Unit } from '../model/budget.ts';
import { parseGrowth, parseLimit, parsePercent } from './config-amounts.ts';
import { inheritedLimits, levelOf, listLimits, overrideLimits, type DeclaredLimit } from './config-limits.ts';
import type { BudgetEntry, ConfigFile, ServerEntry, ToolsetEntry } from './config-schema.ts';
import type { KeyPath } from './config-source.ts';

const DEFAULT_MIN_TOOLS = 1;
const DEFAULT_WARN_AT = '98%';
const DEFAULT_STALE_AT = '50%';

/** A config, and how a place in it is named. */
export interface Declared {
  readonly config: ConfigFile;
  readonly sourceOf: (path: KeyPath) => Source;
  /** Context window in tokens that percentages are of; undefined: not set. */
  readonly window: number | undefined;
  /** The same for limits in a host. */
  readonly windowOfHost: (id: string) => number | undefined;
}

/** A server or toolset with its place. */
export interface Placed<Entry> {
  readonly entry: Entry;
  readonly path: KeyPath;
}

/** What all servers together are held to; undefined where nothing is said of their sum. */
export function totalBudget(declared: Declared): Budget | undefined {
  const { budget } = declared.config;
  const limits = listLimits(budget, ['budget']);
  if (limits.length === 0 && budget?.minTools === undefined) return undefined;
  return makeBudget(declared, limits, [{ entry: budget, path: ['budget'] }]);
}

/**
 * What a server's list is held to. A toolset inherits the limits on instructions and tools and overrides them by
 * metric and view; those on a list as a whole are of the base list alone, which may be one of the toolsets.
 */
export function listBudget(
  declared: Declared,
  server: Placed<ServerEntry>,
  { toolset, isBase }: { readonly toolset: Placed<ToolsetEntry> | undefined; readonly isBase: boolean },
): Budget {
  const own: Placed<BudgetEntry | undefined> = {
    entry: toolset?.entry.budget,
    path: [...(toolset?.path ?? []), 'budget'],
  };
  const ofServer = { entry: server.entry.budget, path: [...server.path, 'budget'] };
  const limits = override(
    inheritedLimits(declared.config.budget, ['budget']),
    inheritedLimits(ofServer.entry, ofServer.path),
    isBase ? listLimits(ofServer.entry, ofServer.path) : [],
    [...listLimits(own.entry, own.path), ...inheritedLimits(own.entry, own.path)],
  );
  return {
    ...makeBudget(
      declared,
      [...limits, ...overrideLimits(server.entry, server.path)],
      [own, ofServer, { entry: declared.config.budget, path: ['budget'] }],
    ),
    minTools: minTools(declared, isBase ? [own, ofServer] : [own]),
  };
}

/** Whether a budget says something of a list as a whole. */
export function limitsList(budget: BudgetEntry | undefined): boolean {
  return budget?.minTools !== undefined || listLimits(budget, []).length > 0;
}

/** How far each size may rise, in the order of the file. */
export function growthRules({ config, sourceOf }: Declared): readonly Growth[] {
  const { instructions = {}, ...lists } = config.baseline?.growth ?? {};
  const at = ['baseline', 'growth'];
  const rule = (metric: ListMetric, text: string, path: KeyPath): Growth => {
    const unit = path.at(-1) as Unit;
    return { metric, ...parseGrowth(text, unit), unit, text: text.trim(), source: sourceOf(path) };
  };
  return [
    ...Object.entries(lists).map(([key, text]) => rule(key as ListMetric, text, [...at, key])),
    ...Object.entries(instructions).map(([unit, text]) =>
      rule(`instructions.${unit}` as ListMetric, text, [...at, 'instructions', unit]),
    ),
  ];
}

/** Later ones in place of earlier ones of the same metric and view. */
function override(...levels: readonly (readonly DeclaredLimit[])[]): readonly DeclaredLimit[] {
  return levels.reduce((before, own) => [
    ...before.filter((one) => own.every((limit) => !isSameMetric(limit, one))),
    ...own,
  ]);
}

function isSameMetric(a: DeclaredLimit, b: DeclaredLimit): boolean {
  return (
    a.metric === b.metric &&
    a.view === b.view &&
    a.host?.id === b.host?.id &&
    a.host?.figure === b.host?.figure
  );
}

/** `levels` from the nearest to the farthest. */
function makeBudget(
  declared: Declared,
  limits: readonly DeclaredLimit[],
  levels: readonly Placed<BudgetEntry | undefined>[],
): Budget {
  const nearest = (key: 'warnAt' | 'staleAt' | 'message'): string | undefined =>
    levels.find(({ entry }) => entry?.[key] !== undefined)?.entry?.[key];
  const message = nearest('message');
  return {
    limits: limits.map((limit) => toLimit(limit, declared)),
    minTools: minTools(declared, levels.slice(0, 1)),
    warnAt: parsePercent(nearest('warnAt') ?? DEFAULT_WARN_AT),
    staleAt: parsePercent(nearest('staleAt') ?? DEFAULT_STALE_AT),
    ...(message === undefined ? {} : { message }),
  };
}

function minTools(
  { sourceOf }: Declared,
  levels: readonly Placed<BudgetEntry | undefined>[],
): Budget['minTools'] {
  const level = levels.find(({ entry }) => entry?.minTools !== undefined);
  if (level?.entry?.minTools === undefined) return { min: DEFAULT_MIN_TOOLS };
  return { min: level.entry.minTools, source: sourceOf([...level.path, 'minTools']) };
}

function toLimit(
  { value, path, ...rest }: DeclaredLimit,
  { window, windowOfHost, sourceOf }: Pick<Declared, 'window' | 'windowOfHost' | 'sourceOf'>,
): Limit {
  const of = rest.host === undefined ? window : windowOfHost(rest.host.id);
  const parsed = parseLimit(value, rest.unit, of);
  // The rules have refused such a config when it was loaded.
  if ('problem' in parsed) throw new TypeError(parsed.problem);
  return { ...rest, max: parsed.max, source: sourceOf(path), level: levelOf(path) };
}
