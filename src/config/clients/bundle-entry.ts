/**
 * The server of an MCP bundle's manifest (MANIFEST.md 0.3, 2025-12-02, github.com/modelcontextprotocol/mcpb). Values of
 * `user_config` come from `--input`, else from their defaults.
 */
import { posix, win32 } from 'node:path';
import { isJsonObject } from '../../json.ts';
import type { ClientServer } from '../../model/client.ts';
import { isBundlePath } from './bundle.ts';
import { textOf, valueAt } from './containers.ts';
import type { Container, Parsed } from './containers.ts';
import type { EntryWorld } from './read-entry.ts';
import { readEntry } from './read-entry.ts';

/** Read the one server of a manifest. */
export function readBundle({ value: manifest, path }: Container, world: EntryWorld): readonly ClientServer[] {
  const { context } = world;
  const isPacked = isBundlePath(world.path);
  const paths = context.platform === 'win32' ? win32 : posix;
  const bundleFolder = isPacked ? undefined : paths.dirname(world.path);
  const named = valueAt(manifest, ['name']);
  const name = typeof named === 'string' && named !== '' ? named : 'bundle';
  const value = filledConfig(manifest, world);
  const unsupported = isPacked
    ? 'its files are packed: unpack the bundle (it is a zip) and pass its manifest.json'
    : wrongPlatform(manifest, world);
  const asks = Object.keys(pairsOf(valueAt(manifest, ['user_config'])));
  return [readEntry({ name, value, path, warnings: [], unsupported, asks }, { ...world, bundleFolder })];
}

function wrongPlatform(manifest: unknown, { context }: EntryWorld): string | undefined {
  const platforms = valueAt(manifest, ['compatibility', 'platforms']);
  return Array.isArray(platforms) && !platforms.includes(context.platform)
    ? `not for this platform, ${context.platform}`
    : undefined;
}

/** The entry for this platform, with the options that nobody has to give. */
function filledConfig(manifest: unknown, { context }: EntryWorld): unknown {
  const config = valueAt(manifest, ['server', 'mcp_config']) ?? uvConfig(manifest);
  if (!isJsonObject(config)) return config ?? null;
  const override = valueAt(config, ['platform_overrides', context.platform]);
  const own: Parsed = isJsonObject(override) ? override : {};
  const env = { ...pairsOf(config['env']), ...pairsOf(own['env']) };
  const merged: Parsed = { cwd: '${__dirname}', ...config, ...own };
  const options = optionsOf(manifest, context.inputs);
  const { args } = merged;
  return {
    ...merged,
    args: Array.isArray(args) ? args.flatMap((arg: unknown) => spread(arg, options)) : (args ?? []),
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) =>
        spread(value, options)
          .slice(0, 1)
          .map((one) => [name, one]),
      ),
    ),
  };
}

function pairsOf(value: unknown): Parsed {
  return isJsonObject(value) ? value : {};
}

/** The host runs a bundle of type `uv` itself; how is our reading of it. */
function uvConfig(manifest: unknown): unknown {
  const entryPoint = valueAt(manifest, ['server', 'entry_point']);
  if (valueAt(manifest, ['server', 'type']) !== 'uv' || typeof entryPoint !== 'string') return undefined;
  return { command: 'uv', args: ['run', '--directory', '${__dirname}', entryPoint] };
}

/** Options that have no answer: their defaults, none, or undefined where somebody must give one. */
type Options = ReadonlyMap<string, readonly string[] | undefined>;

function optionsOf(manifest: unknown, inputs: Readonly<Record<string, string>>): Options {
  const declared = Object.entries(pairsOf(valueAt(manifest, ['user_config'])));
  return new Map(
    declared
      .filter(([key]) => !Object.hasOwn(inputs, key))
      .map(([key, option]): [string, readonly string[] | undefined] => {
        const value = valueAt(option, ['default']);
        if (Array.isArray(value)) return [key, value.map(String)];
        const usual = textOf(value);
        if (usual !== undefined) return [key, [usual]];
        return [key, valueAt(option, ['required']) === true ? undefined : []];
      }),
  );
}

/** Several values of one option become several arguments; one that is not given becomes none. */
function spread(value: unknown, options: Options): readonly unknown[] {
  if (typeof value !== 'string') return [value];
  const key = /^\$\{user_config\.([^{}]+)\}$/.exec(value)?.[1];
  const whole = key === undefined ? undefined : options.get(key);
  if (whole !== undefined) return whole;
  return [
    value.replaceAll(
      /\$\{user_config\.([^{}]+)\}/g,
      (written, name: string) => options.get(name)?.join(',') ?? written,
    ),
  ];
}
