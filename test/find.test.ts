/** `find`: vendors' messages, and the tools that they speak of. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hosts } from '../src/hosts/index.ts';
import { vendorForms } from '../src/judge/find/forms/index.ts';
import { readMessage } from '../src/judge/find/read-message.ts';
import type { FindReport, FoundPlace, VendorForm } from '../src/model/find.ts';
import { FAKE, run } from './run.ts';

describe.each(Object.entries<VendorForm>(vendorForms))('messages of %s', (id, form) => {
  it('name hosts that are known, and cite their sources', () => {
    expect(form.id).toBe(id);
    for (const host of form.hosts) expect(Object.keys(hosts)).toContain(host);
    expect(form.sources.length).toBeGreaterThan(0);
    for (const { date } of form.sources) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it.each(form.examples.map((one) => [one.text, one.reads] as const))('%s', (text, reads) => {
    const places = readMessage(text);
    expect(places).toHaveLength(1);
    expect(places[0]).toMatchObject({ form: id, ...reads });
  });
});

describe('a whole message', () => {
  it('is read in all its places, each once', () => {
    const line = (index: number): string =>
      `* GenerateContentRequest.tools[0].function_declarations[${index}].name: Invalid function name.\\\\n`;
    const places = readMessage(
      `[API Error: {"error":{"message":"{ \\"message\\": \\"${line(3)}${line(5)}${line(3)}`,
    );
    expect(places.map(({ index }) => index)).toEqual([3, 5]);
  });

  it.each(['nothing of the kind', '', 'tools', 'tools.x.custom.name', 'my.tools.3.custom.name'])(
    '%j names no tool',
    (text) => expect(readMessage(text)).toEqual([]),
  );

  it('is read in linear time, whatever it holds', () => {
    for (const piece of [
      'tools.1',
      'Tool `',
      '[ "tools", 1, "a"',
      "Invalid schema for function '",
      '/tools/1/',
    ])
      expect(() => readMessage(piece.repeat(20_000))).not.toThrow();
  });
});

const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const TOOLS = [
  {
    name: 'get_room',
    description: 'Get a room of the house.',
    inputSchema: object({ id: { type: 'string' } }),
  },
  {
    name: 'find_file',
    description: 'Find a file by its id or path.',
    inputSchema: object({ id: { type: 'string' } }, { anyOf: [{ required: ['id'] }] }),
  },
  {
    name: 'tag.files',
    description: 'Tag some files with words.',
    inputSchema: object({ tags: { type: 'array' }, 'filter[x]': { type: 'string' } }),
  },
  {
    name: 'set_level',
    description: 'Set the level of the noise.',
    inputSchema: object({ level: { type: 'integer', enum: [1, 2] } }),
  },
];

async function find(message: string, ...more: readonly string[]) {
  const stdin = JSON.stringify({ tools: TOOLS });
  return run(['find', message, '-', ...more], { stdin, columns: 200 });
}

async function found(message: string): Promise<FoundPlace> {
  const { stdout, stderr } = await find(message, '--format', 'json');
  expect(stderr).toBe('');
  const [place] = (JSON.parse(stdout) as FindReport).places;
  if (place === undefined) throw new Error('no place');
  return place;
}

describe('find', () => {
  it.each<[message: string, tool: string, by: string, pointer: string, rules: string[], before?: number]>([
    [
      'tools.47.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
      'find_file',
      'fault',
      '/tools/1/inputSchema',
      ['schema-root-combinator'],
      46,
    ],
    [
      'tools.2.custom.input_schema.properties: Property keys should match pattern',
      'tag.files',
      'index',
      '/tools/2/inputSchema/properties',
      ['schema-property-key'],
      0,
    ],
    [
      "Invalid schema for function 'mcp__files__tag_files': In context=('properties', 'tags'), array schema missing items.",
      'tag.files',
      'name',
      '/tools/2/inputSchema/properties/tags',
      ['schema-array-no-items'],
    ],
    [
      'GenerateContentRequest.tools[0].function_declarations[11].parameters.properties[level].enum: only allowed for STRING type',
      'set_level',
      'fault',
      '/tools/3/inputSchema/properties/level/enum',
      ['schema-enum-portability'],
      8,
    ],
    [
      "Invalid value at 'tools.function_declarations[3].parameters.properties[0].value.type': x",
      'set_level',
      'index',
      '/tools/3/inputSchema/properties/level/type',
      [],
      0,
    ],
    [
      'tools.47.custom.name: String should match pattern',
      'tag.files',
      'fault',
      '/tools/2/name',
      ['tool-name-charset'],
      45,
    ],
    [
      "Value 'tag.files' at 'toolConfig.tools.9.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern",
      'tag.files',
      'name',
      '/tools/2/name',
      ['tool-name-charset'],
      6,
    ],
    ['tools.0.custom.description', 'get_room', 'index', '/tools/0/description', [], 0],
    [
      'Failed to validate tool mcp_house_get_room: Error: tool parameters array type must have items.',
      'get_room',
      'name',
      '/tools/0/inputSchema',
      [],
    ],
  ])('%s', async (message, tool, by, pointer, rules, before) => {
    const { tools } = await found(message);
    expect(tools[0]).toMatchObject({
      tool,
      by,
      pointer,
      server: 'stdin',
      ...(before !== undefined && { before }),
    });
    expect(tools[0]?.findings.map(({ ruleId }) => ruleId)).toEqual(rules);
  });

  it('names every tool with a fault where the message does not say which, the likeliest first', async () => {
    const { tools } = await found('tools.2.custom.input_schema');
    expect(tools.map(({ tool }) => tool)).toEqual(['tag.files', 'find_file']);
  });

  it('tells server, tool, place, rule and repair', async () => {
    const { code, stdout } = await find(
      'tools[2].function.parameters: array schema missing items',
      '--no-color',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('stdin › tag.files');
    expect(stdout).toContain('tool 3 of its list, /tools/2/inputSchema');
    expect(stdout).toContain('schema-array-no-items: an array without');
    expect(stdout).toMatch(/^repair {10}Say what an item is/m);
    expect(stdout).toContain('npx mcp-budget explain schema-array-no-items');
    expect(stdout).toContain("Index 2 counts all tools of the request: the host's own");
  });

  it('ends with 1 where nothing is found', async () => {
    const { code, stdout } = await find('tools.90.custom.description: too short');
    expect(code).toBe(1);
    expect(stdout).toContain('no such fault in 4 tools');
  });

  it.each([
    [[], 'find takes the error'],
    [['no such thing', 'list.json'], 'names no tool in a form that is known'],
    [['-', '-'], 'standard input is either'],
    [['tools.1.custom.name', 'missing.json'], 'no such file'],
  ])('%j is a usage mistake', async (args, message) => {
    const { code, stdout, stderr } = await run(['find', ...args], { stdin: 'x' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('reads a pasted message from standard input, and a live server', async () => {
    const stdin = 'API Error: 400 {"message":"tools.1.custom.name: String\n   should match pattern"}';
    const { code, stdout } = await run(['find', '-', '--settle', '0', '--', 'node', FAKE, 'hostile'], {
      stdin,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('› line\\nbreak tab');
    // oxlint-disable-next-line no-control-regex -- these are looked for
    expect(stdout).not.toMatch(/[\u001b\u202e\u200b]/);
  });

  it('ends with 3 where a server could not be measured', async () => {
    const { code, stdout } = await run(['find', 'tools.1.custom.name', '--', 'node', FAKE, 'exit-1']);
    expect(code).toBe(3);
    expect(stdout).toContain('not measured: ');
  });

  it('shows no secret that comes back in a name', async () => {
    const args = ['find', 'tools.0.custom.name', '--env', 'API_KEY=sk-7f3a9b21', '--settle', '0'];
    const { stdout } = await run([...args, '--', 'node', FAKE, 'secret-name']);
    expect(stdout).toContain('tool_[redacted]');
    expect(stdout).not.toContain('sk-7f3a9b21');
  });
});

it('every form is on the list', () => {
  const files = readdirSync('src/judge/find/forms').filter((name) => name !== 'index.ts');
  expect(files.toSorted()).toEqual(
    Object.keys(vendorForms)
      .toSorted()
      .map((id) => `${id}.ts`),
  );
});
