/** The two files that `init` writes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { limitFor } from '../config/limits-for.ts';
import type { ServerEntry } from '../config/config-schema.ts';
import { serializeBaseline } from '../judge/baseline-file.ts';
import type { LintedNow } from '../judge/lint/renew-accepted.ts';
import { recordToolset } from '../judge/record.ts';
import { renewBaseline } from '../judge/renew.ts';
import type { RecordedToolset } from '../model/baseline.ts';
import { METHOD } from './baseline-method.ts';
import { formatNoun } from '../numbers.ts';
import { remarkAlike } from './init-alike.ts';
import type { Tried } from './init-try.ts';
import { sizesOf } from './list-sizes.ts';
import { selectOf } from './measure-stages.ts';
import { createMeasurer } from './measurer.ts';

export interface InitFiles {
  readonly configText: string;
  readonly baselineText: string;
  /** Findings on definitions that the baseline accepts. */
  readonly accepted: number;
  readonly lists: readonly MeasuredList[];
}

const HEADER = [
  '// Limits: sizes are what was measured plus 2 to 4 %, rounded; counts are exact.',
  '// Every key: schema.json of mcp-budget, or docs/config.md.',
].join('\n');

/** Where the package is installed, an editor finds every key. */
const SCHEMA = 'node_modules/mcp-budget/schema.json';

/** Without a rule the baseline would guard nothing. */
const GROWTH = { tokens: '5% and 100' };

interface MeasuredList {
  readonly server: string;
  readonly toolset: string;
  readonly isDynamic: boolean;
  readonly recorded: RecordedToolset;
}

/** Measure what was captured, and write limits that fit it. */
export async function measureInit(tried: Tried): Promise<InitFiles> {
  const { plan, servers, snapshots, secrets } = tried;
  const measurer = createMeasurer({ views: ['generic'], selection: { include: [], exclude: [] } });
  const measured = await measurer.measureAll(selectOf(snapshots, plan.toolsets));
  const lists = measured.flatMap((one): readonly MeasuredList[] => {
    const sizes = sizesOf(one, secrets);
    if (sizes === undefined) return [];
    const { server, toolset, status } = one.snapshot;
    const recorded = recordToolset(sizes.measurement, sizes);
    return [{ server, toolset, isDynamic: status === 'dynamic', recorded }];
  });
  const { baseline } = renewBaseline(undefined, lists, {
    method: METHOD,
    reason: undefined,
    isWhole: true,
    isOtherMethod: false,
    linted: await lintInit(tried),
  });
  const config = {
    ...(existsSync(join(plan.cwd, SCHEMA)) && { $schema: `./${SCHEMA}` }),
    servers: Object.fromEntries(
      Object.entries(servers).map(([name, entry]) => [
        name,
        withBudgets(
          entry,
          lists.filter(({ server }) => server === name),
        ),
      ]),
    ),
    baseline: { growth: GROWTH },
  };
  return {
    configText: `${HEADER}\n${JSON.stringify(config, null, 2)}\n`,
    baselineText: serializeBaseline(baseline),
    accepted: baseline.accepted?.length ?? 0,
    lists,
  };
}

/** Whoever begins has findings already: they are accepted, and only new ones fail. */
async function lintInit({ plan, snapshots, secrets }: Tried): Promise<LintedNow> {
  const { lintGroup, loadO200k, RECOMMENDED, rulesOverAll } = await import('./gate-lint-stages.ts');
  const { acceptable } = await import('../judge/lint/renew-accepted.ts');
  const lists = selectOf(snapshots, plan.toolsets);
  const { findings, input } = lintGroup(
    {
      lists: lists.map(({ snapshot, isInTotal }) => ({ snapshot, isInTotal, hostName: snapshot.server })),
      settings: RECOMMENDED,
      chosen: [],
      hostProfiles: [],
      isWhole: true,
      secrets,
    },
    (await loadO200k()).count,
  );
  return {
    found: acceptable(findings, (server) => server),
    lists: lists.map(({ snapshot: { server, toolset } }) => ({ server, toolset, isJudged: true })),
    overAll: rulesOverAll(input.rules),
  };
}

function withBudgets(entry: ServerEntry, lists: readonly MeasuredList[]): ServerEntry {
  const instructions = Math.max(0, ...lists.map(({ recorded }) => recorded.instructions.chars));
  const shared = instructions === 0 ? {} : { instructions: { chars: limitFor(instructions) } };
  const steady = lists.some(({ isDynamic }) => isDynamic) ? { allowDynamic: true } : {};
  if (entry.toolsets === undefined) {
    const [list] = lists;
    return { ...entry, ...steady, budget: { ...(list && budgetFor(list)), ...shared } };
  }
  return {
    ...entry,
    ...steady,
    toolsets: Object.fromEntries(
      Object.entries(entry.toolsets).map(([name, toolset]) => {
        const list = lists.find((one) => one.toolset === name);
        return [name, { ...toolset, ...(list && { budget: budgetFor(list) }) }];
      }),
    ),
    ...(Object.keys(shared).length > 0 && { budget: shared }),
  };
}

function budgetFor({ recorded: { tokens, bytes, tools } }: MeasuredList) {
  // A list that is too large to be counted has bytes alone.
  const size = tokens === undefined ? { bytes: limitFor(bytes) } : { tokens: limitFor(tokens) };
  // One more tool is a decision, not noise.
  return { ...size, tools };
}

/** What was done, line by line. */
export function describeInit(
  { servers, starts, placeholders }: Tried,
  { lists, accepted }: InitFiles,
): readonly string[] {
  const described = Object.keys(servers).map((server) => {
    const own = lists.filter((list) => list.server === server);
    const tools = Math.max(0, ...own.map(({ recorded }) => recorded.tools));
    const toolsets = own.length === 1 ? '' : `, ${own.length} toolsets`;
    return `${server}: ${tools} ${tools === 1 ? 'tool' : 'tools'}${toolsets}`;
  });
  const kept = Object.values(servers).flatMap(({ env = {} }) =>
    Object.entries(env).flatMap(([name, value]) => (value === `\${env:${name}}` ? [name] : [])),
  );
  return [
    `${described.join('; ')}; ${starts} ${starts === 1 ? 'start' : 'starts'}.`,
    ...(placeholders.length === 0
      ? []
      : [
          `${placeholders.join(', ')} missing: listed with a placeholder, as in a pull request without secrets.`,
        ]),
    ...kept.map(
      (name) => `${name}: the list is another one without it, so a run without it is not measured.`,
    ),
    ...(lists.some(({ isDynamic }) => isDynamic)
      ? ['Two readings of a list differ: "allowDynamic" lets it pass all the same.']
      : []),
    ...Object.entries(servers).flatMap(([name, entry]) =>
      remarkAlike(
        entry,
        lists.filter(({ server }) => server === name).map(({ recorded }) => recorded),
      ),
    ),
    'wrote mcp-budget.config.jsonc    limits = sizes + 2–4 %, rounded; counts exact',
    `wrote mcp-budget.baseline.json   ${accepted === 0 ? 'sizes and hashes' : `sizes, hashes, ${formatNoun(accepted, 'accepted lint finding')}`}`,
    'Next: commit both; in CI: npx mcp-budget check --format github',
  ];
}
