/**
 * Processes that left the child's group (`setsid`, `detached: true`) while their parent still lives, e.g. a browser
 * that a server started. Linux only: elsewhere the group is all that can be known without another program.
 */
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot at its start; tells a process from a later one with the same id. */
  readonly startTicks: string;
}

/** List the living descendants of a process, its own group included. Empty where the system does not tell. */
export function findDescendants(pid: number): readonly ProcessIdentity[] {
  const found: ProcessIdentity[] = [];
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const child of childrenOf(next)) {
      const startTicks = startTicksOf(child);
      if (startTicks === undefined) continue;
      found.push({ pid: child, startTicks });
      queue.push(child);
    }
  }
  return found;
}

/** End those of the processes that still are what they were. */
export function killProcesses(processes: readonly ProcessIdentity[]): void {
  for (const { pid, startTicks } of processes) {
    if (startTicksOf(pid) !== startTicks) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended between the look and the signal.
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function startTicksOf(pid: number): string | undefined {
  // proc(5): field 22; field 2 is the program's name in parentheses and may hold spaces.
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
