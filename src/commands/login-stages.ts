/** What `login` does, loaded when it runs. */
import { openHttpClient } from '../capture/proxy-fetch.ts';
import { browserCommand, openBrowser } from '../capture/sign-in/open-browser.ts';
import { signIn } from '../capture/sign-in/sign-in.ts';
import { readStore, requireStorePath, storePath, updateStore } from '../capture/sign-in/store.ts';
import { isSameSignIn, storedSecrets, type StoredSignIn } from '../capture/sign-in/stored-sign-in.ts';
import { describeUrl } from '../capture/describe-url.ts';
import { requireVariable } from '../config/variables.ts';
import { CaptureError, EXIT, UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { escapeForTerminal } from '../report/escape.ts';
import { redact } from '../report/redact.ts';
import { redactError } from '../report/redact-error.ts';
import { writeText } from '../report/render.ts';
import type { CommandInput } from './command.ts';
import { listSignIns, validity } from './login-list.ts';
import { readLoginTarget, type LoginTarget } from './login-target.ts';
import { numberOption, textOption } from './option-values.ts';

const TIMEOUT_MS = 300_000;
const CONNECT_MS = 15_000;

/** Sign in and store it; without a target list what is stored. @throws UsageError, ConfigError, CaptureError */
export async function runLogin(input: CommandInput, io: Io): Promise<ExitCode> {
  const [word, ...more] = input.targets;
  if (more.length > 0) throw new UsageError('login: one server at a time');
  if (word === undefined) return list(io);
  const target = await readLoginTarget(word, input, io);
  if (target.isOtherwiseAuthorized) {
    throw new UsageError(`${word}: the config says how it is asked, so that a sign-in would not be used`, {
      hint: 'take its Authorization header, credentials in its URL, or the secret or key of its "oauth" out of the config',
    });
  }
  const path = requireStorePath(io.env);
  const stored = await readStore(path);
  const signedIn = await ask(target, { input, io, stored });
  await updateStore(path, (signIns) => [...signIns.filter((one) => !isSameSignIn(one, signedIn)), signedIn]);
  await writeText(io.stdout, redact(describe(target, signedIn), target.secrets).value);
  return EXIT.ok;
}

async function list(io: Io): Promise<ExitCode> {
  const path = storePath(io.env);
  const signIns = path === undefined ? [] : await readStore(path);
  await writeText(io.stdout, listSignIns(signIns));
  return EXIT.ok;
}

interface Asking {
  readonly input: CommandInput;
  readonly io: Io;
  readonly stored: readonly StoredSignIn[];
}

async function ask(target: LoginTarget, { input, io, stored }: Asking): Promise<StoredSignIn> {
  const { options } = input;
  const clientId = textOption(options, 'clientId');
  const secretName = textOption(options, 'clientSecretEnv');
  if (secretName !== undefined && clientId === undefined)
    throw new UsageError('--client-secret-env: only with --client-id');
  const clientSecret =
    secretName === undefined ? undefined : requireVariable('--client-secret-env', secretName, io.env);
  const timeoutMs = numberOption(options, 'timeout') ?? TIMEOUT_MS;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(nobodyCame(timeoutMs)), timeoutMs);
  const client = await openHttpClient(io.env, CONNECT_MS);
  try {
    return await signIn(
      {
        ...target.client,
        ...(clientId !== undefined && { clientId }),
        ...(options['scope'] !== undefined && { scope: textOption(options, 'scope') }),
        url: target.url,
        headers: target.headers,
        clientSecret,
        port: numberOption(options, 'port'),
        stored,
      },
      {
        fetch: client.fetch,
        signal: AbortSignal.any([io.signal, deadline.signal]),
        onAuthorize: (url) => void showAddress(url, { io, isOpened: options['browser'] !== false }),
      },
    );
  } catch (error) {
    throw redactError(
      error,
      [...target.secrets, ...storedSecrets(stored), clientSecret ?? ''].filter(Boolean),
    );
  } finally {
    clearTimeout(timer);
    await client.close();
  }
}

function nobodyCame(timeoutMs: number): CaptureError {
  return new CaptureError(
    'timeout',
    `not signed in: the browser did not come back within ${timeoutMs / 1000} s`,
    {
      hint: 'was its window closed? If it showed an error, register anew: mcp-budget logout, then login; or wait longer: --timeout 10m',
    },
  );
}

/** The address is always printed: the browser may be another one than meant, or on another machine. */
async function showAddress(
  url: URL,
  { io, isOpened }: { readonly io: Io; readonly isOpened: boolean },
): Promise<void> {
  const command = isOpened
    ? browserCommand({ env: io.env, isTerminal: io.stderr.isTTY === true })
    : undefined;
  const lead =
    command === undefined ? 'open this address to sign in:' : 'opening the browser; if it stays shut, go to:';
  // Whole, however long: cut it would lead nowhere. A URL has no character that acts on a terminal.
  await writeText(io.stderr, `${lead}\n  ${url.href}\n`);
  if (command === undefined || (await openBrowser(command, url, io.env))) return;
  await writeText(io.stderr, `${escapeForTerminal(command[0] ?? '')} cannot be started\n`);
}

function describe({ url }: LoginTarget, signedIn: StoredSignIn): string {
  const { issuer, scope } = signedIn;
  const facts = [
    `issuer   ${issuer}`,
    ...(scope === undefined || scope === '' ? [] : [`scopes   ${scope}`]),
    `expires  ${validity(signedIn)}`,
    `next     mcp-budget measure ${describeUrl(url)}`,
  ];
  const lines = [`signed in to ${describeUrl(url)}`, ...facts.map((fact) => `  ${fact}`)];
  return `${lines.map(escapeForTerminal).join('\n')}\n`;
}
