/** The launch of an entry, its variables filled in. */
import type { ClientLaunch } from '../../model/client.ts';
import type { EntryFields } from './entry-fields.ts';
import type { Faults } from './entry-values.ts';
import { answer, fillText } from './fill.ts';
import type { Field, Filling, FillWorld } from './fill.ts';
import type { ClientFormat } from './format.ts';

/** The words for a transport, whichever client's. */
const TRANSPORTS: Readonly<Record<string, ClientLaunch['transport']>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  streamable_http: 'http',
  sse: 'sse',
  remote: 'auto',
};

/** An explicit type wins; then a command; then the name of the URL's key; then what the client takes a bare URL for. */
export function transportOf(
  { type, command, url }: EntryFields,
  { urlWithoutType, httpUrlKey, fields }: ClientFormat,
  { warnings }: Faults,
): ClientLaunch['transport'] {
  const known =
    type !== undefined && Object.hasOwn(TRANSPORTS, type.value) ? TRANSPORTS[type.value] : undefined;
  if (known !== undefined) return known;
  if (type !== undefined) {
    warnings.push({ code: 'unknown-transport', field: type.key, message: 'no transport we know: ignored' });
  }
  if (command !== undefined) return 'stdio';
  if (url === undefined) return undefined;
  if (url.key === httpUrlKey) return 'http';
  if (urlWithoutType === null && type === undefined) {
    const field = fields.transport?.[0] ?? 'type';
    warnings.push({ code: 'transport-missing', field, message: 'the client wants a type beside a URL' });
  }
  return urlWithoutType ?? 'auto';
}

/** What fills an entry in, and what comes of it. */
export interface FillTo {
  readonly world: FillWorld;
  readonly filling: Filling;
}

/** Fill in the texts of an entry. What only a name is known of is left out where it has no value. */
export function filledLaunch(
  fields: EntryFields,
  transport: ClientLaunch['transport'],
  to: FillTo,
): ClientLaunch {
  const fill = (text: string | undefined, of: keyof ClientLaunch, shown: string = of): string | undefined =>
    text === undefined ? undefined : fillText(text, { of, shown }, to);
  const { isEnabled, includeTools, excludeTools, startupTimeoutMs } = fields;
  const isStdio = fields.command !== undefined;
  const launch: ClientLaunch = {
    enabled: isEnabled,
    transport,
    command: fill(fields.command, 'command'),
    args: isStdio
      ? (fields.args ?? []).map((arg, index) => fillText(arg, { of: 'args', shown: `args[${index}]` }, to))
      : undefined,
    cwd: fill(fields.cwd, 'cwd'),
    env: filledEnv(fields, to),
    envFile: fill(fields.envFile, 'envFile'),
    url: fill(fields.url?.value, 'url'),
    headers: filledHeaders(fields, to),
    includeTools,
    excludeTools,
    startupTimeoutMs,
  };
  return Object.fromEntries(
    Object.entries(launch).filter(([, value]) => value !== undefined),
  ) as unknown as ClientLaunch;
}

type Pairs = Readonly<Record<string, string>>;

function filledEnv({ env, envNames }: EntryFields, to: FillTo): Pairs | undefined {
  const filled = fillPairs(env, 'env', to);
  const named = envNames
    .filter((name) => !Object.hasOwn(env, name))
    .flatMap((name) =>
      byName(name, { of: 'env', shown: `env.${name}` }, to).map((value) => [name, value] as const),
    );
  return pairs([...filled, ...named]);
}

function filledHeaders(
  { headers, headerEnvNames, bearerEnvName }: EntryFields,
  to: FillTo,
): Pairs | undefined {
  const named = Object.entries(headerEnvNames).flatMap(([header, name]) =>
    byName(name, { of: 'headers', shown: `headers.${header}` }, to).map((value) => [header, value] as const),
  );
  const shown = 'headers.Authorization';
  const bearer = bearerEnvName === undefined ? [] : byName(bearerEnvName, { of: 'headers', shown }, to);
  return pairs([
    ...fillPairs(headers, 'headers', to),
    ...named,
    ...bearer.map((value) => ['Authorization', `Bearer ${value}`] as const),
  ]);
}

function fillPairs(values: Pairs, of: 'env' | 'headers', to: FillTo): readonly (readonly [string, string])[] {
  return Object.entries(values).map(([name, value]) => [
    name,
    fillText(value, { of, shown: `${of}.${name}` }, to),
  ]);
}

/** The value of a variable that the entry names; none where it is not set. */
function byName(name: string, { shown }: Field, { world, filling }: FillTo): readonly string[] {
  filling.asks.push(name);
  const value = answer({ kind: 'env', name }, world);
  if (value === undefined || value === '') {
    filling.needs.push({ kind: 'env', name, field: shown });
    return [];
  }
  filling.secrets.push(value);
  return [value];
}

function pairs(entries: readonly (readonly [string, string])[]): Pairs | undefined {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
