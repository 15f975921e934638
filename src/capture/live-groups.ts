/**
 * Every child leads a process group of its own, so that grandchildren of `npx` or `sh -c` can be ended with it; and
 * every group is on this list until it is gone, so that whatever ends us can end them.
 */
import {
  findDescendants,
  findMarked,
  isGroupOfZombies,
  killProcesses,
  type ProcessIdentity,
} from './descendants.ts';

const isWindows = process.platform === 'win32';

interface LiveGroup {
  /** What its processes have in their environments: even a daemon that has cut every other tie keeps it. */
  readonly marker: string;
  /** The processes that it was last seen to have brought. */
  descendants: readonly ProcessIdentity[];
}

/** By the id of the process that leads the group. */
const liveGroups = new Map<number, LiveGroup>();

/** Remember a group by the id of the process that leads it, and `NAME=value` of its environment alone. */
export function addLiveGroup(pid: number, marker: string): void {
  liveGroups.set(pid, { marker, descendants: [] });
}

/** Note who belongs to the group now, before its leader ends: afterwards nobody can tell who has left it. */
export function noteDescendants(pid: number): void {
  const group = liveGroups.get(pid);
  if (group !== undefined) group.descendants = [...group.descendants, ...findDescendants(pid)];
}

/** Signal a whole group. Returns false when no process of it is left (or none of ours). */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  if (isWindows) return endTree(pid);
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Windows has no groups to signal. The module is asked for here because it would slow every start. */
function endTree(pid: number): boolean {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  return spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).status === 0;
}

/** Tell whether any process of the group still exists, zombies not counted where the system tells. */
export function isGroupAlive(pid: number): boolean {
  if (isWindows) return false;
  try {
    process.kill(-pid, 0);
    return !isGroupOfZombies(pid);
  } catch {
    return false;
  }
}

/** End a group, and what has left it, at once and at last; forget it. Synchronous. */
export function killLiveGroup(pid: number): void {
  noteDescendants(pid);
  signalGroup(pid, 'SIGKILL');
  const group = liveGroups.get(pid);
  if (group === undefined) return;
  killProcesses(group.descendants);
  killProcesses(findMarked(group.marker));
  liveGroups.delete(pid);
}

/** End every group: for `exit`, a second signal, or our own crash. Synchronous. */
export function killLiveGroups(): void {
  for (const pid of liveGroups.keys()) killLiveGroup(pid);
}
