/** The environment a server is started with: little by default, as hosts do, so that no secret of this shell leaks. */
import { basename } from 'node:path';
import { UsageError } from '../errors.ts';
import { expandVariables } from './variables.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the official SDK's stdio client passes on (`@modelcontextprotocol/client` 2.4.0, `DEFAULT_INHERITED_ENV_VARS`). */
const BASE_NAMES = {
  posix: ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  win32: [
    'APPDATA',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PROCESSOR_ARCHITECTURE',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'USERNAME',
    'USERPROFILE',
    'PROGRAMFILES',
  ],
} as const;

/** A package runner fetches before the server runs: where from, through what, and where it keeps it. */
const RUNNERS: Readonly<Record<string, RegExp>> = {
  npm: /^npm_config_(registry|cache|userconfig|globalconfig|offline|prefer_offline|proxy|https_proxy|noproxy|cafile|strict_ssl|@.+:registry)$/i,
  uv: /^(UV|PIP)_(INDEX|EXTRA_INDEX|DEFAULT_INDEX|INDEX_URL|EXTRA_INDEX_URL|CACHE_DIR|PYTHON_INSTALL_DIR|TOOL_DIR|OFFLINE)$/,
};
const PROXY_NAMES = /^(https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_file)$/i;
const RUNNER_OF: Readonly<Record<string, keyof typeof RUNNERS>> = {
  npx: 'npm',
  npm: 'npm',
  pnpm: 'npm',
  pnpx: 'npm',
  yarn: 'npm',
  bunx: 'npm',
  uvx: 'uv',
  uv: 'uv',
  pipx: 'uv',
};

export interface EnvFlags {
  /** `NAME=value`, or `NAME` to pass this shell's value on. */
  readonly env: readonly string[];
  readonly inheritEnv: boolean;
}

export interface ServerEnv {
  readonly env: Readonly<Record<string, string>>;
  /** Names whose values were taken from this shell on purpose, or that name a secret. */
  readonly secretNames: readonly string[];
}

/** Resolve a server's environment. @throws UsageError for a malformed `--env` or a name that is not set here. */
export function resolveServerEnv(command: string, flags: EnvFlags, shell: Env): ServerEnv {
  const own = readVariables(flags.env, shell);
  const env = { ...inheritedEnv(command, flags, shell), ...own.env };
  return { env, secretNames: [...own.secretNames, ...Object.keys(env).filter(namesSecret)] };
}

/** Read the values of `--env`; secret are those that came from this shell. @throws UsageError */
export function readVariables(pairs: readonly string[], shell: Env): ServerEnv {
  const own = pairs.map((pair) => parsePair(pair, shell));
  return {
    env: Object.fromEntries(own.map(({ name, value }) => [name, value])),
    secretNames: own.filter(({ isPassed }) => isPassed).map(({ name }) => name),
  };
}

/** Tell a name under which people keep secrets, e.g. `API_KEY`, `githubToken`, `--password`. */
export function namesSecret(name: string): boolean {
  return (
    /(api|access|account|private|secret|signing|encryption|auth)[-_]?key|token(?!s|iz)|secret|passw(or)?d|passphrase|credential|bearer|(^|[-_.])(auth|authorization|pat|pwd|key)$|(^|[-_.]|db|user|require)pass[-_]?\d*$/i.test(
      name,
    ) || /(?<!by)Pass\d*$/.test(name)
  );
}

/** What of this shell's environment a server gets without being given it. */
export function inheritedEnv(
  command: string,
  { inheritEnv }: Pick<EnvFlags, 'inheritEnv'>,
  shell: Env,
): Readonly<Record<string, string>> {
  const base: readonly string[] = process.platform === 'win32' ? BASE_NAMES.win32 : BASE_NAMES.posix;
  const runner = RUNNER_OF[basename(command).replace(/\.(cmd|exe)$/i, '')];
  const isWanted = (name: string): boolean =>
    inheritEnv ||
    base.includes(process.platform === 'win32' ? name.toUpperCase() : name) ||
    (runner !== undefined && (RUNNERS[runner]?.test(name) === true || PROXY_NAMES.test(name)));
  return Object.fromEntries(
    Object.entries(shell).flatMap(([name, value]) =>
      value !== undefined && isWanted(name) ? [[name, value]] : [],
    ),
  );
}

function parsePair(pair: string, shell: Env): { name: string; value: string; isPassed: boolean } {
  const at = pair.indexOf('=');
  const name = at === -1 ? pair : pair.slice(0, at);
  if (!/^[^\s=]+$/.test(name))
    // Only the first word: what follows may be a value, and a value may be a secret.
    throw new UsageError(`--env ${/^[^\s=]*/.exec(name)?.[0] ?? ''}…: not NAME=value`, {
      hint: "write --env NAME=value, or --env NAME to pass this shell's value",
    });
  if (at !== -1) {
    const { text, secrets } = expandVariables(pair.slice(at + 1), `--env ${name}`, shell);
    return { name, value: text, isPassed: secrets.length > 0 };
  }
  const value = shell[name];
  if (value === undefined)
    throw new UsageError(`--env ${name}: not set in this shell`, {
      hint: `set it, or give a value: --env ${name}=value`,
    });
  return { name, value, isPassed: true };
}
