/** Where sign-ins are kept: one file that only its owner can read. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CaptureError, UsageError } from '../../errors.ts';
import { quoteWord } from '../../shell-word.ts';
import { errorCodes } from '../http-failure.ts';
import { withLock } from './lock.ts';
import { formatSignIns, parseSignIns, type StoredSignIn } from './stored-sign-in.ts';

type Env = Readonly<Record<string, string | undefined>>;
type SignIns = readonly StoredSignIn[];

/**
 * The file of sign-ins: in MCP_BUDGET_HOME, else where the platform keeps settings; undefined where the environment
 * names no home.
 */
export function storePath(env: Env, platform: NodeJS.Platform = process.platform): string | undefined {
  const folder = env['MCP_BUDGET_HOME'] || within(settingsFolder(env, platform), 'mcp-budget');
  return within(folder, 'credentials.json');
}

function settingsFolder(env: Env, platform: NodeJS.Platform): string | undefined {
  if (env['XDG_CONFIG_HOME']) return env['XDG_CONFIG_HOME'];
  if (platform === 'win32') return env['APPDATA'] || within(env['USERPROFILE'], 'AppData', 'Roaming');
  return platform === 'darwin'
    ? within(env['HOME'], 'Library', 'Application Support')
    : within(env['HOME'], '.config');
}

function within(folder: string | undefined, ...names: readonly string[]): string | undefined {
  return folder === undefined || folder === '' ? undefined : join(folder, ...names);
}

/** The file of sign-ins. @throws UsageError where the environment names no place for it */
export function requireStorePath(env: Env): string {
  const path = storePath(env);
  if (path !== undefined) return path;
  throw new UsageError('no folder to keep a sign-in in', { hint: 'name one: export MCP_BUDGET_HOME=…' });
}

/** Read all sign-ins; none where there is no file. @throws UsageError for a file that others can read, or no store */
export async function readStore(path: string): Promise<SignIns> {
  const text = await readPrivate(path);
  if (text === undefined) return [];
  const signIns = parseSignIns(text);
  if (signIns !== undefined) return signIns;
  throw new UsageError(`${path} is no file of sign-ins, or one of a newer version`, {
    hint: `delete it and sign in again: rm ${quoteWord(path)}`,
  });
}

async function readPrivate(path: string): Promise<string | undefined> {
  try {
    // Not to wait for a writer where it is a pipe.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      // Of the opened file: another may take its name meanwhile.
      const stats = await file.stat();
      if (!stats.isFile()) throw new UsageError(`${path} is no regular file`, { hint: 'move it away' });
      rejectShared(path, stats.mode);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    const [code] = errorCodes(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === undefined) throw error;
    throw new UsageError(`cannot read ${path}: ${code}`, { cause: error });
  }
}

/** Windows keeps who may read in lists of its own, and a user's folder is closed to others there. */
function rejectShared(path: string, mode: number): void {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  const shown = (mode & 0o777).toString(8);
  throw new UsageError(`${path} holds tokens, and others can read or change it (mode ${shown})`, {
    hint: `chmod 600 ${quoteWord(path)}; if it was open to others for long, sign in again`,
  });
}

/**
 * Change the sign-ins while no other process does; `change` is given those that are stored now. What it returns
 * replaces the file as a whole.
 * @throws UsageError when the file cannot be read, locked or written; whatever `change` throws.
 */
export async function updateStore(
  path: string,
  change: (signIns: SignIns) => SignIns | Promise<SignIns>,
): Promise<void> {
  await makePrivateFolder(dirname(path));
  await withLock(`${path}.lock`, async () => {
    const before = await readStore(path);
    const after = await change(before);
    if (after === before) return;
    await (after.length === 0 ? rm(path, { force: true }) : replace(path, checked(formatSignIns(after))));
  });
}

/** What servers have said is in it, and a file that cannot be read again would lose everything. */
function checked(text: string): string {
  if (parseSignIns(text) !== undefined) return text;
  throw new CaptureError(
    'unsupported',
    'the authorization server gave what cannot be kept: nothing was stored',
    {
      hint: 'its client id, or the name it has for the server, is none; tell whoever runs it',
    },
  );
}

async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new UsageError(`cannot make the folder ${folder}: ${errorCodes(cause)[0] ?? 'failed'}`, {
      hint: 'MCP_BUDGET_HOME names another one',
      cause,
    });
  });
}

async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      // A refresh token that was used up is lost for good if its successor is.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new UsageError(`cannot write ${path}: ${errorCodes(cause)[0] ?? 'failed'}`, { cause });
  }
}
