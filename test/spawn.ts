/** Run the built program as a process of its own, and look for what it leaves behind. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const BIN = resolve('bin/mcp-budget.js');
requireFreshBuild();

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Written to stdin, which is then closed; without it stdin is a pipe that stays open. */
  readonly stdin?: string;
  /** Leave stdout unread, but for what fits into a buffer. */
  readonly isStdoutBlocked?: boolean;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Start the program; the environment is small, and without `CI`. */
export function startBin(args: readonly string[], options: StartOptions = {}): Started {
  return startProgram(process.execPath, [BIN, ...args], options);
}

/** Run the program to its end. */
export function runBin(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
  return startBin(args, options).ended;
}

/** Start any program the same way. */
export function startProgram(command: string, args: readonly string[], options: StartOptions = {}): Started {
  const { env, cwd, stdin, isStdoutBlocked = false } = options;
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => {});
  if (stdin !== undefined) child.stdin.end(stdin);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    if (name === 'stdout' && isStdoutBlocked) child.stdout.on('readable', () => {});
    else child[name].setEncoding('utf8').on('data', (chunk: string) => (text[name] += chunk));
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    // `close` waits for the streams, so a process that kept one of them would be noticed here too.
    child.once(isStdoutBlocked ? 'exit' : 'close', (code, signal) => {
      if (isStdoutBlocked) child.stdout.destroy();
      resolve({ code, signal, ...text });
    });
  });
  return { child, ended };
}

/**
 * Start a shell command on a terminal of its own, 100 columns wide. What both streams show comes as stdout, what is
 * written to stdin is typed.
 */
export function startOnTerminal(command: string, options: StartOptions = {}): Started {
  const inner = `stty cols 100; ${command}`;
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  return /util-linux/.test(stdout ?? '')
    ? startProgram('script', ['-qec', inner, '/dev/null'], options)
    : startProgram('python3', ['-c', PYTHON_PTY, inner], options);
}

const PYTHON_PTY = `import pty, os, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(['sh', '-c', sys.argv[1]])))`;

/** Poll until the condition holds. @throws Error with the description after 30 s. */
export async function waitFor(description: string, isTrue: () => boolean): Promise<void> {
  for (const endAt = performance.now() + 30_000; !isTrue(); await sleep(20)) {
    if (performance.now() > endAt) throw new Error(`waited in vain: ${description}`);
  }
}

export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/** Find the living processes that have this text in their command lines. */
export function findProcesses(text: string): readonly FoundProcess[] {
  return listProcesses().filter(({ command }) => command.includes(text));
}

function listProcesses(): readonly FoundProcess[] {
  if (process.platform === 'linux') return readdirSync('/proc').flatMap(readCommand);
  const lines = execFileSync('ps', ['-Awwo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
}

function readCommand(pid: string): readonly FoundProcess[] {
  if (!/^\d+$/.test(pid)) return [];
  try {
    // Empty for a zombie.
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return [{ pid: Number(pid), command }];
  } catch {
    return [];
  }
}

function requireFreshBuild(): void {
  const builtAt = statSync('dist/main.js', { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) throw new Error('dist/main.js is missing: npm run build, then test again');
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => join('src', name));
  const newer = sources.find((path) => path.endsWith('.ts') && statSync(path).mtimeMs > builtAt);
  if (newer !== undefined) throw new Error(`dist is older than ${newer}: npm run build, then test again`);
}
