/** What is on a list must exist, be tested and be documented; and nothing may lie beside a list unlisted. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../src/commands/index.ts';
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
    expect(made).toEqual(Object.keys(commands).map((id) => `${id}.ts`));
  });
});

describe('reporters', () => {
  it.each(Object.entries(reporters))('%s', async (id, load) => {
    expect(typeof (await load())).toBe('function');
    expect(filesIn('src/report/reporters')).toContain(`${id}.ts`);
    expect(tests).toContain(`'${id}'`);
  });

  it('are all listed', () => {
    const parts = new Set([
      'index.ts',
      'table-page.ts',
      'table-parts.ts',
      'table-remarks.ts',
      'table-servers.ts',
    ]);
    expect(filesIn('src/report/reporters').filter((name) => !parts.has(name))).toEqual(
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

it('every transport is one file', () => {
  expect(filesIn('src/capture/transports')).toEqual(['index.ts', 'sse.ts', 'stdio.ts', 'streamable-http.ts']);
});
