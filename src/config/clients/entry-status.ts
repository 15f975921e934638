/** What becomes of an entry: the first status that fits. */
import { isJsonObject } from '../../json.ts';
import type { ClientLaunch, ClientNeed, ClientServer } from '../../model/client.ts';
import type { Parsed } from './containers.ts';
import type { EntryFields } from './entry-fields.ts';
import type { ClientFormat } from './format.ts';

/** What only a person at the client can do. */
export function clientNeeds(entry: Parsed, server: string, format: ClientFormat): ClientNeed[] {
  const isAsked = (key: string): boolean => {
    const value = entry[key];
    return value === true || value === 'oauth' || (isJsonObject(value) && value['enabled'] !== false);
  };
  const commands = (format.headerCommandKeys ?? []).filter((key) => typeof entry[key] === 'string');
  return [
    ...(format.oauthKeys ?? [])
      .filter(isAsked)
      .map((field) => ({ kind: 'oauth', name: server, field }) as const),
    ...commands.map((field) => ({ kind: 'command', name: field, field }) as const),
  ];
}

/** Why we cannot start what the entry is about. */
export function whyUnsupported(
  entry: Parsed,
  { type, command, url }: EntryFields,
  format: ClientFormat,
): string | undefined {
  const own = (reasons: Readonly<Record<string, string>> = {}, key = ''): string | undefined =>
    Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  const byKey = Object.keys(format.unsupportedKeys ?? {}).find((key) => Object.hasOwn(entry, key));
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url?.value ?? '')?.[1]?.toLowerCase() ?? 'https';
  return (
    own(format.unsupportedTypes, type?.value) ??
    own(format.unsupportedKeys, byKey) ??
    (command === undefined && url === undefined ? format.withoutLaunch : undefined) ??
    (/^https?$/.test(scheme) ? undefined : `reached by ${scheme}://, which is not supported`)
  );
}

/** An entry, read and filled in. */
export interface EntryState {
  readonly entry: Parsed;
  readonly fields: EntryFields;
  readonly format: ClientFormat;
  readonly launch: ClientLaunch;
  readonly needs: readonly ClientNeed[];
  readonly mistakes: readonly string[];
}

/** The first that fits; a server that is switched off never asks for anything. */
export function statusOf(
  state: EntryState,
  unsupported: string | undefined,
  off: string | undefined,
): Pick<ClientServer, 'status' | 'reason'> {
  const mistake =
    state.mistakes[0] ?? refused(state) ?? (unsupported === undefined ? mistakeOf(state) : undefined);
  if (mistake !== undefined) return { status: 'invalid', reason: mistake };
  if (unsupported !== undefined) return { status: 'unsupported', reason: unsupported };
  if (off !== undefined) return { status: 'disabled', reason: off };
  const [need] = state.needs;
  if (need !== undefined)
    return { status: 'needs-input', reason: `needs ${need.kind} ${need.name} (${need.field})` };
  return { status: 'ready' };
}

function refused({ entry, format }: EntryState): string | undefined {
  const reasons = Object.entries(format.refusedKeys ?? {});
  return reasons.find(([key]) => Object.hasOwn(entry, key))?.[1];
}

function mistakeOf({ fields: { command, url }, launch, needs }: EntryState): string | undefined {
  if (command !== undefined && url !== undefined)
    return `it has a command and a ${url.key}: one of them must go`;
  if (command === undefined && url === undefined) return 'it has neither a command nor a URL';
  const { transport } = launch;
  if (transport === 'stdio' && command === undefined) return 'its type is for a command, and it has none';
  if (transport !== 'stdio' && url === undefined) return 'its type is for a URL, and it has none';
  const isGap = needs.some(({ field }) => field === 'url');
  return launch.url === undefined || isGap || URL.canParse(launch.url) ? undefined : `${url?.key} is no URL`;
}
