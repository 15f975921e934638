/** A server as a child process: frames on stdin and stdout, its last words on stderr. */
import { constants } from 'node:buffer';
import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import spawn from 'cross-spawn';
import { CaptureError } from '../../errors.ts';
import type { JsonObject } from '../../json.ts';
import type { CommandLaunch } from '../../model/plan.ts';
import type { Connection, ConnectionHandlers } from '../connection.ts';
import { createFrameReader } from '../frames.ts';
import { addLiveGroup } from '../live-groups.ts';
import { stopProcess } from '../stop-process.ts';

/** How much of stderr is kept for the report of a failure. */
const STDERR_BYTES = 8 * 1024;

/**
 * Start the command in a process group of its own.
 * @throws CaptureError `start-failed` when the working directory or the program is not there.
 */
export async function openStdio(
  launch: CommandLaunch,
  handlers: ConnectionHandlers,
  options: { readonly maxBytes: number },
): Promise<Connection> {
  const child = spawn(launch.command, [...launch.args], {
    cwd: launch.cwd,
    env: { ...launch.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (child.pid !== undefined) addLiveGroup(child.pid);
  await started(child, launch);
  // Node destroys the stdin it knows when the child exits; what a wrapper left behind still reads from it.
  const { stdin } = child;
  child.stdin = null;

  const stderr = keepLast(child);
  readFrames(child, handlers, options.maxBytes);
  let closing: Promise<void> | undefined;
  // `close` comes after the streams have ended, so an answer written just before the exit is still read.
  child.once('close', (code, signal) => {
    if (closing === undefined) handlers.onClose(endedEarly(code, signal));
  });
  // A server that closes its stdout and lives on can answer nothing any more.
  child.stdout?.once('end', () => {
    setTimeout(() => {
      if (closing === undefined && child.exitCode === null && child.signalCode === null) {
        handlers.onClose(new CaptureError('start-failed', 'the server closed its stdout'));
      }
    }, 200).unref();
  });

  return {
    transport: 'stdio',
    send: (message) => write(stdin, message),
    setProtocolVersion: () => {},
    close: () => (closing ??= stopProcess(child, stdin)),
    facts: () => ({
      exitCode: child.exitCode ?? undefined,
      signal: child.signalCode ?? undefined,
      stderr: stderr(),
    }),
  };
}

function started(child: ChildProcess, launch: CommandLaunch): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => {
      child.on('error', () => {});
      child.stdin?.on('error', () => {});
      resolve();
    });
    child.once('error', (cause: NodeJS.ErrnoException) => {
      void cannotStart(launch, cause).then(reject);
    });
  });
}

async function cannotStart(
  { command, cwd }: CommandLaunch,
  cause: NodeJS.ErrnoException,
): Promise<CaptureError> {
  if (cause.code === 'ENOENT' && !(await isFolder(cwd))) {
    return new CaptureError('start-failed', `working directory not found: ${cwd}`, {
      hint: 'check --cwd',
      cause,
    });
  }
  if (cause.code === 'ENOENT') {
    return new CaptureError('start-failed', `command not found: ${command}`, {
      hint: 'check the spelling, install it, or give its full path; the server gets the PATH of this shell',
      cause,
    });
  }
  if (cause.code === 'EACCES') {
    return new CaptureError('start-failed', `not executable: ${command}`, {
      hint: 'make it executable (chmod +x), or name its interpreter: -- node server.mjs',
      cause,
    });
  }
  return new CaptureError('start-failed', `cannot start ${command}: ${cause.code ?? cause.message}`, {
    cause,
  });
}

/** A missing working directory surfaces as a missing command. */
function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function endedEarly(code: number | null, signal: NodeJS.Signals | null): CaptureError {
  const how = signal === null ? `with code ${code ?? 0}` : `by ${signal}`;
  return new CaptureError('start-failed', `the server ended ${how} before it had answered`, {
    hint: 'run the command by hand; a missing variable is the usual reason: --env NAME=value, or --inherit-env',
  });
}

function readFrames(child: ChildProcess, handlers: ConnectionHandlers, maxBytes: number): void {
  const reader = createFrameReader(
    {
      ...handlers,
      onOversize: (bytes) =>
        handlers.onClose(
          new CaptureError('partial', `one answer is larger than ${maxBytes} bytes (${bytes} read)`, {
            hint: 'raise the cap with --max-bytes',
          }),
        ),
    },
    // One frame is decoded into one string, which V8 bounds.
    Math.min(maxBytes, constants.MAX_STRING_LENGTH),
  );
  child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk));
  child.stdout?.once('end', () => reader.end());
  child.stdout?.on('error', () => {});
}

function keepLast(child: ChildProcess): () => readonly string[] {
  let kept = Buffer.alloc(0);
  child.stderr?.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-STDERR_BYTES);
  });
  child.stderr?.on('error', () => {});
  return () =>
    kept
      .toString('utf8')
      .split(/\r?\n/)
      .map((line) => line.trimEnd())
      .filter((line) => line !== '');
}

function write(stdin: Writable | null, message: JsonObject): Promise<void> {
  return new Promise((resolve) => {
    // EPIPE and "write after end" only say that the process is going; its exit is reported by `close`.
    if (stdin === null || !stdin.writable) {
      resolve();
      return;
    }
    stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}
