/**
 * Every child leads a process group of its own, so that grandchildren of `npx` or `sh -c` can be ended with it; and
 * every group is on this list until it is gone, so that whatever ends us can end them.
 */
import { spawnSync } from 'node:child_process';

const isWindows = process.platform === 'win32';
const liveGroups = new Set<number>();

/** Remember a group by the id of the process that leads it. */
export function addLiveGroup(pid: number): void {
  liveGroups.add(pid);
}

/** Forget a group that has been ended. */
export function removeLiveGroup(pid: number): void {
  liveGroups.delete(pid);
}

/** Signal a whole group. Returns false when no process of it is left (or none of ours). */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  if (isWindows)
    return spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).status === 0;
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Tell whether any process of the group still exists, zombies not counted where the system tells. */
export function isGroupAlive(pid: number): boolean {
  if (isWindows) return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** End every group at once and at last: for `exit`, a second signal, or our own crash. Synchronous. */
export function killLiveGroups(): void {
  for (const pid of liveGroups) signalGroup(pid, 'SIGKILL');
  liveGroups.clear();
}
