/**
 * The processes that a child has brought with it. Some leave its group (`setsid`, `detached: true`), as a browser
 * that a server starts; some outlive it. Linux only: elsewhere the group is all that can be known without another
 * program.
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot at its start; tells a process from a later one with the same id. */
  readonly startTicks: string;
}

interface ProcessEntry extends ProcessIdentity {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly isZombie: boolean;
}

/**
 * List the living processes of the group and the session that `leader` leads, and the descendants of all of these.
 * `leader` itself may be gone. Empty where the system does not tell.
 */
export function findDescendants(leader: number): readonly ProcessIdentity[] {
  const all = listProcesses();
  const found = new Set(
    all.filter(({ pid, group, session }) => pid === leader || group === leader || session === leader),
  );
  // A set is walked to its end, entries added meanwhile included.
  for (const { pid } of found) {
    for (const entry of all) if (entry.parent === pid) found.add(entry);
  }
  return [...found].filter(({ isZombie }) => !isZombie);
}

/** List the living processes that were started with this in their environment, wherever they have gone since. */
export function findMarked(marker: string): readonly ProcessIdentity[] {
  return listProcesses().filter(
    ({ pid, isZombie }) => !isZombie && pid !== process.pid && isMarked(pid, marker),
  );
}

function isMarked(pid: number, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(marker);
  } catch {
    // Somebody else's, or gone.
    return false;
  }
}

/** Tell whether a group consists of zombies only, which nobody may ever reap: in a container, we may be process 1. */
export function isGroupOfZombies(leader: number): boolean {
  const members = listProcesses().filter(({ group }) => group === leader);
  return members.length > 0 && members.every(({ isZombie }) => isZombie);
}

/** End those of the processes that still are what they were. */
export function killProcesses(processes: readonly ProcessIdentity[]): void {
  for (const { pid, startTicks } of processes) {
    if (readProcess(String(pid))?.startTicks !== startTicks) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended between the look and the signal.
    }
  }
}

function listProcesses(): readonly ProcessEntry[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(name) ?? []) : []));
}

function readProcess(pid: string): ProcessEntry | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // proc(5): field 2 is the program's name in parentheses and may hold spaces; what follows begins with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  return {
    pid: Number(pid),
    startTicks: fields[19] ?? '',
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    isZombie: state === 'Z',
  };
}
