#!/usr/bin/env node
// The only file that touches the process: streams, signals and the exit code.
import { killLiveGroups, main } from '../dist/main.js';

const abort = new AbortController();
const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
let signalCode;

for (const [name, code] of Object.entries(signalCodes)) {
  process.on(name, () => {
    // The first asks for an orderly end; the second does not wait for it.
    if (signalCode !== undefined) killLiveGroups();
    signalCode ??= code;
    abort.abort();
  });
}
process.on('exit', killLiveGroups);

// A reader that went away, as in `| head`, is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    abort.abort();
  });
}

const exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => performance.now(),
  signal: abort.signal,
});
process.exitCode = signalCode ?? exitCode;
