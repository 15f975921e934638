import { describe, expect, it } from 'vitest';
import { complaintOf, folderWith, plansOf } from './config-folder.ts';

const FILE = 'mcp-budget.config.json';
const node = { command: 'node' };
const withServer = (server: object) => ({ servers: { media: { ...node, ...server } } });
const withBudget = (budget: unknown) => withServer({ budget });
const withToolset = (toolset: unknown, server: object = {}) =>
  withServer({ ...server, toolsets: { core: toolset } });
const withGrowth = (growth: unknown) => ({ ...withServer({}), baseline: { growth } });

/** Of each mistake: its config, the one line that is told, and a piece of the hint. */
const MISTAKES: readonly (readonly [what: string, config: unknown, line: string, hint?: string])[] = [
  [
    'an unknown key of a budget',
    withBudget({ tokns: 5 }),
    `${FILE}:6  servers.media.budget.tokns: unknown key`,
    'did you mean tokens',
  ],
  [
    'an unknown key at the top',
    { ...withServer({}), budgets: {} },
    `${FILE}:7  budgets: unknown key`,
    'did you mean budget',
  ],
  [
    'an unknown key of a toolset',
    withToolset({ inculde: ['a'] }),
    `${FILE}:7  servers.media.toolsets.core.inculde: unknown key`,
    'did you mean include',
  ],
  [
    'an unknown key of a field',
    withBudget({ tool: { description: { char: 5 } } }),
    `${FILE}:8  servers.media.budget.tool.description.char: unknown key`,
    'did you mean chars',
  ],
  [
    'an unknown key of a report',
    { ...withServer({}), reports: [{ format: 'json', path: 'x' }] },
    `${FILE}:10  reports[0].path: unknown key`,
    'known here: format, file',
  ],
  [
    'an unknown view',
    withBudget({ tokens: { claude: 5 } }),
    `${FILE}:7  servers.media.budget.tokens.claude: unknown key`,
    'known here: generic, wire',
  ],
  [
    'an unknown annotation',
    withToolset({ annotations: { readonlyHint: true } }),
    `${FILE}:8  servers.media.toolsets.core.annotations.readonlyHint: unknown key`,
    'did you mean readOnlyHint',
  ],
  [
    'null as a limit',
    withBudget({ bytes: null }),
    `${FILE}:6  servers.media.budget.bytes: expected bytes, e.g. 60000, "60 kB" or "60 KiB", found null`,
  ],
  ['null as a budget', withBudget(null), `${FILE}:5  servers.media.budget: expected an object, found null`],
  [
    'no limit in any view',
    withBudget({ tokens: {} }),
    `${FILE}:6  servers.media.budget.tokens: expected tokens, e.g. 12000, "12k" or "10%" of the window, or these by view: {"generic": "12k", "wire": "20k"}, or in a host: {"host": "claude-code", "upfront": "2%"}, or a list of them, found an object`,
  ],
  [
    'a unit of another kind',
    withBudget({ tokens: '8 kB' }),
    `${FILE}:6  servers.media.budget.tokens: expected tokens, e.g. 12000, "12k" or "10%" of the window, found "8 kB"`,
  ],
  [
    'a share over 100 %',
    { ...withBudget({ instructions: { tokens: '500%' } }), window: 200000 },
    `${FILE}:7  servers.media.budget.instructions.tokens: expected tokens, e.g. 12000, "12k" or "10%" of the window, found "500%"`,
  ],
  [
    'a share of no window',
    withBudget({ tokens: '10%' }),
    `${FILE}:6  servers.media.budget.tokens: 10% of what? "window" is not set`,
    'set "window" at the top',
  ],
  [
    'a number below zero',
    withBudget({ tools: -1 }),
    `${FILE}:6  servers.media.budget.tools: expected a number of tools, e.g. 40, found -1`,
  ],
  [
    'a part as a number',
    withBudget({ warnAt: 0.95 }),
    `${FILE}:6  servers.media.budget.warnAt: expected a percentage as text, e.g. "98%", found 0.95`,
  ],
  [
    'growth as a number',
    withGrowth({ tokens: 5 }),
    `${FILE}:9  baseline.growth.tokens: expected text: "5%" for a share or "5 tokens" for an amount, found 5`,
  ],
  [
    'growth over 100 %',
    withGrowth({ bytes: '500%' }),
    `${FILE}:9  baseline.growth.bytes: expected text such as "5%", "2 kB", "5% and 2 kB" or "none", found "500%"`,
  ],
  [
    'a server that is nothing',
    { servers: { media: {} } },
    `${FILE}:3  servers.media: expected one of command, url and snapshot, found none`,
  ],
  [
    'a server that is two',
    withServer({ url: 'https://x.example' }),
    `${FILE}:3  servers.media: expected one of command, url and snapshot, found command and url`,
  ],
  [
    'a header of a command',
    withServer({ headers: { A: 'secret' } }),
    `${FILE}:5  servers.media.headers: belongs to a server with url, this one has command`,
  ],
  [
    'a toolset with a URL of a command',
    withToolset({ url: 'https://x.example' }),
    `${FILE}:7  servers.media.toolsets.core.url: belongs to a server with url, this one has command`,
  ],
  [
    'a launch of a snapshot',
    { servers: { saved: { snapshot: 'a.json', toolsets: { core: { env: {} } } } } },
    `${FILE}:7  servers.saved.toolsets.core.env: belongs to a server with command, this one has snapshot`,
    'include, exclude or annotations',
  ],
  [
    'an activation of a snapshot',
    { servers: { saved: { snapshot: 'a.json', toolsets: { core: { activate: [{ tool: 'x' }] } } } } },
    `${FILE}:7  servers.saved.toolsets.core.activate: belongs to a server with command or url, this one has snapshot`,
  ],
  [
    'two default toolsets',
    withServer({ toolsets: { a: { default: true }, b: { default: true } } }),
    `${FILE}:10  servers.media.toolsets.b.default: a second default toolset; a is one already`,
  ],
  [
    'a URL of another kind',
    { servers: { remote: { url: 'ftp://x' } } },
    `${FILE}:4  servers.remote.url: expected a URL that begins with http:// or https://`,
  ],
  [
    'a variable of a shell',
    withServer({ args: ['${HOME}/x'] }),
    `${FILE}:6  servers.media.args[0]: \${HOME} is no variable`,
    '${env:NAME}',
  ],
  [
    'a variable whose default ends before it was meant to',
    withServer({ env: { JSON: '${env:A:-{"a":"}"}}' } }),
    `${FILE}:6  servers.media.env.JSON: \${env:A:-{"a":"}"} is no variable`,
    'braces in a default stand in pairs',
  ],
  [
    'a variable without an end',
    withServer({ env: { JSON: '{${env:A:-{"a":1} hunter2' } }),
    `${FILE}:6  servers.media.env.JSON: \${env:A: is no variable`,
    '${env:NAME}',
  ],
  [
    'a variable in a default',
    withServer({ args: ['${env:A:-${env:B}}'] }),
    `${FILE}:6  servers.media.args[0]: \${env:A:-\${env:B}} is no variable`,
    '${env:NAME}',
  ],
  [
    'an unknown format',
    { ...withServer({}), reports: ['tabel'] },
    `${FILE}:8  reports[0]: expected one of table, json, or {"format": …, "file": …}, found "tabel"`,
  ],
  [
    'an unknown format with a file',
    { ...withServer({}), reports: [{ format: 'tabel', file: 'x' }] },
    `${FILE}:9  reports[0].format: expected one of table, json, found "tabel"`,
  ],
  [
    'two reports to standard output',
    { ...withServer({}), reports: ['table', 'json'] },
    `${FILE}:9  reports[1]: a second report to standard output`,
  ],
  [
    'nothing to measure',
    { budget: {} },
    `${FILE}:1  no server, and no configs of members: nothing to measure`,
  ],
  ['no object', ['media'], `${FILE}:1  expected an object, found a list`],
  [
    'no glob',
    withToolset({ include: [] }),
    `${FILE}:7  servers.media.toolsets.core.include: expected at least one glob, found a list`,
  ],
  [
    'a name with a slash',
    { servers: { 'a/b': node } },
    `${FILE}:3  servers["a/b"]: expected a server's name without /, › and control characters`,
  ],
  [
    'an activation without a tool',
    withToolset({ activate: [{ arguments: {} }] }),
    `${FILE}:8  servers.media.toolsets.core.activate[0].tool: expected the name of a tool, found nothing`,
  ],
  [
    'a value that may be a secret',
    withServer({ env: { API_KEY: 12345678 } }),
    `${FILE}:6  servers.media.env.API_KEY: expected text, found a number`,
  ],
  [
    'a member that is not there',
    { configs: ['packages/*/mcp-budget.config.json'] },
    `${FILE}:3  configs[0]: packages/*/mcp-budget.config.json: matches no file`,
  ],
];

describe('a config with a mistake', () => {
  it.each(MISTAKES)('%s', async (_, config, line, hint) => {
    const complaint = await complaintOf({ [FILE]: config });
    expect(complaint).toMatchObject({ name: 'ConfigError', lines: [line] });
    if (hint !== undefined) expect(complaint.hint).toContain(hint);
  });

  it('is told all of them at once, in order, each with its hint', async () => {
    const { lines, hint } = await complaintOf({
      [FILE]: { ...withBudget({ tokns: 5, bytes: null }), budgt: {} },
    });
    expect(lines.map((line) => line.split(' ')[0])).toEqual([`${FILE}:6`, `${FILE}:7`, `${FILE}:11`]);
    expect(hint).toBe(
      'servers.media.budget.tokns: did you mean tokens, or tools?\nbudgt: did you mean budget?',
    );
  });

  it('is told the first ten of many', async () => {
    const servers = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`s${index}`, null]));
    const { lines } = await complaintOf({ [FILE]: { servers } });
    expect(lines).toHaveLength(11);
    expect(lines[10]).toBe('and 3 more');
  });

  it('is told the mistakes of every member', async () => {
    const { lines } = await complaintOf({
      [FILE]: { configs: ['packages/*'] },
      'packages/a.json': withBudget({ tools: 'x' }),
      'packages/b.yaml': 'servers: { b: { comand: node } }',
    });
    expect(lines).toEqual([
      'packages/a.json:6  servers.media.budget.tools: expected a number of tools, e.g. 40, found "x"',
      'packages/b.yaml:1  servers.b.comand: unknown key',
    ]);
  });
});

describe('a file that is no config', () => {
  it.each([
    ['JSON that is cut off', FILE, '{\n  "servers": {', `${FILE}:2:15  not JSON: close brace expected`],
    ['JSON without a comma', FILE, '{\n "a": 1\n "b": 2}', `${FILE}:3:2  not JSON: comma expected`],
    ['an empty file', FILE, '', `${FILE}:1:1  not JSON: value expected`],
    [
      'a key that stands twice',
      FILE,
      '{"servers": {},\n"servers": {}}',
      `${FILE}:2:1  "servers" stands here twice`,
    ],
    [
      'a key that is a prototype',
      FILE,
      '{"servers": {"a": {"command": "x"}, "__proto__": {}}}',
      `${FILE}:1  servers.__proto__: no name for a key`,
    ],
    [
      'YAML with a tab',
      'mcp-budget.config.yaml',
      'servers:\n\ta: 1\n',
      /^mcp-budget\.config\.yaml:2:1  not YAML: /,
    ],
    [
      'a YAML key that stands twice',
      'mcp-budget.config.yaml',
      'servers: {}\nservers: {}\n',
      'mcp-budget.config.yaml:2:1  not YAML: Map keys must be unique',
    ],
    [
      'two YAML documents',
      'mcp-budget.config.yml',
      'servers: {}\n---\nservers: {}\n',
      /not YAML: a second document starts here/,
    ],
    [
      'an unknown YAML tag',
      'mcp-budget.config.yml',
      'servers: !!js/function x\n',
      /not YAML: Unresolved tag/,
    ],
    [
      'a module that throws',
      'mcp-budget.config.mjs',
      'throw new Error("no luck\\nat all");',
      'mcp-budget.config.mjs  it cannot be run: no luck',
    ],
    [
      'a function that throws',
      'mcp-budget.config.mjs',
      'export default () => { throw new Error("no luck") };',
      'mcp-budget.config.mjs  it cannot be run: no luck',
    ],
    [
      'a module without a default',
      'mcp-budget.config.mjs',
      'export const servers = {};',
      'mcp-budget.config.mjs  no config: its default export is undefined',
    ],
    [
      'a limit that code left out',
      'mcp-budget.config.mjs',
      'export default { servers: { a: { command: "x", budget: { tools: {}.maximum } } } };',
      'mcp-budget.config.mjs  servers.a.budget.tools: expected a number of tools, e.g. 40, found nothing',
    ],
    [
      'TypeScript that does not parse',
      'mcp-budget.config.ts',
      'export default {',
      /^mcp-budget\.config\.ts  it cannot be run: /,
    ],
  ])('%s', async (_, name, text, line) => {
    const complaint = await complaintOf({ [name]: text });
    expect(complaint.name).toBe('ConfigError');
    if (typeof line === 'string') expect(complaint.lines).toEqual([line]);
    else expect(complaint.lines[0]).toMatch(line);
  });

  it('YAML that expands to more than memory holds', async () => {
    const rows = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}]`);
    const bomb = ['a0: &a0 [x]', ...rows].join('\n');
    const { lines } = await complaintOf({ 'mcp-budget.config.yaml': bomb });
    expect(lines).toEqual(['mcp-budget.config.yaml  its aliases expand to too much, or to nothing']);
  });

  it('package.json without the key, when it was named', async () => {
    const { lines } = await complaintOf({ 'package.json': {} }, ['package.json']);
    expect(lines).toEqual(['package.json  has no key "mcp-budget"']);
  });

  it('shows no value of a variable', async () => {
    const cwd = folderWith({ [FILE]: { servers: { a: { url: '${env:WHERE}' } } }, '.git/HEAD': '' });
    const { plans } = await plansOf(cwd, { env: { WHERE: 'ftp://hunter2' } });
    expect(JSON.stringify(plans)).not.toContain('hunter2');
    expect(plans[0]?.toolsets[0]?.launch).toMatchObject({
      kind: 'missing',
      message: 'url: not a URL that begins with http:// or https://',
    });
  });
});
