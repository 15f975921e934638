/** The limits that a config declares, metric by metric, with the place of each. */
import type { HostFigure, Limit, ListMetric, Metric, ToolMetric, Unit } from '../model/budget.ts';
import type { TokensByPlace } from '../model/config.ts';
import type { ViewId } from '../model/measurement.ts';
import { amountOf } from './config-amounts.ts';
import { LIST_LIMITS } from './config-limit-keys.ts';
import type { BudgetEntry, ConfigFile, ServerEntry, ToolLimitsEntry } from './config-schema.ts';
import type { KeyPath } from './config-source.ts';

export interface DeclaredLimit {
  readonly metric: Metric;
  readonly view: ViewId;
  readonly host?: HostFigure;
  readonly unit: Unit;
  readonly value: number | string;
  readonly path: KeyPath;
  readonly tools?: string;
}

type TextLimits = NonNullable<BudgetEntry['instructions']>;

/** Context window in tokens. */
export function windowOf({ window }: ConfigFile): number | undefined {
  return typeof window === 'string' ? amountOf(window, 'tokens') : window;
}

/** Whose budget a limit belongs to, by its place. */
export function levelOf([top, , inside]: KeyPath): Limit['level'] {
  if (top === 'budget') return 'all';
  return inside === 'toolsets' ? 'toolset' : 'server';
}

/** All limits of a config. */
export function declaredLimits(config: ConfigFile): readonly DeclaredLimit[] {
  const ofBudget = (budget: BudgetEntry | undefined, path: KeyPath): readonly DeclaredLimit[] => [
    ...listLimits(budget, path),
    ...inheritedLimits(budget, path),
  ];
  return [
    ...ofBudget(config.budget, ['budget']),
    ...Object.entries(config.servers ?? {}).flatMap(([name, server]) => {
      const path = ['servers', name];
      return [
        ...ofBudget(server.budget, [...path, 'budget']),
        ...overrideLimits(server, path),
        ...Object.entries(server.toolsets ?? {}).flatMap(([toolset, { budget }]) =>
          ofBudget(budget, [...path, 'toolsets', toolset, 'budget']),
        ),
      ];
    }),
  ];
}

/** Limits on a list as a whole, which nothing inherits. */
export function listLimits(budget: BudgetEntry | undefined, path: KeyPath): readonly DeclaredLimit[] {
  return Object.keys(budget ?? {}).flatMap((key) => {
    if (!isListMetric(key)) return [];
    return byView({ metric: key, unit: LIST_LIMITS[key], value: budget?.[key], path: [...path, key] });
  });
}

function isListMetric(key: string): key is keyof typeof LIST_LIMITS {
  return Object.hasOwn(LIST_LIMITS, key);
}

/** Limits on the instructions and on each tool, which toolsets inherit from their server, and servers from the config. */
export function inheritedLimits(budget: BudgetEntry | undefined, path: KeyPath): readonly DeclaredLimit[] {
  return [
    ...textLimits('instructions', budget?.instructions, [...path, 'instructions']),
    ...toolLimits(budget?.tool, [...path, 'tool']),
  ];
}

/** Limits in place of those of each tool, for tools that a glob matches. */
export function overrideLimits({ toolOverrides }: ServerEntry, path: KeyPath): readonly DeclaredLimit[] {
  return Object.entries(toolOverrides ?? {}).flatMap(([tools, limits]) =>
    toolLimits(limits, [...path, 'toolOverrides', tools]).map((limit) => ({ ...limit, tools })),
  );
}

function toolLimits(limits: ToolLimitsEntry | undefined, path: KeyPath): readonly DeclaredLimit[] {
  return Object.keys(limits ?? {}).flatMap((name) => {
    const key = name as keyof ToolLimitsEntry;
    const at = [...path, key];
    if (key === 'tokens' || key === 'bytes') {
      return byView({ metric: `tool.${key}`, unit: key, value: limits?.[key], path: at });
    }
    return textLimits(`tool.${key}`, limits?.[key], at);
  });
}

function textLimits(
  of: 'instructions' | `tool.${Exclude<keyof ToolLimitsEntry, 'tokens' | 'bytes'>}`,
  limits: TextLimits | undefined,
  path: KeyPath,
): readonly DeclaredLimit[] {
  return Object.keys(limits ?? {}).flatMap((key) => {
    const unit = key as keyof TextLimits;
    return byView({
      metric: `${of}.${unit}` as ListMetric | ToolMetric,
      unit,
      value: limits?.[unit],
      path: [...path, unit],
    });
  });
}

interface Declaration extends Omit<DeclaredLimit, 'view' | 'host' | 'value' | 'tools'> {
  readonly value: BudgetEntry['tokens'];
}

/** One limit, one a view, one a figure of a host, or several of these. */
function byView({ value, path, ...rest }: Declaration): readonly DeclaredLimit[] {
  if (value === undefined) return [];
  if (typeof value !== 'object') return [{ ...rest, path, value, view: 'generic' }];
  if (isList(value))
    return value.flatMap((one, index) => byView({ ...rest, value: one, path: [...path, index] }));
  const { host, ...limits }: TokensByPlace = value;
  return Object.entries(limits).map(([key, limit]) => {
    const at = { ...rest, path: [...path, key], value: limit };
    return key === 'upfront' || key === 'loaded'
      ? { ...at, view: 'generic', host: { id: host ?? '', figure: key } }
      : { ...at, view: key as ViewId };
  });
}

function isList<Value>(value: Value | readonly Value[]): value is readonly Value[] {
  return Array.isArray(value);
}

/** Ids of the hosts that budgets name. */
export function budgetHosts(config: ConfigFile): readonly string[] {
  return [...new Set(declaredLimits(config).flatMap(({ host }) => (host === undefined ? [] : [host.id])))];
}

/** Tell whether a config names or describes a host anywhere. */
export function speaksOfHosts(config: ConfigFile): boolean {
  return config.hosts !== undefined || config.hostProfiles !== undefined || budgetHosts(config).length > 0;
}
