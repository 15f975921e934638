/** What `login` does, loaded when it runs. */
import { openHttpClient } from '../capture/proxy-fetch.ts';
import { browserCommand, openBrowser } from '../capture/sign-in/open-browser.ts';
import { signIn } from '../capture/sign-in/sign-in.ts';
import { readStore, requireStorePath, storePath, updateStore } from '../capture/sign-in/store.ts';
import { isSameSignIn, storedSecrets, type StoredSignIn } from '../capture/sign-in/stored-sign-in.ts';
import { describeUrl } from '../capture/describe-url.ts';
import { requireVariable } from '../config/variables.ts';
import { EXIT, UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { escapeForTerminal } from '../report/escape.ts';
import { redact } from '../report/redact.ts';
import { redactError } from '../report/redact-error.ts';
import { writeText } from '../report/render.ts';
import { quoteWord } from '../shell-word.ts';
import type { CommandInput } from './command.ts';
import { listSignIns, scopesOf, showUrl, validity } from './login-list.ts';
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
    const where = target.place === undefined ? 'the config' : `the client's file (${target.place})`;
    throw new UsageError(`${word}: ${where} says how it is asked, so that a sign-in would not be used`, {
      hint: 'take its Authorization header, credentials in its URL, or the secret or key of its "oauth" out of there',
    });
  }
  const path = requireStorePath(io.env);
  // What cannot be written is told before a person has signed in.
  await updateStore(path, (signIns) => signIns);
  const stored = await readStore(path);
  if (target.place !== undefined)
    await writeText(io.stderr, redacted(`${word} is ${showUrl(target.url)}, of ${target.place}`, target));
  const signedIn = await ask(target, { input, io, stored });
  if (signedIn === undefined) {
    await writeText(io.stdout, redacted(describeOpen(target), target));
    return EXIT.ok;
  }
  const shown = redact(showUrl(signedIn.resource), target.secrets);
  const kept = shown.count === 0 ? signedIn : { ...signedIn, shown: shown.value };
  await updateStore(path, (signIns) => [...signIns.filter((one) => !isSameSignIn(one, kept)), kept]);
  await writeText(io.stdout, redacted(describe(target, kept), target));
  return EXIT.ok;
}

/** Lines, without the secrets of a target. */
function redacted(text: string, { secrets }: LoginTarget): string {
  const { value } = redact(text, secrets);
  return `${value.split('\n').map(escapeForTerminal).join('\n')}\n`;
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

async function ask(target: LoginTarget, { input, io, stored }: Asking): Promise<StoredSignIn | undefined> {
  const { options } = input;
  const clientId = textOption(options, 'clientId');
  const secretName = textOption(options, 'clientSecretEnv');
  if (secretName !== undefined && clientId === undefined)
    throw new UsageError('--client-secret-env: only with --client-id');
  const clientSecret =
    secretName === undefined ? undefined : requireVariable('--client-secret-env', secretName, io.env);
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
        timeoutMs: numberOption(options, 'timeout') ?? TIMEOUT_MS,
        isForced: options['force'] === true,
        stored,
      },
      {
        fetch: client.fetch,
        signal: io.signal,
        onAuthorize: (url) => showAddress(url, target, { io, isOpened: options['browser'] !== false }),
      },
    );
  } catch (error) {
    throw redactError(
      error,
      [...target.secrets, ...storedSecrets(stored), clientSecret ?? ''].filter(Boolean),
    );
  } finally {
    await client.close();
  }
}

/**
 * The address is printed even where the browser is opened: that may be another one than meant, or on another machine.
 * Then without the secrets of the launch, which a resource may have in its path; else it has to be whole.
 */
async function showAddress(
  url: URL,
  { secrets }: LoginTarget,
  { io, isOpened }: { readonly io: Io; readonly isOpened: boolean },
): Promise<void> {
  const command = isOpened
    ? browserCommand({ env: io.env, isTerminal: io.stderr.isTTY === true })
    : undefined;
  const shown = redact(url.href, secrets);
  // However long: cut it would lead nowhere. A URL has no character that acts on a terminal.
  const print = (lead: string, text: string): Promise<void> => writeText(io.stderr, `${lead}\n  ${text}\n`);
  if (command === undefined) return print('open this address to sign in:', url.href);
  await print(
    shown.count === 0
      ? 'opening the browser; if it stays shut, go to:'
      : 'opening the browser; if it stays shut, --no-browser shows the whole of:',
    shown.value,
  );
  if (await openBrowser(command, url, io.env)) return;
  const program = escapeForTerminal(command[0] ?? '');
  await print(`${program} cannot be started; open this address to sign in:`, url.href);
}

function describe(target: LoginTarget, signIn: StoredSignIn): string {
  const facts = [
    `issuer   ${describeUrl(signIn.issuer)}`,
    ...scopesOf(signIn).map((scopes) => `scopes   ${scopes}`),
    `expires  ${validity(signIn)}`,
    ...nextOf(target),
  ];
  return [`signed in to ${showUrl(target.url)}`, ...facts.map((fact) => `  ${fact}`)].join('\n');
}

function describeOpen(target: LoginTarget): string {
  const facts = ['to sign in all the same: --force', ...nextOf(target)];
  return [
    `${showUrl(target.url)} asks for no sign-in; nothing was stored`,
    ...facts.map((fact) => `  ${fact}`),
  ].join('\n');
}

function nextOf({ words }: LoginTarget): readonly string[] {
  return words === undefined ? [] : [`next     mcp-budget measure ${words.map(quoteWord).join(' ')}`];
}
