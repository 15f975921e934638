/** Lists to be judged, with sizes of choice: nothing is counted. */
import type { JudgedToolset, JudgeInput } from '../src/judge/judged.ts';
import type { Sizes } from '../src/judge/sizes.ts';
import type { Budget, Growth, Limit, Metric, Unit } from '../src/model/budget.ts';
import type { Measurement, ToolMeasurement, ViewId } from '../src/model/measurement.ts';

export const METHOD = { tokenizer: 'o200k_base', view: 'generic', viewVersion: 1 } as const;

/** A tool; `hash` tells one text from another. */
export function tool(
  name: string,
  { tokens = 10, wire = tokens, bytes = 40, hash = name, fields = {} }: Partial<ToolSizes> = {},
): ToolMeasurement {
  const view = (count: number) => ({ tokens: count, share: count, parts: {} });
  return { name, bytes, sha256: hash, fields, views: { generic: view(tokens), wire: view(wire) } };
}

interface ToolSizes {
  readonly tokens: number;
  readonly wire: number;
  readonly bytes: number;
  readonly hash: string;
  readonly fields: ToolMeasurement['fields'];
}

/** A text field of so many characters, each of one byte, four to a token. */
export function field(chars: number, sha256 = `${chars}`) {
  return { chars, bytes: chars, tokens: chars / 4, sha256 };
}

export interface ListSizes {
  readonly tools: number;
  readonly bytes: number;
  /** Undefined: too large to be counted. */
  readonly tokens: number | undefined;
  readonly wire: number;
  readonly prompts: number;
  readonly resources: number;
  readonly instructions: number;
  readonly byTool: readonly ToolMeasurement[];
}

/** A measured list. */
export function sizes(given: Partial<ListSizes> = {}): Sizes {
  const {
    byTool = [],
    tools = byTool.length,
    bytes = 0,
    wire = 0,
    instructions = 0,
    prompts,
    resources,
  } = given;
  const tokens = 'tokens' in given ? given.tokens : 0;
  const view = (value: number | undefined) => ({
    tokens: { value, tokenizer: 'o200k_base', exact: true },
    parts: {},
  });
  const measurement: Measurement = {
    tools,
    bytes,
    instructions: field(instructions),
    views: { generic: view(tokens), wire: view(wire) },
    wireOnly: [],
    byTool,
  };
  return { measurement, prompts, resources };
}

/** One limit; its source tells the key. */
export function limit(metric: Metric, max: number, more: Partial<Limit> = {}): Limit {
  const unit = (metric.split('.').at(-1) ?? metric) as Unit;
  const view: ViewId = 'generic';
  const source = { file: 'c.json', line: 7, key: `budget.${metric}` };
  return { metric, view, max, unit, source, level: 'server', ...more };
}

export function budget(limits: readonly Limit[], more: Partial<Budget> = {}): Budget {
  return { limits, minTools: { min: 0 }, warnAt: 0.9, staleAt: 0.5, ...more };
}

/** A growth rule as a config states it. */
export function growth(
  metric: Growth['metric'],
  rule: Pick<Growth, 'ratio' | 'amount'>,
  text = 'rule',
): Growth {
  const unit = (metric.split('.').at(-1) ?? metric) as Unit;
  return {
    metric,
    ...rule,
    unit,
    text,
    source: { file: 'c.json', line: 9, key: `baseline.growth.${metric}` },
  };
}

/** A toolset of the server `media`. */
export function judged(measured: Sizes | undefined, more: Partial<JudgedToolset> = {}): JudgedToolset {
  const server = more.server ?? 'media';
  return {
    server,
    localServer: server,
    toolset: 'all',
    budget: budget([]),
    sizes: measured,
    isInTotal: true,
    isDynamicAllowed: false,
    status: measured === undefined ? 'start-failed' : 'measured',
    ...more,
  };
}

/** What is judged, with no baseline where none is given. */
export function judgeInput(toolsets: readonly JudgedToolset[], more: Partial<JudgeInput> = {}): JudgeInput {
  const baseline = more.baseline ?? { status: 'none', label: 'baseline.json' };
  return {
    label: '',
    toolsets,
    total: undefined,
    wholeServers: new Set(toolsets.map(({ server }) => server)),
    growth: [],
    baseline,
    changesSince: baseline,
    isBaselineRequired: false,
    raises: [],
    ...more,
  };
}
