#!/usr/bin/env node
// The only file that touches the process: streams, signals and the exit code.
import { existsSync } from 'node:fs';

const program = new URL('../dist/main.js', import.meta.url);
if (!existsSync(program)) {
  process.stderr.write('error: not built\n  in a clone, run npm ci first\n');
  process.exit(2);
}
const { describeError, killLiveGroups, main } = await import(program);

const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
/** npm passes on the Ctrl-C that the terminal has sent us as well: within this time it is the same one. */
const SAME_SIGNAL_MS = 200;
/** More than servers get to end; what takes longer is stuck, e.g. on a reader of stdout that does not read. */
const ORDERLY_END_MS = 3_000;
/** For what a config left open, e.g. a timer: long enough for what ends by itself. */
const LEFT_OPEN_MS = 1_000;
/** A pipe without a reader, or a terminal that was closed. */
const readerIsGone = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

const abort = new AbortController();
abort.signal.addEventListener('abort', () => process.stdin.destroy());

/** What this run ends with, once that is known: code of a config can set `process.exitCode`, or exit. */
let outcome;
process.on('exit', killLiveGroups);
process.on('exit', holdOutcome);

let signalledAt;
for (const [name, code] of Object.entries(signalCodes)) {
  process.on(name, () => {
    // The first asks for an orderly end; the second does not wait for it.
    if (signalledAt !== undefined && performance.now() - signalledAt > SAME_SIGNAL_MS) process.exit();
    if (signalledAt !== undefined) return;
    signalledAt = performance.now();
    outcome = code;
    abort.abort();
    setTimeout(() => process.exit(), ORDERLY_END_MS).unref();
  });
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code, message }) => {
    if (!readerIsGone.has(code)) {
      fail(`error: cannot write the output: ${code ?? message}\n`);
    }
    // As in `| head`: no failure of ours.
    if (stream === process.stdout) abort.abort();
  });
}

process.on('uncaughtException', (error) => fail(describeError(error)));

const exitCode = await main(process.argv.slice(2), {
  cwd: workingDirectory(),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => performance.now(),
  signal: abort.signal,
});
// An error may have come before a server's end; were one left, it would keep us running.
setTimeout(() => killLiveGroups(), ORDERLY_END_MS).unref();
outcome ??= exitCode;
// Once more, to come after the listeners of a config.
process.on('exit', holdOutcome);
await untilTaken(process.stdout);
await untilTaken(process.stderr);
// Nothing of ours is pending now, unless a server is being ended.
const isEnding = process.getActiveResourcesInfo().includes('ProcessWrap');
setTimeout(() => process.exit(), isEnding ? ORDERLY_END_MS : LEFT_OPEN_MS).unref();

/** Until the reader has what was written; one that is slow may take its time. */
function untilTaken(stream) {
  // An empty write is not for nothing: to some readers of pipes it is the end.
  if (stream.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

/** The code set last is the one that counts. Synchronous, as all that runs on `exit`. */
function holdOutcome() {
  if (outcome === undefined) {
    outcome = 2;
    process.stderr.write(
      'error: the run ended before it was done\n  does a config call process.exit(), or never settle?\n',
    );
  }
  process.exitCode = outcome;
}

function fail(message) {
  outcome = 2;
  process.stderr.write(message);
  return process.exit();
}

function workingDirectory() {
  try {
    return process.cwd();
  } catch {
    return fail('error: the working directory is gone\n  change to a folder that exists\n');
  }
}
