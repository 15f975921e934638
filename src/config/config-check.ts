/** Hold a config against the schema, and against the rules that no schema can state. */
import { isJsonObject } from '../json.ts';
import type { RulesOfConfig } from './config-lint.ts';
import type { LoadOptions } from './config-load.ts';
import { speaksOfHosts } from './config-limits.ts';
import { configError, schemaProblems, type Problem } from './config-problems.ts';
import { ruleProblems } from './config-rules.ts';
import { configSchema, type ConfigFile } from './config-schema.ts';
import type { ConfigSource, KeyPath } from './config-source.ts';
import { plainData } from './plain-data.ts';

/** Pass a config that is right. @throws ConfigError with every problem of the file */
export async function rejectProblems({
  value,
  locate,
  file,
  reporterIds,
  window,
  rules,
}: ConfigSource &
  Pick<LoadOptions, 'reporterIds' | 'window'> & {
    readonly file: string;
    /** Absent: what is said of rules is looked at where they are run. */
    readonly rules?: RulesOfConfig | undefined;
  }): Promise<void> {
  // An alias of YAML can stand inside of what it names: nothing below would come to an end.
  const odd = plainData(value).problems;
  if (odd.length > 0) throw configError(file, odd, locate);
  const schema = configSchema(reporterIds);
  // Compiling a schema pays for many values, not for one.
  const { error } = schema.safeParse(value, { jitless: true });
  const problems = [...protoProblems(value, []), ...schemaProblems(error?.issues ?? [], schema, value)];
  if (problems.length > 0) throw configError(file, problems, locate);
  const config = value as ConfigFile;
  const broken = [
    ...ruleProblems(window === undefined ? config : { ...config, window }),
    ...(rules === undefined ? [] : await problemsOfRules(config, rules)),
    ...(await problemsOfHosts(config, { file, locate })),
  ];
  if (broken.length > 0) throw configError(file, broken, locate);
}

async function problemsOfRules(config: ConfigFile, rules: RulesOfConfig): Promise<readonly Problem[]> {
  const { lintProblems } = await import('./config-lint-problems.ts');
  // A plug-in that cannot be read leaves its rules unknown: one mistake is not told twice.
  return rules.problems.length > 0 ? rules.problems : lintProblems(config, rules);
}

/** All that is known of hosts is loaded where one is named. */
async function problemsOfHosts(
  config: ConfigFile,
  { file, locate }: { readonly file: string; readonly locate: ConfigSource['locate'] },
): Promise<readonly Problem[]> {
  if (!speaksOfHosts(config)) return [];
  const { hostLimitProblems, hostProblems } = await import('./config-host-problems.ts');
  const { resolveHosts } = await import('./config-hosts.ts');
  const problems = hostProblems(config);
  return problems.length > 0
    ? problems
    : hostLimitProblems(config, resolveHosts(config, file, locate).windowOf);
}

/** Objects treat this key as their prototype's, and so may a schema: it would be passed over. */
function protoProblems(value: unknown, path: KeyPath): readonly Problem[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => protoProblems(entry, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    key === '__proto__'
      ? [{ path: [...path, key], message: 'no name for a key' }]
      : protoProblems(entry, [...path, key]),
  );
}
