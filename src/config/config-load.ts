/** Read config files, each by the loader of its form, and hold them against the schema. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError, UsageError } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import type { LintRule } from '../model/lint.ts';
import type { ConfigHosts } from './config-hosts.ts';
import { findConfigs, PACKAGE_KEY, shownPath, type FoundConfig } from './config-find.ts';
import { speaksOfHosts } from './config-limits.ts';
import { pluginsOf, speaksOfRules, type RulesOfConfig } from './config-lint.ts';
import { configError } from './config-problems.ts';
import type { ConfigFile } from './config-schema.ts';
import type { ConfigSource } from './config-source.ts';

export interface LoadedConfig extends FoundConfig {
  readonly config: ConfigFile;
  readonly locate: ConfigSource['locate'];
  /** Absent where it speaks of none. */
  readonly hosts?: ConfigHosts | undefined;
  /** Of its plug-ins. */
  readonly pluginRules?: readonly LintRule[] | undefined;
}

export interface LoadOptions {
  /** Where shown paths start from. */
  readonly cwd: string;
  /** Formats that `reports` may name. */
  readonly reporterIds: readonly string[];
  /** Context window in tokens, in place of the configs' own. */
  readonly window?: number | undefined;
  /**
   * The rules that a config may speak of, with those of its plug-ins, whose code is run. Absent: no plug-in is loaded,
   * and what the config says of rules is not looked at.
   */
  readonly rulesOf?: (
    plugins: readonly string[],
    config: Pick<FoundConfig, 'path' | 'file'>,
  ) => Promise<RulesOfConfig>;
  /** Texts whose form was right before; checking takes longer than all else that a check of unchanged files does. */
  readonly checked?: {
    readonly has: (key: string) => Promise<boolean>;
    readonly add: (key: string) => Promise<void>;
  };
}

/**
 * Load configs, and those that their `configs` name, each once. All are read, so that one run tells what is wrong with
 * any of them.
 * @throws ConfigError
 */
export async function loadConfigs(
  found: readonly FoundConfig[],
  options: LoadOptions,
): Promise<readonly LoadedConfig[]> {
  const loaded = new Map<string, LoadedConfig>();
  const failures: ConfigError[] = [];
  const queue = [...found];
  const seen = new Set(queue.map(({ path }) => path));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    try {
      const one = await loadConfig(next, options);
      loaded.set(next.path, one);
      const members = (await membersOf(one, options.cwd)).filter(({ path }) => !seen.has(path));
      for (const { path } of members) seen.add(path);
      queue.unshift(...members);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      failures.push(error);
    }
  }
  throwAll(failures);
  return [...loaded.values()];
}

/** Load one config. @throws ConfigError with every problem of the file */
async function loadConfig(found: FoundConfig, options: LoadOptions): Promise<LoadedConfig> {
  const source = await readConfig(found);
  const plugins = options.rulesOf === undefined ? [] : pluginsOf(source.value);
  const pluginRules = plugins.length === 0 ? undefined : await options.rulesOf?.(plugins, found);
  await checkOnce(found, { ...source, rules: pluginRules }, options);
  const { value, locate } = source;
  // The value itself and not what the schema made of it: they are equal, and a key it skipped would be lost.
  const config = value as ConfigFile;
  const loaded = { ...found, config, locate, pluginRules: pluginRules?.ofPlugins };
  if (!speaksOfHosts(config)) return loaded;
  // Loaded here, as a config that speaks of no host need not wait for all that is known of them.
  const { resolveHosts } = await import('./config-hosts.ts');
  return { ...loaded, hosts: resolveHosts(config, found.file, locate) };
}

type Checkable = ConfigSource & { readonly rules: RulesOfConfig | undefined };

/** Pass a config that is right, or was so before. @throws ConfigError */
async function checkOnce(
  found: FoundConfig,
  { text, rules, ...source }: Checkable,
  { reporterIds, window, checked, rulesOf }: LoadOptions,
): Promise<void> {
  // Rules of plug-ins are code: the same text may be wrong tomorrow.
  const isKept = text !== undefined && rules === undefined;
  const key = isKept
    ? `config ${JSON.stringify([reporterIds, window !== undefined, rulesOf !== undefined, text])}`
    : undefined;
  if (key !== undefined && checked !== undefined && (await checked.has(key))) return;
  const { rejectProblems } = await import('./config-check.ts');
  const isAsked = speaksOfRules(source.value);
  await rejectProblems({
    ...source,
    file: found.file,
    reporterIds,
    window,
    rules: rules ?? (isAsked ? await rulesOf?.([], found) : undefined),
  });
  if (key !== undefined) await checked?.add(key);
}

/** Names of the servers that configs declare, whatever else is wrong in them: that is told when they are loaded. */
export async function readServerNames(found: readonly FoundConfig[]): Promise<readonly string[]> {
  const names = found.map(async (one) => {
    try {
      const { value } = await readConfig(one);
      const servers = isJsonObject(value) ? value['servers'] : undefined;
      return isJsonObject(servers) ? Object.keys(servers) : [];
    } catch (error) {
      if (error instanceof ConfigError || error instanceof UsageError) return [];
      throw error;
    }
  });
  return (await Promise.all(names)).flat();
}

async function readConfig({ path, file, form }: FoundConfig): Promise<ConfigSource> {
  if (form === 'code') return (await import('./config-code.ts')).readCodeConfig(path, file);
  const text = readText(path, file);
  if (form === 'yaml') return (await import('./config-yaml.ts')).readYamlConfig(text, file);
  const { readJsonConfig } = await import('./config-json.ts');
  if (form === 'json') return readJsonConfig(text, file);
  const source = readJsonConfig(text, file, [PACKAGE_KEY]);
  if (source.value !== undefined) return source;
  throw new ConfigError(`${file}  has no key "${PACKAGE_KEY}"`, {
    hint: 'put the config under it, or into a file of its own',
  });
}

function readText(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw new UsageError(`--config ${file}: it cannot be read`, { cause });
  }
}

/** Members are named from the folder of the config that names them. */
async function membersOf({ config, locate, file, path }: LoadedConfig, cwd: string) {
  const members = config.configs ?? [];
  const found = await Promise.all(
    members.map(async (member, index) => {
      try {
        return await findConfigs({ cwd: dirname(path), paths: [member], flag: '' });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        const { message, hint } = error;
        throw configError(file, [{ path: ['configs', index], message, hint }], locate);
      }
    }),
  );
  return found.flat().map((one) => ({ ...one, file: shownPath(one.path, cwd) }));
}

function throwAll(failures: readonly ConfigError[]): void {
  const [first] = failures;
  if (first === undefined) return;
  if (failures.length === 1) throw first;
  const hints = failures.flatMap(({ hint }) => (hint === undefined ? [] : [hint]));
  throw new ConfigError(failures.map(({ message }) => message).join('\n'), {
    hint: hints.length === 0 ? undefined : hints.join('\n'),
    cause: first,
  });
}
