/** What a schema cannot say: keys that exclude or need each other. */
import { parseLimit } from './config-amounts.ts';
import { declaredLimits, windowOf } from './config-limits.ts';
import { oauthProblems } from './config-oauth.ts';
import type { Problem } from './config-problems.ts';
import type { ConfigFile, ServerEntry, ToolsetEntry } from './config-schema.ts';
import type { KeyPath } from './config-source.ts';
import { malformedVariables, VARIABLE_FORM } from './variables.ts';

const KINDS = ['command', 'url', 'snapshot'] as const;
type Kind = (typeof KINDS)[number];

/** The kind of server that a key of its own, or of its toolsets, belongs to. */
const SERVER_KEYS = { args: 'command', env: 'command', cwd: 'command', inheritEnv: 'command' } as const;
const URL_KEYS = { headers: 'url', transport: 'url', oauth: 'url' } as const;
const TOOLSET_KEYS = {
  env: ['command'],
  args: ['command'],
  extraArgs: ['command'],
  headers: ['url'],
  url: ['url'],
  activate: ['command', 'url'],
} as const satisfies Partial<Record<keyof ToolsetEntry, readonly Kind[]>>;

/** Problems of a config that the schema accepts. */
export function ruleProblems(config: ConfigFile): readonly Problem[] {
  const servers = Object.entries(config.servers ?? {});
  return [
    ...(servers.length === 0 && config.configs === undefined
      ? [{ path: [], message: 'no server, and no configs of members: nothing to measure' }]
      : []),
    ...servers.flatMap(([name, server]) => serverProblems(server, ['servers', name])),
    ...limitProblems(config),
    ...variableProblems(config.servers, ['servers']),
    ...reportProblems(config.reports ?? []),
  ];
}

function serverProblems(server: ServerEntry, path: KeyPath): readonly Problem[] {
  const kinds = KINDS.filter((kind) => server[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const found = kind === undefined ? 'none' : kinds.join(' and ');
    return [{ path, message: `expected one of command, url and snapshot, found ${found}` }];
  }
  const misplaced = Object.entries({ ...SERVER_KEYS, ...URL_KEYS }).flatMap(([key, needs]) =>
    Object.hasOwn(server, key) && needs !== kind ? [wrongKind([...path, key], [needs], kind)] : [],
  );
  const toolsets = Object.entries(server.toolsets ?? {});
  const defaults = toolsets.filter(([, toolset]) => toolset.default === true);
  return [
    ...misplaced,
    ...badUrl(server.url, [...path, 'url']),
    ...oauthProblems(server, path),
    ...toolsets.flatMap(([name, toolset]) => toolsetProblems(toolset, kind, [...path, 'toolsets', name])),
    ...defaults.slice(1).map(([name]) => ({
      path: [...path, 'toolsets', name, 'default'],
      message: `a second default toolset; ${defaults[0]?.[0]} is one already`,
    })),
  ];
}

function toolsetProblems(toolset: ToolsetEntry, kind: Kind, path: KeyPath): readonly Problem[] {
  const misplaced = Object.entries(TOOLSET_KEYS).flatMap(([key, needs]) =>
    Object.hasOwn(toolset, key) && !(needs as readonly Kind[]).includes(kind)
      ? [wrongKind([...path, key], needs, kind)]
      : [],
  );
  return [...misplaced, ...badUrl(toolset.url, [...path, 'url'])];
}

function wrongKind(path: KeyPath, needs: readonly Kind[], kind: Kind): Problem {
  const hint =
    kind === 'snapshot' ? 'toolsets of a snapshot select with include, exclude or annotations' : undefined;
  return { path, message: `belongs to a server with ${needs.join(' or ')}, this one has ${kind}`, hint };
}

/** One with variables is looked at once they are filled in. The text is not shown: it may hold a secret. */
function badUrl(url: string | undefined, path: KeyPath): readonly Problem[] {
  if (url === undefined || url.includes('${') || isHttpUrl(url)) return [];
  return [{ path, message: 'expected a URL that begins with http:// or https://' }];
}

/** Tell a URL that a server can be reached by. */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function limitProblems(config: ConfigFile): readonly Problem[] {
  const window = windowOf(config);
  return declaredLimits(config).flatMap(({ value, unit, path, host }) => {
    // A share of a host's window is looked at where hosts are.
    if (host !== undefined) return [];
    const parsed = parseLimit(value, unit, window);
    if (!('problem' in parsed)) return [];
    const hint =
      window === undefined
        ? 'set "window" at the top of the config to the context window in tokens, e.g. 200000'
        : undefined;
    return [{ path, message: parsed.problem, hint }];
  });
}

/** Where variables are filled in. */
const FILLED_KEYS = new Set([
  'command',
  'args',
  'extraArgs',
  'env',
  'headers',
  'url',
  'cwd',
  'snapshot',
  'oauth',
]);

function variableProblems(value: unknown, path: KeyPath, isFilled = false): readonly Problem[] {
  if (typeof value === 'string') {
    if (!isFilled) return [];
    return malformedVariables(value).map((whole) => ({
      path,
      message: `${whole} is no variable`,
      hint: VARIABLE_FORM,
    }));
  }
  return children(value).flatMap(([key, child]) =>
    variableProblems(child, [...path, key], isFilled || isFilledKey(path, key)),
  );
}

/** A key of a server or of one of its toolsets, and no name of either. */
function isFilledKey(path: KeyPath, key: string | number): boolean {
  const isEntry = path.length === 2 || (path.length === 4 && path[2] === 'toolsets');
  return isEntry && FILLED_KEYS.has(String(key));
}

function children(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function reportProblems(reports: NonNullable<ConfigFile['reports']>): readonly Problem[] {
  const files = reports.map((report) => (typeof report === 'string' ? undefined : report.file));
  return files.flatMap((file, index) =>
    files.indexOf(file) === index
      ? []
      : [
          {
            path: ['reports', index],
            message: `a second report to ${file === undefined ? 'standard output' : 'the same file'}`,
            hint: file === undefined ? 'give it a file: {"format": …, "file": …}' : undefined,
          },
        ],
  );
}
