/** Where in a file servers may stand. */
import { isJsonObject } from '../../json.ts';
import type { KeyPath } from '../config-source.ts';
import { clientFormat } from './formats/index.ts';

/** A key that may hold servers, and what it holds. */
export interface Container {
  /** `container.keys` of the shapes that have it. */
  readonly keys: string;
  readonly path: KeyPath;
  readonly value: unknown;
}

/** Parsed text; objects may have no prototype. */
export type Parsed = Readonly<Record<string, unknown>>;

export const LOCAL_KEYS = 'projects.<absolute project path>.mcpServers';
export const REGISTRY_KEYS = 'packages, remotes';
export const BUNDLE_KEYS = 'server.mcp_config';

/** What hangs at a path; undefined where there is nothing. */
export function valueAt(root: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Parsed)[String(key)]
        : undefined,
    root,
  );
}

/** A text, number or boolean as text; undefined of anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** Entries of a map or a list. */
export function entriesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/**
 * All of a file, in the order of the search. A key that other programs use too counts where an entry looks like a
 * server, or where the shape `hint` has it.
 */
export function containersOf(
  root: Parsed,
  hint: string | undefined,
  project: string | undefined,
): readonly Container[] {
  const described = descriptionsOf(root);
  if (described.length > 0) return described;
  const expected = hint === undefined ? undefined : clientFormat(hint)?.container.keys;
  const at = (keys: string, path: KeyPath, isServers: (value: unknown) => boolean): readonly Container[] => {
    const value = valueAt(root, path);
    return value !== undefined && (keys === expected || isServers(value)) ? [{ keys, path, value }] : [];
  };
  const always = (): boolean => true;
  const some = (isServer: (entry: unknown) => boolean) => (value: unknown) => entriesOf(value).some(isServer);
  return [
    ...at('mcp_servers', ['mcp_servers'], always),
    ...at('context_servers', ['context_servers'], always),
    ...at('extensions', ['extensions'], some(isGooseEntry)),
    ...at('mcpServers', ['mcpServers'], always),
    ...at('servers', ['servers'], some(isLaunch)),
    ...SECOND_SHAPE.flatMap((path) => at('mcp.servers', path, always)).filter(
      ({ value }) => !isLaunch(value),
    ),
    ...at('mcp', ['mcp'], some(isOpencodeEntry)),
    ...(project === undefined ? [] : at(LOCAL_KEYS, ['projects', project, 'mcpServers'], always)),
  ];
}

/** Nested, under one dotted key, and both in the settings of a VS Code workspace file. */
const SECOND_SHAPE: readonly KeyPath[] = [
  ['mcp', 'servers'],
  ['mcp.servers'],
  ['settings', 'mcp', 'servers'],
  ['settings', 'mcp.servers'],
];

/** Files that describe one server for whoever wants to install it. */
function descriptionsOf(root: Parsed): readonly Container[] {
  const { manifest_version: version = root['dxt_version'], server } = root;
  if (version !== undefined && isJsonObject(server)) {
    return [{ keys: BUNDLE_KEYS, path: ['server', 'mcp_config'], value: root }];
  }
  // The registry's own answers wrap it.
  const isOne = (value: unknown): boolean =>
    isJsonObject(value) &&
    typeof value['name'] === 'string' &&
    (Array.isArray(value['packages']) || Array.isArray(value['remotes']));
  if (isOne(root)) return [{ keys: REGISTRY_KEYS, path: [], value: root }];
  return isOne(server) ? [{ keys: REGISTRY_KEYS, path: ['server'], value: server }] : [];
}

/** An entry with a command or a URL of its own. */
export function isLaunch(entry: unknown): boolean {
  return isJsonObject(entry) && ['command', 'url'].some((key) => isGiven(entry[key]));
}

/** A server may be called `command`; then it is an object. */
function isGiven(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

function isOpencodeEntry(entry: unknown): boolean {
  return isJsonObject(entry) && (entry['type'] === 'local' || entry['type'] === 'remote');
}

function isGooseEntry(entry: unknown): boolean {
  if (!isJsonObject(entry)) return false;
  const { config = entry } = entry;
  const types = ['builtin', 'platform', 'stdio', 'sse', 'streamable_http', 'frontend', 'inline_python'];
  return (
    isJsonObject(config) &&
    (Object.hasOwn(config, 'cmd') ||
      Object.hasOwn(config, 'uri') ||
      types.includes(textOf(config['type']) ?? ''))
  );
}
