import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateFolder } from './gate-folder.ts';
import { EXAMPLE, FAKE } from './run.ts';
import { BIN, runBin, startOnTerminal, startBin, startProgram, waitFor } from './spawn.ts';

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

  it('says what is here without arguments, and starts nothing', async () => {
    const { code, stdout, stderr } = await runBin([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Nothing was started.');
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

describe.concurrent('a config that is code', () => {
  /** A gate that fails, with code before and a config made by `make`. */
  const failing = (before: string, make = 'config') =>
    gateFolder(undefined, {
      'mcp-budget.config.mjs': `${before}
const config = { servers: { a: { snapshot: 'list.json', budget: { bytes: 1 } } } };
export default ${make};`,
      'list.json': readFileSync(PLAIN, 'utf8'),
    });

  it.each([
    ['sets the exit code', 'process.exitCode = 0;'],
    ['sets the exit code when the run ends', "process.on('exit', () => { process.exitCode = 0; });"],
    ['leaves a timer running', 'setInterval(() => {}, 1_000);'],
    [
      'leaves a port open',
      "import { createServer } from 'node:http'; createServer().listen(0, '127.0.0.1');",
    ],
  ])('ends with the verdict when it %s', async (_, before) => {
    const { code, signal, stdout, stderr } = await runBin(['check'], { cwd: failing(before) });
    expect({ code, signal, stderr }).toEqual({ code: 1, signal: null, stderr: '' });
    expect(stdout).toMatch(/^FAIL .*exit 1$/m);
  });

  it.each([
    ['exits', 'process.exit(0);', 'config'],
    ['exits in its function', '', '() => process.exit(0)'],
    ['never settles', '', '() => new Promise(() => {})'],
    ['never settles as a module', 'await new Promise(() => {});', 'config'],
  ])('tells when it %s', async (_, before, make) => {
    expect(await runBin(['check'], { cwd: failing(before, make) })).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr:
        'error: the run ended before it was done\n  does a config call process.exit(), or never settle?\n',
    });
  });

  it('that leaves a timer running costs a slow reader nothing', async () => {
    const cwd = gateFolder(undefined, {
      'mcp-budget.config.mjs': `import { writeFileSync } from 'node:fs';
setInterval(() => {}, 1_000);
// More than any pipe holds.
process.stderr.write('x'.repeat(1_000_000));
writeFileSync('ran', '');
export default { servers: 1 };`,
    });
    const { child, ended } = startBin(['check'], { cwd });
    child.stderr?.pause();
    await waitFor('the config', () => existsSync(join(cwd, 'ran')));
    // Longer than what is left open is given.
    await sleep(2_000);
    child.stderr?.resume();
    const { code, stderr } = await ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^x{1000000}error: mcp-budget\.config\.mjs {2}servers: expected/);
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
