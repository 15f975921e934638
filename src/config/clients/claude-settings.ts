/**
 * What switches servers off in Claude Code beside their own entries: lists in its settings files and in the project's
 * part of `~/.claude.json`. That these lists are read so is unconfirmed (2026-11-30).
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import type { ClientFile, ClientServer, ClientWarning, StackServer } from '../../model/client.ts';
import { pathsOf, type DiscoverContext } from './discover-context.ts';
import { absolutePath, projectFolders, shownPath } from './discover-folders.ts';
import { parseLenientJson } from '../nesting.ts';
import { stackServers } from './stack.ts';

/** Names, each with the place of the list that names it. */
type Named = ReadonlyMap<string, string>;

export interface ClaudeSwitches {
  /** Servers of any scope. */
  readonly disabled: Named;
  /** Servers of `.mcp.json`. */
  readonly rejected: Named;
  /** Servers of `.mcp.json` that the user has approved; undefined: no list of them, or all are. */
  readonly approved: Named | undefined;
  readonly warnings: readonly ClientWarning[];
}

/** Read every list that concerns the project of the working directory. */
export function readClaudeSwitches(context: DiscoverContext): ClaudeSwitches {
  const { lists, warnings } = readLists(context);
  const named = (key: string): Named =>
    new Map(
      lists.flatMap(({ value, shown }) =>
        textsIn(value[key]).map((name) => [name, `${shown} ${key}`] as const),
      ),
    );
  const approved = named('enabledMcpjsonServers');
  const isAll = lists.some(({ value }) => value['enableAllProjectMcpServers'] === true);
  return {
    disabled: named('disabledMcpServers'),
    rejected: named('disabledMcpjsonServers'),
    approved: isAll || approved.size === 0 ? undefined : approved,
    warnings,
  };
}

/** The files, and the servers that are left of them; what another list has switched off says so in both. */
export function switchOff(
  read: readonly ClientFile[],
  { disabled, rejected, approved }: ClaudeSwitches,
): { readonly files: readonly ClientFile[]; readonly servers: readonly StackServer[] } {
  const isRejected = ({ scope }: ClientFile, name: string): boolean =>
    scope === 'project' && rejected.has(name);
  const files = read.map((file) => ({
    ...file,
    servers: file.servers.map((server) =>
      isRejected(file, server.name) ? disable(server, rejected.get(server.name) ?? '') : server,
    ),
  }));
  // A rejected entry of the project hides none of the user's.
  const counting = files.map((file) => ({
    ...file,
    servers: file.servers.filter(({ name }) => !isRejected(file, name)),
  }));
  const kept = stackServers(counting, { isMerging: false });
  const names = new Set(kept.map(({ name }) => name));
  const left = files.flatMap((file) =>
    file.servers
      .filter(({ name }) => isRejected(file, name) && !names.has(name))
      .map((server) => ({ ...server, file })),
  );
  const original = new Map(files.map((file) => [`${file.scope} ${file.path}`, file]));
  const servers = [...kept, ...left].map((server) => {
    const file = original.get(`${server.file.scope} ${server.file.path}`) ?? server.file;
    const place = disabled.get(server.name);
    if (place !== undefined) return { ...server, ...disable(server, place), file };
    const isPending = file.scope === 'project' && approved !== undefined && !approved.has(server.name);
    return { ...server, ...(isPending ? { warnings: [...server.warnings, PENDING] } : {}), file };
  });
  return { files, servers };
}

const PENDING: ClientWarning = {
  code: 'approval-pending',
  message: 'Claude Code asks before it loads it: enabledMcpjsonServers does not name it',
};

function disable(server: ClientServer, place: string): ClientServer {
  // What could never start is told first, as of an entry that is switched off itself.
  if (server.status === 'invalid' || server.status === 'unsupported') return server;
  return {
    ...server,
    status: 'disabled',
    reason: `switched off in ${place}`,
    offAt: place,
    server: { ...server.server, enabled: false },
  };
}

/** The key under `projects` of `~/.claude.json` that stands for the working directory: its nearest folder that has one. */
export function claudeProject(text: string, context: DiscoverContext): string {
  return projectIn(parseLenientJson(text).value, context) ?? context.workspaceFolder;
}

function projectIn(value: unknown, context: DiscoverContext): string | undefined {
  const projects = isJsonObject(value) ? value['projects'] : undefined;
  if (!isJsonObject(projects)) return undefined;
  const keys = Object.keys(projects);
  const plain = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/$/, '');
  for (const folder of projectFolders(context)) {
    const key = keys.find((one) => plain(one) === plain(folder));
    if (key !== undefined) return key;
  }
  return undefined;
}

interface Lists {
  readonly value: JsonObject;
  readonly shown: string;
}

function readLists(context: DiscoverContext): {
  readonly lists: readonly Lists[];
  readonly warnings: readonly ClientWarning[];
} {
  const paths = pathsOf(context);
  const home = context.env['CLAUDE_CONFIG_DIR'] ?? '';
  const userFile = home === '' ? '~/.claude/settings.json' : `${home}/settings.json`;
  const stateFile = home === '' ? '~/.claude.json' : `${home}/.claude.json`;
  const project = projectFolders(context).flatMap((folder) =>
    ['settings.local.json', 'settings.json'].map((name) => paths.join(folder, '.claude', name)),
  );
  const lists: Lists[] = [];
  const warnings: ClientWarning[] = [];
  for (const path of new Set([...project, absolutePath(userFile, context)])) {
    const shown = shownPath(path, context);
    const value = readObject(path, context);
    if (isJsonObject(value)) lists.push({ value, shown });
    else if (value !== undefined)
      warnings.push({
        code: 'settings-unreadable',
        message: `${shown} is no JSON object: what it disables is not known`,
      });
  }
  const state = readObject(absolutePath(stateFile, context), context);
  const key = projectIn(state, context);
  const own =
    isJsonObject(state) && isJsonObject(state['projects']) ? state['projects'][key ?? ''] : undefined;
  if (isJsonObject(own))
    lists.push({
      value: own,
      shown: `${shownPath(absolutePath(stateFile, context), context)} projects.${key}`,
    });
  return { lists, warnings };
}

/** Undefined where there is no file; null where it cannot be read. */
function readObject(path: string, context: DiscoverContext): JsonValue | undefined {
  const opened = context.openFile(path);
  if (opened === undefined) return undefined;
  if ('problem' in opened) return null;
  const { value, isBroken } = parseLenientJson(opened.text);
  return isBroken || value === undefined ? null : value;
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
