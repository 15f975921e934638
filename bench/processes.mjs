// Run whole processes one after another: wall time from outside, CPU and peak memory by the operating system.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dirs } from './dirs.mjs';

const TIMEOUT_MS = 300_000;
const GNU_TIME = '/usr/bin/time';
const hasGnuTime =
  existsSync(GNU_TIME) && spawnSync(GNU_TIME, ['-f', '%U %S %M', 'true'], { stdio: 'ignore' }).status === 0;

/** How CPU and peak memory are read. */
export const METER = hasGnuTime
  ? 'CPU: user + system with children; peak: largest process (GNU time)'
  : 'CPU and peak: the program alone, without children (process.resourceUsage)';

/** Groups that still run; ended with this process, whatever ends it. */
const live = new Set();
let isInterrupted = false;
process.on('exit', () => {
  for (const pid of live) signalGroup(pid, 'SIGKILL');
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => {
    isInterrupted = true;
    // A measured program ends the servers it started only if it is asked to.
    for (const pid of live) signalGroup(pid, 'SIGTERM');
    setTimeout(() => process.exit(code), live.size > 0 ? 2_000 : 0);
  });
}

/**
 * Run a command to its end.
 * @throws Error when it does not end with exit code 0: a figure of a failed run says nothing.
 */
export async function runProcess([command, ...args], { cwd, env = process.env } = {}) {
  const usageFile = join(dirs.temporary(), 'usage.txt');
  const metered = meter(command, args, usageFile);
  const startedAt = performance.now();
  const child = spawn(metered.command, metered.args, {
    cwd,
    env: { ...env, ...metered.env },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own, so that nothing below it outlives the run.
    detached: true,
  });
  live.add(child.pid);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
  const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), TIMEOUT_MS);
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const wallMs = performance.now() - startedAt;
  clearTimeout(timer);
  signalGroup(child.pid, 'SIGKILL');
  live.delete(child.pid);
  // The exit is on its way.
  if (isInterrupted) await new Promise(() => {});
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stderr}`);
  return { wallMs, ...readUsage(usageFile) };
}

/** Run the commands in turn, A B C A B C …, after one round that does not count. Gives the runs by name. */
export async function runInTurn(commands, rounds, options) {
  const names = Object.keys(commands);
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const run = await runProcess(commands[name], options);
      if (round > 0) runs[name].push(run);
    }
  }
  return runs;
}

function meter(command, args, usageFile) {
  rmSync(usageFile, { force: true });
  if (hasGnuTime)
    return { command: GNU_TIME, args: ['-o', usageFile, '-f', '%U %S %M', command, ...args], env: {} };
  if (command !== process.execPath) return { command, args, env: {} };
  const preload = new URL('usage.mjs', import.meta.url).href;
  return { command, args: ['--import', preload, ...args], env: { BENCH_USAGE_FILE: usageFile } };
}

function readUsage(usageFile) {
  if (!existsSync(usageFile)) return { cpuS: Number.NaN, peakMb: Number.NaN };
  const [user, system, peakKb] = readFileSync(usageFile, 'utf8').trim().split('\n').at(-1).split(' ');
  return { cpuS: Number(user) + Number(system), peakMb: (Number(peakKb) * 1024) / 1e6 };
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone.
  }
}
