/** Rules for a person: a line each, or everything of those that were named. */
import { breakCommands } from '../escape-command.ts';
import { escapeForTerminal } from '../escape.ts';
import { layHanging, layLabelled, longest, wrap } from '../layout.ts';
import type { ExplainedExample, ExplainedRule } from '../../model/explanation.ts';
import { formatNoun } from '../../numbers.ts';
import {
  describeConcern,
  describeConditions,
  describeDefault,
  describeEvidence,
  describeFinding,
  describeHosts,
  describeLevel,
} from './describe.ts';
import { foldJson } from './fold-json.ts';
import type { ExplainReporter, ShownRules } from './index.ts';

export const explainTable: ExplainReporter = (shown, { columns }) => {
  const sections = shown.isDetailed
    ? shown.rules.map((rule) => details(rule, columns))
    : [...groupsOf(shown, columns), legend(shown, columns)];
  return breakCommands(`${sections.join('\n\n')}\n`);
};

function details(rule: ExplainedRule, columns: number): string {
  const { reasons, hosts, options, bad, good, sources } = rule;
  const rows: readonly (readonly [label: string, lines: readonly string[]])[] = [
    ['why', [rule.why]],
    ['level', [describeLevel(rule)]],
    [
      'reasons',
      reasons.map((one) => `${one.code} (${describeConcern(one)}): ${one.summary} ${one.suggestion}`),
    ],
    [
      'hosts',
      describeHosts(hosts).map(
        ({ names, reasons: which, does }) =>
          `${names.join(', ')}${which === 'all' ? '' : `, of ${which}`}: ${does}`,
      ),
    ],
    ['evidence', describeEvidence(hosts)],
    [
      'options',
      options.map((one) => `${one.name}: ${one.describe} Default: ${describeDefault(one.default)}.`),
    ],
  ];
  const laid = rows.flatMap(([label, lines]) =>
    lines.length === 0
      ? []
      : [layLabelled(label, lines.map((line) => hang(plain(line), columns)).join('\n'), columns)],
  );
  return [
    ...wrap(escapeForTerminal(`${rule.id}: ${plain(rule.summary)}`), columns),
    '',
    ...laid,
    ...bad.flatMap((one) => example('bad', one, columns)),
    ...good.flatMap((one) => example('good', one, columns)),
    ...(sources.length === 0
      ? []
      : ['', layLabelled('sources', sources.map(sourceLine).join('\n'), columns)]),
  ].join('\n');
}

function sourceLine({ text, date }: ExplainedRule['sources'][number]): string {
  return escapeForTerminal(`${text} (${date})`);
}

/** A fact of several lines is told from the next one by its indent. */
function hang(line: string, columns: number): string {
  return layHanging(escapeForTerminal(line), { columns: columns - indentFor(columns), indent: 2 });
}

function indentFor(columns: number): number {
  return columns < 60 ? 2 : 16;
}

/** Back quotes are for the page. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}

function example(label: string, one: ExplainedExample, columns: number): readonly string[] {
  const conditions = describeConditions(one);
  const title = `${one.title}${conditions === '' ? '' : ` (${conditions})`}`;
  const found = one.reason === undefined ? [] : [describeFinding(one)];
  const at = (one.pointers ?? []).slice(0, 3).map((pointer) => `at ${pointer}`);
  const head = [title, ...found, ...at].map((line) => escapeForTerminal(plain(line))).join('\n');
  const indent = indentFor(columns);
  const body = foldJson(one.shown, columns - indent).split('\n');
  return ['', layLabelled(label, head, columns), ...body.map((line) => `${' '.repeat(indent)}${line}`)];
}

function groupsOf({ rules, groups }: ShownRules, columns: number): readonly string[] {
  const idWidth = longest(rules.map(({ id }) => id));
  return Object.entries(groups).flatMap(([group, title]) => {
    const own = rules.filter((rule) => rule.group === group);
    return own.length === 0
      ? []
      : [[...wrap(title, columns), ...own.map((rule) => line(rule, idWidth, columns))].join('\n')];
  });
}

const LEVEL_CHARS = 'warning'.length;

function line({ id, severity, summary }: ExplainedRule, idWidth: number, columns: number): string {
  const head = `  ${escapeForTerminal(id).padEnd(idWidth)}  ${severity.padEnd(LEVEL_CHARS)}`;
  const text = escapeForTerminal(plain(summary));
  const indent = head.length + 2;
  if (columns < indent + 40)
    return [head.trimEnd(), ...wrap(text, columns - 4).map((one) => `    ${one}`)].join('\n');
  const [first = '', ...rest] = wrap(text, columns - indent);
  return [`${head}  ${first}`, ...rest.map((one) => ' '.repeat(indent) + one)].join('\n');
}

function legend({ rules }: ShownRules, columns: number): string {
  const lines = [
    `${formatNoun(rules.length, 'rule')}. Levels are those without a chosen host; off: tells only where a chosen host minds.`,
    'Why, hosts, examples and sources of one: mcp-budget explain <rule>',
  ];
  return lines.flatMap((one) => wrap(one, columns)).join('\n');
}
