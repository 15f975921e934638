/** What fakes do that real servers will not do on request. Modes are in `fixtures/servers/stdio-fake.mjs`. */
import { describe, expect, it } from 'vitest';
import { FAKE, measureFake, run } from './run.ts';

/** `alpha` and `beta` of the fake. */
const LIST_BYTES = 185;
/** `{"jsonrpc":"2.0","id":1,"result":{"tools":…}}` */
const FRAME_BYTES = LIST_BYTES + 44;

describe('the fifteen malformed answers of stdio', () => {
  it.each<[mode: string, frameBytes: number, warnings: string[], noiseLines?: number]>([
    ['good', FRAME_BYTES, []],
    ['extra-key', FRAME_BYTES + 10, ['envelope-extra-key']],
    ['null-error', FRAME_BYTES + 13, ['envelope-null-error']],
    ['no-jsonrpc', FRAME_BYTES - 16, ['envelope-no-jsonrpc']],
    ['string-id', FRAME_BYTES + 2, ['envelope-id-string']],
    ['meta-null', FRAME_BYTES + 13, ['result-meta-null']],
    ['cursor-null', FRAME_BYTES + 18, []],
    ['bom', FRAME_BYTES + 3, ['bom']],
    ['pretty', 410, ['multi-line-json']],
    ['pretty-after-log', 410, ['multi-line-json'], 6],
    ['content-length', FRAME_BYTES, ['content-length-framing']],
    ['batch', FRAME_BYTES + 65, ['batch']],
    ['text-noise', FRAME_BYTES, [], 6],
    ['json-noise', FRAME_BYTES, [], 3],
    ['crlf', FRAME_BYTES, []],
    ['twice', FRAME_BYTES, ['stray-response']],
  ])('%s', async (mode, frameBytes, warnings, noiseLines) => {
    const { code, toolset } = await measureFake(mode);
    expect(code).toBe(0);
    expect(toolset).toMatchObject({ status: 'measured', tools: 2, bytes: LIST_BYTES, frameBytes, pages: 1 });
    expect(toolset.warnings.map(({ id }) => id)).toEqual(warnings);
    expect(toolset.noise?.lines).toBe(noiseLines);
  });

  it('a line of 11 MB', async () => {
    const { code, toolset } = await measureFake('huge-line');
    expect(code).toBe(0);
    expect(toolset).toMatchObject({
      status: 'measured',
      tools: 2,
      bytes: 11_000_000 + LIST_BYTES - 'Tool alpha.'.length,
    });
  });

  it('bytes that come one by one, cut inside characters', async () => {
    const { toolset } = await measureFake('split-utf8');
    expect(toolset.byTool?.[0]?.name).toBe('日本語');
    expect(toolset.warnings).toEqual([]);
  });
});

describe('pages', () => {
  it.each<[mode: string, flags: string[], expected: object, warnings: string[], code: number]>([
    ['three-pages', [], { status: 'measured', tools: 6, pages: 3 }, [], 0],
    ['cursor-loop', [], { status: 'partial', tools: 4, pages: 2 }, ['pagination-loop'], 3],
    ['page-loop', [], { status: 'partial', tools: 2, pages: 2 }, ['pagination-loop'], 3],
    ['endless', ['--max-pages', '5'], { status: 'partial', tools: 5, pages: 5 }, ['page-cap'], 3],
    ['endless', ['--max-bytes', '1kB'], { status: 'partial', tools: 7, pages: 7 }, ['byte-cap'], 3],
    ['cursor-number', [], { status: 'measured', tools: 2, pages: 1 }, ['cursor-no-string'], 0],
    ['empty', [], { status: 'measured', tools: 0, bytes: 2 }, [], 0],
    ['not-found', [], { status: 'measured', tools: 0, bytes: 2 }, ['no-tool-list'], 0],
  ])('%s %j', async (mode, flags, expected, warnings, code) => {
    const ran = await measureFake(mode, ...flags);
    expect(ran.toolset).toMatchObject(expected);
    expect(ran.toolset.warnings.map(({ id }) => id)).toEqual(warnings);
    expect(ran.code).toBe(code);
  });

  it('stops at 1,000 pages by itself', async () => {
    const { toolset } = await measureFake('endless');
    expect(toolset).toMatchObject({ status: 'partial', pages: 1_000 });
    expect(toolset.warnings[0]?.message).toContain('--max-pages');
  });
});

describe('two readings', () => {
  it.each([
    ['order-differs', 'dynamic', 'list-differs', 'another order'],
    ['text-differs', 'dynamic', 'list-differs', 'changed: alpha'],
    ['tools-differ', 'dynamic', 'list-differs', 'new: gamma'],
  ])('%s', async (mode, status, id, message) => {
    const { code, toolset } = await measureFake(mode);
    expect(toolset.status).toBe(status);
    expect(toolset.warnings).toEqual([{ id, message: expect.stringContaining(message) as string }]);
    expect(code).toBe(0);
  });

  it('follow an announced change, and say so', async () => {
    const { toolset } = await measureFake('changed-late', '--settle', '100ms');
    expect(toolset).toMatchObject({ status: 'measured', tools: 3 });
    expect(toolset.warnings).toEqual([
      { id: 'list-changed', message: expect.stringContaining('new: gamma') as string },
    ]);
  });

  it('give up a list that changes for ever', async () => {
    const { toolset } = await measureFake('changed-always', '--settle', '30ms');
    expect(toolset.status).toBe('dynamic');
    expect(toolset.warnings.map(({ id }) => id)).toContain('list-unsettled');
  });
});

describe('eras', () => {
  it.each<[mode: string, flags: string[], protocol: object]>([
    ['good', [], { era: 'legacy', version: '2025-11-25', foundBy: 'initialize' }],
    ['older-only', [], { era: 'legacy', version: '2024-11-05' }],
    ['unknown-version', [], { era: 'legacy', version: '2031-01-01' }],
    ['modern', [], { era: 'modern', version: '2026-07-28', foundBy: 'server/discover' }],
    ['modern', ['--protocol', 'modern'], { era: 'modern', version: '2026-07-28' }],
    ['init-dies', [], { era: 'modern', version: '2026-07-28' }],
  ])('%s %j', async (mode, flags, protocol) => {
    const { code, toolset } = await measureFake(mode, ...flags);
    expect(code).toBe(0);
    expect(toolset.protocol).toMatchObject(protocol);
  });

  it.each([
    ['modern', 'legacy'],
    ['good', 'modern'],
  ])('%s refuses --protocol %s', async (mode, protocol) => {
    const { code, toolset } = await measureFake(mode, '--protocol', protocol);
    expect(code).toBe(3);
    expect(toolset).toMatchObject({ status: 'unsupported' });
    expect(toolset.failure?.hint).toContain(`--protocol ${protocol}`);
  });

  it('reads instructions and server info of a modern server', async () => {
    const { toolset } = await measureFake('modern');
    expect(toolset.instructions?.chars).toBe('modern instructions'.length);
    expect(toolset.serverInfo).toMatchObject({ name: 'modern-fake' });
  });
});

describe('failures', () => {
  it.each<[mode: string, status: string, message: string]>([
    ['exit-0', 'start-failed', 'ended with code 0'],
    ['exit-1', 'start-failed', 'ended with code 1'],
    ['help', 'start-failed', 'ended with code 0'],
    ['list-dies', 'start-failed', 'ended with code 7'],
    ['list-killed', 'start-failed', 'ended by SIGKILL'],
    ['close-stdout', 'start-failed', 'closed its stdout'],
    ['silent', 'timeout', 'no answer to initialize within 0.7 s'],
    ['list-silent', 'timeout', 'no answer to tools/list within 0.7 s'],
    ['init-error', 'protocol-error', 'initialize was refused: backend unreachable (code -32000)'],
    ['list-error', 'protocol-error', 'fetch failed (code -32603)'],
    ['no-tools-key', 'protocol-error', 'without a list of tools'],
    ['tools-object', 'protocol-error', 'without a list of tools'],
    ['result-null', 'protocol-error', 'without a result object'],
    ['input-required', 'needs-input', 'asks for input'],
  ])('%s', async (mode, status, message) => {
    const { code, toolset } = await measureFake(
      mode,
      ...(status === 'timeout' ? ['--timeout', '700ms'] : []),
    );
    expect(code).toBe(3);
    expect(toolset.status).toBe(status);
    expect(toolset.failure?.message).toContain(message);
    expect(toolset.failure?.target).toBe(`node ${FAKE} ${mode}`);
    // What could not be measured has no size, least of all 0.
    expect(toolset).not.toHaveProperty('tools');
  });

  it('a frame over the cap names the flag', async () => {
    const { code, toolset } = await measureFake('oversize', '--max-bytes', '100kB');
    expect(code).toBe(3);
    expect(toolset).toMatchObject({
      status: 'partial',
      failure: { hint: expect.stringContaining('--max-bytes') as string },
    });
  });

  it('a line that never ends is cut off at the cap', async () => {
    const { toolset } = await measureFake('no-line-end', '--max-bytes', '1MB');
    expect(toolset.status).toBe('partial');
  });

  it('the total deadline ends what the phases would let go on', async () => {
    const { code, toolset } = await measureFake('silent', '--total-timeout', '600ms');
    expect(code).toBe(3);
    expect(toolset).toMatchObject({
      status: 'timeout',
      failure: { hint: expect.stringContaining('--total-timeout') as string },
    });
  });

  it('tells exit code, last lines of stderr and what to try, without secrets', async () => {
    const ran = await run([
      'measure',
      '--env',
      'API_KEY=s3cret-value',
      '--settle',
      '0',
      '--',
      'node',
      FAKE,
      'exit-1',
    ]);
    expect(ran.code).toBe(3);
    expect(ran.stdout).toContain('Error: API_KEY [redacted] was refused');
    expect(ran.stdout).toContain('code 1');
    expect(ran.stdout).toContain('--env NAME=value');
    expect(ran.stdout).not.toContain('s3cret-value');
  });

  it('finds the message before the frames of a stack', async () => {
    const { toolset } = await measureFake('exit-deep');
    expect(toolset.failure?.stderr).toEqual(['Error: no database URL', 'Node.js v99']);
  });

  it.each([
    ['npm error code E404\nnpm error 404 Not Found', 'no such package'],
    ['npm ERR! code ETARGET', 'no such version'],
    ["Error: Cannot find module '/x/server.mjs'", 'check the path'],
    ['BRAVE_API_KEY environment variable is required', '--env BRAVE_API_KEY'],
    ['sh: 1: uvx: not found', 'not on the PATH'],
    ['./start: line 3: uvx: command not found', 'not on the PATH'],
    ['./start: line 3: uvx: not found', 'not on the PATH'],
    ['/bin/sh: uvx: not found', 'not on the PATH'],
    ['push: remote not found', '--env NAME=value'],
    ['env: ‘uvx’: No such file or directory', 'not on the PATH'],
    ['Error: spawn uvx ENOENT', 'not on the PATH'],
    ['Error: user not found', '--env NAME=value'],
    ['out of cheese', '--env NAME=value'],
  ])('gives the hint that helps: %j', async (words, hint) => {
    const script = `console.error(${JSON.stringify(words)}); process.exit(1)`;
    const ran = await run(['measure', '--', 'node', '-e', script], { columns: 300 });
    expect(ran.stdout).toContain(hint);
  });

  it('a server that ends with code 127 has not found a command, whatever it says', async () => {
    const ran = await run(['measure', '--', 'node', '-e', 'process.exit(127)'], { columns: 300 });
    expect(ran.stdout).toContain('is not installed or not on the PATH');
    expect(ran.stdout).not.toContain('--env');
  });

  it('a failed list of prompts or resources does not void the tools', async () => {
    const { code, toolset } = await measureFake('other-lists-fail', '--timeout', '700ms');
    expect(code).toBe(0);
    expect(toolset).toMatchObject({ status: 'measured', tools: 2 });
    expect(toolset.warnings.map(({ id }) => id)).toEqual(['prompts-not-read', 'resources-not-read']);
    expect(toolset).not.toHaveProperty('prompts');
  });
});

describe('a server that asks', () => {
  it('is answered before it has answered itself', async () => {
    expect((await measureFake('early-request')).toolset).toMatchObject({ status: 'measured', tools: 2 });
  });

  it('is answered while it answers', async () => {
    expect((await measureFake('roots')).toolset).toMatchObject({ status: 'measured', tools: 2 });
  });

  it('gets its roots only where roots were declared', async () => {
    const { toolset } = await measureFake('roots', '--client-capabilities', 'roots');
    expect(toolset).toMatchObject({
      status: 'measured',
      clientCapabilities: { roots: { listChanged: true } },
    });
  });
});

it('keeps and measures tools with broken definitions', async () => {
  const { toolset } = await measureFake('broken');
  expect(toolset).toMatchObject({ status: 'measured', tools: 8 });
  expect(toolset.byTool?.map(({ name }) => name)).toEqual([
    'fine',
    '#2 (no name)',
    '#3 (no name)',
    '#4 (no name)',
    '#5 (no name)',
    'schema-null',
    'properties-array',
    'fine',
  ]);
});

it('measures and records a schema that is nested 10,000 levels deep, beside another server', async () => {
  const targets = [`node ${FAKE} deep`, `node ${FAKE} good`];
  const ran = await run(['measure', '--quiet', '--settle', '0', ...targets]);
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('2 of 2 measured') });
  const saved = await run(['snapshot', '--settle', '0', '--', 'node', FAKE, 'deep']);
  expect(saved.code, saved.stderr).toBe(0);
  expect(saved.stdout).toContain('"name":"alpha"');
});

it.each(['long-name', 'long-error'])('lays out text of any length: %s', async (mode) => {
  const { stdout } = await run(['measure', '--verbose', '--settle', '0', '--', 'node', FAKE, mode], {
    columns: 80,
  });
  expect(stdout.length).toBeLessThan(10_000);
  expect(stdout).toContain('…');
});

describe("the server's environment", () => {
  const listed = async (...flags: string[]): Promise<readonly string[]> => {
    const ran = await run(
      ['measure', '--format', 'json', '--settle', '0', ...flags, '--', 'node', FAKE, 'env'],
      {
        env: { SECRET_OF_THIS_SHELL: 'x'.repeat(8), EMPTY: '' },
      },
    );
    const names = /"name": "(\w+)",\n\s+"bytes"/g;
    const all = [...ran.stdout.matchAll(names)].map(([, name]) => name ?? '').sort();
    // By this one what a server leaves behind is found.
    expect(all).toContain('MCP_BUDGET_RUN');
    return all.filter((name) => name !== 'MCP_BUDGET_RUN');
  };

  it('holds little by default', async () => {
    expect(await listed()).toEqual(['HOME', 'PATH']);
  });

  it('is widened on request', async () => {
    expect(await listed('--env', 'MODE=test')).toEqual(['HOME', 'MODE', 'PATH']);
    expect(await listed('--env', 'SECRET_OF_THIS_SHELL')).toContain('SECRET_OF_THIS_SHELL');
    expect(await listed('--inherit-env')).toEqual(['EMPTY', 'HOME', 'PATH', 'SECRET_OF_THIS_SHELL']);
  });
});

describe('several targets', () => {
  it('are shown in the order given, whatever each takes', async () => {
    const ran = await run([
      'measure',
      '--format',
      'json',
      '--settle',
      '0',
      `node ${FAKE} list-dies`,
      `node ${FAKE} good`,
    ]);
    const { servers, summary } = JSON.parse(ran.stdout) as {
      servers: { name: string; status: string }[];
      summary: object;
    };
    expect(servers.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'stdio-fake start-failed',
      'stdio-fake-2 measured',
    ]);
    expect(summary).toMatchObject({ measured: 1, notMeasured: 1, exitCode: 3 });
    expect(ran.code).toBe(3);
  });

  it('that are the same launch are captured once', async () => {
    const target = `node ${FAKE} text-differs`;
    const ran = await run(['measure', '--format', 'json', '--settle', '0', target, target]);
    const { servers } = JSON.parse(ran.stdout) as {
      servers: { toolsets: { byTool: { sha256: string }[] }[] }[];
    };
    const hashes = servers.map(({ toolsets }) => toolsets[0]?.byTool[0]?.sha256);
    // The text holds the time of the answer: two captures would differ.
    expect(hashes[0]).toBe(hashes[1]);
  });
});
