import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, findProcesses, startBin, startOnTerminal, startProgram, waitFor } from './spawn.ts';

const SERVER = 'fixtures/servers/teardown-fixture.mjs';
const WRAPPER = 'fixtures/servers/wrapper-fixture.sh';
const RUNS = 5;

interface Ending {
  /** See the fixture. */
  readonly traits: readonly string[];
  /** What stands before the server's script; `node` alone when absent. */
  readonly wrapper?: readonly string[];
  /** Without it `snapshot`, which captures and ends servers as `measure` does, and loads no tokenizer. */
  readonly command?: 'measure';
  readonly flags?: readonly string[];
  /** How many servers of this kind are measured side by side. */
  readonly servers?: number;
  /** Processes that the servers consist of, each with a line in the log before any is searched for. */
  readonly processes?: number;
  readonly isStdoutBlocked?: boolean;
  /** Done once every server has logged this. */
  readonly when?: readonly [logged: string, act: (child: ChildProcess) => void | Promise<void>];
  readonly code: number;
  readonly stderr?: RegExp;
}

const kill =
  (...signals: readonly NodeJS.Signals[]) =>
  async (child: ChildProcess): Promise<void> => {
    for (const [index, signal] of signals.entries()) {
      // A terminal's Ctrl-C and npm's copy of it come at once; a person's second one does not.
      if (index > 0) await sleep(300);
      child.kill(signal);
    }
  };
const killBlocked =
  (...signals: readonly NodeJS.Signals[]) =>
  async (child: ChildProcess): Promise<void> => {
    await waitFor('the first byte of the report', () => (child.stdout?.readableLength ?? 0) > 0);
    await kill(...signals)(child);
  };

/** These signals make the program throw, outside of anything that catches. No server sees this variable. */
const PROVOKE = `
  process.on('SIGUSR2', () => { throw new Error('provoked'); });
  process.on('SIGALRM', () => { Promise.reject(new Error('provoked')); });`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PROVOKE)}`;
const NOT_MEASURED = /^not measured/;
const REPORT = /this is a bug in mcp-budget\. Please report it.*provoked/s;

const endings: Readonly<Record<string, Ending>> = {
  'a good server': { command: 'measure', traits: [], code: 0 },
  'failure at the start': { traits: ['exits'], processes: 2, code: 3, stderr: NOT_MEASURED },
  'failure at the start, a child left': {
    traits: ['exits', 'child:lives-on,ignores-signals'],
    flags: ['--protocol', 'legacy'],
    processes: 2,
    code: 3,
    stderr: NOT_MEASURED,
  },
  'a deadline': {
    traits: ['silent-initialize'],
    flags: ['--protocol', 'legacy', '--timeout', '3s'],
    code: 3,
    stderr: NOT_MEASURED,
  },
  'the total deadline': {
    traits: ['silent-tools/list'],
    flags: ['--total-timeout', '3s'],
    code: 3,
    stderr: NOT_MEASURED,
  },
  'stdin close ignored': { traits: ['lives-on'], code: 0 },
  'SIGTERM ignored': { traits: ['lives-on', 'ignores-signals'], code: 0 },
  'behind sh -c': { wrapper: ['sh', '-c', 'node "$0" "$@"; exit'], traits: ['lives-on'], code: 0 },
  'behind a script without exec': { wrapper: [WRAPPER], traits: ['lives-on', 'ignores-signals'], code: 0 },
  'behind a wrapper that is gone': {
    wrapper: ['sh', '-c', 'exec 3<&0; node "$0" "$@" <&3 & exit 0'],
    traits: ['lives-on', 'detached:lives-on'],
    processes: 2,
    code: 0,
  },
  'a child of the server': { traits: ['child:lives-on'], processes: 2, code: 0 },
  'a child that ignores SIGTERM': {
    wrapper: ['sh', '-c', 'node "$0" "$@"; exit'],
    traits: ['child:lives-on,ignores-signals'],
    processes: 2,
    code: 0,
  },
  'a child in a session of its own': {
    traits: ['detached:lives-on,ignores-signals'],
    processes: 2,
    code: 0,
  },
  'a child in a session of its own, from a thread': {
    traits: ['threaded:lives-on,ignores-signals'],
    processes: 2,
    code: 0,
  },
  // Found by its environment, which only Linux shows.
  ...(process.platform === 'linux' && {
    'a daemon': { traits: ['daemon:lives-on,ignores-signals'], processes: 2, code: 0 },
    'a daemon of a server that ends at once': {
      traits: ['daemon:lives-on', 'exits'],
      flags: ['--protocol', 'legacy'],
      processes: 2,
      code: 3,
      stderr: NOT_MEASURED,
    },
  }),
  'SIGINT at the start': {
    traits: ['silent-initialize', 'lives-on'],
    when: ['initialize', kill('SIGINT')],
    code: 130,
  },
  'SIGTERM while listing': {
    traits: ['silent-tools/list', 'lives-on'],
    when: ['tools/list', kill('SIGTERM')],
    code: 143,
  },
  SIGHUP: {
    traits: ['lives-on', 'child:lives-on'],
    processes: 2,
    when: ['tools/list', kill('SIGHUP')],
    code: 129,
  },
  'a second Ctrl-C': {
    traits: ['silent-tools/list', 'lives-on', 'ignores-signals', 'detached:lives-on'],
    processes: 2,
    when: ['tools/list', kill('SIGINT', 'SIGINT')],
    code: 130,
  },
  'stdout closed by its reader': {
    command: 'measure',
    traits: ['lives-on'],
    when: ['tools/list', (child) => void child.stdout?.destroy()],
    code: 0,
  },
  'SIGTERM while stdout is blocked': {
    traits: ['many-tools', 'lives-on'],
    isStdoutBlocked: true,
    when: ['tools/list', killBlocked('SIGTERM')],
    code: 143,
  },
  'a second Ctrl-C while stdout is blocked': {
    traits: ['many-tools', 'lives-on', 'ignores-signals'],
    isStdoutBlocked: true,
    when: ['tools/list', killBlocked('SIGINT', 'SIGINT')],
    code: 130,
  },
  'SIGINT with several servers': {
    command: 'measure',
    traits: ['silent-tools/list', 'lives-on', 'child:lives-on'],
    servers: 3,
    processes: 6,
    when: ['tools/list', kill('SIGINT')],
    code: 130,
  },
  'our own exception': {
    traits: ['silent-tools/list', 'lives-on', 'ignores-signals', 'detached:lives-on'],
    processes: 2,
    when: ['tools/list', kill('SIGUSR2')],
    code: 2,
    stderr: REPORT,
  },
  'our own rejection': {
    traits: ['silent-tools/list', 'lives-on'],
    when: ['tools/list', kill('SIGALRM')],
    code: 2,
    stderr: REPORT,
  },
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-budget-teardown-'));
});
afterAll(() => {
  // Only after a failed test is there anything to end.
  for (const { pid } of findProcesses(folder)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

let lastLog = 0;
/** A file for servers to log to; its name finds their processes. */
function newLog(): { readonly path: string; readonly count: (text: string) => number } {
  const path = join(folder, `${(lastLog += 1)}.log`);
  const lines = (): readonly string[] => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);
  return { path, count: (text) => lines().filter((line) => line.startsWith(text)).length };
}

/** What is still there a second after the end. */
async function findLeft(path: string): Promise<readonly string[]> {
  const endAt = performance.now() + 1_000;
  while (findProcesses(path).length > 0 && performance.now() < endAt) await sleep(20);
  return findProcesses(path).map(({ command }) => command);
}

async function endOnce(ending: Ending): Promise<void> {
  const {
    command = 'snapshot',
    traits,
    wrapper = ['node'],
    flags = [],
    servers = 1,
    when,
    isStdoutBlocked = false,
  } = ending;
  const log = newLog();
  const words = [...wrapper, SERVER, log.path, ...traits];
  const targets =
    servers === 1
      ? ['--', ...words]
      : Array.from({ length: servers }, (_, index) => [...words, `copy-${index}`].join(' '));
  const run = startBin([command, ...flags, ...targets], { env: { NODE_OPTIONS }, isStdoutBlocked });
  if (when !== undefined) {
    const [logged, act] = when;
    await waitFor(`${servers} × ${logged}`, () => log.count(logged) >= servers);
    await act(run.child);
  }
  const { code, stderr } = await run.ended;
  expect(log.count('process')).toBe(ending.processes ?? servers);
  expect(await findLeft(log.path)).toEqual([]);
  expect({ code, stderr }).toEqual({
    code: ending.code,
    stderr: ending.stderr === undefined ? '' : expect.stringMatching(ending.stderr),
  });
}

describe.skipIf(process.platform === 'win32').concurrent('no process is left', () => {
  it.each(Object.entries(endings))(
    `in ${RUNS} runs: %s`,
    async (_, ending) => {
      for (let run = 0; run < RUNS; run += 1) await endOnce(ending);
    },
    120_000,
  );

  it('after Ctrl-C on a terminal, nor a line of progress', async () => {
    const log = newLog();
    const words = ['node', BIN, 'measure', '--', 'node', SERVER, log.path, 'silent-tools/list', 'lives-on'];
    const { child, ended } = startOnTerminal(words.join(' '), { env: { TERM: 'xterm' } });
    let shown = '';
    child.stdout?.on('data', (chunk: string) => (shown += chunk));
    await waitFor('progress', () => shown.includes('listing tools'));
    child.stdin?.write('\u0003');
    await ended;
    expect(await findLeft(log.path)).toEqual([]);
    expect(shown).toMatch(/\r\u001b\[K(\^C)?$/);
  });

  it('after Ctrl-C while a list is awaited on standard input', async () => {
    const { child, ended } = startBin(['measure', '-']);
    // More than the system buffers, so that it is taken only by one who reads.
    await new Promise((taken) => child.stdin?.write(' '.repeat(2_000_000), taken));
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, signal: null, stdout: '', stderr: '' });
  });

  it('that this search would not find', async () => {
    const log = newLog();
    const { child, ended } = startProgram('node', [SERVER, log.path, 'detached:lives-on', 'lives-on']);
    await waitFor('the process', () => log.count('process') === 2);
    expect(findProcesses(log.path)).toHaveLength(2);
    for (const { pid } of findProcesses(log.path)) process.kill(pid, 'SIGKILL');
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
    expect(await findLeft(log.path)).toEqual([]);
  });
});
