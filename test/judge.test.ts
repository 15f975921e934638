import { describe, expect, it } from 'vitest';
import { compareToolsets } from '../src/judge/difference.ts';
import { judge } from '../src/judge/judge.ts';
import type { JudgedToolset } from '../src/judge/judged.ts';
import { recordToolset } from '../src/judge/record.ts';
import type { Sizes } from '../src/judge/sizes.ts';
import type { BaselineState } from '../src/model/baseline.ts';
import type { Budget, Limit, Metric, Unit } from '../src/model/budget.ts';
import type { ToolMeasurement } from '../src/model/measurement.ts';
import {
  budget,
  field,
  growth,
  judged,
  judgeInput,
  limit,
  METHOD,
  sizes,
  tool,
  type ListSizes,
} from './judged-lists.ts';

/** Verdicts of one list held against one budget. */
function verdictsOf(measured: Sizes | undefined, held: Budget): readonly string[] {
  return judge(judgeInput([judged(measured, { budget: held })])).checks.map(({ verdict }) => verdict);
}

const idsOf = (toolsets: readonly JudgedToolset[], more: Parameters<typeof judgeInput>[1] = {}) =>
  judge(judgeInput(toolsets, more)).findings.map(({ ruleId }) => ruleId);

describe('a limit on a list', () => {
  const rows: readonly (readonly [Metric, Unit, (size: number) => Partial<ListSizes>])[] = [
    ['tools', 'tools', (size) => ({ tools: size })],
    ['bytes', 'bytes', (size) => ({ bytes: size })],
    ['tokens', 'tokens', (size) => ({ tokens: size })],
    ['prompts', 'prompts', (size) => ({ prompts: size })],
    ['resources', 'resources', (size) => ({ resources: size })],
    ['instructions.chars', 'chars', (size) => ({ instructions: size })],
    ['instructions.bytes', 'bytes', (size) => ({ instructions: size })],
    ['instructions.tokens', 'tokens', (size) => ({ instructions: 4 * size })],
  ];
  it.each(rows)('%s: what equals it passes, one more is over', (metric, unit, of) => {
    const held = budget([limit(metric, 100)], { warnAt: 1 });
    const [check] = judge(judgeInput([judged(sizes(of(101)), { budget: held })])).checks;
    expect(check).toMatchObject({ verdict: 'over', actual: 101, limit: 100, unit });
    expect(['ok', 'near']).toContain(verdictsOf(sizes(of(100)), held)[0]);
  });

  it.each(rows)('%s: zero is a limit', (metric, _unit, of) => {
    expect(verdictsOf(sizes(of(0)), budget([limit(metric, 0)]))).toEqual(['ok']);
    expect(verdictsOf(sizes(of(1)), budget([limit(metric, 0)]))).toEqual(['over']);
  });

  it.each(rows)('%s: what was not measured is neither passed nor found', (metric) => {
    const unmeasured = judged(undefined, { budget: budget([limit(metric, 100)]) });
    const { checks, findings } = judge(judgeInput([unmeasured]));
    expect(checks).toMatchObject([{ verdict: 'not-measured' }]);
    expect(checks[0]).not.toHaveProperty('actual', expect.anything());
    expect(findings).toEqual([]);
  });

  it('holds the view it names', () => {
    const list = sizes({ tokens: 100, wire: 150 });
    const verdict = (max: number, view: Limit['view']) =>
      verdictsOf(list, budget([limit('tokens', max, { view })], { warnAt: 1 }))[0];
    expect([verdict(101, 'generic'), verdict(99, 'generic')]).toEqual(['ok', 'over']);
    expect([verdict(151, 'wire'), verdict(149, 'wire')]).toEqual(['ok', 'over']);
  });

  it('is not passed by a list too large to be counted', () => {
    expect(verdictsOf(sizes({ tokens: undefined }), budget([limit('tokens', 1e9)]))).toEqual([
      'not-measured',
    ]);
  });

  it('is not passed by prompts or resources that the server has and that could not be read', () => {
    const held = budget([limit('prompts', 5), limit('resources', 5)]);
    expect(verdictsOf({ ...sizes(), notRead: ['prompts'] }, held)).toEqual(['not-measured', 'ok']);
    expect(verdictsOf({ ...sizes(), notRead: ['resources'] }, held)).toEqual(['ok', 'not-measured']);
  });
});

describe('near and stale', () => {
  it.each([
    ['bytes', 'near'],
    ['tokens', 'near'],
    ['tools', 'ok'],
    ['prompts', 'ok'],
    ['resources', 'ok'],
  ] as const)('of %s at 90 of 100: %s', (metric, verdict) => {
    expect(verdictsOf(sizes({ [metric]: 90 }), budget([limit(metric, 100)]))).toEqual([verdict]);
    expect(verdictsOf(sizes({ [metric]: 89 }), budget([limit(metric, 100)]))).toEqual(['ok']);
  });

  it('tells characters of the instructions as near, and never as stale: the limit waits for them', () => {
    const held = budget([limit('instructions.chars', 100)]);
    expect(verdictsOf(sizes({ instructions: 90 }), held)).toEqual(['near']);
    expect(verdictsOf(sizes({ instructions: 1 }), held)).toEqual(['ok']);
  });

  it('tells a limit as stale under half of it', () => {
    const held = budget([limit('bytes', 100)]);
    expect(verdictsOf(sizes({ bytes: 49 }), held)).toEqual(['stale']);
    expect(verdictsOf(sizes({ bytes: 50 }), held)).toEqual(['ok']);
    expect(verdictsOf(sizes({ bytes: 49 }), { ...held, staleAt: 0.4 })).toEqual(['ok']);
  });

  it('says what is left, what is used, and where to lower it', () => {
    const of = (bytes: number) =>
      judge(judgeInput([judged(sizes({ bytes }), { budget: budget([limit('bytes', 10_000)]) })])).findings;
    expect(of(9_500)).toMatchObject([
      { ruleId: 'budget-near', severity: 'warning', message: expect.stringContaining('500 left') },
    ]);
    expect(of(1_200)).toMatchObject([
      {
        ruleId: 'budget-stale',
        severity: 'info',
        message: expect.stringContaining('12.0 % used'),
        suggestion: 'lower the limit in c.json:7',
      },
    ]);
  });
});

describe('a finding', () => {
  it.each([
    [limit('tools', 1), /^offer fewer tools, or raise/],
    [limit('bytes', 1), /^leave tools out or shorten them, or raise/],
    [limit('prompts', 1), /^offer fewer prompts, or raise/],
    [limit('resources', 1), /^offer fewer resources, or raise/],
    [limit('instructions.chars', 1), /^shorten the instructions, or raise/],
    [limit('tool.tokens', 1), /^shorten its definition, or raise/],
  ])('says what would make it smaller: $metric', (held, expected) => {
    const list = sizes({
      tools: 9,
      bytes: 9,
      prompts: 9,
      resources: 9,
      instructions: 9,
      byTool: [tool('a')],
    });
    const { findings } = judge(judgeInput([judged(list, { budget: budget([held]) })]));
    expect(findings[0]?.suggestion).toMatch(expected);
  });

  it('names the size, the limit, by how much, the line, and the words of the user', () => {
    const held = budget([limit('tokens', 1_000)], { message: 'see docs/budgets.md' });
    const { findings } = judge(judgeInput([judged(sizes({ tokens: 1_250 }), { budget: held })]));
    expect(findings).toEqual([
      expect.objectContaining({
        ruleId: 'budget-tokens',
        severity: 'error',
        outcome: 'finding',
        message: expect.stringMatching(/^tokens 1,250 > 1,000.*over by 250 \(25\.0 %\)$/),
        suggestion:
          'see docs/budgets.md; leave tools out or shorten them, or raise the limit in c.json:7 in the same pull request',
        actual: 1_250,
        limit: 1_000,
        source: { file: 'c.json', line: 7, key: 'budget.tokens' },
      }),
    ]);
  });

  it('of a limit of zero divides by nothing', () => {
    const held = budget([limit('prompts', 0)]);
    const [finding] = judge(judgeInput([judged(sizes({ prompts: 2 }), { budget: held })])).findings;
    expect(finding?.message).toMatch(/^prompts 2 > 0.*over by 2$/);
  });
});

describe('limits on each tool', () => {
  const fieldMetrics = (['name', 'description', 'inputSchema', 'outputSchema'] as const).flatMap((name) =>
    (['chars', 'bytes', 'tokens'] as const).map((unit) => ({ name, unit })),
  );
  it.each(fieldMetrics)('tool.$name.$unit: equal passes, one more is over', ({ name, unit }) => {
    const chars = unit === 'tokens' ? 400 : 100;
    const verdict = (more: number) =>
      verdictsOf(
        sizes({ byTool: [tool('a', { fields: { [name]: field(chars + more) } })] }),
        budget([limit(`tool.${name}.${unit}`, 100)]),
      );
    expect(verdict(0)).toEqual(['ok']);
    expect(verdict(4)).toEqual(['over']);
  });

  it.each([
    ['tool.bytes', 'generic', { bytes: 101 }],
    ['tool.tokens', 'generic', { tokens: 101, wire: 1 }],
    ['tool.tokens', 'wire', { tokens: 1, wire: 101 }],
  ] as const)('%s (%s): equal passes, one more is over', (metric, view, over) => {
    const verdict = (max: number) =>
      verdictsOf(sizes({ byTool: [tool('a', over)] }), budget([limit(metric, max, { view })]));
    expect([verdict(101), verdict(100)]).toEqual([['ok'], ['over']]);
  });

  it('tells every tool that is over, the worst first; else the one that is closest', () => {
    const byTool = [tool('a', { tokens: 11 }), tool('b', { tokens: 30 }), tool('c', { tokens: 5 })];
    const namesAt = (max: number) =>
      judge(
        judgeInput([judged(sizes({ byTool }), { budget: budget([limit('tool.tokens', max)]) })]),
      ).checks.map(({ tool: name, verdict }) => `${name} ${verdict}`);
    expect(namesAt(10)).toEqual(['b over', 'a over']);
    expect(namesAt(30)).toEqual(['b ok']);
  });

  it('lets an override stand in place of the limit for all, the first that matches', () => {
    const limits = [
      limit('tool.tokens', 10),
      limit('tool.tokens', 50, { tools: 'heavy_*' }),
      limit('tool.tokens', 5, { tools: 'heavy_one' }),
    ];
    const overAt = (byTool: readonly ToolMeasurement[]) =>
      judge(judgeInput([judged(sizes({ byTool }), { budget: budget(limits) })]))
        .checks.filter(({ verdict }) => verdict === 'over')
        .map(({ tool: name, limit: max }) => `${name} > ${max}`);
    const light = tool('light', { tokens: 11 });
    expect(overAt([light, tool('heavy_one', { tokens: 50 })])).toEqual(['light > 10']);
    expect(overAt([light, tool('heavy_one', { tokens: 51 })])).toEqual(['light > 10', 'heavy_one > 50']);
  });

  it('leaves the other metrics of an overridden tool under the limit for all', () => {
    const limits = [limit('tool.bytes', 10), limit('tool.tokens', 50, { tools: 'a' })];
    const { checks } = judge(
      judgeInput([judged(sizes({ byTool: [tool('a', { bytes: 11 })] }), { budget: budget(limits) })]),
    );
    expect(checks.map(({ metric, verdict }) => `${metric} ${verdict}`)).toEqual([
      'tool.tokens ok',
      'tool.bytes over',
    ]);
  });

  it('of a list that was not measured is one check that is not', () => {
    expect(verdictsOf(undefined, budget([limit('tool.tokens', 10)]))).toEqual(['not-measured']);
  });

  it('warns of a name that no tool has, once, when all of the server was judged', () => {
    const limits = [limit('tool.tokens', 50, { tools: 'gone' }), limit('tool.bytes', 50, { tools: 'gone' })];
    const one = judged(sizes({ byTool: [tool('a')] }), { budget: budget(limits) });
    expect(idsOf([one])).toEqual(['tool-limit-unused']);
    expect(idsOf([one], { wholeServers: new Set() })).toEqual([]);
    const other = judged(sizes({ byTool: [tool('gone')] }), { toolset: 'core', budget: budget(limits) });
    expect(idsOf([one, other])).toEqual([]);
    expect(idsOf([one, judged(undefined, { toolset: 'core' })])).toEqual([]);
  });
});

describe('the list itself', () => {
  it('of fewer tools than it must have is not measured', () => {
    const list = judged(sizes({ tools: 1 }), { budget: budget([], { minTools: { min: 2 } }) });
    expect(judge(judgeInput([list])).findings).toMatchObject([
      { ruleId: 'min-tools', outcome: 'not-measured' },
    ]);
    expect(idsOf([{ ...list, sizes: sizes({ tools: 2 }) }])).toEqual([]);
  });

  it('that differs from reading to reading is not measured, unless that is allowed', () => {
    const list = judged(sizes({ tools: 1 }), { status: 'dynamic' });
    expect(judge(judgeInput([list])).findings).toMatchObject([
      { ruleId: 'list-differs', outcome: 'not-measured' },
    ]);
    expect(idsOf([{ ...list, isDynamicAllowed: true }])).toEqual([]);
  });
});

describe('all servers together', () => {
  const a = judged(sizes({ tools: 2, tokens: 60, wire: 70, prompts: 1 }), { server: 'a' });
  const b = judged(sizes({ tools: 3, tokens: 40, wire: 50, resources: 4 }), { server: 'b' });
  const totalOf = (toolsets: readonly JudgedToolset[], total: Budget) =>
    judge(judgeInput(toolsets, { total })).checks.map(({ verdict, actual, server }) => ({
      verdict,
      actual,
      server,
    }));

  it.each([
    ['tokens', 100, 'generic'],
    ['tokens', 120, 'wire'],
    ['tools', 5, 'generic'],
    ['prompts', 1, 'generic'],
    ['resources', 4, 'generic'],
  ] as const)('%s add up to %i (%s)', (metric, sum, view) => {
    const at = (max: number) => totalOf([a, b], budget([limit(metric, max, { view })], { warnAt: 1.1 }));
    expect(at(sum)).toEqual([{ verdict: 'ok', actual: sum, server: '' }]);
    expect(at(sum - 1)).toEqual([{ verdict: 'over', actual: sum, server: '' }]);
  });

  it('counts one list of each server', () => {
    const part = { ...b, isInTotal: false };
    expect(totalOf([a, part], budget([limit('tokens', 200)]))).toMatchObject([{ actual: 60 }]);
  });

  it('are not judged where one was not measured, or not counted', () => {
    const held = budget([limit('tokens', 1_000_000)]);
    expect(totalOf([a, judged(undefined, { server: 'b' })], held)).toMatchObject([
      { verdict: 'not-measured' },
    ]);
    const uncounted = judged(sizes({ tokens: undefined }), { server: 'b' });
    expect(totalOf([a, uncounted], held)).toMatchObject([{ verdict: 'not-measured' }]);
    expect(totalOf([uncounted, a], held)).toMatchObject([{ verdict: 'not-measured' }]);
  });

  it('must have as many tools as is said', () => {
    const total = (min: number) => budget([], { minTools: { min } });
    expect(idsOf([a, b], { total: total(5) })).toEqual([]);
    expect(idsOf([a, b], { total: total(6) })).toEqual(['min-tools']);
  });
});

/** A baseline that holds the toolset `media/all`. */
function baselineOf(measured: Sizes): BaselineState {
  const entry = recordToolset(measured.measurement, measured);
  const baseline = {
    schemaVersion: 1,
    method: METHOD,
    servers: { media: { all: entry } },
    raises: [],
  } as const;
  return { status: 'read', label: 'baseline.json', baseline };
}

describe('growth', () => {
  const rows: readonly (readonly [string, number, { ratio?: number; amount?: number }, number])[] = [
    ['5 %', 1_000, { ratio: 0.05 }, 1_050],
    ['5 % of little: down to the whole token', 19, { ratio: 0.05 }, 19],
    ['7 % of 100, which floating point puts above 7', 100, { ratio: 0.07 }, 107],
    ['29 % of 100, which floating point puts under 29', 100, { ratio: 0.29 }, 129],
    ['5 % of 60 MB', 60_000_000, { ratio: 0.05 }, 63_000_000],
    ['100', 1_000, { amount: 100 }, 1_100],
    ['5 % and 100: the amount is larger', 1_000, { ratio: 0.05, amount: 100 }, 1_100],
    ['5 % and 100: the share is larger', 4_000, { ratio: 0.05, amount: 100 }, 4_200],
    ['none', 1_000, {}, 1_000],
    ['0 %', 1_000, { ratio: 0 }, 1_000],
    ['5 % of nothing', 0, { ratio: 0.05 }, 0],
  ];
  it.each(rows)('%s', (_title, before, rule, most) => {
    const at = (tokens: number) =>
      judge(
        judgeInput([judged(sizes({ tokens }))], {
          baseline: baselineOf(sizes({ tokens: before })),
          growth: [growth('tokens', rule)],
        }),
      ).checks;
    expect(at(most)).toMatchObject([{ verdict: 'ok', limit: most, before, actual: most }]);
    expect(at(most + 1)).toMatchObject([{ ruleId: 'growth-tokens', verdict: 'over', limit: most }]);
  });

  it.each([
    ['tools', { tools: 3 }, { tools: 4 }],
    ['bytes', { bytes: 3 }, { bytes: 4 }],
    ['prompts', {}, { prompts: 1 }],
    ['resources', { resources: 3 }, { resources: 4 }],
    ['instructions.chars', { instructions: 3 }, { instructions: 4 }],
    ['instructions.bytes', { instructions: 3 }, { instructions: 4 }],
    ['instructions.tokens', { instructions: 4 }, { instructions: 8 }],
  ] as const)('of %s', (metric, before, after) => {
    const verdictOf = (list: Partial<ListSizes>) =>
      judge(
        judgeInput([judged(sizes(list))], {
          baseline: baselineOf(sizes(before)),
          growth: [growth(metric, {}, 'none')],
        }),
      ).checks[0]?.verdict;
    expect([verdictOf(before), verdictOf(after)]).toEqual(['ok', 'over']);
  });

  it('of a list that was not measured is not judged, and that is told', () => {
    const { checks } = judge(
      judgeInput([judged(undefined)], { baseline: baselineOf(sizes({})), growth: [growth('tokens', {})] }),
    );
    expect(checks).toMatchObject([{ ruleId: 'growth-tokens', verdict: 'not-measured' }]);
  });

  it('says from what, to what, the rule, and how to agree', () => {
    const { findings } = judge(
      judgeInput([judged(sizes({ tokens: 1_200 }))], {
        baseline: baselineOf(sizes({ tokens: 1_000 })),
        growth: [growth('tokens', { ratio: 0.05, amount: 100 }, '5% and 100')],
      }),
    );
    expect(findings).toMatchObject([
      {
        ruleId: 'growth-tokens',
        message: expect.stringMatching(/from 1,000 to 1,200.*1,100.*"5% and 100".*over by 100 \(9\.1 %\)$/),
        suggestion: expect.stringContaining('--raise'),
        source: { key: 'baseline.growth.tokens' },
      },
    ]);
  });
});

describe('a baseline that cannot be compared with', () => {
  const list = judged(sizes({ tokens: 10 }));
  const rules = [growth('tokens', {})];
  it.each([
    ['missing, no growth rules', { status: 'none' }, [], false, []],
    ['missing', { status: 'none' }, rules, false, [['no-baseline', 'info', 'finding']]],
    ['missing, and required', { status: 'none' }, [], true, [['baseline-missing', 'error', 'not-measured']]],
    ['unreadable', { status: 'unreadable' }, [], false, [['baseline-unusable', 'error', 'not-measured']]],
    [
      'of another method',
      { status: 'other-method' },
      rules,
      false,
      [['baseline-unusable', 'error', 'not-measured']],
    ],
  ] as const)('%s', (_title, state, growthRules, isBaselineRequired, expected) => {
    const baseline = { ...state, label: 'baseline.json' };
    const { findings, checks } = judge(
      judgeInput([list], { baseline, growth: growthRules, isBaselineRequired }),
    );
    expect(findings.map(({ ruleId, severity, outcome }) => [ruleId, severity, outcome])).toEqual(expected);
    expect(checks).toEqual([]);
  });

  it.each([
    [false, 'no-baseline'],
    [true, 'baseline-missing'],
  ])('or lacks the toolset (required: %s)', (isBaselineRequired, ruleId) => {
    const input = { baseline: baselineOf(sizes({})), growth: rules, isBaselineRequired };
    expect(idsOf([{ ...list, toolset: 'new' }], input)).toEqual([ruleId]);
    expect(idsOf([list], { ...input, growth: [] })).toEqual([]);
  });
});

describe('the difference', () => {
  const differenceOf = (before: readonly ToolMeasurement[], after: readonly ToolMeasurement[]) =>
    compareToolsets(
      recordToolset(sizes({ byTool: before }).measurement, {}),
      recordToolset(sizes({ byTool: after }).measurement, {}),
      'before',
    );

  it('tells tools added, removed and changed, the largest change first', () => {
    const before = [tool('stays'), tool('goes', { tokens: 7, bytes: 30 }), tool('grows', { tokens: 10 })];
    const after = [
      tool('stays'),
      tool('grows', { tokens: 90, bytes: 400, hash: 'other' }),
      tool('comes', { tokens: 20, bytes: 80 }),
    ];
    const { tools, isReordered } = differenceOf(before, after);
    expect(tools).toEqual([
      { name: 'grows', kind: 'changed', tokens: 80, bytes: 360, fields: [] },
      { name: 'comes', kind: 'added', tokens: 20, bytes: 80, fields: [] },
      { name: 'goes', kind: 'removed', tokens: -7, bytes: -30, fields: [] },
    ]);
    expect(isReordered).toBe(false);
  });

  it('tells which fields changed, also where the length is the same', () => {
    const fields = (text: string) => ({
      name: field(4),
      description: field(10, text),
      inputSchema: field(20),
    });
    const { tools } = differenceOf(
      [tool('a', { hash: '1', fields: fields('old') })],
      [tool('a', { hash: '2', fields: { ...fields('new'), outputSchema: field(30) } })],
    );
    expect(tools[0]?.fields).toEqual([
      { field: 'description', chars: 0 },
      { field: 'outputSchema', chars: 30 },
    ]);
  });

  it("never takes a neighbour's change for one: shares move, hashes do not", () => {
    const shared = (share: number): ToolMeasurement => ({
      ...tool('same'),
      views: { generic: { tokens: 10, share, parts: {} } },
    });
    expect(differenceOf([shared(9), tool('x')], [shared(11), tool('x', { hash: 'y' })]).tools).toMatchObject([
      { name: 'x' },
    ]);
  });

  it('of the same tools in another order', () => {
    const [a, b] = [tool('a'), tool('b')];
    expect(differenceOf([a, b], [b, a])).toMatchObject({ tools: [], isReordered: true });
    expect(differenceOf([a, b], [a, b])).toMatchObject({ tools: [], isReordered: false });
  });

  it('keeps several tools of one name apart', () => {
    const twice = [tool('a', { hash: '1' }), tool('a', { hash: '2' })];
    expect(differenceOf(twice, twice).tools).toEqual([]);
    expect(differenceOf(twice, [twice[0] as ToolMeasurement]).tools).toMatchObject([
      { name: 'a#2', kind: 'removed' },
    ]);
    const named = [...twice, tool('a#2', { hash: '3' })];
    expect(Object.keys(recordToolset(sizes({ byTool: named }).measurement, {}).byTool)).toEqual([
      'a',
      'a#2',
      'a#2#2',
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'takes %s for a name like any other',
    (name) => {
      expect(differenceOf([], [tool(name)]).tools).toMatchObject([{ name, kind: 'added' }]);
      expect(differenceOf([tool(name)], []).tools).toMatchObject([{ name, kind: 'removed' }]);
      expect(differenceOf([tool(name)], [tool(name)]).tools).toEqual([]);
      expect(differenceOf([tool(name)], [tool(name, { hash: 'x' })]).tools).toMatchObject([
        { kind: 'changed' },
      ]);
    },
  );
});
