/** What one list costs in a host: the text it sends, what it changes, and what of it stands in the context at the start. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hosts } from '../src/hosts/index.ts';
import { unknownHost } from '../src/hosts/unknown-host.ts';
import type { JsonObject, JsonValue } from '../src/json.ts';
import { measureListInHost, type HostedList, type ListInHost } from '../src/measure/host-list.ts';
import { nameInHost, renderName } from '../src/hosts/names.ts';
import { measureHost, type HostMeasuring } from '../src/measure/host-size.ts';
import type {
  Confidence,
  DeferralSetting,
  HostAction,
  HostChange,
  HostKeyword,
  HostProfile,
  HostSize,
} from '../src/model/host.ts';
import { filterByName } from '../src/reduce/select.ts';
import { loadO200k } from '../src/tokens/o200k.ts';

const tokenizer = await loadO200k();
const unknown = unknownHost('test', 'Test');

/** A profile that states what is given and nothing else; all of it read in source, unless said otherwise. */
function profile(stated: Partial<HostProfile> = {}, confidence: Confidence = 'source'): HostProfile {
  const blocks = Object.fromEntries(
    Object.keys(unknown.confidence).map((block) => [block, confidence]),
  ) as unknown as HostProfile['confidence'];
  return { ...unknown, confidence: blocks, ...stated };
}

const named = (name: Partial<HostProfile['name']>, confidence?: Confidence): HostProfile =>
  profile({ name: { ...unknown.name, ...name } }, confidence);
const described = (description: Partial<HostProfile['description']>, confidence?: Confidence): HostProfile =>
  profile({ description: { ...unknown.description, ...description } }, confidence);
const instructed = (
  instructions: Partial<HostProfile['instructions']>,
  confidence?: Confidence,
): HostProfile => profile({ instructions: { ...unknown.instructions, ...instructions } }, confidence);

function list(tools: readonly JsonValue[], more: Partial<HostedList> = {}): HostedList {
  return {
    server: 'srv',
    toolset: 'default',
    name: 'srv',
    tools,
    listed: tools.length,
    instructions: '',
    isInTotal: true,
    isAlwaysLoaded: false,
    ...more,
  };
}

const inHost = (tools: readonly JsonValue[], host: HostProfile, more?: Partial<HostedList>): ListInHost =>
  measureListInHost(list(tools, more), host, tokenizer);

const SETTING: DeferralSetting = { state: 'none', from: 'the profile', confidence: 'source' };

function measure(
  lists: readonly HostedList[],
  host: HostProfile,
  more: Partial<Omit<HostMeasuring, 'setting'>> & { readonly setting?: Partial<DeferralSetting> } = {},
): HostSize {
  return measureHost(lists, tokenizer, {
    id: host.id,
    label: host.label,
    profile: host,
    isKnown: true,
    window: { tokens: 200_000, from: 'assumed' },
    estimate: ({ o200k }) => ({ low: o200k, high: o200k }),
    ...more,
    setting: { ...SETTING, ...more.setting },
  });
}

const GET: JsonObject = { name: 'get', description: 'Get one', inputSchema: { type: 'object' } };

describe('names', () => {
  const RENDERED: readonly (readonly [string, Partial<HostProfile['name']>, string, string, string])[] = [
    ['as the server gives them', { prefix: '{tool}' }, 'my srv', 'a.b', 'a.b'],
    ['with server and separator', { prefix: '{server}:{tool}' }, 'my srv', 'a.b', 'my srv:a.b'],
    ['with nothing between', { prefix: '{server}{tool}' }, 'kiro', 'get', 'kiroget'],
    ['with a text before and after', { prefix: 'mcp--{server}--{tool}!' }, 's', 't', 'mcp--s--t!'],
    ['without a server in the prefix', { prefix: 'x_{tool}' }, 's', 't', 'x_t'],
    ['with placeholders in names', { prefix: '{server}/{tool}' }, '{tool}', '{server}', '{tool}/{server}'],
  ];
  it.each(RENDERED)('%s', (_, name, server, tool, expected) => {
    expect(renderName(server, tool, named(name))).toBe(expected);
  });

  const SANITIZED = { replace: '[^A-Za-z0-9_-]', with: '_' };
  it('are cleaned in the part that the host cleans', () => {
    const of = (part: 'server' | 'all'): string =>
      renderName(
        'my srv',
        'a.b c',
        named({ prefix: 'mcp__{server}__{tool}', sanitize: { part, ...SANITIZED } }),
      );
    expect(of('server')).toBe('mcp__my_srv__a.b c');
    expect(of('all')).toBe('mcp__my_srv__a_b_c');
  });

  it('have the text before the tool cut to 18 in VS Code, separators kept', () => {
    const of = (server: string): string => renderName(server, 'get', hosts.vscode);
    // mcp_ and _ leave 13 of 18 for the server.
    expect(of('thirteen-unit')).toBe('mcp_thirteen-unit_get');
    expect(of('fourteen-units')).toBe('mcp_fourteen-unit_get');
    expect(of('notion')).toBe('mcp_notion_get');
  });

  it.each([
    ['claude-code', 'my srv', 'a_b', 'mcp__my_srv__a_b'],
    ['codex', 'my srv', 'a.b', 'mcp__my_srv__a_b'],
    ['cursor', 'srv', 'get', 'srv:get'],
    ['gemini-cli', 'srv', 'get', 'mcp_srv_get'],
    ['copilot-cli', 'srv', 'get', 'srv-get'],
    ['kiro', 'srv', 'get', 'srvget'],
    ['roo-code', 'srv', 'get', 'mcp--srv--get'],
    ['claude-api', 'srv', 'get', 'get'],
  ] as const)('in %s', (id, server, tool, expected) => {
    expect(renderName(server, tool, hosts[id])).toBe(expected);
  });

  const EFFECTS: readonly (readonly [HostAction, string | undefined, string])[] = [
    ['drop-tool', 'dropped', 'srv:abcdefgh'],
    ['reject-list', 'refused', 'srv:abcdefgh'],
    ['reject-request', 'refused', 'srv:abcdefgh'],
    ['rewrite', 'renamed', 'srv:abcdef'],
    ['truncate', 'truncated', 'srv:abcdef'],
    ['warn', undefined, 'srv:abcdefgh'],
    ['strip', undefined, 'srv:abcdefgh'],
    ['degrade', undefined, 'srv:abcdefgh'],
    ['unknown', undefined, 'srv:abcdefgh'],
  ];
  it.each(EFFECTS)('over the limit, where the host answers with %s', (onExceed, effect, shown) => {
    const host = named({ prefix: '{server}:{tool}', maxLength: 10, onExceed });
    const hosted = nameInHost('srv', 'abcdefgh', host);
    expect(hosted.shown).toBe(shown);
    expect(hosted.change).toEqual(
      effect === undefined ? undefined : { effect, actual: 12, limit: 10, confidence: 'source' },
    );
    // At the limit nothing happens.
    expect(nameInHost('srv', 'abcdef', host)).toEqual({ shown: 'srv:abcdef' });
  });

  it('lose their middle in Gemini CLI, and are never longer than its limit', () => {
    const tool = `${'a'.repeat(30)}-middle-${'z'.repeat(30)}`;
    const { shown, change } = nameInHost('srv', tool, hosts['gemini-cli']);
    expect(shown).toBe(`mcp_srv_${'a'.repeat(22)}...${'z'.repeat(30)}`);
    expect(shown).toHaveLength(63);
    expect(change).toMatchObject({ effect: 'renamed', limit: 63 });
  });

  it('are counted in UTF-16 units', () => {
    const host = named({ maxLength: 3, onExceed: 'drop-tool' });
    expect(nameInHost('s', '😀a', host).change).toBeUndefined();
    expect(nameInHost('s', '😀😀', host).change).toMatchObject({ actual: 4, limit: 3 });
  });

  it('that break the pattern have no number to hold against', () => {
    const host = named({ pattern: '^[a-z]+$', onPattern: 'reject-request' }, 'docs');
    expect(nameInHost('s', 'a.b', host).change).toEqual({ effect: 'refused', actual: 3, confidence: 'docs' });
    expect(nameInHost('s', 'ab', host).change).toBeUndefined();
  });

  it('are cleaned a character at a time, by a text that is no pattern', () => {
    const of = (replace: string, replacement: string): string =>
      renderName('s', 'a😀b', named({ sanitize: { part: 'all', replace, with: replacement } }));
    expect(of('[^a-z]', '_')).toBe('a_b');
    expect(of('\\p{Emoji}', '$&$1')).toBe('a$&$1b');
  });

  it('have no more before the tool than the prefix may have, where that is less than its fixed part', () => {
    const of = (prefix: string, prefixMaxLength: number): string =>
      renderName('server', 'get', named({ prefix, prefixMaxLength }));
    expect(of('mcp__{server}__{tool}', 7)).toBe('mcp____get');
    expect(of('mcp__{server}__{tool}', 4)).toBe('mcp_get');
    expect(of('mcp__{server}__{tool}', 0)).toBe('get');
    expect(of('fixed_{tool}', 3)).toBe('fixget');
  });

  it('are not cut inside a character', () => {
    const long = '😀'.repeat(5);
    const cut = (name: Partial<HostProfile['name']>): string =>
      nameInHost('s', long, named({ maxLength: 5, onExceed: 'rewrite', ...name })).shown;
    expect(cut({})).toBe('😀😀');
    expect(cut({ shortened: { head: 1, joint: '-', tail: 3 } })).toBe('-😀');
    expect(cut({ shortened: { head: 5, joint: '', tail: 0 } })).toBe('😀😀');
    expect(renderName(long, 'get', named({ prefix: '{server}_{tool}', prefixMaxLength: 4 }))).toBe('😀_get');
  });

  it('that the host cleans are renamed', () => {
    const host = named({ prefix: 'm_{tool}', sanitize: { part: 'all', ...SANITIZED } });
    expect(nameInHost('s', 'a.b', host)).toEqual({
      shown: 'm_a_b',
      change: { effect: 'renamed', actual: 5, confidence: 'source' },
    });
  });
});

describe('the text a host sends', () => {
  const FULL: JsonObject = {
    annotations: { readOnlyHint: true },
    inputSchema: { type: 'object' },
    title: 'Get!',
    name: 'get',
    icons: [],
    outputSchema: { type: 'object' },
    _meta: { a: 1 },
    execution: { taskSupport: 'forbidden' },
  };

  it('is name, description and schema, the name as the host renders it', () => {
    const { text, definitions } = inHost([GET], named({ prefix: 'mcp__{server}__{tool}' }));
    expect(text).toBe('[{"name":"mcp__srv__get","description":"Get one","inputSchema":{"type":"object"}}]');
    expect(definitions).toBe(tokenizer.count(text));
  });

  it.each([
    [{}, '[{"name":"get","inputSchema":{"type":"object"}}]'],
    [{ title: false }, '[{"name":"get","inputSchema":{"type":"object"}}]'],
    [{ title: true }, '[{"name":"get","inputSchema":{"type":"object"},"title":"Get!"}]'],
    [
      { title: true, annotations: true, outputSchema: true, icons: true, meta: true },
      '[{"name":"get","inputSchema":{"type":"object"},"title":"Get!","annotations":{"readOnlyHint":true},"outputSchema":{"type":"object"},"icons":[],"_meta":{"a":1}}]',
    ],
  ])('holds other fields only where they are known to be loaded: %j', (loads, expected) => {
    expect(inHost([FULL], profile({ loads })).text).toBe(expected);
  });

  it('leaves entries that are no tools as they are', () => {
    const tools = [null, 3, 'x', [1], {}, { description: 'd' }, { name: 5, description: null }];
    const hosted = inHost(tools, named({ prefix: 'p_{tool}', maxLength: 1, onExceed: 'drop-tool' }));
    expect(hosted.text).toBe('[null,3,"x",[1],{},{"description":"d"},{"name":5,"description":null}]');
    expect(hosted.tools).toBe(7);
    expect(hosted.changes).toEqual([]);
  });

  it('of an empty list is nothing', () => {
    expect(inHost([], profile())).toMatchObject({ tools: 0, definitions: 0, text: '', names: 0, pinned: 0 });
  });

  it('ignores what an object inherits', () => {
    const tool = JSON.parse('{"__proto__":{"name":"evil","description":"x"},"inputSchema":{}}') as JsonObject;
    expect(inHost([tool], profile()).text).toBe('[{"inputSchema":{}}]');
  });

  it('is not counted above 32 MB', () => {
    const size = measure([list([{ name: 'big', description: 'x'.repeat(32_000_001) }])], profile(), {});
    expect(size).toMatchObject({ tools: 1, loaded: undefined, upfront: undefined });
    expect(size.lists[0]).toMatchObject({ loaded: undefined, upfront: undefined, instructions: 0 });
  });
});

describe('tools that a host drops', () => {
  const host = (confidence?: Confidence): HostProfile =>
    named({ maxLength: 3, onExceed: 'drop-tool' }, confidence);

  it('cost nothing', () => {
    const { text, tools, changes } = inHost([{ name: 'long' }, GET], host());
    expect(text).toBe('[{"name":"get","description":"Get one","inputSchema":{"type":"object"}}]');
    expect(tools).toBe(1);
    expect(changes).toEqual([
      {
        tool: 'long',
        index: 0,
        shown: 'long',
        field: 'name',
        effect: 'dropped',
        actual: 4,
        limit: 3,
        confidence: 'source',
      },
    ] satisfies readonly HostChange[]);
  });

  it.each(['third-party', 'derived', 'unverified'] as const)('are counted where it is %s', (confidence) => {
    const { text, tools, changes } = inHost([{ name: 'long' }], host(confidence));
    expect(text).toBe('[{"name":"long"}]');
    expect(tools).toBe(1);
    expect(changes).toMatchObject([{ effect: 'dropped', confidence }]);
  });
});

describe('descriptions', () => {
  const of = (text: string, host: HostProfile): readonly [JsonValue, readonly unknown[]] => {
    const hosted = inHost([{ name: 'get', description: text }], host);
    const [tool] = JSON.parse(hosted.text) as readonly { readonly description: string }[];
    return [
      tool?.description ?? null,
      hosted.changes.map(({ effect, actual, limit }) => [effect, actual, limit]),
    ];
  };

  it('are cut at the limit', () => {
    const host = described({ max: 5, onExceed: 'truncate' });
    expect(of('abcde', host)).toEqual(['abcde', []]);
    expect(of('abcdef', host)).toEqual(['abcde', [['truncated', 6, 5]]]);
  });

  it('stay whole where the cut is only supposed', () => {
    const host = described({ max: 5, onExceed: 'truncate' }, 'unverified');
    expect(of('abcdef', host)).toEqual(['abcdef', [['truncated', 6, 5]]]);
  });

  it.each([
    ['reject-request', [['refused', 6, 5]]],
    ['warn', []],
    ['unknown', []],
    ['rewrite', []],
  ] as const)('stay whole under %s', (onExceed, changes) => {
    expect(of('abcdef', described({ max: 5, onExceed }))).toEqual(['abcdef', changes]);
  });

  it('can be too short, but not cut for it', () => {
    expect(of('', described({ min: 1, onExceed: 'reject-request' }))).toEqual(['', [['refused', 0, 1]]]);
    expect(of('', described({ min: 1, onExceed: 'truncate' }))).toEqual(['', []]);
    // A tool without one is another matter.
    expect(inHost([{ name: 'get' }], described({ min: 1, onExceed: 'drop-tool' })).changes).toEqual([]);
  });
});

describe('keywords of schemas', () => {
  const dropped = (keyword: string, more: Partial<HostKeyword> = {}): HostKeyword => ({
    keyword,
    at: 'any',
    action: 'strip',
    confidence: 'source',
    ...more,
  });
  const schemaIn = (schema: JsonValue, host: HostProfile): string => {
    const { text } = inHost([{ name: 'get', inputSchema: schema }], host);
    return text.replace(/^.*?"inputSchema":/s, '').slice(0, -'}]'.length);
  };
  const dropping = (...droppedKeywords: readonly HostKeyword[]): HostProfile =>
    profile({ schema: { droppedKeywords } });

  it.each(['third-party', 'unverified'] as const)('stay where dropping is %s', (confidence) => {
    const host = dropping(dropped('oneOf', { confidence }), dropped('not', { action: 'degrade' }));
    expect(schemaIn({ oneOf: [], not: {} }, host)).toBe('{"oneOf":[],"not":{}}');
  });

  it('go at the root alone in VS Code', () => {
    const schema = {
      type: 'object',
      anyOf: [{}],
      properties: { a: { oneOf: [{ type: 'string' }] } },
      if: {},
      required: [],
    };
    expect(schemaIn(schema, hosts.vscode)).toBe(
      '{"type":"object","properties":{"a":{"oneOf":[{"type":"string"}]}},"required":[]}',
    );
  });

  it('go anywhere in Zed, data and names left alone', () => {
    const schema = {
      default: {},
      properties: {
        default: { type: 'string', default: 'format', format: 'uri' },
        format: { enum: [{ default: 1 }] },
      },
      items: [{ format: 'date' }, { const: { format: 'x' } }],
      $defs: { format: { default: 0 } },
    };
    expect(schemaIn(schema, hosts.zed)).toBe(
      '{"properties":{"default":{"type":"string"},"format":{"enum":[{"default":1}]}},' +
        '"items":[{},{"const":{"format":"x"}}],"$defs":{"format":{}}}',
    );
  });

  it('that Codex does not know go, at any depth', () => {
    const schema = {
      $schema: 'x',
      type: 'object',
      title: 't',
      properties: {
        title: { type: 'string', minLength: 1, description: 'd' },
        examples: { anyOf: [{ pattern: 'p' }] },
      },
      required: ['title'],
      patternProperties: { a: {} },
      additionalProperties: { type: 'string', maxLength: 2 },
    };
    expect(schemaIn(schema, hosts.codex)).toBe(
      '{"type":"object","properties":{"title":{"type":"string","description":"d"},"examples":{"anyOf":[{}]}},' +
        '"required":["title"],"additionalProperties":{"type":"string"}}',
    );
  });

  it('named like a property stay with it: __proto__, constructor, oneOf', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"oneOf":[1],"type":"string"},"oneOf":{"type":"string"},"constructor":{}},"oneOf":[]}',
    ) as JsonObject;
    expect(schemaIn(schema, dropping(dropped('oneOf')))).toBe(
      '{"properties":{"__proto__":{"type":"string"},"oneOf":{"type":"string"},"constructor":{}}}',
    );
  });

  it('examples go where the host is known not to load them', () => {
    const schema = { examples: [1], properties: { examples: { type: 'string', examples: ['a'] } } };
    const bare = '{"properties":{"examples":{"type":"string"}}}';
    expect(schemaIn(schema, profile({ loads: { examples: false } }))).toBe(bare);
    for (const host of [profile({ loads: { examples: false } }, 'unverified'), profile()])
      expect(schemaIn(schema, host)).toBe(JSON.stringify(schema));
  });

  it('keep their order around what goes', () => {
    const schema = {
      z: 1,
      b: 2,
      oneOf: [],
      a: { y: 1, x: 2 },
      properties: { q: {}, c: {}, oneOf: {}, a: {} },
    };
    expect(schemaIn(schema, dropping(dropped('oneOf')))).toBe(
      '{"z":1,"b":2,"a":{"y":1,"x":2},"properties":{"q":{},"c":{},"oneOf":{},"a":{}}}',
    );
  });

  it('are found 5,000 levels down', () => {
    const levels = 5_000;
    const nest = (inner: string): string =>
      '{"properties":{"a":'.repeat(levels) + inner + '}}'.repeat(levels);
    const schema = JSON.parse(nest('{"format":"uri","type":"string"}')) as JsonObject;
    expect(schemaIn(schema, dropping(dropped('format')))).toBe(nest('{"type":"string"}'));
  });

  it.each([true, null, 'x', [1, { format: 'x' }]] as const)('schema %j is no object', (schema) => {
    const host = dropping(dropped('type'));
    expect(schemaIn(schema as JsonValue, host)).toBe(JSON.stringify(schema));
  });
});

describe('instructions', () => {
  const of = (text: string, host: HostProfile): HostSize =>
    measure([list([GET], { instructions: text })], host);
  const tokens = (size: HostSize): number | undefined => size.lists[0]?.instructions;
  const text = 'Use it with care. '.repeat(300);

  it('are paid where the host loads them', () => {
    const size = of(text, instructed({ loaded: true }));
    expect(tokens(size)).toBe(tokenizer.count(text));
    expect(size.upfront).toBe(tokenizer.count(inHost([GET], profile()).text) + tokenizer.count(text));
    expect(size.deferral.isUpfrontAtMost).toBe(false);
  });

  it('cost nothing where it does not', () => {
    const size = of(text, instructed({ loaded: false, max: 5, onExceed: 'truncate' }));
    expect(tokens(size)).toBe(0);
    expect(size.lists[0]?.instructionsCut).toBeUndefined();
    expect(size.deferral.isUpfrontAtMost).toBe(false);
  });

  it.each([[instructed({})], [instructed({ loaded: true }, 'unverified')]])(
    'are counted where it is not known, and that is said',
    (host) => {
      expect(tokens(of(text, host))).toBe(tokenizer.count(text));
      expect(of(text, host).deferral.isUpfrontAtMost).toBe(true);
      expect(of('', host).deferral.isUpfrontAtMost).toBe(false);
    },
  );

  it('are cut at 4,096 in Claude Code', () => {
    const size = of(text, hosts['claude-code']);
    expect(text.length).toBe(5_400);
    expect(tokens(size)).toBe(tokenizer.count(text.slice(0, 4_096)));
    expect(size.lists[0]?.instructionsCut).toBe(5_400 - 4_096);
    expect(of(text.slice(0, 4_096), hosts['claude-code']).lists[0]?.instructionsCut).toBeUndefined();
  });

  it.each([
    [instructed({ loaded: true, max: 10, onExceed: 'warn' })],
    [instructed({ loaded: true, max: 10, onExceed: 'truncate' }, 'third-party')],
    [hosts.portable],
  ])('stay whole where nobody knows of a cut', (host) => {
    expect(tokens(of(text, host))).toBe(tokenizer.count(text));
    expect(of(text, host).lists[0]?.instructionsCut).toBeUndefined();
  });
});

describe('deferral', () => {
  const NAMES = profile({
    deferral: { deferred: 'names-and-instructions' },
    instructions: { loaded: true, onExceed: 'unknown' },
  });
  const SERVER = profile({
    deferral: { deferred: 'server-and-instructions' },
    instructions: { loaded: true, onExceed: 'unknown' },
  });
  const PUT: JsonObject = { ...GET, name: 'put' };
  const all = { setting: { state: 'all' } } as const;
  const definitions = tokenizer.count(
    '[{"name":"get","description":"Get one","inputSchema":{"type":"object"}},{"name":"put","description":"Get one","inputSchema":{"type":"object"}}]',
  );
  const said = tokenizer.count('Be kind.');
  const two = list([GET, PUT], { instructions: 'Be kind.' });

  it('none: all of it', () => {
    const { upfront, loaded, deferral } = measure([two], NAMES);
    expect([upfront, loaded]).toEqual([definitions + said, definitions + said]);
    expect(deferral).toMatchObject({ isDeferred: false, isUpfrontAtMost: false, reason: undefined });
    expect(deferral).not.toHaveProperty('leavesOut');
  });

  it('all: names and instructions, without the search tool', () => {
    const { upfront, loaded, deferral } = measure([two], NAMES, all);
    expect(upfront).toBe(tokenizer.count('["get","put"]') + said);
    expect(loaded).toBe(definitions + said);
    expect(deferral).toMatchObject({
      isDeferred: true,
      isUpfrontAtMost: false,
      leavesOut: 'its own search tool',
    });
  });

  it("all: the server's name and instructions", () => {
    expect(measure([two], SERVER, all).upfront).toBe(tokenizer.count('srv') + said);
  });

  it('never costs more at the start than in the end', () => {
    const tiny = list([{ name: 'a-very-long-name-that-says-all' }], {
      isAlwaysLoaded: true,
      name: 'a long name of a server',
    });
    const { upfront, loaded } = measure([tiny], SERVER, all);
    expect(upfront).toBe(loaded);
    expect(measure([list([])], SERVER, all)).toMatchObject({ upfront: 0, loaded: 0 });
  });

  it.each([
    ['group-names', /groups cost is not known/],
    [undefined, /what stands in the context instead is not known/],
  ] as const)('all is assumed to be loaded where %s stand in its place', (kind, reason) => {
    const { upfront, loaded, deferral } = measure([two], profile({ deferral: { deferred: kind } }), all);
    expect(upfront).toBe(loaded);
    expect(deferral).toMatchObject({ isDeferred: false, isUpfrontAtMost: true });
    expect(deferral.reason).toMatch(reason);
  });

  it('unknown: all is assumed, and that is said', () => {
    const { upfront, loaded, deferral } = measure([two], NAMES, { setting: { state: 'unknown' } });
    expect(upfront).toBe(loaded);
    expect(deferral).toMatchObject({ isUpfrontAtMost: true, reason: 'deferral unknown: all assumed' });
  });

  const AUTO: readonly (readonly [string, number, number, boolean, boolean, RegExp])[] = [
    ['above', 1_000, 1_000, true, false, /more than 10 % of a window of 10,000$/],
    ['below', 900, 999, false, false, /estimate.* less than 10 %/],
    ['near', 999, 1_001, false, true, /about 10 %.*all assumed$/],
  ];
  it.each(AUTO)('auto, %s the share of the window', (_, low, high, isDeferred, isUpfrontAtMost, reason) => {
    const size = measure([two], NAMES, {
      setting: { state: 'auto' },
      window: { tokens: 10_000, from: '--window' },
      estimate: () => ({ low, high }),
    });
    expect(size.deferral).toMatchObject({ isDeferred, isUpfrontAtMost });
    expect(size.deferral.reason).toMatch(reason);
    expect(size.upfront === size.loaded).toBe(!isDeferred);
  });

  it('auto decides only where it decides alike for every window of the models', () => {
    const both = { window: { tokens: 10_000, from: 'small' }, largestWindow: 50_000 };
    const deferralOf = (tokens: number) =>
      measure([two], NAMES, {
        setting: { state: 'auto' },
        ...both,
        estimate: () => ({ low: tokens, high: tokens }),
      }).deferral;
    expect(deferralOf(999)).toMatchObject({ isDeferred: false, isUpfrontAtMost: false });
    expect(deferralOf(1_000)).toMatchObject({ isDeferred: false, isUpfrontAtMost: true });
    expect(deferralOf(1_000).reason).toBe(
      'deferred with 10 % of a window of 10,000, maybe not with one of 50,000: all assumed',
    );
    expect(deferralOf(5_000)).toMatchObject({ isDeferred: true, isUpfrontAtMost: false });
  });

  it('auto:25 compares with a quarter, of the estimate for all lists together', () => {
    const asked: unknown[] = [];
    const estimate = (input: unknown): { readonly low: number; readonly high: number } => {
      asked.push(input);
      return { low: 2_500, high: 2_500 };
    };
    const window = { tokens: 10_000, from: '--window' };
    const setting = { state: 'auto', percent: 25 } as const;
    expect(measure([two, two], NAMES, { setting, window, estimate }).deferral.isDeferred).toBe(true);
    const text = inHost([GET, PUT], NAMES).text;
    const structuralChars = text.match(/[{}[\]":,]/g)?.length ?? 0;
    expect(asked).toEqual([{ o200k: 2 * definitions, tools: 4, structuralChars: 2 * structuralChars }]);
  });

  it('auto does not decide on a list too large to count', () => {
    const big = list([{ name: 'big', description: 'x'.repeat(32_000_001) }]);
    expect(measure([big], NAMES, { setting: { state: 'auto' } }).deferral).toMatchObject({
      isDeferred: false,
      isUpfrontAtMost: true,
      reason: 'deferred from 10 % of a window of 200,000 on: all assumed',
    });
  });

  const many = (count: number): HostedList =>
    list(Array.from({ length: count }, (_, index) => ({ name: `t${index}` })));
  it.each([
    [64, false, false],
    [65, false, true],
    [128, false, true],
    [129, true, false],
  ])('threshold from 64 to 128: %i tools', (tools, isDeferred, isUpfrontAtMost) => {
    const host = { ...NAMES, deferral: { ...NAMES.deferral, threshold: { from: 64, above: 128 } } };
    const { deferral } = measure([many(tools)], host, { setting: { state: 'threshold' } });
    expect(deferral).toMatchObject({ isDeferred, isUpfrontAtMost });
  });

  it("threshold of the setting goes before the profile's; without any it is not known", () => {
    const host = { ...NAMES, deferral: { ...NAMES.deferral, threshold: { from: 64, above: 128 } } };
    const of = (threshold: number | undefined, one: HostProfile): HostSize['deferral'] =>
      measure([many(20)], one, { setting: { state: 'threshold', threshold } }).deferral;
    expect(of(19, host)).toMatchObject({ isDeferred: true, isUpfrontAtMost: false });
    expect(of(20, host)).toMatchObject({ isDeferred: false, isUpfrontAtMost: false });
    expect(of(undefined, NAMES)).toMatchObject({
      isUpfrontAtMost: true,
      reason: 'deferral unknown: all assumed',
    });
  });

  it('spares tools that the server or the client wants loaded', () => {
    const pinned = { ...PUT, _meta: { 'anthropic/alwaysLoad': true } };
    const put = tokenizer.count('[{"name":"put","description":"Get one","inputSchema":{"type":"object"}}]');
    expect(measure([list([GET, pinned])], NAMES, all).upfront).toBe(tokenizer.count('["get"]') + put);
    // Only Claude Code looks at this key, and only at `true`.
    expect(measure([list([GET, pinned])], SERVER, all).upfront).toBe(tokenizer.count('srv'));
    const odd = [GET, { ...PUT, _meta: { 'anthropic/alwaysLoad': 'true' } }];
    expect(measure([list(odd)], NAMES, all).upfront).toBe(tokenizer.count('["get","put"]'));
    const { upfront, loaded } = measure([list([GET, PUT], { isAlwaysLoaded: true })], NAMES, all);
    expect(upfront).toBe(loaded);
  });
});

describe('all lists of a host', () => {
  it('add up, toolsets that another one stands for left out', () => {
    const lists = [
      list([GET], { instructions: 'Be kind.' }),
      list([GET, { name: 'x' }], { server: 'b', name: 'b' }),
      list([{ name: 'y' }], { server: 'b', name: 'b', toolset: 'part', isInTotal: false }),
    ];
    const size = measure(lists, instructed({ loaded: true }));
    const [a, b, part] = size.lists;
    expect(size.loaded).toBe((a?.loaded ?? NaN) + (b?.loaded ?? NaN));
    expect(size.upfront).toBe(size.loaded);
    expect(size.tools).toBe(3);
    expect(part).toMatchObject({ isInTotal: false, tools: 1 });
    expect(b).not.toHaveProperty('isInTotal');
  });

  it('have no sum where one was not counted', () => {
    const big = list([{ name: 'big', description: 'x'.repeat(32_000_001) }]);
    const size = measure([list([GET]), big], profile());
    expect(size.lists[0]?.loaded).toBeGreaterThan(0);
    expect([size.loaded, size.upfront]).toEqual([undefined, undefined]);
  });

  it('collide where the host does not name the server', () => {
    const lists = [
      list([GET, GET, { name: 'own' }, {}]),
      list([GET, {}], { server: 'b', name: 'b' }),
      list([{ name: 'own' }], { server: 'c', name: 'c', isInTotal: false }),
    ];
    expect(measure(lists, profile()).collisions).toEqual(['get']);
    expect(measure(lists, named({ prefix: '{server}:{tool}' }))).not.toHaveProperty('collisions');
  });

  it('are held against the slots that the host itself leaves', () => {
    const host = profile({ tools: { max: 128, reserve: 20, onExceed: 'reject-request' } }, 'docs');
    expect(measure([list([GET])], host).toolLimit).toEqual({
      max: 128,
      usable: 108,
      action: 'reject-request',
      confidence: 'docs',
    });
    expect(measure([list([GET])], profile()).toolLimit).toBeUndefined();
  });

  it('say when a profile is of, or that there is none', () => {
    const host = { ...profile(), asOf: '2026-11-30', versionSeen: '1' };
    expect(measure([], host).profile).toEqual({ asOf: '2026-11-30', versionSeen: '1' });
    expect(measure([], host, { isKnown: false }).profile).toBeUndefined();
  });
});

describe('every host', () => {
  const files = readdirSync('fixtures/lists');
  it.each(Object.values<HostProfile>(hosts).map((host) => [host.id, host] as const))(
    '%s takes every list, and never more at the start than in the end',
    (_, host) => {
      for (const file of files) {
        const { tools } = JSON.parse(readFileSync(`fixtures/lists/${file}`, 'utf8')) as {
          readonly tools: readonly JsonValue[];
        };
        for (const state of ['none', 'all', 'auto', 'threshold', 'unknown'] as const) {
          const lists = [list(tools, { instructions: 'Be kind.' }), list(tools, { server: 'b', name: 'b' })];
          const { upfront = NaN, loaded = NaN, lists: sizes } = measure(lists, host, { setting: { state } });
          expect(upfront, `${file} ${state}`).toBeLessThanOrEqual(loaded);
          for (const figure of ['upfront', 'loaded'] as const)
            expect(sizes.reduce((sum, one) => sum + (one[figure] ?? NaN), 0)).toBe(
              figure === 'upfront' ? upfront : loaded,
            );
        }
      }
    },
  );
});

describe("a client's own filter", () => {
  const tools = [{ name: 'get_a' }, { name: 'get_b' }, { name: 'put*' }, {}, 5] as const;
  const of = (
    filter: Parameters<typeof filterByName>[1],
  ): readonly [readonly JsonValue[], readonly string[]] => {
    const { tools: kept, unmatched } = filterByName(tools, filter);
    return [kept, unmatched];
  };

  it('absent: every tool, the very list', () => {
    expect(filterByName(tools, {}).tools).toBe(tools);
  });

  it('includes by exact name, `*` a character like any other', () => {
    expect(of({ includeTools: ['get_a', 'put*', 'get_*'] })).toEqual([[tools[0], tools[2]], ['get_*']]);
    expect(of({ includeTools: [] })).toEqual([[], []]);
  });

  it('excludes last', () => {
    expect(of({ includeTools: ['get_a', 'get_b'], excludeTools: ['get_b', 'nope'] })).toEqual([
      [tools[0]],
      ['nope'],
    ]);
    expect(of({ excludeTools: ['get_a'] })[0]).toEqual(tools.slice(1));
  });

  it.each([
    ['get_*', ['get_a', 'get_b']],
    ['*_b', ['get_b']],
    ['g*_*', ['get_a', 'get_b']],
    ['*', ['get_a', 'get_b', 'put*']],
    ['*t*t*', []],
    ['get_a*a', []],
    ['get_a*', ['get_a']],
    ['get_?', []],
    ['get_a', ['get_a']],
    ['', []],
  ])('knows `*` alone where the client does: %s', (entry, names) => {
    const [kept, unmatched] = of({ includeTools: [entry], isWildcardFilter: true });
    expect(kept.map((tool) => (tool as { readonly name: string }).name)).toEqual(names);
    expect(unmatched).toEqual(names.length === 0 ? [entry] : []);
  });

  it('takes no exponential time', () => {
    const [kept] = of({ includeTools: ['*a'.repeat(2_000)], isWildcardFilter: true });
    expect(kept).toEqual([]);
    const long = [{ name: 'a'.repeat(5_000) }];
    const entry = `${'*a'.repeat(1_000)}b`;
    expect(filterByName(long, { includeTools: [entry], isWildcardFilter: true }).tools).toEqual([]);
  });
});

describe('Cursor at 61 characters', () => {
  const name = (length: number) => nameInHost('srv', 'x'.repeat(length - 'srv:'.length), hosts.cursor);

  it('may drop the tool: whether the separator counts is not sure', () => {
    expect(name(60).change).toBeUndefined();
    expect(name(61).change).toMatchObject({ effect: 'dropped', confidence: 'unverified' });
    expect(name(62).change).toMatchObject({ effect: 'dropped', confidence: 'issue' });
  });
});
