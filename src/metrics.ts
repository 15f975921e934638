/** What limits and growth rules speak of: names for people, and the sizes that a record holds. */
import type { RecordedToolset } from './model/baseline.ts';
import type { Check, ListMetric, Metric } from './model/budget.ts';
import type { TextField } from './model/measurement.ts';

/** In the order in which tools are written. */
export const TEXT_FIELDS = [
  'name',
  'description',
  'inputSchema',
  'outputSchema',
] as const satisfies readonly TextField[];

/** `tokens`, `wire tokens`, `claude-code upfront tokens`, `description characters`: the last word is the unit. */
export function nameMetric({ metric, view, host }: Pick<Check, 'metric' | 'view' | 'host'>): string {
  if (host !== undefined) return `${host.id} ${host.figure} ${metric}`;
  const name = metric
    .replace(/^tool\./, '')
    .replaceAll('.', ' ')
    .replace(/chars$/, 'characters');
  return view === 'generic' ? name : `${view} ${name}`;
}

/** The recorded size of a metric; undefined where none was kept, and for metrics of tools. */
export function recordedSizeOf(
  { tools, bytes, tokens, prompts, resources, instructions }: Omit<RecordedToolset, 'byTool'>,
  metric: Metric,
): number | undefined {
  const sizes: Readonly<Record<ListMetric, number | undefined>> = {
    tools,
    bytes,
    tokens,
    // A server that does not offer them has none.
    prompts: prompts ?? 0,
    resources: resources ?? 0,
    'instructions.chars': instructions.chars,
    'instructions.bytes': instructions.bytes,
    'instructions.tokens': instructions.tokens,
  };
  return Object.entries(sizes).find(([id]) => id === metric)?.[1];
}
