/** Servers that are none, or do not start: what a process does at its edges, seen through the transport and the program. */
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionHandlers } from '../src/capture/connection.ts';
import { createPeculiarities } from '../src/capture/peculiarities.ts';
import { openStdio } from '../src/capture/transports/stdio.ts';
import { CaptureError } from '../src/errors.ts';
import { startBin, waitFor } from './spawn.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-budget-flood-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isWindows = process.platform === 'win32';
const NOTIFICATION = '{"jsonrpc":"2.0","method":"notifications/x"}';

/** Open a command and wait for its end; returns what was told of it. */
async function open(
  command: string,
  args: readonly string[] = [],
  { cwd = folder, onFrame = (): void => {} } = {},
) {
  let ended: CaptureError | undefined;
  const handlers: ConnectionHandlers = {
    onFrame,
    onNoise: () => {},
    onWarning: () => {},
    onClose: (error) => (ended ??= error),
  };
  const env = { PATH: process.env['PATH'] ?? '' };
  const launch = { kind: 'command', command, args, cwd, env } as const;
  const connection = await openStdio(launch, handlers, { maxBytes: 1_000_000 });
  await waitFor('the end', () => ended !== undefined);
  const { stderr = [] } = connection.facts?.() ?? {};
  await connection.close();
  return { message: ended?.message, stderr };
}

const node = (script: string): ReturnType<typeof open> => open(process.execPath, ['-e', script]);

describe.skipIf(isWindows)('a flood of stdout', () => {
  it('of noise is given up', async () => {
    const startedAt = performance.now();
    const { code, stdout } = await startBin(['measure', '--timeout', '20s', '--', 'yes']).ended;
    expect(code).toBe(3);
    expect(stdout).toContain('floods stdout with lines that are no messages');
    expect(stdout).toContain('is it an MCP server?');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  }, 60_000);

  it('is read a chunk at a time, with a turn for timers and signals after each', async () => {
    let frames = 0;
    let most = 0;
    let isDone = false;
    const count = (): void => {
      most = Math.max(most, frames);
      frames = 0;
      if (!isDone) setImmediate(count);
    };
    count();
    const onFrame = (): void => {
      frames += 1;
      // Slow enough for the server to have the next chunk ready.
      for (const until = performance.now() + 0.02; performance.now() < until;);
    };
    await open('sh', ['-c', `yes '${NOTIFICATION}' | head -c 1500000`], { onFrame });
    isDone = true;
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2 * Math.ceil(65_536 / NOTIFICATION.length));
  }, 60_000);

  it('of messages lets the deadline pass', async () => {
    const flags = ['--protocol', 'legacy', '--timeout', '1s'];
    const startedAt = performance.now();
    const { code, stdout } = await startBin(['measure', ...flags, '--', 'yes', NOTIFICATION]).ended;
    expect(code).toBe(3);
    expect(stdout).toContain('no answer to initialize within 1 s');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  }, 60_000);

  it('of messages lets Ctrl-C through', async () => {
    const { child, ended } = startBin(['measure', '--', 'yes', NOTIFICATION]);
    await sleep(1_500);
    const sentAt = performance.now();
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(performance.now() - sentAt).toBeLessThan(5_000);
  }, 60_000);
});

describe('what is kept of what a server wrote', () => {
  it('is enough of noise to find a secret in it', () => {
    const { noteNoise, noise } = createPeculiarities();
    noteNoise('x'.repeat(5_000));
    expect(noise().samples[0]).toHaveLength(4_000);
  });

  it('has no line that was cut', async () => {
    const { stderr } = await node(
      `process.stderr.write('s'.repeat(5_000) + '\\n' + 'a'.repeat(4_000) + '\\nend\\n')`,
    );
    expect(stderr).toEqual(['a'.repeat(4_000), 'end']);
  });

  it.each(['', '\\n'])('is less of one long line that was cut, ended by "%s"', async (end) => {
    const { stderr } = await node(`process.stderr.write('s'.repeat(9_000) + '${end}')`);
    expect(stderr).toEqual(['s'.repeat(8 * 1024 - 1_024 - (end === '' ? 0 : 1))]);
  });

  it('is everything of what was not cut', async () => {
    const { stderr } = await node(`process.stderr.write('a\\n' + 'b'.repeat(8_000))`);
    expect(stderr).toEqual(['a', 'b'.repeat(8_000)]);
  });
});

describe('a server that ends', () => {
  it.each([
    ['', 'the server ended with code 4 before it had answered'],
    [NOTIFICATION, 'the server ended with code 4 before it had answered'],
    [
      '{"jsonrpc":"2.0","id":0,"result":{}}',
      'the server ended with code 4 before it had answered everything',
    ],
  ])('after %s', async (line, message) => {
    expect((await node(`console.log('${line}'); process.exitCode = 4`)).message).toBe(message);
  });
});

describe.skipIf(isWindows)('a command that cannot start', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('loop', join(folder, 'loop'));
    writeFileSync(join(folder, 'script'), '#!/no/such/interpreter\n');
    chmodSync(join(folder, 'script'), 0o755);
  });

  it.each([
    ['./file/x', 'cannot start ./file/x: ENOTDIR'],
    ['./loop', 'cannot start ./loop: ELOOP'],
    [`./${'x'.repeat(300)}`, `cannot start ./${'x'.repeat(300)}: ENAMETOOLONG`],
    ['./script', 'cannot start ./script: its interpreter (#! line) was not found'],
    ['./missing', 'command not found: ./missing'],
    ['no-such-command', 'command not found: no-such-command'],
  ])('%s', async (command, message) => {
    const error: unknown = await open(command).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(CaptureError);
    expect(error).toMatchObject({ status: 'start-failed', message });
  });

  it('in a working directory that is a file', async () => {
    const error: unknown = await open('ls', [], { cwd: join(folder, 'file') }).catch(
      (error: unknown) => error,
    );
    expect(error).toMatchObject({ message: `working directory not found: ${join(folder, 'file')}` });
  });
});
