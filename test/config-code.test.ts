import { describe, expect, it } from 'vitest';
import { complaintOf, folderWith, plansOf } from './config-folder.ts';

const FILE = 'mcp-budget.config.mjs';

/** A config whose budget is made by code. */
const withBudget = (budget: string, before = '') =>
  `${before}\nexport default { servers: { a: { command: 'x', budget: ${budget} } } };`;

describe('what code makes of a config', () => {
  const inherited = 'an instance of a class, or what inherits from another object';
  const itself = 'an object that contains itself';

  it.each([
    ['an inherited limit', withBudget('Object.create({ tools: 1 })'), inherited],
    ['a literal with a prototype', withBudget('{ __proto__: { tools: 1 } }'), inherited],
    ['a date', withBudget('new Date()'), inherited],
    ['an instance', withBudget('new Limits()', 'class Limits { tools = 1; }'), inherited],
    ['a map', withBudget("new Map([['tools', 1]])"), inherited],
    ['a proxy', withBudget('new Proxy({ tools: 1 }, {})'), 'a Proxy'],
    ['a proxy that throws', withBudget("new Proxy({}, { ownKeys() { throw new Error('x'); } })"), 'a Proxy'],
    [
      'a hidden limit',
      withBudget("Object.defineProperty({}, 'tools', { value: 1 })"),
      'keys that are symbols or not enumerable',
    ],
    ['a symbol', withBudget("{ [Symbol('tools')]: 1 }"), 'keys that are symbols or not enumerable'],
    ['a function', withBudget('() => ({ tools: 1 })'), 'a function'],
    ['a big integer', withBudget('1n'), 'a bigint'],
    ['a list with keys', withBudget('Object.assign([], { tools: 1 })'), 'a list with gaps, or with keys'],
    ['a list with a gap', withBudget('[, 1]'), 'a list with gaps, or with keys'],
    ['a list with nothing', withBudget('[undefined]'), 'a list with undefined in it'],
    ['a list of a class', withBudget('new (class extends Array {})()'), 'an instance of a class'],
  ])('%s', async (_, text, found) => {
    expect(await complaintOf({ [FILE]: text })).toMatchObject({
      name: 'ConfigError',
      lines: [`${FILE}  servers.a.budget: expected plain data, found ${found}`],
    });
  });

  const CYCLE = "const c = { servers: { a: { command: 'x' } } }; c.servers.a.budget = c; export default c;";
  const THROWS = "get tools() { throw new Error('hunter2'); }";
  const ENDLESS = 'const more = () => ({ get tools() { return more(); } });';
  it.each([
    ['a cycle', CYCLE, `servers.a.budget: expected plain data, found ${itself}`],
    ['not a number', withBudget('{ tools: NaN }'), 'servers.a.budget.tools: expected plain data, found NaN'],
    [
      'a getter that throws',
      withBudget(`{ ${THROWS} }`),
      'servers.a.budget.tools: it cannot be read: its getter throws',
    ],
    [
      'an endless getter',
      withBudget('more()', ENDLESS),
      /tools: expected plain data, found more than 100 levels$/,
    ],
    ['a date for all', 'export default new Date();', `expected plain data, found ${inherited}`],
    ['a proxy for all', 'export default new Proxy({}, {});', 'expected plain data, found a Proxy'],
    [
      'a proxy for all that throws',
      "export default new Proxy({}, { get() { throw new Error('no luck'); } });",
      'it cannot be run: no luck',
    ],
    [
      'a promise that fails',
      "export default Promise.reject(new Error('no luck'));",
      'it cannot be run: no luck',
    ],
    ['what has no text', 'throw Object.create(null);', 'it cannot be run: it throws what has no text'],
    [
      'an error whose text is none',
      'throw Object.assign(new Error(), { message: 3 });',
      'it cannot be run: 3',
    ],
    [
      'a key that is a prototype',
      "export default { servers: { a: { command: 'x' }, ['__proto__']: {} } };",
      'servers.__proto__: no name for a key',
    ],
  ])('%s', async (_, text, message) => {
    const { name, lines } = await complaintOf({ [FILE]: text });
    expect({ name, lines }).toEqual({
      name: 'ConfigError',
      lines: [typeof message === 'string' ? `${FILE}  ${message}` : expect.stringMatching(message)],
    });
  });

  it('aliases of YAML that name what is around them', async () => {
    const { name, lines } = await complaintOf({
      'mcp-budget.config.yaml': 'servers:\n  a: &a\n    command: x\n    budget: *a\n',
    });
    expect({ name, lines }).toEqual({
      name: 'ConfigError',
      lines: ['mcp-budget.config.yaml:4  an alias stands inside what it names'],
    });
  });

  it.each([
    ['an object without a prototype', withBudget('Object.assign(Object.create(null), { tools: 7 })')],
    ['a getter', withBudget('{ get tools() { return 7; } }')],
    ['a getter that answers once', withBudget('{ get tools() { return left.pop(); } }', 'const left = [7];')],
    ['a frozen object', withBudget('Object.freeze({ tools: 7 })')],
    ['a module', withBudget('limits', "import * as limits from './limits.mjs';")],
    ['an object used twice', withBudget('{ ...same, tool: {} }', 'const same = { tools: 7 };')],
    [
      'a promise',
      `export default Promise.resolve({ servers: { a: { command: 'x', budget: { tools: 7 } } } });`,
    ],
  ])('takes %s', async (_, text) => {
    const cwd = folderWith({ [FILE]: text, 'limits.mjs': 'export const tools = 7;', '.git/HEAD': '' });
    const { plans } = await plansOf(cwd);
    expect(JSON.stringify(plans[0])).toMatch(/"metric":"tools"[^}]*7|"tools"[^}]*7/);
  });

  it('takes TypeScript that imports JSON and other modules', async () => {
    const cwd = folderWith({
      'mcp-budget.config.ts': `import limits from './limits.json';
import { command } from './command.ts';
export default { servers: { a: { command, budget: limits as { tools: number } } } };`,
      'limits.json': { tools: 7 },
      'command.ts': "export const command: string = 'x'; export default 1;",
      '.git/HEAD': '',
    });
    const { plans } = await plansOf(cwd);
    expect(plans).toHaveLength(1);
  });
});
