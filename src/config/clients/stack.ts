/** The servers of a client's files together: the nearest scope counts. */
import type { ClientFile, ClientLaunch, ClientNeed, ClientServer, StackServer } from '../../model/client.ts';
import { unfilledIn } from './stack-needs.ts';

/**
 * One server a name, in the order of the files. The nearest entry replaces those of the same name, or is laid over
 * them where the client merges entries; one that only switches a server decides for those that lie farther.
 */
export function stackServers(
  files: readonly ClientFile[],
  { isMerging }: { readonly isMerging: boolean },
): readonly StackServer[] {
  const byName = new Map<string, StackServer>();
  for (const file of files.toReversed()) {
    for (const override of file.overrides) {
      const inherited = byName.get(override.name);
      if (inherited !== undefined)
        byName.set(override.name, { ...inherited, ...switched(inherited, override.enabled, file) });
    }
    for (const server of file.servers) {
      const inherited = isMerging ? byName.get(server.name) : undefined;
      byName.set(server.name, { ...(inherited === undefined ? server : merged(server, inherited)), file });
    }
  }
  const servers = [...byName.values()];
  return files.flatMap((file) =>
    inOrderOf(
      file,
      servers.filter((server) => server.file === file),
    ),
  );
}

function inOrderOf(file: ClientFile, servers: readonly StackServer[]): readonly StackServer[] {
  const names = file.servers.map(({ name }) => name);
  return servers.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

/** What a project's file switches on is no longer what the user has chosen. */
function switched(server: StackServer, enabled: boolean, file: ClientFile): Partial<StackServer> {
  if (server.server.enabled === enabled) return server;
  const { shown, isConsentNeeded } = file;
  const changed = {
    reason: enabled ? undefined : `switched off in ${shown}`,
    offAt: enabled ? undefined : shown,
    switchedOnIn: enabled && isConsentNeeded ? shown : server.switchedOnIn,
  };
  return withStatus({ ...server, ...changed, server: { ...server.server, enabled } }, server.file);
}

/** The status once an entry has changed; what is wrong with it stays wrong. */
function withStatus<T extends ClientServer>(server: T, { shape }: ClientFile): T {
  const { status, reason = 'switched off in its entry' } = server;
  if (status === 'invalid' || status === 'unsupported') return server;
  if (!server.server.enabled) return { ...server, status: 'disabled', reason, needs: [] };
  const isOpen = ({ kind, name }: ClientNeed): boolean =>
    kind !== 'file' || server.withheld?.includes(name) !== true;
  const needs = [
    ...server.needs.filter(({ kind }) => kind === 'oauth'),
    ...unfilledIn(server.server, shape).filter(isOpen),
  ];
  const [need] = needs;
  if (need === undefined) return { ...server, status: 'ready', reason: undefined, needs };
  return {
    ...server,
    status: 'needs-input',
    reason: `needs ${need.kind} ${need.name} (${need.field})`,
    needs,
  };
}

/** An entry over one of a farther file; one that starts something else replaces it. */
function merged(near: ClientServer, far: StackServer): ClientServer {
  const isWhole = isLaunch(near.server);
  const isOther = (near.server.url !== undefined) !== (far.server.url !== undefined);
  if (!isLaunch(far.server) || (isWhole && isOther)) return near;
  const env = { ...far.server.env, ...near.server.env };
  const headers = { ...far.server.headers, ...near.server.headers };
  const server: ClientLaunch = {
    ...far.server,
    ...near.server,
    enabled: near.server.enabled && (isWhole || far.server.enabled),
    // Command and arguments are one value there.
    args: near.server.command === undefined ? far.server.args : near.server.args,
    transport: isWhole ? near.server.transport : far.server.transport,
    env: Object.keys(env).length === 0 ? undefined : env,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
  };
  // A part of an entry is a mistake by itself only.
  const { status, reason } = isWhole ? near : far;
  const both = (key: 'secrets' | 'given' | 'asks'): readonly string[] => [
    ...new Set([...far[key], ...near[key]]),
  ];
  const own = {
    status,
    reason,
    server,
    secrets: both('secrets'),
    given: both('given'),
    asks: both('asks'),
    withheld: [...(far.withheld ?? []), ...(near.withheld ?? [])],
  };
  return withStatus({ ...near, ...own }, far.file);
}

function isLaunch({ command, url }: ClientLaunch): boolean {
  return command !== undefined || url !== undefined;
}
