/** How a server of a client is started here, or why it is not. */
import { isAbsolute, resolve } from 'node:path';
import type { ClientNeed, StackServer } from '../../model/client.ts';
import type { Launch, MissingLaunch } from '../../model/plan.ts';
import { wrongInHeader } from '../headers.ts';
import { quoteWord } from '../../shell-word.ts';
import { secretsOf } from '../secrets.ts';
import { inheritedEnv, namesSecret } from '../server-env.ts';
import type { DiscoverContext } from './discover-context.ts';
import { launchEnv } from './launch-env.ts';

export interface PlannedLaunch {
  readonly launch: Launch;
  /** Values that must not reach any output. */
  readonly secrets: readonly string[];
  /** Those of them that came from outside the file. */
  readonly given: readonly string[];
}

/** The launch of a server as its client has it, with the small environment that every server gets. */
export function launchOf(server: StackServer, context: DiscoverContext): PlannedLaunch {
  const missing = whyNot(server);
  if (missing !== undefined) return { launch: missing, secrets: server.secrets, given: server.given };
  return server.server.url === undefined
    ? commandLaunch(server, context)
    : urlLaunch(server, server.server.url);
}

function commandLaunch(server: StackServer, context: DiscoverContext): PlannedLaunch {
  const { command = '', args = [], cwd } = server.server;
  const folder = server.file.folder ?? context.workspaceFolder;
  const isClosed = server.withheld !== undefined;
  const own = launchEnv(server, { ...context, workspaceFolder: folder, ...(isClosed && CLOSED) });
  const env = { ...inheritedEnv(command, { inheritEnv: false }, context.env), ...own.env };
  const launch = { kind: 'command', command, args, env, cwd: inFolder(cwd, folder, context) } as const;
  const secretNames = Object.keys(own.env).filter(namesSecret);
  const secrets = [...server.secrets, ...own.secrets, ...secretsOf(launch, secretNames)];
  return { launch, secrets: [...new Set(secrets)], given: [...server.given, ...own.secrets] };
}

const CLOSED = { readFile: () => undefined };

function inFolder(cwd: string | undefined, folder: string, { home }: DiscoverContext): string {
  if (cwd === undefined || cwd === '') return folder;
  if (cwd === '~' || cwd.startsWith('~/')) return resolve(home, `.${cwd.slice(1)}`);
  return isAbsolute(cwd) ? cwd : resolve(folder, cwd);
}

const TRANSPORTS = { http: 'streamable-http', sse: 'sse', auto: 'auto', stdio: 'auto' } as const;

function urlLaunch(server: StackServer, url: string): PlannedLaunch {
  const headers = Object.entries(server.server.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value.trim()] as const,
  );
  const bad = headers.find(([, value]) => wrongInHeader(value) !== undefined);
  // The values are not shown: they may be secrets.
  const wrong =
    /^https?:\/\//i.test(url) && URL.canParse(url)
      ? bad && `headers.${bad[0]}: ${wrongInHeader(bad[1])}`
      : 'url: not one that begins with http:// or https://';
  const { secrets, given } = server;
  if (wrong !== undefined) return { launch: faulty(server, wrong), secrets, given };
  const launch = {
    kind: 'url',
    url: new URL(url).href,
    headers: Object.fromEntries(headers),
    transport: TRANSPORTS[server.server.transport ?? 'auto'],
  } as const;
  return { launch, secrets, given };
}

function whyNot(server: StackServer): MissingLaunch | undefined {
  const { status, reason = status, needs } = server;
  if (status === 'ready') return undefined;
  if (status === 'invalid') return faulty(server, reason);
  if (status === 'unsupported') {
    return missing('unsupported', reason, 'it can be measured only inside its client');
  }
  if (status === 'disabled') {
    return missing('skipped', `disabled: ${reason}`, `switch it on at ${server.offAt ?? placeOf(server)}`);
  }
  return missing(
    'needs-input',
    `needs ${needs.map((need) => `${nounOf(need)} (${need.field})`).join(', ')}`,
    [...new Set(needs.map((need) => ADVICE[need.kind](need.name)))].join('\n'),
  );
}

function faulty(server: StackServer, reason: string): MissingLaunch {
  return missing('start-failed', reason, `correct it at ${placeOf(server)}`);
}

function missing(status: MissingLaunch['status'], message: string, hint: string): MissingLaunch {
  return { kind: 'missing', status, message, hint };
}

/** Where an entry stands: `~/.cursor/mcp.json:4 mcpServers.notion`. */
export function placeOf({ source: { file, line, key } }: Pick<StackServer, 'source'>): string {
  return `${file}${line === undefined ? '' : `:${line}`} ${key}`;
}

const NOUNS: Readonly<Record<ClientNeed['kind'], string>> = {
  env: 'variable',
  input: 'input',
  command: 'the answer of an editor command',
  config: 'an editor setting',
  file: 'file',
  secret: 'secret',
  oauth: 'sign-in',
};

/** What is needed, in words: `variable BILLING_KEY`. */
export function nounOf({ kind, name }: Pick<ClientNeed, 'kind' | 'name'>): string {
  return `${NOUNS[kind]} ${name}`;
}

const exportIt = (name: string): string => `set it before: export ${quoteWord(name)}=…`;
const onlyEditor = (): string => 'only the editor can answer it: measure the server by its command or URL';

/** How to give what is needed. */
const ADVICE: Readonly<Record<ClientNeed['kind'], (name: string) => string>> = {
  env: exportIt,
  secret: exportIt,
  input: (name) => `answer it: --input ${quoteWord(name)}=value`,
  file: (name) => `the file ${name} must be there and readable`,
  oauth: () => 'sign in first: mcp-budget login and its URL',
  command: onlyEditor,
  config: onlyEditor,
};
