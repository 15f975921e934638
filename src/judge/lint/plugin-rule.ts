/** Rules that a user's plug-in exports: what is wrong with them, and what they leave out. */
import type { LintLevel, LintRule, PluginRule, RuleGroup, RuleOption, RuleReason } from '../../model/lint.ts';
import { guardChecks } from './plugin-checks.ts';

const LEVELS: readonly unknown[] = ['off', 'info', 'warning', 'error'] satisfies readonly LintLevel[];
const GROUPS: readonly unknown[] = [
  'names',
  'descriptions',
  'schemas',
  'cost',
  'stability',
  'security',
  'conventions',
] satisfies readonly RuleGroup[];
const FIXES: readonly unknown[] = ['safe', 'suggest', 'none'] satisfies readonly LintRule['fix'][];
const CONCERNS: readonly unknown[] = ['everyone', 'hosts'] satisfies readonly RuleReason['concerns'][];
const CHECKS = ['checkTool', 'checkList', 'checkRun'] as const;

const TYPES: readonly unknown[] = ['number', 'text', 'flag', 'texts'] satisfies readonly RuleOption['type'][];

interface Expected {
  readonly is: (value: unknown) => boolean;
  readonly text: string;
}

const oneOf = (words: readonly unknown[]): Expected => ({
  is: (value) => words.includes(value),
  text: `one of ${words.join(', ')}`,
});
const maybe = ({ is, text }: Expected): Expected => ({
  is: (value) => value === undefined || is(value),
  text,
});
const sentence: Expected = { is: isText, text: 'a sentence' };
const list: Expected = { is: Array.isArray, text: 'a list' };
const check: Expected = { is: (value) => typeof value === 'function', text: 'a function' };

const KEYS: Readonly<Record<string, Expected>> = {
  group: maybe(oneOf(GROUPS)),
  severity: oneOf(LEVELS),
  summary: sentence,
  why: sentence,
  fix: maybe(oneOf(FIXES)),
  sources: maybe(list),
  bad: maybe(list),
  good: maybe(list),
  checkTool: maybe(check),
  checkList: maybe(check),
  checkRun: maybe(check),
};
const REASON_KEYS: Readonly<Record<string, Expected>> = {
  severity: maybe(oneOf(LEVELS)),
  securitySeverity: maybe(oneOf(LEVELS.slice(1))),
  summary: sentence,
  suggestion: sentence,
  concerns: oneOf(CONCERNS),
};
const OPTION_KEYS: Readonly<Record<string, Expected>> = { type: oneOf(TYPES), describe: sentence };

/** A rule that is complete, with checks that tell of their own mistakes; or what is wrong with it. */
export function readPluginRule(
  value: unknown,
  file: string,
): { readonly rule: LintRule } | { readonly problem: string } {
  const problem = whatIsWrong(value);
  if (problem !== undefined) return { problem };
  const rule = value as PluginRule;
  const { group = 'conventions', fix = 'none', sources = [], bad = [], good = [] } = rule;
  const { id, severity, summary, why, reasons, options } = rule;
  const texts = { id, group, severity, summary, why, reasons, options, fix, sources, bad, good };
  return { rule: { ...texts, ...guardChecks(rule, file) } };
}

function whatIsWrong(value: unknown): string | undefined {
  if (!isRecord(value)) return `a rule is an object, this is ${nameKind(value)}`;
  const { id, reasons, options = {} } = value;
  if (typeof id !== 'string' || !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(id))
    return `the id of a rule is in kebab-case, e.g. tool-name-verb; this is ${shown(id)}`;
  const wrong =
    wrongKey(value, KEYS) ??
    (CHECKS.some((key) => value[key] !== undefined) ? undefined : `it has none of ${CHECKS.join(', ')}`) ??
    wrongEntry('reason', reasons, REASON_KEYS) ??
    wrongEntry('option', options, OPTION_KEYS);
  return wrong === undefined ? undefined : `rule ${id}: ${wrong}`;
}

function wrongKey(
  value: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, Expected>>,
): string | undefined {
  const found = Object.entries(expected).find(([key, { is }]) => !is(value[key]));
  return found && `${found[0]} is expected to be ${found[1].text}, found ${shown(value[found[0]])}`;
}

function wrongEntry(
  what: 'reason' | 'option',
  entries: unknown,
  expected: Readonly<Record<string, Expected>>,
): string | undefined {
  if (!isRecord(entries)) return `${what}s is expected to be an object, found ${nameKind(entries)}`;
  const names = Object.keys(entries);
  if (what === 'reason' && names.length === 0) return 'it has no reasons';
  // The level stands beside the options, under this key.
  if (what === 'option' && names.includes('severity')) return 'an option cannot be called severity';
  for (const name of names) {
    const entry = entries[name];
    const wrong = isRecord(entry) ? wrongKey(entry, expected) : `it is ${nameKind(entry)}`;
    if (wrong !== undefined) return `${what} ${name}: ${wrong}`;
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value).slice(0, 60) : nameKind(value);
}

function nameKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
