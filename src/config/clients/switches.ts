/** What else in a file decides which of its servers are loaded. */
import { isJsonObject } from '../../json.ts';
import type { ClientContext } from '../../model/client.ts';
import { entriesOf, valueAt } from './containers.ts';
import type { Parsed } from './containers.ts';
import type { ClientFormat } from './format.ts';

/** Why a server is off although its entry is not, and by which key. */
export interface SwitchedOff {
  readonly reason: string;
  readonly key: string;
}

/** Lists of whole servers, and Claude Code's of this project. */
export function switchedOff(
  root: Parsed,
  { serverLists, product }: ClientFormat,
  context: ClientContext,
): (name: string) => SwitchedOff | undefined {
  const namesAt = (path: readonly string[]): readonly unknown[] => {
    const value = valueAt(root, path);
    return Array.isArray(value) ? value : [];
  };
  const project = product === 'claude-code' ? projectKey(root, context) : undefined;
  // That the list is read so is unconfirmed (2026-11-30).
  const disabled = project === undefined ? [] : namesAt(['projects', project, 'disabledMcpServers']);
  const allowed = namesAt(serverLists?.allow.split('.') ?? []);
  const excluded = namesAt(serverLists?.deny.split('.') ?? []);
  return (name) => {
    if (disabled.includes(name)) {
      const key = `projects.${project}.disabledMcpServers`;
      return { reason: 'named in disabledMcpServers of this project', key };
    }
    const { allow = '', deny = '' } = serverLists ?? {};
    if (excluded.includes(name)) return { reason: `named in ${deny}`, key: deny };
    const isLeftOut = allowed.length > 0 && !allowed.includes(name);
    return isLeftOut ? { reason: `not named in ${allow}`, key: allow } : undefined;
  };
}

/** The key of this project in `~/.claude.json`, and how many servers the other projects there have. */
export function projectsElsewhere(
  root: Parsed,
  { product }: ClientFormat,
  context: ClientContext,
): { readonly key: string | undefined; readonly elsewhere: number } {
  const projects = valueAt(root, ['projects']);
  if (product !== 'claude-code' || !isJsonObject(projects)) return { key: undefined, elsewhere: 0 };
  const key = projectKey(root, context);
  const others = Object.entries(projects).filter(([path]) => path !== key);
  const counts = others.map(([, project]) => entriesOf(valueAt(project, ['mcpServers'])).length);
  return { key, elsewhere: counts.reduce((sum, count) => sum + count, 0) };
}

function projectKey(root: Parsed, { workspaceFolder, platform }: ClientContext): string | undefined {
  const projects = valueAt(root, ['projects']);
  const plain = (path: string): string => {
    const forward = path.replaceAll('\\', '/').replace(/(?<=.)\/$/, '');
    return platform === 'win32' ? forward.toLowerCase() : forward;
  };
  return isJsonObject(projects)
    ? Object.keys(projects).find((path) => plain(path) === plain(workspaceFolder))
    : undefined;
}
