/** Hold the examples of rules against the rules, as `lint` would. */
import { hostsInPlay } from '../src/judge/lint/hosts-in-play.ts';
import { lint, type LintResult } from '../src/judge/lint/lint.ts';
import { RECOMMENDED } from '../src/judge/lint/settings.ts';
import type { ListToLint } from '../src/judge/lint/subject.ts';
import { recordToolset } from '../src/judge/record.ts';
import { measureTools } from '../src/measure/measure-tools.ts';
import { hosts, hostRegistry } from '../src/hosts/index.ts';
import type { RecordedToolset } from '../src/model/baseline.ts';
import type { ExampleList, LintRule, RuleExample } from '../src/model/lint.ts';
import type { LintSettings } from '../src/model/lint-settings.ts';
import type { Finding } from '../src/model/report.ts';
import { loadO200k } from '../src/tokens/o200k.ts';

const tokenizer = await loadO200k();

/** The lists of an example; what it leaves out is that of a server without peculiarities. */
export function listsOf({ tool, lists }: RuleExample): readonly ListToLint[] {
  const given = lists ?? [{ tools: tool === undefined ? [] : [tool] }];
  return given.map((list, index) => ({
    server: list.server ?? `server-${index}`,
    hostName: list.server,
    toolset: 'default',
    tools: list.tools,
    instructions: list.instructions,
    transport: list.transport,
    protocol: list.protocol,
    listing: list.listing,
    accepted: acceptedOf(list),
    isInTotal: true,
  }));
}

/** What a baseline keeps of the list as it was. */
function acceptedOf({ before, instructionsBefore }: ExampleList): RecordedToolset | undefined {
  if (before === undefined) return undefined;
  const measurement = measureTools(before, tokenizer, { instructions: instructionsBefore });
  return recordToolset(measurement, { definitions: before });
}

/** Run rules on lists. `ids`: chosen hosts. */
export function lintWith(
  rules: readonly LintRule[],
  lists: readonly ListToLint[],
  { ids = [], settings = {} }: { ids?: readonly string[]; settings?: Partial<LintSettings> } = {},
): LintResult {
  const registry = hostRegistry();
  const chosen = ids.map((id) => {
    const profile = registry.get(id);
    if (profile === undefined) throw new Error(`no host ${id}`);
    return profile;
  });
  const all = { ...RECOMMENDED, ...settings };
  return lint({
    lists,
    rules,
    settings: all,
    inPlay: hostsInPlay({ chosen, hostProfiles: [], presets: all.presets }),
    countTokens: tokenizer.count,
  });
}

/** Findings of one rule on its example. */
export function lintExample(
  rule: LintRule,
  example: RuleExample,
  ids: readonly string[] = [],
): readonly Finding[] {
  const rules = example.options === undefined ? {} : { [rule.id]: { options: example.options } };
  return lintWith([rule], listsOf(example), { ids, settings: { rules } }).findings;
}

/** Pointers of findings, from the list; with several lists from the run. */
export function pointersOf(findings: readonly Finding[], example: RuleExample): readonly string[] {
  const lists = listsOf(example);
  return findings.flatMap(({ server, pointer = '', pointers = [pointer] }) =>
    pointers.map((one) =>
      lists.length < 2 || server === ''
        ? one
        : `/servers/${lists.findIndex((list) => list.server === server)}${one}`,
    ),
  );
}

/** Every API and client. */
export const allHosts = Object.values(hosts)
  .filter(({ kind }) => kind !== 'reference')
  .map(({ id }) => id);
