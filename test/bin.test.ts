import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE, FAKE } from './run.ts';
import { BIN, runBin, startOnTerminal, startBin, startProgram } from './spawn.ts';

const ESCAPE = '\u001b';
const CLEAR_LINE = `\r${ESCAPE}[K`;
const PLAIN = 'fixtures/lists/plain.json';
/** Slow enough for the progress to be seen. */
const SLOW = ['--settle', '1s', '--', 'node', EXAMPLE];

let folder = '';
/** A list whose report is larger than any pipe. */
let big = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-budget-bin-'));
  big = join(folder, 'big.json');
  const tools = Array.from({ length: 1_000 }, (_, index) => ({
    name: `tool_${index}`,
    description: `Does the work number ${index}.`,
    inputSchema: { type: 'object' },
  }));
  writeFileSync(big, JSON.stringify({ tools }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the binary', () => {
  it('prints the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await runBin(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('shows help without arguments', async () => {
    const { code, stdout, stderr } = await runBin([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Usage: mcp-budget');
  });

  it.each([
    ['a list that can be measured', 0, ['measure', PLAIN], /^$/],
    ['a server that can be measured', 0, ['measure', '--settle', '0', '--', 'node', EXAMPLE], /^$/],
    ['an unknown option', 2, ['measure', PLAIN, '--formt', 'json'], /^error: unknown option/],
    [
      'JSON that breaks off',
      2,
      ['measure', 'fixtures/broken/breaks-off.json'],
      /breaks-off\.json:\d+:\d+ is not JSON/,
    ],
    ['a file that is not there', 2, ['measure', './missing.json'], /^error: no such file/],
    ['a server that does not start', 3, ['measure', '--', 'node', FAKE, 'exit-1'], /^$/],
  ])('ends after %s with code %i', async (_, code, args, stderr) => {
    expect(await runBin(args)).toMatchObject({ code, signal: null, stderr: expect.stringMatching(stderr) });
  });

  it('reads a list from standard input', async () => {
    const { code, stdout } = await runBin(['measure', '-', '--format', 'json'], {
      stdin: readFileSync(PLAIN, 'utf8'),
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ servers: [{ name: 'stdin' }] });
  });
});

describe('output into a pipe', () => {
  it('arrives whole at a reader slower than the writer', async () => {
    const file = join(folder, 'report.json');
    const { child, ended } = startBin(['measure', big, '--format', 'json', '--format', `json=${file}`]);
    child.stdout?.on('data', () => {
      child.stdout?.pause();
      setTimeout(() => child.stdout?.resume(), 20);
    });
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.length).toBeGreaterThan(4 * 65_536);
    expect(stdout).toBe(readFileSync(file, 'utf8'));
  });

  it('ends quietly when the reader goes away', async () => {
    const { child, ended } = startBin(['measure', big, '--format', 'json']);
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  // A device that is always full stands for a disk that is.
  it.skipIf(process.platform !== 'linux')('tells of a full disk', async () => {
    const shell = startProgram('sh', ['-c', `node '${BIN}' measure ${PLAIN} > /dev/full`]);
    expect(await shell.ended).toMatchObject({
      code: 2,
      stderr: 'error: cannot write the output: ENOSPC\n',
    });
  });
});

describe.concurrent('colours and progress', () => {
  it.each([
    ['FORCE_COLOR', [], { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR=0', [], { FORCE_COLOR: '0' }, false],
    ['FORCE_COLOR and NO_COLOR', [], { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ['FORCE_COLOR and --no-color', ['--no-color'], { FORCE_COLOR: '1' }, false],
  ])('in a pipe, with %s', async (_, flags, env, isColoured) => {
    const { stdout, stderr } = await runBin(['measure', PLAIN, ...flags], { env });
    expect({ isColoured: stdout.includes(ESCAPE), stderr }).toEqual({ isColoured, stderr: '' });
  });

  it('in a pipe, with nothing: none of both', async () => {
    const { code, stdout, stderr } = await runBin(['measure', ...SLOW]);
    expect({ code, isColoured: stdout.includes(ESCAPE), stderr }).toEqual({
      code: 0,
      isColoured: false,
      stderr: '',
    });
  });

  it.each([
    ['nothing', [], {}, { isColoured: true, isProgressing: true }],
    ['NO_COLOR', [], { NO_COLOR: '1' }, { isColoured: false, isProgressing: true }],
    ['an empty NO_COLOR', [], { NO_COLOR: '' }, { isColoured: true, isProgressing: true }],
    ['--no-color', ['--no-color'], {}, { isColoured: false, isProgressing: true }],
    ['TERM=dumb', [], { TERM: 'dumb' }, { isColoured: false, isProgressing: false }],
    ['CI', [], { CI: 'true' }, { isColoured: true, isProgressing: false }],
    ['--quiet', ['--quiet'], {}, { isColoured: false, isProgressing: false }],
  ])('on a terminal, with %s', async (_, flags, env, wanted) => {
    const command = ['node', BIN, 'measure', ...flags, ...SLOW].join(' ');
    const { code, stdout } = await startOnTerminal(command, { env: { TERM: 'xterm', ...env } }).ended;
    const isProgressing = stdout.includes('waiting for the list to settle');
    const report = stdout.split(CLEAR_LINE).at(-1) ?? '';
    expect({ code, isColoured: report.includes(ESCAPE), isProgressing }).toEqual({ code: 0, ...wanted });
    expect(report).toMatch(/^(?!.*waiting for the list).*o200k_base, exact/s);
  });

  it('progress goes to stderr and leaves an empty line', async () => {
    const file = join(folder, 'table.txt');
    const command = ['node', BIN, 'measure', ...SLOW, '>', file].join(' ');
    const { stdout: shown } = await startOnTerminal(command, { env: { TERM: 'xterm' } }).ended;
    expect(shown).toMatch(/\d\.\d s {2}example: \w+/);
    expect(shown.endsWith(CLEAR_LINE)).toBe(true);
    expect(readFileSync(file, 'utf8')).not.toContain(ESCAPE);
  });
});
