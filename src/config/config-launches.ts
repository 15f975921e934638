/** How a server of a config, or one of its toolsets, is started: variables filled in, paths made absolute. */
import { resolve } from 'node:path';
import type { Launch, MissingLaunch } from '../model/plan.ts';
import { formatKey } from './config-problems.ts';
import { resolveOauth } from './config-oauth.ts';
import { isHttpUrl } from './config-rules.ts';
import type { ServerEntry, ToolsetEntry } from './config-schema.ts';
import type { KeyPath } from './config-source.ts';
import { wrongInHeader } from './headers.ts';
import { secretsOf } from './secrets.ts';
import { inheritedEnv, namesSecret } from './server-env.ts';
import { describeUnset, fillVariables } from './variables.ts';

export interface LaunchContext {
  /** Where the server and the toolset stand in the config. */
  readonly path: KeyPath;
  readonly toolsetPath: KeyPath;
  /** The config's folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isOffline: boolean;
}

export interface ResolvedLaunch {
  readonly launch: Launch;
  readonly secrets: readonly string[];
}

/** What a toolset changes of how its server is started. */
type LaunchKeys = Pick<ToolsetEntry, 'env' | 'headers' | 'args' | 'extraArgs' | 'url'>;

/** Whether a toolset is a launch of its own. */
export function isLaunched(toolset: LaunchKeys): boolean {
  return (['env', 'headers', 'args', 'extraArgs', 'url'] as const).some((key) => toolset[key] !== undefined);
}

/** Resolve a launch. What cannot be resolved is a value, so that other servers are still measured. */
export function resolveLaunch(
  server: ServerEntry,
  toolset: LaunchKeys,
  context: LaunchContext,
): ResolvedLaunch {
  if (context.isOffline && server.snapshot === undefined) {
    const hint = 'without --offline it is started';
    return { launch: { kind: 'missing', message: 'offline: nothing is started', hint }, secrets: [] };
  }
  const filling = startFilling(context);
  const launch = launchOf(server, toolset, { ...context, fill: filling.fill });
  const [missing] = filling.missing;
  if (missing !== undefined) return { launch: missing, secrets: [] };
  const names = launch.kind === 'command' ? Object.keys(launch.env).filter(namesSecret) : [];
  return { launch, secrets: secretsOf(launch, names, filling.secrets) };
}

interface Filling {
  readonly fill: (text: string, path: KeyPath) => string;
  readonly secrets: readonly string[];
  readonly missing: readonly MissingLaunch[];
}

/** Fill in variables one text after another, and remember what came of it. */
function startFilling({ path: server, env, isOffline }: LaunchContext): Filling {
  const secrets: string[] = [];
  const missing: MissingLaunch[] = [];
  const fill = (text: string, path: KeyPath): string => {
    const filled = fillVariables(text, isOffline ? {} : env);
    secrets.push(...filled.secrets);
    for (const unset of filled.unset) {
      const { message, hint } = describeUnset(keyWithin(server, path), unset);
      missing.push({ kind: 'missing', message, hint });
    }
    return filled.text;
  };
  return { fill, secrets, missing };
}

/** A place in the config from the server on, beside whose name it is shown. */
function keyWithin(server: KeyPath, path: KeyPath): string {
  return formatKey(path.slice(server.length));
}

type FillContext = LaunchContext & Pick<Filling, 'fill'>;

function launchOf(server: ServerEntry, toolset: LaunchKeys, context: FillContext): Launch {
  if (server.url !== undefined) return urlLaunch(server.url, { server, toolset }, context);
  if (server.command !== undefined) return commandLaunch(server.command, { server, toolset }, context);
  const shown = context.fill(server.snapshot ?? '', [...context.path, 'snapshot']);
  return { kind: 'file', path: resolve(context.folder, shown), shown, isNamed: true };
}

interface Entries {
  readonly server: ServerEntry;
  readonly toolset: LaunchKeys;
}

function commandLaunch(word: string, { server, toolset }: Entries, context: FillContext): Launch {
  const { fill, path, toolsetPath, folder, env: shell } = context;
  const command = fill(word, [...path, 'command']);
  const words = (list: readonly string[] = [], at: KeyPath) =>
    list.map((text, index) => fill(text, [...at, index]));
  return {
    kind: 'command',
    command,
    args: [
      ...(toolset.args === undefined
        ? words(server.args, [...path, 'args'])
        : words(toolset.args, [...toolsetPath, 'args'])),
      ...words(toolset.extraArgs, [...toolsetPath, 'extraArgs']),
    ],
    env: {
      ...inheritedEnv(command, { inheritEnv: server.inheritEnv === true }, shell),
      ...filledValues(merged('env', { server, toolset }, context), fill),
    },
    cwd: resolve(folder, fill(server.cwd ?? '.', [...path, 'cwd'])),
  };
}

function urlLaunch(word: string, { server, toolset }: Entries, context: FillContext): Launch {
  const { fill, path, toolsetPath } = context;
  const urlPath = [...(toolset.url === undefined ? path : toolsetPath), 'url'];
  const url = fill(toolset.url ?? word, urlPath);
  const values = merged('headers', { server, toolset }, context).map(
    ([name, text, at]) => [name.toLowerCase(), fill(text, at).trim(), at] as const,
  );
  // The values are not shown: they may be secrets.
  const bad = values.find(([, value]) => wrongInHeader(value) !== undefined);
  const wrong = !isHttpUrl(url)
    ? [urlPath, 'not a URL that begins with http:// or https://']
    : bad && [bad[2], wrongInHeader(bad[1])];
  if (wrong !== undefined) {
    const [at, message] = wrong as [KeyPath, string];
    const hint = 'is the variable in it set to what was meant?';
    return { kind: 'missing', message: `${keyWithin(path, at)}: ${message}`, hint };
  }
  const oauth = resolveOauth(server.oauth, context);
  if ('problem' in oauth) {
    const hint = 'is the variable in it set to what was meant?';
    return { kind: 'missing', message: `${keyWithin(path, oauth.at)}: ${oauth.problem}`, hint };
  }
  return {
    kind: 'url',
    url: new URL(url).href,
    headers: Object.fromEntries(values.map(([name, value]) => [name, value])),
    transport: server.transport ?? 'auto',
    ...oauth,
  };
}

type PlacedText = readonly [name: string, text: string, path: KeyPath];

/** The server's values with the toolset's over them; names of headers are the same in any case. */
function merged(
  key: 'env' | 'headers',
  { server, toolset }: Entries,
  { path, toolsetPath }: LaunchContext,
): readonly PlacedText[] {
  const id = (name: string): string => (key === 'headers' ? name.toLowerCase() : name);
  const placed = (values: Readonly<Record<string, string>> = {}, at: KeyPath): readonly PlacedText[] =>
    Object.entries(values).map(([name, text]) => [name, text, [...at, key, name]]);
  const own = placed(toolset[key], toolsetPath);
  const names = new Set(own.map(([name]) => id(name)));
  return [...placed(server[key], path).filter(([name]) => !names.has(id(name))), ...own];
}

function filledValues(values: readonly PlacedText[], fill: Filling['fill']): Record<string, string> {
  return Object.fromEntries(values.map(([name, text, at]) => [name, fill(text, at)]));
}
