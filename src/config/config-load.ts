/** Read config files, each by the loader of its form, and hold them against the schema. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError, UsageError } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import type { ConfigHosts } from './config-hosts.ts';
import { findConfigs, PACKAGE_KEY, shownPath, type FoundConfig } from './config-find.ts';
import { speaksOfHosts } from './config-limits.ts';
import { configError } from './config-problems.ts';
import type { ConfigFile } from './config-schema.ts';
import type { ConfigSource } from './config-source.ts';

export interface LoadedConfig extends FoundConfig {
  readonly config: ConfigFile;
  readonly locate: ConfigSource['locate'];
  /** Absent where it speaks of none. */
  readonly hosts?: ConfigHosts | undefined;
}

export interface LoadOptions {
  /** Where shown paths start from. */
  readonly cwd: string;
  /** Formats that `reports` may name. */
  readonly reporterIds: readonly string[];
  /** Context window in tokens, in place of the configs' own. */
  readonly window?: number | undefined;
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
async function loadConfig(
  found: FoundConfig,
  { reporterIds, window, checked }: LoadOptions,
): Promise<LoadedConfig> {
  const { value, locate, text } = await readConfig(found);
  const key =
    text === undefined ? undefined : `config ${JSON.stringify([reporterIds, window !== undefined, text])}`;
  if (key === undefined || checked === undefined || !(await checked.has(key))) {
    const { rejectProblems } = await import('./config-check.ts');
    await rejectProblems({ value, locate, file: found.file, reporterIds, window });
    if (key !== undefined) await checked?.add(key);
  }
  // The value itself and not what the schema made of it: they are equal, and a key it skipped would be lost.
  const config = value as ConfigFile;
  if (!speaksOfHosts(config)) return { ...found, config, locate };
  // Loaded here, as a config that speaks of no host need not wait for all that is known of them.
  const { resolveHosts } = await import('./config-hosts.ts');
  return { ...found, config, locate, hosts: resolveHosts(config, found.file, locate) };
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
