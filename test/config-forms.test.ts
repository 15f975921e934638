import { describe, expect, it } from 'vitest';
import { plansOf } from './config-folder.ts';

const FORMS = ['json', 'jsonc', 'yaml', 'yml', 'js', 'mjs', 'ts', 'package'];
const PLACES = new Set(['line', 'file', 'path', 'cwd', 'snapshots']);

/** A plan without what differs from file to file. */
const withoutPlaces = (plan: unknown): unknown =>
  JSON.parse(JSON.stringify(plan, (key, value: unknown) => (PLACES.has(key) ? undefined : value))) as unknown;

const planIn = async (form: string) => (await plansOf(`fixtures/configs/${form}`)).plans[0];
const linesIn = async (form: string) =>
  (await planIn(form))?.toolsets.flatMap(({ budget }) => budget.limits.map(({ source }) => source.line));

describe('a config', () => {
  it.each(FORMS.slice(1))('as %s gives the plan of the same as json', async (form) => {
    const plan = await planIn(form);
    expect(plan?.toolsets.length).toBe(5);
    expect(withoutPlaces(plan)).toEqual(withoutPlaces(await planIn('json')));
  });

  it.each([
    ['json', { file: 'mcp-budget.config.json', line: 11 }],
    ['jsonc', { file: 'mcp-budget.config.jsonc', line: 12 }],
    ['yaml', { file: 'mcp-budget.config.yaml', line: 14 }],
    ['package', { file: 'package.json' }],
    ['ts', { file: 'mcp-budget.config.ts' }],
  ])('as %s names the place of a limit', async (form, place) => {
    const core = (await planIn(form))?.toolsets.find(({ toolset }) => toolset === 'core');
    const limit = core?.budget.limits.find(({ metric }) => metric === 'bytes');
    expect(limit?.source).toMatchObject({ ...place, key: 'servers.media.toolsets.core.budget.bytes' });
  });

  it.each(['json', 'jsonc', 'yaml', 'yml', 'package'])('as %s has a line for every limit', async (form) => {
    const lines = await linesIn(form);
    expect(lines?.length).toBeGreaterThan(10);
    expect(lines?.every((line) => typeof line === 'number' && line > 1)).toBe(true);
  });

  it.each(['js', 'mjs', 'ts'])('as %s has no lines', async (form) => {
    expect(new Set(await linesIn(form))).toEqual(new Set([undefined]));
  });
});
