/** From what `init` is given to the servers of a config: no secret is ever written into it. */
import { readClientCredentials } from './client-credentials.ts';
import { KEY_ALGORITHMS } from './key-algorithms.ts';
import { UsageError } from '../errors.ts';
import type { ServerEntry, ToolsetEntry } from './config-schema.ts';
import { shownPath } from './config-find.ts';
import type { TargetFlags } from './plan.ts';
import { secretsOf } from './secrets.ts';
import { namesSecret } from './server-env.ts';
import { nameOfTarget, readTarget, uniqueNames, type Target, type TargetContext } from './targets.ts';

export interface DraftInput {
  readonly targets: readonly string[];
  readonly command: readonly string[] | undefined;
  /** `--toolsets`, as typed. */
  readonly toolsets: readonly string[];
  readonly flags: TargetFlags;
  readonly shell: Readonly<Record<string, string | undefined>>;
  readonly context: TargetContext & { readonly fileName: (path: string) => string };
}

export type DraftServers = Readonly<Record<string, ServerEntry>>;

/** Make the servers of a config. @throws UsageError for a target or flag that makes no sense, or a secret in one. */
export function draftServers({
  targets,
  command,
  toolsets,
  flags,
  shell,
  context,
}: DraftInput): DraftServers {
  const read = targets.map((word) => readTarget(word, context));
  if (command !== undefined) read.push({ kind: 'command', words: command });
  const isFlagged = flags.env.length + flags.header.length > 0 || flags.name !== undefined;
  if (read.length > 1 && (isFlagged || toolsets.length > 0)) {
    throw new UsageError(`flags of one server with ${read.length} targets: which one is meant?`, {
      hint: 'write the config for one, then add the others to it',
    });
  }
  const names = uniqueNames(read.map((target) => flags.name ?? nameOfTarget(target, context.fileName)));
  return Object.fromEntries(
    read.map((target, index) => {
      const entry = draftServer(target, { flags, shell, cwd: context.cwd });
      return [safeName(names[index] ?? ''), withToolsets(entry, toolsets)];
    }),
  );
}

/** Slashes and `›` tell toolsets and configs apart. */
function safeName(name: string): string {
  const safe = name
    .replaceAll(/[/›\p{Cc}]+/gu, '-')
    .replace(/^[\s(-]+/, '')
    .trim();
  return safe === '' || safe === '__proto__' ? 'server' : safe;
}

interface Given {
  readonly flags: TargetFlags;
  readonly shell: DraftInput['shell'];
  readonly cwd: string;
}

function draftServer(target: Target, given: Given): ServerEntry {
  const { flags, cwd } = given;
  const oauth = draftOauth(given);
  if (oauth !== undefined && target.kind !== 'url') throw new UsageError('--oauth-client-id: only for a URL');
  if (target.kind === 'file') return { snapshot: shownPath(target.path, cwd) };
  if (target.kind === 'url') {
    rejectSecrets(secretsOf({ kind: 'url', url: target.url, headers: {}, transport: 'auto' }, []), 'the URL');
    const headers = draftHeaders(given);
    return {
      url: target.url,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(oauth !== undefined && { oauth }),
      ...(flags.transport !== 'auto' && { transport: flags.transport }),
    };
  }
  const [command = '', ...args] = target.words;
  if (command === '')
    throw new UsageError('no command after --', { hint: 'e.g. mcp-budget init -- node server.mjs' });
  const written = args.filter((word) => !word.includes('${env:'));
  rejectSecrets(secretsOf({ kind: 'command', command, args: written, env: {}, cwd }, []), 'an argument');
  const env = draftEnv(given);
  return {
    command,
    ...(args.length > 0 && { args: [...args] }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(flags.cwd !== undefined && { cwd: flags.cwd }),
    ...(flags.inheritEnv && { inheritEnv: true }),
  };
}

function rejectSecrets(secrets: readonly string[], where: string): void {
  if (secrets.length === 0) return;
  throw new UsageError(`${where} holds a secret, which would be written into the config`, {
    hint: "put it into a variable and name that in single quotes: '${env:NAME}'",
  });
}

/** What a variable is tried with where it has no value: most servers list their tools whatever it is. */
export function withPlaceholder(name: string): string {
  return `\${env:${name}:-placeholder}`;
}

function draftEnv({ flags, shell }: Given): Record<string, string> {
  return Object.fromEntries(
    flags.env.map((pair) => {
      const at = pair.indexOf('=');
      const name = at === -1 ? pair : pair.slice(0, at);
      if (!/^[^\s=]+$/.test(name)) throw new UsageError('--env: not NAME=value');
      if (at === -1) return [name, (shell[name] ?? '') === '' ? withPlaceholder(name) : `\${env:${name}}`];
      const value = pair.slice(at + 1);
      const launch = { kind: 'command', command: '', args: [], env: { [name]: value }, cwd: '' } as const;
      const secrets = secretsOf(launch, namesSecret(name) ? [name] : []);
      if (secrets.length > 0 && !value.includes('${env:')) {
        throw new UsageError(`--env ${name}=…: a secret would be written into the config`, {
          hint: `set it in this shell and name it: export ${name}=… and --env ${name}`,
        });
      }
      return [name, value];
    }),
  );
}

function draftHeaders({ flags }: Given): Record<string, string> {
  const headers = flags.header.map((text): readonly [string, string] => {
    const at = text.indexOf(':');
    const [name, value] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
    if (name === '' || value === '') throw new UsageError('--header: not "Name: value"');
    if (!value.includes('${env:')) {
      throw new UsageError(`--header ${name}: its value would be written into the config`, {
        hint: `put it into a variable and name that in single quotes: --header '${name}: \${env:NAME}'`,
      });
    }
    return [name, value];
  });
  const bearer =
    flags.bearerEnv === undefined ? [] : [['Authorization', `Bearer \${env:${flags.bearerEnv}}`]];
  return Object.fromEntries([...headers, ...bearer]);
}

/** With the names of variables and files in place of what they hold. */
function draftOauth({ flags, shell, cwd }: Given): ServerEntry['oauth'] {
  if (readClientCredentials(flags, { env: shell, cwd }) === undefined) return undefined;
  const algorithm = KEY_ALGORITHMS.find((name) => name === flags.oauthAlgorithm);
  const { oauthClientSecretEnv: secretName, oauthPrivateKeyEnv: keyName } = flags;
  return {
    ...(flags.oauthClientId !== undefined && { clientId: flags.oauthClientId }),
    ...(secretName !== undefined && { clientSecret: `\${env:${secretName}}` }),
    ...(keyName !== undefined && { privateKey: `\${env:${keyName}}` }),
    ...(flags.oauthPrivateKey !== undefined && { privateKeyFile: flags.oauthPrivateKey }),
    ...(algorithm !== undefined && { algorithm }),
    ...(flags.oauthScope !== undefined && { scope: flags.oauthScope }),
    ...(flags.oauthIssuer !== undefined && { issuer: flags.oauthIssuer }),
  };
}

/** `env:NAME=a,b`, `arg:--flag=a,b`, `header:Name=a,b`: one toolset a value, beside the server's own list. */
function withToolsets(entry: ServerEntry, toolsets: readonly string[]): ServerEntry {
  if (toolsets.length === 0) return entry;
  const made = toolsets.flatMap(parseToolsets);
  const stray = toolsets.find((text) => !kindsFor(entry).includes(text.split(':', 1)[0] ?? ''));
  if (stray !== undefined) {
    throw new UsageError(
      `--toolsets ${stray}: not for ${entry.url === undefined ? 'this server' : 'a URL'}`,
      {
        hint: entry.url === undefined ? 'env:NAME=a,b or arg:--flag=a,b' : 'header:Name=a,b',
      },
    );
  }
  const names = new Set(made.map(({ name }) => name));
  if (names.size < made.length) throw new UsageError('--toolsets: a value is named twice');
  const whole = names.has('all') ? 'default' : 'all';
  return {
    ...entry,
    toolsets: {
      [whole]: { default: true },
      ...Object.fromEntries(made.map(({ name, toolset }) => [name, toolset])),
    },
  };
}

function kindsFor({ command, url }: ServerEntry): readonly string[] {
  if (command !== undefined) return ['env', 'arg'];
  return url === undefined ? [] : ['header'];
}

function parseToolsets(text: string): readonly { readonly name: string; readonly toolset: ToolsetEntry }[] {
  const [, kind = '', key = '', list = ''] = /^(env|arg|header):([^=]+)=(.*)$/s.exec(text) ?? [];
  if (kind === '') {
    throw new UsageError(`--toolsets ${text}: not env:NAME=a,b, arg:--flag=a,b or header:Name=a,b`, {
      hint: "e.g. --toolsets 'env:GROUPS=core,admin'",
    });
  }
  return list.split(',').map((raw) => {
    const value = raw.trim();
    const toolset =
      kind === 'env'
        ? { env: { [key]: value } }
        : kind === 'arg'
          ? { extraArgs: [`${key}=${value}`] }
          : { headers: { [key]: value } };
    // An empty value switches all groups off.
    return { name: value === '' ? 'none' : safeName(value), toolset };
  });
}
