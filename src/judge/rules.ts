/** What the gate can find: one entry a rule id. Help, SARIF and docs are written from it. */
import type { Finding, RuleInfo } from '../model/report.ts';

const overList = (what: string, why: string): Rule => ({
  severity: 'error',
  summary: `The list has more ${what} than its budget allows.`,
  help: `${why} Make the list smaller, or raise the limit in the config in the same pull request, so that whoever reviews it sees both.`,
});

const grew = (what: string): Rule => ({
  severity: 'error',
  summary: `The list has grown by more ${what} than the baseline allows.`,
  help: 'The baseline is the size that was last agreed on. Make the list smaller, or agree on the new size: mcp-budget check --update --raise "reason".',
});

type Rule = Omit<RuleInfo, 'id' | 'outcome'> & Partial<Pick<RuleInfo, 'outcome'>>;

const table: Readonly<Record<string, Rule>> = {
  'budget-tools': overList('tools', 'Models choose worse among many tools, and some hosts cut the list off.'),
  'budget-bytes': overList('bytes', 'The whole list is sent by the server and held by every client.'),
  'budget-tokens': overList(
    'tokens',
    'The definitions take their place in the context window on every request.',
  ),
  'budget-instructions': overList(
    'instructions',
    "Many hosts send the server's instructions with every request.",
  ),
  'budget-prompts': overList('prompts', 'Every prompt is a choice that a user has to read past.'),
  'budget-resources': overList('resources', 'Every resource is a choice that a user has to read past.'),
  'budget-tool': {
    severity: 'error',
    summary: 'A tool, or one of its fields, is larger than its budget allows.',
    help: 'One heavy definition is paid on every request, whether it is used or not. Shorten it, split it, or give it a limit of its own under "toolOverrides".',
  },
  'budget-host-unsure': {
    severity: 'warning',
    summary: 'A list may be over its limit in a host whose way of loading is not confirmed.',
    help: 'What the host puts into the context is somebody\'s word, or not known at all: everything is counted. To make it an error, state what you know under "hostProfiles": {"<id>": {"deferral": {"state": "none"}, "loads": {}}}.',
  },
  'budget-near': {
    severity: 'warning',
    summary: 'A size is close to its limit.',
    help: 'Several changes that pass alone may break the limit together. "warnAt" says from when on this is told.',
  },
  'budget-stale': {
    severity: 'info',
    summary: 'A limit is far above what is used.',
    help: 'A limit that nothing comes near stops nothing. Lower it to bank what was gained. "staleAt" says under which part of the limit this is told.',
  },
  'growth-tools': grew('tools'),
  'growth-bytes': grew('bytes'),
  'growth-tokens': grew('tokens'),
  'growth-instructions': grew('instructions'),
  'growth-prompts': grew('prompts'),
  'growth-resources': grew('resources'),
  'growth-agreed': {
    severity: 'info',
    summary: 'The list has grown by more than the rule allows, and the baseline says why.',
    help: 'With --baseline, what the own baseline has agreed on beyond that one passes: a raise with its reason. Whoever reviews the change sees it here.',
  },
  'min-tools': {
    severity: 'error',
    outcome: 'not-measured',
    summary: 'The list has fewer tools than it must have.',
    help: 'A list that has become empty is no saving: it counts as not measured. Start the server as its users do, or set "minTools".',
  },
  'size-unknown': {
    severity: 'error',
    outcome: 'not-measured',
    summary: 'A limit is held against a size that is not known.',
    help: 'The server has the list and it could not be read, or a text is too large to be counted. What is not measured never passes.',
  },
  'snapshot-redacted': {
    severity: 'error',
    outcome: 'not-measured',
    summary: 'A committed snapshot is not of the size that the server lists.',
    help: 'Secrets were replaced in it when it was recorded, so that it is longer or shorter than the list. Keep the secret out of the definitions, or judge this server live.',
  },
  'list-differs': {
    severity: 'error',
    outcome: 'not-measured',
    summary: 'Two readings of the list differ.',
    help: 'A list that is another one at every reading has no size, and breaks every prompt cache. Make the server list its tools in a fixed order, or say "allowDynamic": true.',
  },
  'selection-unmatched': {
    severity: 'error',
    outcome: 'mistake',
    summary: 'A toolset selects by a pattern that matches no tool, or selects none at all.',
    help: 'The tool was renamed or removed, or is misspelt. Were it passed over in silence, an exclude would stop to exclude and an include would leave a budget nothing to judge.',
  },
  'baseline-unusable': {
    severity: 'error',
    outcome: 'not-measured',
    summary: 'The baseline cannot be compared with.',
    help: 'It cannot be read, or its sizes were counted in another way. Values of different methods are never compared. Renew it on the main branch: mcp-budget check --update.',
  },
  'baseline-missing': {
    severity: 'error',
    outcome: 'not-measured',
    summary: 'There is no baseline, and one was required.',
    help: 'Write and commit it: mcp-budget check --update.',
  },
  'no-limit': {
    severity: 'warning',
    summary: 'Nothing is held to a limit.',
    help: 'A check without a budget and without a growth rule passes whatever the servers list. Set a "budget", or let mcp-budget init write one that fits.',
  },
  'no-baseline': {
    severity: 'info',
    summary: 'There is no earlier size to compare with.',
    help: 'Growth is judged against the baseline file. Write and commit it: mcp-budget check --update. --require-baseline makes this an error.',
  },
  'tool-limit-unused': {
    severity: 'warning',
    summary: 'A limit names tools that the list does not have.',
    help: 'A name under "toolOverrides" matches no tool: it was renamed or removed, or is misspelt. Correct or delete the entry.',
  },
  'suppression-unused': {
    severity: 'warning',
    summary: 'A suppression of a lint rule matches nothing any more.',
    help: 'The definition was repaired, or the tool was renamed or removed. What the suppression would hide from now on is something that nobody has looked at: delete it.',
  },
  'snapshot-stale': {
    severity: 'warning',
    summary: 'A committed snapshot is not what the server lists now.',
    help: 'Checks that start nothing judge the snapshot. Record it again: mcp-budget check --update.',
  },
};

/** Every rule, in the order they are explained. */
export const rules: readonly RuleInfo[] = Object.entries(table).map(([id, rule]) => ({
  id,
  outcome: 'finding',
  ...rule,
}));

/** What every finding of a rule says alike. */
export function ofRule(
  ruleId: string,
): Pick<Finding, 'ruleId' | 'severity' | 'outcome' | 'hosts' | 'accepted'> {
  const rule = table[ruleId];
  if (rule === undefined) throw new TypeError(`no rule ${ruleId}`);
  const { severity, outcome = 'finding' } = rule;
  return { ruleId, severity, outcome, hosts: [], accepted: false };
}
