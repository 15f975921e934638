/** One process at a time: a lock file beside what it guards. */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../../errors.ts';
import { errorCodes } from '../http-failure.ts';

const POLL_MS = 50;
/** Longer than a holder waits for the network. */
const GIVE_UP_MS = 30_000;
/** Of a file without a holder: one that died between making and writing it. */
const EMPTY_STALE_MS = 2_000;
/** Of a holder on another machine, which cannot be asked whether it lives. */
const STALE_MS = 600_000;

/** Do the work while no other process holds the lock. @throws UsageError when it is not to be had */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const holder = `${process.pid} ${hostname()} ${randomUUID()}`;
  for (const endAt = performance.now() + GIVE_UP_MS; !(await take(path, holder)); await wait(POLL_MS)) {
    if (performance.now() > endAt) throw held(path);
    await removeStale(path);
  }
  try {
    return await work();
  } finally {
    // Another one has taken it for stale.
    if ((await holderOf(path)) === holder) await rm(path, { force: true });
  }
}

async function take(path: string, holder: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(holder).finally(() => file.close());
    return true;
  } catch (error) {
    const [code = 'failed'] = errorCodes(error);
    // EPERM: Windows, while another process deletes it.
    if (code === 'EEXIST' || code === 'EPERM') return false;
    throw new UsageError(`cannot write ${path}: ${code}`, {
      hint: 'MCP_BUDGET_HOME names a folder that may be written to',
      cause: error,
    });
  }
}

/** Put a lock aside whose holder is gone. By renaming: of two that try, one does. */
async function removeStale(path: string): Promise<void> {
  const holder = await holderOf(path);
  if (holder === undefined || !(await isStale(path, holder))) return;
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => {});
  // What was put aside may be a newer one, taken in between.
  if ((await holderOf(aside)) === holder) await rm(aside, { force: true });
  else await rename(aside, path).catch(() => {});
}

async function isStale(path: string, holder: string): Promise<boolean> {
  const [pid, host] = holder.split(' ');
  if (host === hostname() && pid !== undefined) return !isAlive(Number(pid));
  const written = await stat(path).catch(() => undefined);
  const staleMs = holder === '' ? EMPTY_STALE_MS : STALE_MS;
  return written !== undefined && Date.now() - written.mtimeMs > staleMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodes(error).includes('EPERM');
  }
}

function holderOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function held(path: string): UsageError {
  return new UsageError(`another mcp-budget holds ${path}`, {
    hint: 'wait until it has ended; delete the file if there is none',
  });
}
