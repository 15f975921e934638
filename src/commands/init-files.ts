/** The two files that `init` writes. */
import { limitFor } from '../config/limits-for.ts';
import type { ServerEntry } from '../config/config-schema.ts';
import { serializeBaseline } from '../judge/baseline-file.ts';
import { recordToolset } from '../judge/record.ts';
import { renewBaseline } from '../judge/renew.ts';
import type { RecordedToolset } from '../model/baseline.ts';
import { METHOD } from './gate-judge.ts';
import type { Tried } from './init-stages.ts';
import { selectOf } from './measure-stages.ts';
import { createMeasurer } from './measurer.ts';

export interface InitFiles {
  readonly configText: string;
  readonly baselineText: string;
  readonly lists: readonly MeasuredList[];
}

interface MeasuredList {
  readonly server: string;
  readonly toolset: string;
  readonly isDynamic: boolean;
  readonly recorded: RecordedToolset;
}

/** Measure what was captured, and write limits that fit it. */
export async function measureInit({ plan, servers, snapshots }: Tried): Promise<InitFiles> {
  const measurer = createMeasurer({ views: ['generic'], selection: { include: [], exclude: [] } });
  const measured = await measurer.measureAll(selectOf(snapshots, plan.toolsets));
  const lists = measured.flatMap(({ snapshot, measurement }): readonly MeasuredList[] => {
    if (measurement === undefined) return [];
    const { server, toolset, status, prompts, resources } = snapshot;
    const counts = { prompts: prompts?.length, resources: resources?.length };
    const recorded = recordToolset(measurement, counts);
    return [{ server, toolset, isDynamic: status === 'dynamic', recorded }];
  });
  const { baseline } = renewBaseline(undefined, lists, {
    method: METHOD,
    reason: undefined,
    isWhole: true,
    ratcheted: [],
  });
  const config = {
    servers: Object.fromEntries(
      Object.entries(servers).map(([name, entry]) => [
        name,
        withBudgets(
          entry,
          lists.filter(({ server }) => server === name),
        ),
      ]),
    ),
  };
  return {
    configText: `// Limits are what was measured, plus 2 to 4 %, rounded. Every key: schema.json of mcp-budget, or docs/config.md.\n${JSON.stringify(config, null, 2)}\n`,
    baselineText: serializeBaseline(baseline),
    lists,
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
  return { ...size, tools: limitFor(tools) };
}

/** What was done, line by line. */
export function describeInit(
  { servers, starts, placeholders }: Tried,
  { lists }: InitFiles,
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
    'wrote mcp-budget.config.jsonc    limits = measured + 2–4 %, rounded',
    'wrote mcp-budget.baseline.json   sizes and hashes',
    'Next: commit both; in CI: npx mcp-budget check --format github',
  ];
}
