/** The sizes that limits and growth rules speak of, read from what was measured. */
import type { Limit, ListMetric, Metric, ToolMetric, Unit } from '../model/budget.ts';
import type { SureTokens } from '../model/host.ts';
import type { Measurement, TextField, ToolMeasurement, ViewId } from '../model/measurement.ts';
import type { Warning } from '../model/snapshot.ts';
import { formatCount } from '../numbers.ts';
import type { OtherCounts } from './record.ts';

export interface Sizes extends OtherCounts {
  readonly measurement: Measurement;
  /** Lists that the server has and that were not read whole. */
  readonly notRead?: readonly ('prompts' | 'resources')[] | undefined;
  /** By id, of the hosts that limits name. */
  readonly hosts?: Readonly<Record<string, SizeInHost>> | undefined;
}

/** Tokens of a list in a host. */
export interface SizeInHost {
  readonly upfront: number | undefined;
  readonly loaded: number | undefined;
  /** Of these, what is confirmed to be loaded: an error can come of nothing else. */
  readonly sure: SureTokens;
}

/** Which of the lists beside the tools a capture could not read whole. */
export function listsNotRead(warnings: readonly Warning[]): NonNullable<Sizes['notRead']> {
  return (['prompts', 'resources'] as const).filter((list) =>
    warnings.some(({ id }) => id.startsWith(`${list}-`)),
  );
}

/** A list's size; undefined where it was not measured. A server without prompts or resources has none of them. */
export function sizeOf(
  { measurement, prompts, resources, notRead = [] }: Sizes,
  metric: ListMetric,
  view: ViewId,
): number | undefined {
  const { instructions } = measurement;
  const sizes: Record<ListMetric, number | undefined> = {
    tools: measurement.tools,
    bytes: measurement.bytes,
    tokens: measurement.views[view]?.tokens.value,
    prompts: notRead.includes('prompts') ? undefined : (prompts ?? 0),
    resources: notRead.includes('resources') ? undefined : (resources ?? 0),
    'instructions.chars': instructions.chars,
    'instructions.bytes': instructions.bytes,
    'instructions.tokens': instructions.tokens,
  };
  return sizes[metric];
}

/** A tool's size; undefined where it was not measured. A field that the tool does not have takes nothing. */
export function toolSizeOf(tool: ToolMeasurement, metric: ToolMetric, view: ViewId): number | undefined {
  if (metric === 'tool.bytes') return tool.bytes;
  if (metric === 'tool.tokens') return tool.views[view]?.tokens;
  const [, field, unit] = metric.split('.') as ['tool', TextField, 'chars' | 'bytes' | 'tokens'];
  const measured = tool.fields[field];
  return measured === undefined ? 0 : measured[unit];
}

export function isToolMetric(metric: Metric): metric is ToolMetric {
  return metric.startsWith('tool.');
}

/** `tokens`, `instructions`, `tool` …: what its rules are named after. */
export function groupOf(metric: Metric): string {
  return metric.split('.')[0] ?? metric;
}

/** Number and unit as text: `5,781 tokens`. */
export function describeSize(value: number, unit: Unit): string {
  return `${formatCount(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}

/** What a check takes over from its limit. */
export function describeLimit({ metric, view, host, unit, max, source }: Limit) {
  const base = { ruleId: `budget-${groupOf(metric)}`, metric, view, unit, limit: max, source } as const;
  return host === undefined ? base : { ...base, host };
}
