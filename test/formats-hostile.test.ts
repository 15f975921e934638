/** Names, messages and failures of a hostile server, in every text format, read by real parsers. */
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import type { Report } from '../src/model/report.ts';
import { reporters } from '../src/report/reporters/index.ts';
import { readCommands, readJunit, readSarif } from './format-readers.ts';
import { check, finding, options, report, since, tool, toolset } from './gate-reports.ts';
import { hostileStrings } from './hostile-strings.ts';

/** The text in every place that a server, a config or a repository can fill. */
function hostileReport(text: string): Report {
  const over = check(text, text, {
    verdict: 'over',
    source: { file: text, line: 1, key: text },
    growth: text,
    before: 3,
  });
  const each = check(text, text, {
    verdict: 'over',
    metric: 'tool.tokens',
    ruleId: 'budget-tool',
    tool: text,
  });
  const near = check(text, 'near', { verdict: 'near', tool: text, metric: 'tool.name.chars', unit: 'chars' });
  return report({
    servers: {
      [text]: [
        toolset(text, [tool(text, 5), tool(`${text}2`, 4)], {
          difference: since(
            3,
            [
              { name: text, kind: 'added', tokens: 5, bytes: 20, fields: [] },
              { name: text, kind: 'removed', tokens: -5, bytes: -20, fields: [] },
            ],
            text,
          ),
          warnings: [{ id: 'odd', message: text }],
          noise: { lines: 1, samples: [text] },
          serverInfo: { name: text, version: text },
        }),
        toolset('near', [tool(text, 5)], { difference: since(5, [], text) }),
        toolset('fine', [tool(text, 3)]),
        {
          name: `${text}3`,
          status: 'start-failed',
          warnings: [],
          failure: {
            message: text,
            hint: text,
            target: text,
            stderr: [text, text],
            authenticate: text,
            signal: 'SIGTERM',
          },
        },
      ],
    },
    findings: [
      finding(over, {
        message: text,
        suggestion: text,
        hosts: [text],
        location: { file: text, line: 2 },
        fix: { message: text, saved: 1, after: 2, isEnough: false },
      }),
      finding(each, { message: text, suggestion: text, pointer: `/tools/${text}` }),
      finding(near, { message: text }),
      finding(near, { ruleId: 'odd', severity: 'info', metric: undefined, message: text, suggestion: text }),
      finding(near, {
        ruleId: 'baseline-unusable',
        outcome: 'not-measured',
        severity: 'error',
        metric: undefined,
        message: text,
        suggestion: text,
      }),
    ],
    gate: {
      checks: [over, each, near],
      configs: [{ file: text, label: text }],
      updated: [text],
      baselines: [],
    },
    exitCode: 3,
  });
}

const cases = hostileStrings.map((text, index): readonly [string, string] => [
  `${index} ${JSON.stringify(text).slice(0, 40)}`,
  text,
]);

async function print(id: keyof typeof reporters, text: string, more = {}): Promise<string> {
  const reporter = await reporters[id]();
  return reporter(hostileReport(text), { ...options, ...more });
}

/** Nothing that acts on a terminal or hides, whatever the format. */
function expectVisible(output: string): void {
  expect(output).not.toMatch(
    /[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u,
  );
}

it('there are 200 of them, all different', async () => {
  expect(new Set(hostileStrings).size).toBe(hostileStrings.length);
  expect(hostileStrings.length).toBeGreaterThanOrEqual(200);
});

describe('table', () => {
  it.each(cases)('%s', async (_, text) => {
    for (const more of [{}, { columns: 40 }, { verbose: true }, { quiet: true }]) {
      const output = await print('table', text, more);
      expectVisible(output);
      expect(readCommands(output)).toEqual([]);
      expect(output.trimEnd().split('\n').at(-1)).toMatch(/exit 3$/);
    }
  });
});

describe('github', () => {
  it.each(cases)('%s', async (_, text) => {
    const output = await print('github', text);
    const commands = readCommands(output);
    expect(commands.map(({ name }) => name)).toEqual([
      'error',
      'error',
      'error',
      'error',
      'warning',
      'notice',
      'stop-commands',
    ]);
    for (const { properties } of commands.slice(0, -1))
      expect(Object.keys(properties)).toEqual(['file', 'line', 'title']);
    // Also for a reader that does not heed stop-commands.
    const [, log = ''] = output.split(/^::stop-commands::[\da-f]{64}\n/m);
    expect(readCommands(log).map(({ name }) => name)).toEqual([commands.at(-1)?.data]);
    expectVisible(output);
  });
});

/** Elements of ours; anything else that reads as HTML came from the server. */
const HTML = /^<\/?(?:code|details|summary)>$|^<!-- -->$/;
const KINDS = new Set([
  'heading',
  'paragraph',
  'text',
  'table',
  'html',
  'space',
  'strong',
  'list',
  'list_item',
  'escape',
]);

/** The longest strings fill the whole summary. */
const CUT = /^_\d+ rows? left out: a summary ends at 900 KiB\._$/;

describe('markdown', () => {
  it.each(cases)('%s', async (_, text) => {
    const output = await print('markdown', text);
    expectVisible(output.replaceAll('⚠️', ''));
    expect(output).not.toContain('@');
    expect(readCommands(output)).toEqual([]);
    const tokens: Token[] = [];
    const lexed = marked.lexer(output, { gfm: true });
    void marked.walkTokens(lexed, (token) => void tokens.push(token));
    const strangers = tokens.filter(({ type }) => !KINDS.has(type)).map(({ raw }) => raw);
    expect(strangers.filter((raw) => !CUT.test(raw))).toEqual([]);
    const html = tokens
      .filter(({ type }) => type === 'html')
      .flatMap(({ raw }) => raw.match(/<!--.*?-->|<[^>]*>?/g) ?? []);
    expect(html.filter((tag) => !HTML.test(tag))).toEqual([]);
    const count = (tag: string): number => html.filter((one) => one === tag).length;
    for (const name of ['code', 'details', 'summary']) expect(count(`<${name}>`)).toBe(count(`</${name}>`));
    expect(tokens.filter(({ type }) => type === 'heading')).toHaveLength(1);
    for (const token of lexed) {
      if (token.type !== 'table') continue;
      for (const row of token.raw.trimEnd().split('\n').slice(2))
        expect(row.split('|')).toHaveLength(token.raw.split('\n', 1)[0]?.split('|').length ?? 0);
    }
  });
});

/** Brackets make links and braces placeholders, unless they are escaped. */
function expectPlain(message: string, { hasPlaceholders = true } = {}): void {
  const rest = message.replaceAll(/\\[[\]\\]/g, '').replaceAll(/\{\{|\}\}/g, '');
  expect(rest).not.toMatch(hasPlaceholders ? /[[\]\\{}]/ : /[[\]\\]/);
}

describe('sarif', () => {
  it.each(cases)('%s', async (_, text) => {
    const output = await print('sarif', text, { pathPrefix: 'packages/a/' });
    expectVisible(output);
    expect(readCommands(output)).toEqual([]);
    const { runs } = readSarif(output);
    const results = runs.flatMap((run) => run.results);
    expect(results).toHaveLength(4);
    const notes = runs.flatMap(({ invocations }) =>
      invocations.flatMap(({ toolExecutionNotifications }) => toolExecutionNotifications),
    );
    expect(notes).toHaveLength(2);
    for (const { message } of [...results, ...notes]) expectPlain(message.text);
    for (const { locations } of results)
      expect(locations[0]?.physicalLocation.artifactLocation.uri).toMatch(/^[\w!'()*%./~-]+$/);
  });
});

describe('gitlab', () => {
  it.each(cases)('%s', async (_, text) => {
    const output = await print('gitlab', text);
    expectVisible(output);
    expect(readCommands(output)).toEqual([]);
    const entries = JSON.parse(output) as readonly { description: string; fingerprint: string }[];
    expect(entries).toHaveLength(6);
    expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(6);
    for (const { description } of entries) expectPlain(description, { hasPlaceholders: false });
  });
});

describe('junit', () => {
  it.each(cases)('%s', async (_, text) => {
    const output = await print('junit', text);
    expectVisible(output);
    expect(readCommands(output)).toEqual([]);
    const { children, attributes } = readJunit(output);
    expect(children).toHaveLength(4);
    expect(attributes).toMatchObject({ failures: '2', errors: '2' });
  });
});
