/** One block for each thing that rules complain of: where, what hosts do, and what to do about it. */
import { escapeForTerminal } from '../escape.ts';
import { nameTool, pointerInTool, type LintFindings } from '../lint-groups.ts';
import { wrap } from '../layout.ts';
import { formatCount, formatNoun } from '../../numbers.ts';
import type { Finding } from '../../model/report.ts';
import type { Page } from './table-page.ts';

/** As many tools are named that one block is about. */
const NAMED = 3;
/** Of each rule and reason as many blocks are told; the rest in a line. */
const IN_FULL = 3;

/** Blocks of findings, those that are alike in one. */
export function describeLint(page: Page, groups: readonly LintFindings[]): readonly string[] {
  const explained = new Set<string>();
  const told = new Map<string, number>();
  const left: LintFindings[] = [];
  const blocks = groups.flatMap((group) => {
    const { ruleId, reason, severity } = group.first;
    const key = JSON.stringify([ruleId, reason, severity]);
    const before = told.get(key) ?? 0;
    told.set(key, before + 1);
    if (before >= IN_FULL && !page.options.verbose) {
      left.push(group);
      return [];
    }
    const isNew = explained.size !== explained.add(ruleId).size;
    return [describeGroup(page, group, isNew)];
  });
  return [...blocks, ...describeLeft(page, left)];
}

/** Findings that the baseline has accepted: a line, or all of them. */
export function describeAccepted(page: Page, groups: readonly LintFindings[]): string {
  const { options, color } = page;
  if (groups.length === 0) return '';
  const count = groups.reduce((sum, { all }) => sum + all.length, 0);
  const rules = [...new Set(groups.map(({ first }) => first.ruleId))].map((id) => {
    const own = groups.filter(({ first }) => first.ruleId === id);
    return `${id} ${formatCount(own.reduce((sum, { all }) => sum + all.length, 0))}`;
  });
  const hint = options.verbose ? '' : ' (--verbose)';
  const head = `accepted  ${formatNoun(count, 'finding')} in the baseline: ${rules.join(', ')}${hint}`;
  const lines = wrap(escapeForTerminal(head), options.columns - 2);
  const line = color.dim(lines.join('\n  '));
  if (!options.verbose) return line;
  return [line, ...groups.map((group) => color.dim(describeGroup(page, group, false)))].join('\n\n');
}

function describeGroup(page: Page, group: LintFindings, isExplained: boolean): string {
  const { options, color } = page;
  const { first } = group;
  const paint = { error: color.red, warning: color.yellow, info: color.dim }[first.severity];
  const indent = INDENT;
  const width = Math.max(20, options.columns - indent);
  const inset = (text: string): readonly string[] =>
    wrap(escapeForTerminal(text), width).map((line) => `${' '.repeat(indent)}${line}`);
  const [head = '', ...more] = headLines(group, width);
  const command = `npx mcp-budget explain ${escapeForTerminal(first.ruleId)}`;
  return [
    `${paint(first.severity.padEnd(indent))}${head}`.trimEnd(),
    ...more.map((line) => `${' '.repeat(indent)}${line}`),
    ...(options.verbose && group.all.length > 1 ? everyTool(group, inset) : inset(messageOf(group))),
    ...(first.suggestion === undefined ? [] : inset(first.suggestion)),
    ...(isExplained ? [color.dim(`${' '.repeat(indent)}${command}`)] : []),
  ].join('\n');
}

/** The longest severity, and two spaces. */
const INDENT = 9;

/** The rule and where it is broken, side by side where that fits. */
function headLines({ first, all }: LintFindings, width: number): readonly string[] {
  const pointers = (first.pointers?.length ?? 1) - 1;
  const more = pointers > 0 ? ` and ${formatCount(pointers)} more` : '';
  const pointer = pointerInTool(first);
  const where =
    all.length > 1
      ? `${formatNoun(all.length, first.index === undefined ? 'list' : 'tool')}: ${nameFirst(all)}`
      : `${nameTool(first)}${pointer === '' ? '' : `   ${pointer}${more}`}`;
  const line = `${first.ruleId}   ${where}`;
  return wrap(escapeForTerminal(line), width);
}

function nameFirst(all: readonly Finding[]): string {
  const names = all.slice(0, NAMED).map(nameTool);
  const more = all.length - names.length;
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${formatCount(more)} more`;
}

/** What is said of all of them, or of the first where they differ in names and numbers. */
function messageOf({ first, all }: LintFindings): string {
  return all.every(({ message }) => message === first.message)
    ? toSentence(first.message)
    : `First: ${toSentence(first.message, false)}`;
}

function everyTool({ all }: LintFindings, inset: (text: string) => readonly string[]): readonly string[] {
  return all.flatMap((finding) => {
    const pointer = pointerInTool(finding);
    const at = pointer === '' ? '' : `   ${pointer}`;
    return [...inset(`${nameTool(finding)}${at}`), ...inset(`  ${toSentence(finding.message)}`)];
  });
}

/** Messages are phrases. */
function toSentence(message: string, isWhole = true): string {
  const start = message.charAt(0);
  return `${isWhole ? start.toUpperCase() : start}${message.slice(1)}${/[.!?…]$/.test(message) ? '' : '.'}`;
}

/** Others that a rule tells in other words: in a line a rule. */
function describeLeft({ options, color }: Page, left: readonly LintFindings[]): readonly string[] {
  if (left.length === 0) return [];
  const rules = new Map<string, number>();
  for (const { first, all } of left) rules.set(first.ruleId, (rules.get(first.ruleId) ?? 0) + all.length);
  const text = [...rules].map(([id, count]) => `${id} ${formatCount(count)}`).join(', ');
  const count = [...rules.values()].reduce((sum, one) => sum + one, 0);
  const line = `and ${formatCount(count)} more of the same rules (--verbose): ${escapeForTerminal(text)}`;
  return [color.dim(wrap(line, options.columns).join('\n'))];
}
