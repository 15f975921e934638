/**
 * End a server's process the way the specification asks (2025-11-25, lifecycle · shutdown): close stdin, then
 * SIGTERM, then SIGKILL; always on the whole group, and once more at the end for what outlived its leader.
 */
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { isGroupAlive, killLiveGroup, noteDescendants, signalGroup } from './live-groups.ts';

/** After stdin closes, and after SIGTERM. */
const GRACE_MS = { stdinClosed: 500, terminated: 1_000 } as const;
const POLL_MS = 20;

/** Resolve once the process, its group and its descendants are gone, at the latest after the two grace periods. */
export async function stopProcess(child: ChildProcess, stdin: Writable | null): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  noteDescendants(pid);
  stdin?.end();
  try {
    if (await isGoneWithin(child, pid, GRACE_MS.stdinClosed)) return;
    signalGroup(pid, 'SIGTERM');
    if (await isGoneWithin(child, pid, GRACE_MS.terminated)) return;
  } finally {
    killLiveGroup(pid);
    stdin?.destroy();
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.unref();
  }
}

function isGoneWithin(child: ChildProcess, pid: number, timeoutMs: number): Promise<boolean> {
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const look = (): void => {
      if (hasExited() && !isGroupAlive(pid)) finish(true);
      else if (performance.now() - startedAt >= timeoutMs) finish(false);
    };
    const timer = setInterval(look, POLL_MS);
    const onExit = (): void => look();
    function finish(isGone: boolean): void {
      clearInterval(timer);
      child.off('exit', onExit);
      resolve(isGone);
    }
    child.once('exit', onExit);
    look();
  });
}
