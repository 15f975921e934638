/** Files that are none, are too large, cannot be reached, or lie where something else is. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './run.ts';
import { BIN, runBin, startBin, startProgram } from './spawn.ts';

const PLAIN = 'fixtures/lists/plain.json';
const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-budget-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A path of its own in the folder. */
let count = 0;
function fresh(name = 'file'): string {
  count += 1;
  const inside = join(folder, String(count));
  mkdirSync(inside);
  return join(inside, name);
}

function makeFifo(): string {
  const path = fresh('fifo');
  execFileSync('mkfifo', [path]);
  return path;
}

const refused = (message: RegExp): object => ({ code: 2, stderr: expect.stringMatching(message) });

describe.skipIf(isWindows)('a pipe as a file', () => {
  it('is empty without a writer', async () => {
    expect(await runBin(['measure', makeFifo()])).toMatchObject(refused(/^error: \S+fifo is empty\n {2}\S/));
  });

  it('is read to its end from a writer that comes late and is slow', async () => {
    const fifo = makeFifo();
    const { ended } = startBin(['measure', fifo, '--format', 'json']);
    const text = readFileSync(PLAIN, 'utf8');
    const script = `sleep 0.3; { head -c 20 ${PLAIN}; sleep 0.3; tail -c +21 ${PLAIN}; } > "$1"`;
    await startProgram('sh', ['-c', script, 'sh', fifo]).ended;
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(text.length).toBeGreaterThan(20);
    expect(JSON.parse(stdout).totals).toEqual(
      JSON.parse((await run(['measure', PLAIN, '--format', 'json'])).stdout).totals,
    );
  });

  it('may be a process substitution, larger than a pipe', async () => {
    const list = fresh('list.json');
    writeFileSync(list, `${' '.repeat(300_000)}${readFileSync(PLAIN, 'utf8')}`);
    const command = `"$0" "$1" measure <(cat "$2") --format json`;
    const { code, stderr } = await startProgram('bash', ['-c', command, process.execPath, BIN, list]).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('does not keep %s from ending the program while a writer is silent', async (signal, code) => {
    const fifo = makeFifo();
    const writer = openSync(fifo, 'r+');
    try {
      const { child, ended } = startBin(['measure', fifo]);
      await sleep(1_500);
      expect(child.exitCode).toBeNull();
      child.kill(signal);
      expect(await ended).toMatchObject({ code, stderr: '' });
    } finally {
      closeSync(writer);
    }
  });
});

describe('what is no file or too large', () => {
  it.skipIf(isWindows)('refuses a device', async () => {
    expect(await run(['measure', '/dev/zero'])).toMatchObject(
      refused(/^error: \/dev\/zero is no file\n {2}\S/),
    );
  });

  it('refuses a file above the cap by its size', async () => {
    const path = fresh('large.json');
    writeFileSync(path, '');
    truncateSync(path, 600 * 2 ** 20);
    expect(await run(['measure', path])).toMatchObject(
      refused(/^error: \S+large\.json holds 600 MiB; at most 256 MiB are read\n {2}\S/),
    );
  });

  it.skipIf(isWindows)('stops reading standard input at the cap', async () => {
    const command = `"$0" "$1" measure - < /dev/zero`;
    expect(await startProgram('sh', ['-c', command, process.execPath, BIN]).ended).toMatchObject(
      refused(/^error: standard input holds more than 256 MiB; at most 256 MiB are read\n {2}\S/),
    );
  });

  it.skipIf(isWindows)('tells of standard input that cannot be read', async () => {
    const command = `"$0" "$1" measure - 0> "$2"`;
    expect(await startProgram('sh', ['-c', command, process.execPath, BIN, fresh()]).ended).toMatchObject(
      refused(/^error: cannot read standard input: EBADF\n {2}\S/),
    );
  });
});

describe('a path that cannot be looked up', () => {
  it.skipIf(isWindows)('tells of links that lead in a circle', async () => {
    const path = fresh('loop.json');
    symlinkSync(path, path);
    expect(await run(['measure', path])).toMatchObject(refused(/^error: cannot read \S+: ELOOP\n {2}\S/));
  });

  it('tells of a name that is too long', async () => {
    expect(await run(['measure', `./${'x'.repeat(300)}.json`])).toMatchObject(
      refused(/^error: cannot read \S+: ENAMETOOLONG\n {2}\S/),
    );
  });

  it('takes a long quoted command for a command', async () => {
    const long = 'x'.repeat(300);
    const { code, stderr } = await run(['measure', `node -e process.exit(1) ${long}`]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  });

  it.skipIf(isRoot || isWindows)('tells of folders without permission', async () => {
    const closed = fresh('closed');
    mkdirSync(closed);
    chmodSync(closed, 0);
    for (const path of [closed, join(closed, 'list.json')])
      expect(await run(['measure', path])).toMatchObject(refused(/^error: cannot read \S+: EACCES\n {2}\S/));
  });

  it('tells of a folder where a file was expected', async () => {
    const path = fresh('a.json');
    mkdirSync(path);
    expect(await run(['measure', join(path, '..')])).toMatchObject(
      refused(/^error: cannot read \S+a\.json: EISDIR\n {2}\S/),
    );
  });

  it.skipIf(isWindows)('tells of a working directory that is gone', async () => {
    const gone = fresh('gone');
    mkdirSync(gone);
    const command = `cd "$2" && rmdir "$2" && "$0" "$1" measure x.json`;
    expect(await startProgram('sh', ['-c', command, process.execPath, BIN, gone]).ended).toMatchObject({
      code: 2,
      stderr: 'error: the working directory is gone\n  change to a folder that exists\n',
    });
  });
});

describe('where a report is written', () => {
  const writeTo = (path: string): ReturnType<typeof run> =>
    run(['measure', PLAIN, '--format', `json=${path}`, '--format', 'table']);

  it.skipIf(isWindows)('leaves a device what it is', async ({ skip }) => {
    // Root could replace the real one on the day this fails, and gets a node of its own with the same numbers.
    const path = isRoot ? fresh('null') : '/dev/null';
    try {
      if (isRoot) execFileSync('mknod', [path, 'c', '1', '3'], { stdio: 'ignore' });
    } catch {
      skip('devices cannot be made here');
    }
    expect(await writeTo(path)).toMatchObject({ code: 0 });
    expect(statSync(path).isCharacterDevice()).toBe(true);
  });

  it.skipIf(isWindows)('keeps a link and replaces what it leads to, or makes it', async () => {
    for (const exists of [true, false]) {
      const target = fresh('target.json');
      const link = join(target, '..', 'link.json');
      if (exists) writeFileSync(target, 'old');
      symlinkSync('target.json', link);
      expect(await writeTo(link)).toMatchObject({ code: 0 });
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readlinkSync(link)).toBe('target.json');
      expect(JSON.parse(readFileSync(target, 'utf8'))).toHaveProperty('totals');
      expect(readdirSync(join(target, '..')).sort()).toEqual(['link.json', 'target.json']);
    }
  });

  it('refuses a folder and leaves nothing beside it', async () => {
    const path = fresh('dir');
    mkdirSync(path);
    expect(await writeTo(path)).toMatchObject(
      refused(/^error: cannot write \S+dir: EISDIR\n {2}it is a folder/),
    );
    expect(readdirSync(join(path, '..'))).toEqual(['dir']);
  });

  it.skipIf(isWindows)('fills a pipe that has a reader, and refuses one that has none', async () => {
    const fifo = makeFifo();
    expect(await writeTo(fifo)).toMatchObject(
      refused(/^error: cannot write \S+fifo: ENXIO\n {2}nothing reads/),
    );
    const big = fresh('big.json');
    const tools = Array.from({ length: 1_000 }, (_, index) => ({ name: `t${index}`, inputSchema: {} }));
    writeFileSync(big, JSON.stringify({ tools }));
    const command = `"$0" "$1" measure "$2" --format json=>(sleep 0.5; cat > "$3.part"; mv "$3.part" "$3")
      for i in $(seq 100); do [ -e "$3" ] && break; sleep 0.1; done`;
    const copy = fresh('copy.json');
    await startProgram('bash', ['-c', command, process.execPath, BIN, big, copy]).ended;
    expect(JSON.parse(readFileSync(copy, 'utf8'))).toMatchObject({ totals: { tools: 1_000 } });
  });
});

it('writes snapshots apart whose servers come to one file name', async () => {
  const list = [{ name: 'a', inputSchema: { type: 'object' } }];
  const path = fresh('lists.json');
  writeFileSync(path, JSON.stringify({ 'a b': list, a_b: list, A_B: list }));
  const out = fresh('out');
  const { code, stderr } = await run(['snapshot', path, '--out', out]);
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('a_b-2.default.snapshot.json'),
  });
  const servers = readdirSync(out)
    .sort()
    .map((name): unknown => [name, JSON.parse(readFileSync(join(out, name), 'utf8')).server]);
  expect(servers).toEqual([
    ['A_B-3.default.snapshot.json', 'A_B'],
    ['a_b-2.default.snapshot.json', 'a_b'],
    ['a_b.default.snapshot.json', 'a b'],
  ]);
});
