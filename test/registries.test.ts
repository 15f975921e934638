/** What is on a list must exist, be tested and be documented; and nothing may lie beside a list unlisted. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientFormats } from '../src/config/clients/formats/index.ts';
import { commands } from '../src/commands/index.ts';
import { hosts } from '../src/hosts/index.ts';
import { families } from '../src/tokens/families/index.ts';
import { lintRules } from '../src/judge/lint/rules/index.ts';
import { rules } from '../src/judge/rules.ts';
import type { LintRule } from '../src/model/lint.ts';
import { repairs } from '../src/reduce/index.ts';
import { reporters } from '../src/report/reporters/index.ts';

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.ts'));
const tests = filesIn('test')
  .map((name) => readFileSync(`test/${name}`, 'utf8'))
  .join('\n');
const docs = readFileSync('docs/cli.md', 'utf8');
const readme = readFileSync('README.md', 'utf8');

describe('commands', () => {
  it.each(Object.entries(commands))('%s', (id, command) => {
    expect(command.id).toBe(id);
    expect(filesIn('src/commands')).toContain(`${id}.ts`);
    expect(command.examples.length).toBeGreaterThan(0);
    expect(tests).toContain(`['${id}'`);
    expect(docs).toContain(`## ${id}\n`);
    expect(readme).toContain(`mcp-budget ${id} `);
    for (const option of command.options()) expect(docs).toContain(`\`${option.flags}\``);
  });

  it('are all listed: a file that makes one is', () => {
    const made = filesIn('src/commands').filter((name) =>
      /^export const \w+: Command = /m.test(readFileSync(`src/commands/${name}`, 'utf8')),
    );
    expect(made).toEqual(
      Object.keys(commands)
        .toSorted()
        .map((id) => `${id}.ts`),
    );
  });
});

describe('reporters', () => {
  it.each(Object.entries(reporters))('%s', async (id, load) => {
    expect(typeof (await load())).toBe('function');
    expect(filesIn('src/report/reporters')).toContain(`${id}.ts`);
    expect(tests).toContain(`'${id}'`);
  });

  it('are all listed', () => {
    // A format of several files names the others after itself.
    const isPart = (name: string): boolean =>
      name === 'index.ts' || Object.keys(reporters).some((id) => name.startsWith(`${id}-`));
    expect(filesIn('src/report/reporters').filter((name) => !isPart(name))).toEqual(
      Object.keys(reporters)
        .toSorted()
        .map((id) => `${id}.ts`),
    );
  });
});

describe('repairs', () => {
  it.each(Object.entries(repairs))('%s', (id, repair) => {
    expect(repair.id).toBe(id);
    expect(filesIn('src/reduce')).toContain(`${id}.ts`);
    expect(tests).toContain(`'${id}'`);
  });
});

describe('rules', () => {
  const page = readFileSync('docs/rules.md', 'utf8');

  it.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, { summary, help }) => {
    expect(tests.includes(id), 'named in no test').toBe(true);
    expect(page).toContain(`## ${id}\n`);
    for (const text of [summary, help]) expect(text).toMatch(/^[A-Z"].*\.$/s);
  });
});

describe('rules on definitions', () => {
  const page = readFileSync('docs/rules.md', 'utf8');
  const sectionOf = (id: string): string => page.split(`\n## ${id}\n`)[1]?.split('\n## ')[0] ?? '';

  // Their examples are their tests: test/lint-rules.test.ts.
  it.each(Object.entries<LintRule>(lintRules))('%s is documented', (id, { reasons, options, bad, good }) => {
    const section = sectionOf(id);
    for (const name of [...Object.keys(reasons), ...Object.keys(options ?? {})])
      expect(section).toContain(`| \`${name}\` |`);
    expect(section.match(/^Bad: /gm)?.length).toBe(bad.length);
    expect(section.match(/^Good: /gm)?.length).toBe(good.length);
    for (const { pointers } of bad) expect(section).toContain(`\`${pointers[0]}\``);
  });
});

it('every transport is one file', () => {
  expect(filesIn('src/capture/transports')).toEqual(['index.ts', 'sse.ts', 'stdio.ts', 'streamable-http.ts']);
});

describe('file formats of clients', () => {
  const page = readFileSync('docs/clients.md', 'utf8');

  it.each(clientFormats.map(({ id }) => id))('%s has fixtures and is documented', (id) => {
    expect(readdirSync(`fixtures/clients/${id}`)).toContain('expected.json');
    expect(page).toContain(`(\`${id}\`)`);
  });

  it('are all listed', () => {
    expect(filesIn('src/config/clients/formats').filter((name) => name !== 'index.ts')).toEqual(
      clientFormats.map(({ id }) => `${id}.ts`).toSorted(),
    );
  });
});

describe('hosts', () => {
  const page = readFileSync('docs/hosts.md', 'utf8');

  it.each(Object.keys(hosts))('%s is documented', (id) => {
    expect(page).toContain(`\`${id}\``);
  });
});

describe('families of models', () => {
  it.each(Object.keys(families))('%s is offered by --tokenizer, and tested', (id) => {
    expect(docs).toMatch(new RegExp(`--tokenizer <ids>.*\\b${id}\\b`));
    expect(tests).toContain(`'${id}'`);
  });
});
