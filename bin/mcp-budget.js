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
/** A pipe without a reader, or a terminal that was closed. */
const readerIsGone = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

const abort = new AbortController();
abort.signal.addEventListener('abort', () => process.stdin.destroy());
process.on('exit', killLiveGroups);

let signalledAt;
for (const [name, code] of Object.entries(signalCodes)) {
  process.on(name, () => {
    // The first asks for an orderly end; the second does not wait for it.
    if (signalledAt !== undefined && performance.now() - signalledAt > SAME_SIGNAL_MS) process.exit();
    if (signalledAt !== undefined) return;
    signalledAt = performance.now();
    process.exitCode = code;
    abort.abort();
    setTimeout(() => process.exit(), ORDERLY_END_MS).unref();
  });
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code, message }) => {
    if (!readerIsGone.has(code)) {
      process.stderr.write(`error: cannot write the output: ${code ?? message}\n`);
      process.exit(2);
    }
    // As in `| head`: no failure of ours.
    if (stream === process.stdout) abort.abort();
  });
}

process.on('uncaughtException', (error) => {
  process.stderr.write(describeError(error));
  process.exit(2);
});

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
process.exitCode ??= exitCode;

function workingDirectory() {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('error: the working directory is gone\n  change to a folder that exists\n');
    return process.exit(2);
  }
}
