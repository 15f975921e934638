/** Names, descriptions and counts: hard inputs, and guards that make poor documentation. */
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../src/errors.ts';
import type { JsonValue } from '../src/json.ts';
import { lintRules } from '../src/judge/lint/rules/index.ts';
import type { ListToLint } from '../src/judge/lint/subject.ts';
import type { RuleOptions } from '../src/model/lint.ts';
import type { Finding } from '../src/model/report.ts';
import { allHosts, lintWith } from './lint-cases.ts';

type Mine = Extract<
  keyof typeof lintRules,
  | `tool-name-${string}`
  | `description-${string}`
  | `${string}-truncated`
  | `${string}-missing`
  | 'tool-count'
  | 'server-name-repeated'
>;

const list = (tools: readonly JsonValue[], more: Partial<ListToLint> = {}): ListToLint => ({
  server: 'srv',
  toolset: 'default',
  tools,
  isInTotal: true,
  ...more,
});
const named = (...names: readonly JsonValue[]): readonly JsonValue[] => names.map((name) => ({ name }));

function run(
  id: Mine,
  lists: ListToLint | readonly ListToLint[],
  { ids = [], options }: { readonly ids?: readonly string[]; readonly options?: RuleOptions } = {},
): readonly Finding[] {
  const rules = options === undefined ? {} : { [id]: { options } };
  const all: readonly ListToLint[] = 'tools' in lists ? [lists] : lists;
  return lintWith([lintRules[id]], all, { ids, settings: { rules } }).findings;
}

describe('characters of names', () => {
  const of = (names: readonly JsonValue[], ids?: readonly string[]): readonly (readonly unknown[])[] =>
    run('tool-name-charset', list(names.map((name) => ({ name }))), { ids: ids ?? [] }).map(
      ({ pointer, reason, suggestion }) => [pointer, reason, suggestion],
    );

  it('are told by kind, each once a tool, and one repair for all of them', () => {
    const both = 'Call it `a_b_c_d`.';
    expect(of(['a b.c.d'], ['openai-chat'])).toEqual([
      ['/tools/0/name', 'space', both],
      ['/tools/0/name', 'dot', both],
    ]);
  });

  it('are not repaired into a name that another tool has, or would get', () => {
    const other = 'Give it a name of letters, digits and `_` that no other tool has.';
    expect(of(['a.b', 'a_b'], ['openai-chat'])).toEqual([['/tools/0/name', 'dot', other]]);
    expect(of(['a.b', 'a/b'], ['openai-chat']).map(([, , text]) => text)).toEqual([other, other]);
    expect(of(['2d', 't_2d'], ['gemini-api'])).toEqual([['/tools/0/name', 'first-character', other]]);
    expect(of(['检索'], ['openai-chat'])).toEqual([['/tools/0/name', 'other', other]]);
  });

  it('are not those of a name that is only too long', () => {
    expect(of(['a'.repeat(500)], allHosts)).toEqual([]);
  });

  it('are missing in a name that is empty, no text or absent', () => {
    const found = run('tool-name-charset', list([{ name: '' }, { name: 5 }, {}, null]), {
      ids: ['openai-chat'],
    });
    expect(found.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/tools/0/name', 'an empty name: OpenAI chat refuses the request'],
      ['/tools/1/name', 'no name: OpenAI chat refuses the request'],
      ['/tools/2', 'no name: OpenAI chat refuses the request'],
      // What is no definition at all is told of as that.
    ]);
  });

  it("of a server are told once, with its tools as places, and not where its tools' are at fault", () => {
    const tools = named('a', 'b', 'c');
    const found = run('tool-name-charset', list(tools, { hostName: 'my srv' }), { ids: ['copilot-cli'] });
    expect(found).toMatchObject([
      { reason: 'space', pointers: ['/tools/0/name', '/tools/1/name', '/tools/2/name'] },
    ]);
    expect(run('tool-name-charset', list(tools, { hostName: 'my srv' }), { ids: ['openai-chat'] })).toEqual(
      [],
    );
  });

  it('are named, the first three of them', () => {
    const [found] = run('tool-name-charset', list(named('a@b#c!d~e')), { ids: ['openai-chat'] });
    expect(found?.message).toContain('with `@`, `#`, `!` and 1 more: ');
  });

  it('of a dash warn where a host that minds was chosen', () => {
    expect(run('tool-name-charset', list(named('a-b')))).toMatchObject([
      { severity: 'info', hosts: ['bedrock-agents'] },
    ]);
    expect(run('tool-name-charset', list(named('a-b')), { ids: ['bedrock-agents'] })).toMatchObject([
      { severity: 'error' },
    ]);
    // With another character beside it the name is bad for everyone.
    expect(run('tool-name-charset', list(named('a-b@c')))).toMatchObject([{ severity: 'warning' }]);
  });
});

describe('length of names', () => {
  const of = (length: number, more: Partial<ListToLint>, ids: readonly string[], options?: RuleOptions) =>
    run('tool-name-length', list(named('x'.repeat(length)), more), { ids, ...(options && { options }) });

  it('in Cursor is a warning at most where one separator decides', () => {
    const server = { hostName: 'srv' };
    expect(of(56, server, ['cursor'])).toEqual([]);
    expect(of(57, server, ['cursor'])).toMatchObject([
      {
        severity: 'warning',
        actual: 61,
        limit: 60,
        message: expect.stringContaining('Cursor may drop the tool'),
      },
    ]);
    expect(of(58, server, ['cursor'])).toMatchObject([{ severity: 'error', actual: 62 }]);
    // Nobody has chosen it: what is not sure says nothing.
    expect(of(57, server, []).flatMap(({ hosts }) => hosts)).not.toContain('cursor');
  });

  it('says what a name leaves to a server that is not known', () => {
    const [found] = of(71, {}, ['openai-chat', 'roo-code']);
    expect(found?.suggestion).toBe(
      'Cut 14 of its 71 characters; that leaves 0 for the name of the server, which some hosts put in front.',
    );
    expect(found?.message).toContain('even without the name of the server, 14 over 64');
    expect(of(70, {}, ['openai-chat', 'claude-code'])[0]?.suggestion).toContain('that leaves 57 for');
    expect(of(70, {}, ['openai-chat'])[0]?.suggestion).toBe('Cut 6 of its 70 characters.');
  });

  it('takes the server from the option where nothing else tells it', () => {
    const options = { serverName: 'a-long-name-of-a-server' };
    expect(of(50, {}, ['cursor'], options)).toMatchObject([{ actual: 74 }]);
    expect(of(50, { hostName: 'srv' }, ['cursor'], options)).toEqual([]);
  });

  it('counts the plug-in where it is known, and hints at a connector', () => {
    const server = { hostName: 's'.repeat(20) };
    // mcp__claude_ai_{server}__{tool}
    expect(of(91, server, ['claude-code'])).toEqual([]);
    expect(of(92, server, ['claude-code'])).toMatchObject([{ severity: 'info', actual: 129 }]);
    // mcp__{server}__{tool}
    expect(of(102, server, ['claude-code'])).toMatchObject([{ severity: 'error', actual: 129 }]);
    const options = { pluginName: '$&plug' };
    expect(of(90, server, ['claude-code'], options)).toMatchObject([{ severity: 'error', actual: 131 }]);
  });

  it('is told of the worst host, and the limits of each', () => {
    const [found] = of(70, { hostName: 'srv' }, ['openai-chat', 'cursor']);
    expect(found?.message).toBe(
      `a name of 74 characters, as \`srv:${'x'.repeat(55)}…\`, 14 over 60: OpenAI chat (64) refuses the request; Cursor (60) drops the tool`,
    );
  });

  it('holds to an older version where the user says so', () => {
    const options = { variant: ['codex: before 0.153'] };
    expect(of(60, { hostName: 'srv' }, ['codex'])).toEqual([]);
    expect(of(60, { hostName: 'srv' }, ['codex'], options)).toMatchObject([{ limit: 64 }]);
    expect(() => of(60, {}, ['codex'], { variant: ['codex: before 1'] })).toThrow(ConfigError);
    expect(() => of(60, {}, ['codex'], { variant: ['codex:'] })).toThrow(ConfigError);
  });
});

describe('names that meet', () => {
  const collide = (lists: readonly ListToLint[], ids: readonly string[]) =>
    run('tool-name-collision', lists, { ids }).map(({ reason, server, pointer, hosts }) => [
      reason,
      server,
      pointer,
      hosts,
    ]);

  it('are told once for all hosts that clean alike, exact repeats never', () => {
    expect(collide([list(named('a.b', 'a_b', 'a_b', 'a.b'))], ['codex', 'vscode'])).toEqual([
      ['sanitised', 'srv', '/tools/1/name', ['codex', 'vscode']],
      ['sanitised', 'srv', '/tools/2/name', ['codex', 'vscode']],
    ]);
  });

  it('in case are one finding a list', () => {
    const found = run('tool-name-collision', list(named('A', 'a', 'B', 'b', '__proto__', '__PROTO__')));
    expect(found).toMatchObject([
      { reason: 'case', pointers: ['/tools/1/name', '/tools/3/name', '/tools/5/name'] },
    ]);
  });

  it('are not those of toolsets of one server, nor of lists that another stands for', () => {
    const tools = named('get');
    const part = list(tools, { toolset: 'part' });
    const other = list(tools, { server: 'b', isInTotal: false });
    expect(collide([list(tools), part, other], ['claude-desktop'])).toEqual([]);
    expect(collide([list(tools), part, list(tools, { server: 'b' })], ['claude-desktop'])).toEqual([
      ['cross-server', 'b', '/tools/0/name', ['claude-desktop']],
    ]);
  });

  it('are looked for under the names that servers have in the host', () => {
    const lists = [
      list(named('get'), { hostName: 'a.b' }),
      list(named('get'), { server: 'b', hostName: 'a b' }),
    ];
    expect(collide(lists, ['claude-code'])).toEqual([['prefixed', 'b', '/tools/0/name', ['claude-code']]]);
  });
});

describe('the name of the server in those of its tools', () => {
  it('is found where other letters become longer in lower case', () => {
    const [found] = run('server-name-repeated', list(named('İxy_search'), { hostName: 'İxy' }));
    expect(found?.pointer).toBe('/tools/0/name');
  });

  it('is told a tool where not all have it', () => {
    const found = run('server-name-repeated', list([...named('srv_get', 'srv_put', 'srv_x', 'del'), null]));
    expect(found.map(({ pointer }) => pointer)).toEqual(['/tools/0/name', '/tools/1/name']);
  });
});

describe('descriptions', () => {
  const reasons = (tool: JsonValue, options?: RuleOptions): readonly unknown[] =>
    run('description-missing', list([tool]), options && { options }).map(({ reason, pointer }) => [
      reason,
      pointer,
    ]);

  it.each([
    [null, 'absent', '/tools/0'],
    [{ name: 'x', description: null }, 'absent', '/tools/0/description'],
    [{ name: 'x', description: ' \n\t' }, 'empty', '/tools/0/description'],
    [{ name: 'get_user-ID', description: 'Get user id!' }, 'restates-name', '/tools/0/description'],
    [{ name: 'x', title: 'Get a User', description: 'get a user' }, 'restates-name', '/tools/0/description'],
    [{ name: 'x', description: '👍'.repeat(19) }, 'too-short', '/tools/0/description'],
    [{ name: 'x', description: '六个字的说明' }, 'too-short', '/tools/0/description'],
  ])('%j: %s', (tool, reason, pointer) => {
    expect(reasons(tool)).toEqual([[reason, pointer]]);
  });

  it('pass at the least length, in code points', () => {
    expect(reasons({ name: 'x', description: '👍'.repeat(20) })).toEqual([]);
    expect(reasons({ name: 'x', description: '七个字的说明书' })).toEqual([]);
    expect(reasons({ name: 'x', description: 'Fifteen letters' }, { minChars: 15 })).toEqual([]);
  });

  const truncated = (chars: number, ids: readonly string[], options?: RuleOptions) =>
    run('description-truncated', list([{ name: 'x', description: 'é'.repeat(chars) }]), {
      ids,
      ...(options && { options }),
    });

  it('are held against limits that count, and no other', () => {
    // OpenAI's 1,024 are hearsay: where nobody has chosen it, the cut is that of Claude Code.
    const [found] = truncated(5_000, []);
    expect(found).toMatchObject({ limit: 4_096, hosts: ['claude-code'] });
    expect(found?.message).toMatch(
      /^a description of 5,000 characters, over 4,096; after 4,096 stands `é{40}`: /,
    );
    expect(truncated(4_096, [])).toEqual([]);
  });

  it('name the cut of the host that cuts, and the limits of all', () => {
    const [found] = truncated(5_000, ['openai-chat', 'claude-code']);
    expect(found?.message).toMatch(
      /over 1,024 and 4,096; after 4,096 stands .*OpenAI chat \(1,024\).*Claude Code \(4,096\)/,
    );
    expect(found?.limit).toBe(1_024);
  });

  it('have a limit in VS Code only with a model that the user names', () => {
    expect(truncated(1_025, ['vscode'])).toEqual([]);
    const options = { variant: ['vscode: gpt-4'] };
    expect(truncated(1_025, ['vscode'], options)).toMatchObject([{ severity: 'warning', limit: 1_024 }]);
    expect(truncated(1_024, ['vscode'], options)).toEqual([]);
  });

  it('are cut between characters', () => {
    const text = `${'x'.repeat(4_095)}😀`;
    const [found] = run('description-truncated', list([{ name: 'x', description: text }]), {
      ids: ['claude-code'],
    });
    expect(found?.message).toContain('stands `😀`');
  });
});

describe('arguments', () => {
  const message = (inputSchema: JsonValue, options?: RuleOptions): string | undefined =>
    run('param-description-missing', list([{ name: 'x', inputSchema }]), options && { options })[0]?.message;

  it('count once, however often they are referred to, and circles end', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, value: {} } };
    expect(
      message({
        properties: { a: { $ref: '#/$defs/Node' }, b: { $ref: '#/$defs/Node' } },
        $defs: { Node: node },
      }),
    ).toMatch(/^4 of 4 arguments/);
  });

  it('are not what a condition says of them, a boolean, or one value', () => {
    const described = { description: 'A.' };
    expect(
      message({
        properties: { a: described, yes: true, kind: { const: 'a' }, one: { enum: ['a'] } },
        if: { properties: { a: { minLength: 1 } } },
        not: { properties: { a: {} } },
      }),
    ).toBeUndefined();
  });

  it('may be passed over where few are missing', () => {
    const schema = { properties: { a: {}, b: {} } };
    expect(message(schema, { minMissing: 3 })).toBeUndefined();
    expect(message(schema, { minMissing: 2 })).toMatch(/^2 of 2/);
  });

  it.each([
    null,
    5,
    [],
    { properties: [] },
    { properties: { a: null } },
    { properties: { __proto__: null } },
  ])('are none in %j', (schema) => {
    expect(message(schema)).toBeUndefined();
  });
});

describe('instructions', () => {
  const opening = (text: string): readonly unknown[] =>
    run('instructions-truncated', list([], { instructions: text })).map(({ reason }) => reason);
  const long = 'word '.repeat(200);

  it('have no opening where nothing ends, numbers and names included', () => {
    expect(opening(`Version 1.5 of the api.example.com: ${long}`)).toEqual(['opening']);
    expect(opening(long.slice(0, 512))).toEqual([]);
  });

  it.each(['Ends here. ', '"Ends here." ', 'これで終わり。', 'A title\n', '**Bold.** '])(
    'open with %j',
    (start) => {
      expect(opening(start + long)).toEqual([]);
    },
  );

  it('end their opening within 512 characters, not behind', () => {
    expect(opening(`${'x'.repeat(511)}. ${long}`)).toEqual([]);
    expect(opening(`${'x'.repeat(512)}. ${long}`)).toEqual(['opening']);
  });
});

describe('number of tools', () => {
  const tools = (count: number): readonly JsonValue[] =>
    named(...Array.from({ length: count }, (_, index) => `t${index}`));
  const of = (count: number, ids: readonly string[], options?: RuleOptions) =>
    run('tool-count', list(tools(count)), { ids, ...(options && { options }) }).map(
      ({ reason, severity, hosts, limit }) => [reason, severity, hosts, limit],
    );

  it('is held against each host once, by its gravest reason', () => {
    expect(of(128, ['vscode', 'openai-chat'])).toEqual([['near', 'info', ['vscode'], 108]]);
    expect(of(129, ['vscode', 'openai-chat'])).toEqual([
      ['host-limit', 'error', ['vscode', 'openai-chat'], 128],
    ]);
    expect(of(108, ['vscode'], { many: 200 })).toEqual([]);
    expect(of(110, ['vscode', 'antigravity'])).toEqual([
      ['host-limit', 'error', ['antigravity'], 100],
      ['near', 'info', ['vscode'], 108],
    ]);
  });

  it('is many where the limit that it exceeds is hearsay and nobody chose the host', () => {
    expect(of(85, [])).toEqual([['many', 'info', [], 40]]);
    expect(of(85, ['cursor'])).toEqual([['host-limit', 'warning', ['cursor'], 80]]);
  });

  it('is not many where every chosen host defers all of them', () => {
    expect(of(60, ['claude-code', 'codex'])).toEqual([]);
    expect(of(60, ['claude-code', 'claude-desktop'])).toEqual([['many', 'info', [], 40]]);
  });

  it('is that of all servers, toolsets that another one stands for left out', () => {
    const lists = [
      list(tools(60)),
      list(tools(60), { toolset: 'part', isInTotal: false }),
      list(tools(60), { server: 'b' }),
    ];
    expect(run('tool-count', lists, { ids: ['antigravity'] })).toMatchObject([
      {
        reason: 'host-limit',
        server: '',
        pointer: '/tools',
        actual: 120,
        message: expect.stringContaining('`t40`'),
      },
    ]);
    expect(run('tool-count', lists.slice(0, 2), { ids: ['antigravity'] })).toMatchObject([
      { reason: 'many', server: 'srv', actual: 60 },
    ]);
  });

  it('has no limit in VS Code with models that the user names', () => {
    expect(of(129, ['vscode'], { variant: ['vscode: Claude'], many: 200 })).toEqual([]);
  });

  it('says which tools are left out, and what that saves', () => {
    const [found] = run('tool-count', list(tools(129)), { ids: ['vscode', 'antigravity'] });
    expect(found?.message).toContain(
      '129 tools, over 100 and 128; after the first 100 come `t100`, `t101`, `t102`, `t103`, `t104` and 24 more: VS Code (128) refuses the request; Antigravity (100) refuses the whole list',
    );
    expect(found?.suggestion).toContain('more than 108 may be too many');
    expect(found?.tokensSaved).toBeGreaterThan(29);
  });
});

describe('ten thousand tools', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `srv.tool ${index}`);
  it.each([
    ['tool-name-collision', names.flatMap((name) => [name, name.toUpperCase()]), 1],
    ['server-name-repeated', names, 1],
    ['tool-count', names, 1],
  ] as const)('break %s in one finding', (id, given, expected) => {
    expect(
      run(id, list(named(...given), { hostName: 'srv' }), { ids: ['claude-code', 'antigravity'] }),
    ).toHaveLength(expected);
  });
});
