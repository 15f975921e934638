/** What is wrong with what a config says of rules, beyond what its schema can tell: ids, options, reasons, names. */
import { compileNameGlob } from '../name-glob.ts';
import type { LintRule, RuleOption } from '../model/lint.ts';
import type { KnownRules } from './config-lint.ts';
import type { Problem } from './config-problems.ts';
import type { ConfigFile, RulesEntry } from './config-schema.ts';
import type { KeyPath } from './config-source.ts';
import { didYouMean } from './nearest.ts';

type ById = ReadonlyMap<string, LintRule>;

/** Problems of a config that the schema accepts. */
export function lintProblems(config: ConfigFile, { shipped, ofPlugins }: KnownRules): readonly Problem[] {
  const { lint } = config;
  if (lint === undefined || lint === false) return [];
  const known = new Map([...shipped, ...ofPlugins].map((rule) => [rule.id, rule]));
  const servers = Object.keys(config.servers ?? {});
  return [
    ...rulesProblems(lint.rules ?? {}, ['lint', 'rules'], known),
    ...(lint.overrides ?? []).flatMap((one, index) => {
      const path = ['lint', 'overrides', index];
      return [
        ...serverProblems(one.server, path, servers),
        ...rulesProblems(one.rules, [...path, 'rules'], known),
      ];
    }),
    ...(lint.suppress ?? []).flatMap((one, index) => {
      const path = ['lint', 'suppress', index];
      return [
        ...serverProblems(one.server, path, servers),
        ...unknownRule(one.rule, [...path, 'rule'], known),
        ...reasonProblems(one, path, known),
        ...(!/[\p{L}\p{N}]/u.test(one.because)
          ? [{ path: [...path, 'because'], message: 'it is blank: say why this is lived with' }]
          : []),
      ];
    }),
  ];
}

function unknownRule(id: string, path: KeyPath, known: ById): readonly Problem[] {
  if (known.has(id)) return [];
  const hint = didYouMean(id, [...known.keys()]) ?? 'mcp-budget explain lists them';
  return [{ path, message: `no rule ${JSON.stringify(id)} is known`, hint }];
}

function reasonProblems(
  { rule: id, reason }: { readonly rule: string; readonly reason?: string },
  path: KeyPath,
  known: ById,
): readonly Problem[] {
  const rule = known.get(id);
  if (rule === undefined || reason === undefined || Object.hasOwn(rule.reasons, reason)) return [];
  const reasons = Object.keys(rule.reasons);
  const hint = didYouMean(reason, reasons) ?? `its reasons: ${reasons.join(', ')}`;
  return [{ path: [...path, 'reason'], message: `${id} has no reason ${JSON.stringify(reason)}`, hint }];
}

/** An entry for a server that is misspelt would do nothing. */
function serverProblems(
  glob: string | undefined,
  path: KeyPath,
  servers: readonly string[],
): readonly Problem[] {
  if (glob === undefined) return [];
  const isMatch = compileNameGlob(glob);
  if (servers.some((name) => isMatch(name))) return [];
  const hint = didYouMean(glob, servers);
  return [
    { path: [...path, 'server'], message: `${JSON.stringify(glob)} matches no server of this config`, hint },
  ];
}

function rulesProblems(rules: RulesEntry, path: KeyPath, known: ById): readonly Problem[] {
  return Object.entries(rules).flatMap(([id, setting]) => {
    const rule = known.get(id);
    const at = [...path, id];
    if (rule === undefined) return unknownRule(id, at, known);
    if (typeof setting === 'string') return [];
    return Object.entries(setting).flatMap(([name, value]) =>
      name === 'severity' ? [] : optionProblems({ name, value, path: [...at, name] }, rule),
    );
  });
}

const TYPES = {
  number: 'a number that is not negative',
  text: 'text',
  flag: 'true or false',
  texts: 'a list of text',
} as const satisfies Readonly<Record<RuleOption['type'], string>>;

function optionProblems(
  { name, value, path }: { readonly name: string; readonly value: unknown; readonly path: KeyPath },
  { id, options = {} }: LintRule,
): readonly Problem[] {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const names = Object.keys(options);
    const all = names.length === 0 ? 'it has none' : `its options: ${names.join(', ')}`;
    const message = `${id} has no option ${JSON.stringify(name)}`;
    return [{ path, message, hint: didYouMean(name, names) ?? all }];
  }
  return isOfType(value, option.type)
    ? []
    : [{ path, message: `expected ${TYPES[option.type]}, found ${JSON.stringify(value)}` }];
}

/** Tell whether a value is one that an option of the type takes. */
export function isOfType(value: unknown, type: RuleOption['type']): boolean {
  if (type === 'number') return typeof value === 'number' && value >= 0;
  if (type === 'text') return typeof value === 'string';
  if (type === 'flag') return typeof value === 'boolean';
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
