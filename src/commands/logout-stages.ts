/** What `logout` does, loaded when it runs. */
import { startDeadline } from '../capture/deadline.ts';
import { openHttpClient, type Fetch } from '../capture/proxy-fetch.ts';
import { revokeSignIn } from '../capture/sign-in/revoke.ts';
import { readStore, requireStorePath, updateStore } from '../capture/sign-in/store.ts';
import { isSameSignIn, signInsFor, type StoredSignIn } from '../capture/sign-in/stored-sign-in.ts';
import { EXIT, UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { escapeForTerminal } from '../report/escape.ts';
import { writeText } from '../report/render.ts';
import type { CommandInput } from './command.ts';
import { showResource, showUrl } from './login-list.ts';
import { readLoginTarget } from './login-target.ts';

const CONNECT_MS = 15_000;
/** For all that is revoked of one sign-in: it is deleted all the same. */
const REVOKE_MS = 30_000;

/** Revoke and delete sign-ins. @throws UsageError where none is meant or none is stored */
export async function runLogout(input: CommandInput, io: Io): Promise<ExitCode> {
  const path = requireStorePath(io.env);
  const stored = await readStore(path);
  const over = await chosen(stored, input, io);
  const client = await openHttpClient(io.env, CONNECT_MS);
  try {
    for (const signIn of over) {
      // First here: whatever becomes of the rest, this machine no longer has it.
      await updateStore(path, (signIns) => signIns.filter((one) => !isSameSignIn(one, signIn)));
      const problem = await revokeInTime(signIn, client.fetch, io.signal);
      io.signal.throwIfAborted();
      const told =
        problem === undefined ? '' : `  deleted here; not revoked there: ${escapeForTerminal(problem)}\n`;
      await writeText(io.stdout, `signed out of ${escapeForTerminal(showResource(signIn))}\n${told}`);
    }
  } finally {
    await client.close();
  }
  return EXIT.ok;
}

async function revokeInTime(
  signIn: StoredSignIn,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<string | undefined> {
  const deadline = startDeadline(REVOKE_MS, signal);
  try {
    return await revokeSignIn(signIn, { fetch, signal: deadline.signal });
  } finally {
    deadline.clear();
  }
}

async function chosen(
  stored: readonly StoredSignIn[],
  input: CommandInput,
  io: Io,
): Promise<readonly StoredSignIn[]> {
  const [word, ...more] = input.targets;
  const isAll = input.options['all'] === true;
  if (more.length > 0 || isAll === (word !== undefined))
    throw new UsageError('logout: name one server or URL, or say --all', { hint: hintOf(stored) });
  if (word === undefined) return stored;
  const target = await readLoginTarget(word, input, io);
  const found = signInsFor(stored, target.url);
  if (found.length > 0) return found;
  const shown = /^https?:\/\//i.test(word) ? showUrl(target.url) : word;
  throw new UsageError(`no sign-in to ${shown} is stored`, { hint: hintOf(stored) });
}

function hintOf(stored: readonly StoredSignIn[]): string {
  return stored.length === 0 ? 'nothing is stored' : `stored: ${stored.map(showResource).join(', ')}`;
}
