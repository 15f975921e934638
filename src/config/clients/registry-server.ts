/**
 * Ways to run a server that its `server.json` describes (schema 2025-12-11, github.com/modelcontextprotocol/registry).
 * The schema names a package and a runner, no command line: that is our reading.
 */
import { isJsonObject } from '../../json.ts';
import type { ClientServer } from '../../model/client.ts';
import { textOf, valueAt } from './containers.ts';
import type { Container, Parsed } from './containers.ts';
import type { EntryWorld, NamedEntry } from './read-entry.ts';
import { readEntry } from './read-entry.ts';
import { resolveInputs } from './registry-inputs.ts';
import type { Inputs } from './registry-inputs.ts';

/** Read every package and every remote of a description; the first has the server's name, others say what they are. */
export function readRegistryServer({ value, path }: Container, world: EntryWorld): readonly ClientServer[] {
  const base = textOf(valueAt(value, ['name'])) ?? 'server';
  const ways = (['packages', 'remotes'] as const).flatMap((key) => {
    const list = valueAt(value, [key]);
    return Array.isArray(list) ? list.map((way: unknown, index) => ({ way, key, index })) : [];
  });
  const names = new Set<string>();
  return ways.map(({ way, key, index }, order) => {
    const kind = textOf(valueAt(way, [key === 'packages' ? 'registryType' : 'type'])) ?? key;
    const plain = order === 0 ? base : `${base} (${kind})`;
    const name = names.has(plain) ? `${base} (${kind} ${index + 1})` : plain;
    names.add(name);
    const warnings =
      order === 0 ? [] : [{ code: 'another-way', message: `another way to run ${base}, not another server` }];
    return readEntry(
      { name, path: [...path, key, index], warnings, ...entryOf(way, key === 'packages', world) },
      world,
    );
  });
}

type Described = Pick<NamedEntry, 'value' | 'needs' | 'given' | 'asks' | 'unsupported'>;

function entryOf(way: unknown, isPackage: boolean, world: EntryWorld): Described {
  if (!isJsonObject(way)) return { value: way };
  const inputs = resolveInputs(world);
  const described = isPackage ? packageEntry(way, inputs) : remoteEntry(way, inputs);
  return { ...described, needs: inputs.needs, given: inputs.given, asks: inputs.asks };
}

function remoteEntry(remote: Parsed, inputs: Inputs): Described {
  const url = inputs.template(textOf(remote['url']) ?? '', pairsOf(remote['variables']), 'url');
  return { value: { type: remote['type'], url, headers: inputs.pairs(remote['headers'], 'headers') } };
}

function pairsOf(value: unknown): Parsed {
  return isJsonObject(value) ? value : {};
}

interface Runner {
  readonly command: string;
  readonly words: (parts: {
    readonly runtime: readonly string[];
    readonly what: string;
    readonly version: string | undefined;
    readonly env: Readonly<Record<string, string>>;
  }) => readonly string[];
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  npm: {
    command: 'npx',
    words: ({ runtime, what, version }) => [
      ...(runtime.some((word) => word === '-y' || word === '--yes') ? [] : ['-y']),
      ...runtime,
      pinned(what, version),
    ],
  },
  pypi: { command: 'uvx', words: ({ runtime, what, version }) => [...runtime, pinned(what, version)] },
  nuget: {
    command: 'dnx',
    words: ({ runtime, what, version }) => [
      pinned(what, version),
      ...(runtime.includes('--yes') ? [] : ['--yes']),
      ...runtime,
    ],
  },
  oci: {
    command: 'docker',
    words: ({ runtime, what, version, env }) => {
      const own = runtime[0] === 'run' ? runtime.slice(1) : runtime;
      const flags = ['-i', '--rm'].filter((flag) => !own.includes(flag));
      const passed = Object.keys(env).flatMap((name) => ['-e', name]);
      const isTagged = /[:@][^/]*$/.test(what);
      return [
        'run',
        ...flags,
        ...passed,
        ...own,
        isTagged || version === undefined ? what : `${what}:${version}`,
      ];
    },
  },
};

function pinned(what: string, version: string | undefined): string {
  return version === undefined ? what : `${what}@${version}`;
}

function packageEntry(described: Parsed, inputs: Inputs): Described {
  const { registryType, identifier, version, runtimeHint } = described;
  const type = textOf(registryType) ?? 'unknown';
  const transport = valueAt(described, ['transport', 'type']) ?? 'stdio';
  if (type === 'mcpb')
    return { value: {}, unsupported: 'a bundle: download and unpack it, and pass its manifest.json' };
  if (transport !== 'stdio') {
    return {
      value: {},
      unsupported: 'it listens at a URL once it is started: start it, and measure that URL',
    };
  }
  const runner = Object.hasOwn(RUNNERS, type) ? RUNNERS[type] : undefined;
  if (runner === undefined) return { value: {}, unsupported: `packages of type ${type} are not supported` };
  if (typeof identifier !== 'string') return { value: null };
  const env = inputs.pairs(described['environmentVariables'], 'env');
  const runtime = inputs.words(described['runtimeArguments'], 'runtimeArguments');
  const own = inputs.words(described['packageArguments'], 'packageArguments');
  const pin = typeof version === 'string' && version !== '' ? version : undefined;
  return {
    value: {
      command: typeof runtimeHint === 'string' && runtimeHint !== '' ? runtimeHint : runner.command,
      args: [...runner.words({ runtime, what: identifier, version: pin, env }), ...own],
      env,
    },
  };
}
