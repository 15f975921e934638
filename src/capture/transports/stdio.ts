/** A server as a child process: frames on stdin and stdout, its last words on stderr. */
import { constants } from 'node:buffer';
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { CaptureError } from '../../errors.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import type { CommandLaunch } from '../../model/plan.ts';
import type { Connection, ConnectionHandlers } from '../connection.ts';
import { createFrameReader } from '../frames.ts';
import { keepLastLines } from '../last-lines.ts';
import { startProcess } from '../start-process.ts';
import { stopProcess } from '../stop-process.ts';

/**
 * Start the command in a process group of its own.
 * @throws CaptureError `start-failed` when the working directory or the program is not there.
 */
export async function openStdio(
  launch: CommandLaunch,
  handlers: ConnectionHandlers,
  options: { readonly maxBytes: number },
): Promise<Connection> {
  const child = await startProcess(launch);
  // Node destroys the stdin it knows when the child exits; what a wrapper left behind still reads from it.
  const { stdin } = child;
  child.stdin = null;

  const stderr = keepLastLines(child);
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

function endedEarly(how: string, hasAnswered: boolean): CaptureError {
  const when = hasAnswered ? 'before it had answered everything' : 'before it had answered';
  return new CaptureError('start-failed', `the server ended ${how} ${when}`, {
    hint: 'run the command by hand; a missing variable is the usual reason: --env NAME=value or --inherit-env; in a config "env" or "inheritEnv"',
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
