import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, complaint, definition, example, fake, gateFolder, list } from './gate-folder.ts';
import { run } from './run.ts';

const config = {
  servers: {
    weather: {
      ...example,
      toolsets: { read: { annotations: { readOnlyHint: true }, budget: { tools: 2 } } },
    },
    plain: { ...fake('good'), budget: { tools: 2 } },
    paged: { ...fake('three-pages'), toolsets: { alternate: { extraArgs: ['x'] } }, budget: { tools: 9 } },
    saved: { snapshot: 'list.json', budget: { bytes: 10 } },
  },
  budget: { tools: 14 },
};
const files = { 'list.json': list(definition('alpha')) };

async function record(cwd: string, shards: number): Promise<readonly (readonly string[])[]> {
  const written = [];
  for (let index = 1; index <= shards; index += 1) {
    const flags = ['--shard', `${index}/${shards}`, '--out', 'parts', '--settle', '0'];
    const ran = await run(['snapshot', ...flags], { cwd });
    expect(ran.code).toBe(0);
    written.push([...ran.stderr.matchAll(/wrote (\S+)/g)].map(([, file]) => file ?? ''));
  }
  return written;
}

describe('snapshots taken in shards', () => {
  it('give the report that they give unsharded', async () => {
    const cwd = gateFolder(config, files);
    expect((await run(['snapshot', '--settle', '0'], { cwd })).code).toBe(0);
    const shards = await record(cwd, 3);
    // Every capture in one shard, and no shard without any.
    expect(shards.map((one) => one.length)).toEqual([2, 2, 1]);
    expect(new Set(shards.flat()).size).toBe(5);
    const whole = await check(cwd, ['--offline']);
    expect(whole.found).toEqual(['budget-tools weather/read', 'budget-bytes saved/default']);
    const joined = await check(cwd, ['--offline', 'parts']);
    expect(joined.report).toEqual(whole.report);
    expect(joined.code).toBe(1);
  });

  it.each([1, 2, 3])('without shard %i of 3 it is not measured', async (missing) => {
    const cwd = gateFolder(config, files);
    const shards = await record(cwd, 3);
    for (const file of shards[missing - 1] ?? []) rmSync(join(cwd, file));
    const ran = await check(cwd, ['--offline', 'parts']);
    expect(ran.code).toBe(3);
    expect(
      ran.report.servers.flatMap(({ toolsets }) => toolsets).some(({ status }) => status === 'needs-input'),
    ).toBe(true);
  });

  it('as several folders', async () => {
    const cwd = gateFolder(config, files);
    for (const index of [1, 2]) {
      await run(['snapshot', '--shard', `${index}/2`, '--out', `part-${index}`, '--settle', '0'], { cwd });
    }
    expect((await check(cwd, ['--offline', 'part-1', 'part-2'])).code).toBe(1);
    expect((await check(cwd, ['--offline', 'part-1'])).code).toBe(3);
  });

  it("do not take one config's server for another's of the same name", async () => {
    const member = { servers: { media: { snapshot: 'list.json' } } };
    const cwd = gateFolder(undefined, {
      'a/mcp-budget.config.json': member,
      'a/list.json': list(definition('alpha')),
      'b/mcp-budget.config.json': member,
      'b/list.json': list(definition('beta')),
    });
    const both = ['--config', 'a', '--config', 'b'];
    await run(['snapshot', ...both, '--shard', '1/2', '--out', 'parts'], { cwd });
    expect((await check(cwd, ['--offline', 'parts', ...both])).code).toBe(3);
    await run(['snapshot', ...both, '--shard', '2/2', '--out', 'parts'], { cwd });
    const ran = await check(cwd, ['--offline', 'parts', ...both]);
    expect(ran.code).toBe(0);
    expect(ran.report.servers.map(({ toolsets }) => toolsets[0]?.byTool?.[0]?.name)).toEqual([
      'alpha',
      'beta',
    ]);
    // Recorded inside a package, it says not whose it is.
    await run(['snapshot', '--out', '../local'], { cwd: join(cwd, 'a') });
    expect((await check(cwd, ['--offline', 'local', ...both])).code).toBe(3);
  });

  it.each([
    ['0/3', '0/3'],
    ['4/3', '4/3'],
    ['x', 'x'],
    ['1/3', '--out'],
  ])('--shard %s alone is a mistake', async (shard, message) => {
    const { code, stderr } = await complaint(gateFolder(config, files), ['snapshot', '--shard', shard]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
