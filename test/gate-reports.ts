/** Reports of a gate, built by hand: every verdict, with names and texts of choice. */
import type { Difference } from '../src/model/baseline.ts';
import type { Check } from '../src/model/budget.ts';
import type { ToolMeasurement } from '../src/model/measurement.ts';
import type { Finding, Gate, Report, ReporterOptions, RuleInfo, ToolsetReport } from '../src/model/report.ts';

export const options: ReporterOptions = {
  columns: 80,
  colorLevel: 0,
  verbose: false,
  quiet: false,
  pathPrefix: '',
  args: '',
  rules: [
    'budget-tokens',
    'budget-near',
    'budget-tool',
    'growth-tokens',
    'baseline-missing',
    'no-baseline',
  ].map((id): RuleInfo => ({
    id,
    severity: id === 'budget-near' ? 'warning' : id === 'no-baseline' ? 'info' : 'error',
    outcome: id === 'baseline-missing' ? 'not-measured' : 'finding',
    summary: `What ${id} finds.`,
    help: `Why ${id} matters, and *what* to do.`,
  })),
};

const CONFIG = 'mcp-budget.config.jsonc';

/** A tool of so many tokens, and four bytes for each. */
export const tool = (name: string, tokens: number): ToolMeasurement => ({
  name,
  bytes: 4 * tokens,
  sha256: '0'.repeat(64),
  fields: { name: { chars: name.length, bytes: name.length, sha256: '0'.repeat(64) } },
  views: { generic: { tokens, share: tokens, parts: {} } },
});

/** A measured list. */
export function toolset(
  name: string,
  tools: readonly ToolMeasurement[],
  more: Partial<ToolsetReport> = {},
): ToolsetReport {
  const tokens = tools.reduce((sum, one) => sum + (one.views.generic?.tokens ?? 0), 0);
  return {
    name,
    status: 'measured',
    warnings: [],
    tools: tools.length,
    bytes: 4 * tokens,
    instructions: { chars: 0, bytes: 0, tokens: 0 },
    views: {
      generic: {
        tokens: { value: tokens, tokenizer: 'o200k_base', exact: true },
        framing: 0,
        parts: { description: { bytes: 4 * tokens, share: tokens } },
      },
    },
    byTool: tools,
    ...more,
  };
}

/** How a list differs from one that took so many tokens. */
export const since = (
  tokens: number,
  tools: Difference['tools'] = [],
  label = 'main@3f2a9c1',
): Difference => ({
  since: label,
  before: {
    tools: 3,
    bytes: 4 * tokens,
    tokens,
    instructions: { chars: 0, bytes: 0, tokens: 0 },
  },
  tools,
  isReordered: false,
});

/** A limit on tokens held against a list. */
export function check(server: string, list: string, more: Partial<Check> = {}): Check {
  return {
    ruleId: 'budget-tokens',
    verdict: 'ok',
    server,
    toolset: list,
    metric: 'tokens',
    view: 'generic',
    unit: 'tokens',
    actual: 1_366,
    limit: 1_400,
    source: { file: CONFIG, line: 8, key: `servers.${server}.toolsets.${list}.budget.tokens` },
    ...more,
  };
}

/** What such a check finds. */
export function finding(of: Check, more: Partial<Finding> = {}): Finding {
  const { server, toolset: list, actual, limit, unit, metric, source, tool: name, verdict } = of;
  return {
    ruleId: verdict === 'over' ? of.ruleId : `budget-${verdict}`,
    severity: verdict === 'over' ? 'error' : 'warning',
    outcome: 'finding',
    server,
    toolset: list,
    tool: name,
    hosts: [],
    message: 'tokens 5,781 > 5,700 tokens, over by 81 (1.4 %)',
    suggestion: `raise the limit in ${CONFIG}:8, in the same pull request`,
    actual,
    limit,
    unit,
    metric,
    source,
    accepted: false,
    ...more,
  };
}

export interface Parts {
  readonly servers: Readonly<Record<string, readonly ToolsetReport[]>>;
  readonly findings?: readonly Finding[];
  readonly gate?: Partial<Gate> | undefined;
  readonly exitCode?: Report['summary']['exitCode'];
}

/** A report of these lists; without `gate` it is one of `measure`. */
export function report({ servers, findings = [], gate, exitCode = 0 }: Parts): Report {
  const lists = Object.values(servers).flat();
  const measured = lists.filter(({ tools }) => tools !== undefined);
  const sum = (sizes: readonly (number | undefined)[]): number =>
    sizes.reduce<number>((total, size) => total + (size ?? 0), 0);
  return {
    schemaVersion: 1,
    generator: { name: 'mcp-budget', version: '1.2.3' },
    view: 'generic',
    window: 200_000,
    servers: Object.entries(servers).map(([name, toolsets]) => ({
      name,
      status: toolsets.find(({ status }) => status !== 'measured')?.status ?? 'measured',
      toolsets,
    })),
    findings,
    gate:
      gate === undefined
        ? undefined
        : {
            checks: [],
            baselines: [],
            failOn: 'error',
            warnOnly: false,
            allowUnmeasured: false,
            isOffline: false,
            configs: [{ file: CONFIG, label: '' }],
            ...gate,
          },
    totals: {
      tools: sum(measured.map(({ tools }) => tools)),
      bytes: sum(measured.map(({ bytes }) => bytes)),
      tokens: sum(measured.map(({ views }) => views?.generic?.tokens.value)),
    },
    summary: {
      measured: measured.length,
      notMeasured: lists.length - measured.length,
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
      exitCode,
      redacted: 0,
    },
  };
}

const issue = [
  tool('get_issues', 925),
  tool('count_issues', 801),
  tool('update_issue', 598),
  tool('bulk_update_issues', 216),
  tool('the rest of it', 3_241),
];
const over = check('backlog', 'issue', { verdict: 'over', actual: 5_781, limit: 5_700 });
const near = check('backlog', 'all', { verdict: 'near', actual: 10_073, limit: 10_200 });
const grown = check('notes', 'default', {
  ruleId: 'growth-tokens',
  verdict: 'over',
  actual: 140,
  limit: 120,
  before: 120,
  growth: 'none',
  source: { file: CONFIG, line: 3, key: 'baseline.growth.tokens' },
});
const heavy = check('notes', 'default', {
  ruleId: 'budget-tool',
  verdict: 'over',
  tool: 'write',
  metric: 'tool.tokens',
  actual: 100,
  limit: 60,
  source: { file: CONFIG, line: 12, key: 'servers.notes.budget.tool.tokens' },
});

/** One of everything: over, grown, near, stale, ok, accepted, not measured, skipped, other findings. */
export const everything: Report = report({
  servers: {
    backlog: [
      toolset('issue', issue, {
        difference: since(5_551, [
          { name: 'bulk_update_issues', kind: 'added', tokens: 216, bytes: 864, fields: [] },
          {
            name: 'get_issues',
            kind: 'changed',
            tokens: 14,
            bytes: 65,
            fields: [{ field: 'description', chars: 65 }],
          },
        ]),
      }),
      toolset('all', [...issue, tool('more', 4_292)], {
        difference: since(9_843, [
          { name: 'bulk_update_issues', kind: 'added', tokens: 216, bytes: 864, fields: [] },
          { name: 'get_wiki', kind: 'removed', tokens: -20, bytes: -80, fields: [] },
        ]),
      }),
      toolset('project', [tool('get_project', 1_366)], { difference: since(1_366) }),
    ],
    notes: [toolset('default', [tool('write', 100), tool('read', 40)])],
    cold: [
      {
        name: 'default',
        status: 'start-failed',
        warnings: [],
        failure: {
          message: 'the server ended with code 1 before it had answered',
          hint: 'run the command by hand',
          target: 'node cold.mjs',
          exitCode: 1,
          stderr: ['Error: no key'],
        },
      },
    ],
    off: [
      {
        name: 'default',
        status: 'skipped',
        warnings: [{ id: 'disabled', message: 'disabled in the config' }],
      },
    ],
  },
  findings: [
    finding(over, {
      fix: { message: 'drop $schema from 29 tools', saved: 493, after: 5_288, isEnough: true },
    }),
    finding(near, {
      message: 'tokens 10,073 of 10,200 tokens (98.8 %, 127 left)',
      suggestion: undefined,
    }),
    finding(grown, {
      message:
        'tokens grew from 120 to 140 tokens; at most 120 are allowed (growth "none"), over by 20 (16.7 %)',
      suggestion: 'agree on the new size: npx mcp-budget check --update --raise "reason"',
    }),
    finding(heavy, {
      message: 'write: tokens 100 > 60 tokens, over by 40 (66.7 %)',
      location: { file: 'src/notes.ts', line: 44 },
      pointer: '/tools/0',
    }),
    {
      ...finding(over),
      ruleId: 'baseline-missing',
      outcome: 'not-measured',
      server: 'notes',
      toolset: 'default',
      message: 'there is no baseline, and one was required',
      suggestion: 'npx mcp-budget check --update',
      actual: undefined,
      limit: undefined,
      unit: undefined,
      metric: undefined,
    },
    {
      ...finding(over),
      ruleId: 'no-baseline',
      severity: 'info',
      server: '',
      toolset: '',
      message: 'there is no earlier size to compare with',
      suggestion: undefined,
      actual: undefined,
      limit: undefined,
      unit: undefined,
      metric: undefined,
      source: undefined,
    },
    { ...finding(over), ruleId: 'known-before', message: 'accepted long ago', accepted: true },
  ],
  gate: {
    checks: [
      over,
      near,
      check('backlog', 'project'),
      grown,
      heavy,
      check('cold', 'default', { verdict: 'not-measured', actual: undefined }),
      check('', '', {
        verdict: 'stale',
        metric: 'tools',
        unit: 'tools',
        actual: 14,
        limit: 100,
        ruleId: 'budget-tools',
      }),
    ],
  },
  exitCode: 3,
});

/** Nothing changed, everything passes. */
export const unchanged: Report = report({
  servers: {
    backlog: ['all', 'issue', 'project', 'wiki'].map((name, index) =>
      toolset(name, [tool('get', 1_000 + index)], { difference: since(1_000 + index) }),
    ),
  },
  gate: {
    checks: ['all', 'issue', 'project', 'wiki'].map((name) => check('backlog', name)),
    baselines: [{ status: 'read', label: 'main@3f2a9c1' }],
  },
});
