/** A server as a child process: frames on stdin and stdout, its last words on stderr. */
import { constants } from 'node:buffer';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { delimiter, resolve as resolvePath } from 'node:path';
import type { Writable } from 'node:stream';
import spawn from 'cross-spawn';
import { CaptureError } from '../../errors.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import type { CommandLaunch } from '../../model/plan.ts';
import type { Connection, ConnectionHandlers } from '../connection.ts';
import { createFrameReader } from '../frames.ts';
import { addLiveGroup } from '../live-groups.ts';
import { stopProcess } from '../stop-process.ts';

/** How much of stderr is kept for the report of a failure. */
const STDERR_BYTES = 8 * 1024;
/** A secret may be cut where stderr is; in a line without an end, this much after the cut is not shown. */
const CUT_BYTES = 1_024;
/** A variable with a value of its own for every server, by which its processes are found at the end. */
const MARKER = 'MCP_BUDGET_RUN';

/**
 * Start the command in a process group of its own.
 * @throws CaptureError `start-failed` when the working directory or the program is not there.
 */
export async function openStdio(
  launch: CommandLaunch,
  handlers: ConnectionHandlers,
  options: { readonly maxBytes: number },
): Promise<Connection> {
  const child = await start(launch);
  // Node destroys the stdin it knows when the child exits; what a wrapper left behind still reads from it.
  const { stdin } = child;
  child.stdin = null;

  const stderr = keepLast(child);
  const { hasAnswered } = readFrames(child, handlers, options.maxBytes);
  let closing: Promise<void> | undefined;
  // `close` comes after the streams have ended, so an answer written just before the exit is still read.
  child.once('close', (code, signal) => {
    if (closing === undefined) {
      handlers.onClose(endedEarly(code === null ? `by ${signal}` : `with code ${code}`, hasAnswered()));
    }
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

async function start(launch: CommandLaunch): Promise<ChildProcess> {
  const run = randomUUID();
  let child: ChildProcess;
  try {
    child = spawn(launch.command, [...launch.args], {
      cwd: launch.cwd,
      env: { ...launch.env, [MARKER]: run },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (cause) {
    // Some failures are told by an event, the others are thrown.
    throw await cannotStart(launch, cause as NodeJS.ErrnoException);
  }
  if (child.pid !== undefined) addLiveGroup(child.pid, `${MARKER}=${run}`);
  await started(child, launch);
  return child;
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

async function cannotStart(launch: CommandLaunch, cause: NodeJS.ErrnoException): Promise<CaptureError> {
  const { command, cwd } = launch;
  if ((cause.code === 'ENOENT' || cause.code === 'ENOTDIR') && !(await isFolder(cwd))) {
    return new CaptureError('start-failed', `working directory not found: ${cwd}`, {
      hint: 'check --cwd',
      cause,
    });
  }
  if (cause.code === 'ENOENT' && (await isThere(launch))) {
    return new CaptureError(
      'start-failed',
      `cannot start ${command}: its interpreter (#! line) was not found`,
      {
        hint: 'look at its first line (Windows line ends have this effect too), or name its interpreter: -- node server.mjs',
        cause,
      },
    );
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

/** A missing interpreter surfaces as a missing command, too. */
async function isThere({ command, cwd, env }: CommandLaunch): Promise<boolean> {
  const folders = command.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter);
  const found = await Promise.all(
    folders.map((folder) =>
      stat(resolvePath(cwd, folder, command)).then(
        (file) => file.isFile(),
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

function endedEarly(how: string, hasAnswered: boolean): CaptureError {
  const when = hasAnswered ? 'before it had answered everything' : 'before it had answered';
  return new CaptureError('start-failed', `the server ended ${how} ${when}`, {
    hint: 'run the command by hand; a missing variable is the usual reason: --env NAME=value, or --inherit-env',
  });
}

function readFrames(
  child: ChildProcess,
  handlers: ConnectionHandlers,
  maxBytes: number,
): { readonly hasAnswered: () => boolean } {
  const { stdout } = child;
  let hasAnswered = false;
  let isFlooded = false;
  const reader = createFrameReader(
    {
      ...handlers,
      onFrame: (frame) => {
        hasAnswered ||= isJsonObject(frame.value) && frame.value['method'] === undefined;
        handlers.onFrame(frame);
      },
      onFlood: () => {
        isFlooded = true;
        handlers.onClose(
          new CaptureError('protocol-error', 'the server floods stdout with lines that are no messages', {
            hint: 'is it an MCP server? Run it by hand to see what it writes; logs belong on stderr',
          }),
        );
      },
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
  stdout?.on('data', (chunk: Buffer) => {
    if (!isFlooded) reader.push(chunk);
    // One chunk a turn: from a server that never pauses they would follow each other, and no timer or signal be seen.
    stdout.pause();
    setImmediate(() => stdout.resume());
  });
  stdout?.once('end', () => reader.end());
  stdout?.on('error', () => {});
  return { hasAnswered: () => hasAnswered };
}

function keepLast(child: ChildProcess): () => readonly string[] {
  let kept = Buffer.alloc(0);
  let isCut = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    const all = Buffer.concat([kept, chunk]);
    isCut ||= all.length > STDERR_BYTES;
    kept = all.subarray(-STDERR_BYTES);
  });
  child.stderr?.on('error', () => {});
  return () =>
    (isCut ? withoutCutLine(kept) : kept)
      .toString('utf8')
      .split(/\r?\n/)
      .map((line) => line.trimEnd())
      .filter((line) => line !== '');
}

/** Nothing before the cut can be looked at for a secret, so a part of one behind it would not be known as such. */
function withoutCutLine(kept: Buffer): Buffer {
  const end = kept.indexOf('\n');
  const isOneLine = end === -1 || end === kept.length - 1;
  return kept.subarray(isOneLine ? CUT_BYTES : end + 1);
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
