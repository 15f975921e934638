/** Each metric has its rule: one for its limit, one for its growth. */
import { expect, it } from 'vitest';
import { checkBudget } from '../src/judge/budgets.ts';
import { checkGrowth } from '../src/judge/growth.ts';
import { rules } from '../src/judge/rules.ts';
import { describeLimit, type Sizes } from '../src/judge/sizes.ts';
import type { Budget, ListMetric, Unit } from '../src/model/budget.ts';

const instructions = { chars: 20, bytes: 21, tokens: 22 };
const sizes: Sizes = {
  measurement: {
    tools: 10,
    bytes: 11,
    instructions,
    views: { generic: { tokens: { value: 12, tokenizer: 'o200k_base', exact: true }, parts: {} } },
    wireOnly: [],
    byTool: [],
  },
  prompts: 13,
  resources: 14,
};
const source = { file: 'mcp-budget.config.json', line: 3, key: 'budget' };

it.each<[metric: ListMetric, unit: Unit, actual: number, rule: string, growth: string]>([
  ['tools', 'tools', 10, 'budget-tools', 'growth-tools'],
  ['bytes', 'bytes', 11, 'budget-bytes', 'growth-bytes'],
  ['tokens', 'tokens', 12, 'budget-tokens', 'growth-tokens'],
  ['prompts', 'prompts', 13, 'budget-prompts', 'growth-prompts'],
  ['resources', 'resources', 14, 'budget-resources', 'growth-resources'],
  ['instructions.chars', 'chars', 20, 'budget-instructions', 'growth-instructions'],
  ['instructions.bytes', 'bytes', 21, 'budget-instructions', 'growth-instructions'],
  ['instructions.tokens', 'tokens', 22, 'budget-instructions', 'growth-instructions'],
])('%s', (metric, unit, actual, rule, growth) => {
  const budget = (max: number): Budget => ({
    limits: [{ metric, view: 'generic', max, unit, source, level: 'server' }],
    minTools: { min: 1 },
    warnAt: 1,
    staleAt: 0,
  });
  const judged = { server: 's', toolset: 't', sizes };
  for (const [max, verdict] of [
    [actual, 'near'],
    [actual - 1, 'over'],
  ] as const) {
    const [check] = checkBudget({ ...judged, budget: budget(max) });
    const isCount = unit === 'tools' || unit === 'prompts' || unit === 'resources';
    expect(check).toMatchObject({ ruleId: rule, actual, limit: max });
    expect(check?.verdict).toBe(verdict === 'near' && isCount ? 'ok' : verdict);
  }
  const before = {
    tools: 10,
    bytes: 11,
    tokens: 12,
    prompts: 13,
    resources: 14,
    instructions,
  };
  const rise = (amount: number) => [{ metric, unit, text: 'none', source, ...(amount > 0 && { amount }) }];
  const less = Object.fromEntries(
    Object.entries(before).map(([key, value]) => [key, typeof value === 'number' ? value - 1 : value]),
  ) as typeof before;
  const lower = { ...less, instructions: { chars: 19, bytes: 20, tokens: 21 } };
  expect(checkGrowth({ ...judged, before: lower }, rise(0))).toMatchObject([
    { ruleId: growth, verdict: 'over', before: actual - 1, actual, limit: actual - 1 },
  ]);
  expect(checkGrowth({ ...judged, before: lower }, rise(1))[0]?.verdict).toBe('ok');
  expect(checkGrowth({ ...judged, before }, rise(0))[0]?.verdict).toBe('ok');
  for (const id of [rule, growth]) expect(rules.some((one) => one.id === id)).toBe(true);
  expect(describeLimit({ metric, view: 'generic', max: 1, unit, source, level: 'server' }).ruleId).toBe(rule);
});
