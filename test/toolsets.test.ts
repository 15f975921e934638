/** Real servers and the media server under one config: the three ways to declare a toolset, and what the gate says. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, gateFolder } from './gate-folder.ts';
import { run } from './run.ts';
import type { Report } from '../src/model/report.ts';

const media = resolve('fixtures/servers/media.mjs');
const config = {
  servers: {
    media: {
      command: 'node',
      args: [media],
      env: {
        MEDIA_VERBOSE_TOOL: '${env:MEDIA_VERBOSE_TOOL:-}',
        MEDIA_TRIM: '${env:MEDIA_TRIM:-}',
      },
      toolsets: {
        all: { default: true, budget: { bytes: 60_000, tools: 40 } },
        core: { env: { MEDIA_TOOLSETS: '' }, budget: { bytes: '8 kB' } },
      },
      budget: { instructions: { chars: 1_500 } },
    },
  },
};

describe('a media server with 38 tools', () => {
  it('passes, fails for one verbose tool with a message that a stranger understands, and passes once it is trimmed', async () => {
    const cwd = gateFolder(config);
    const passing = await check(cwd);
    expect(passing.code).toBe(0);
    expect(passing.toolset('media/all')).toMatchObject({ tools: 38, bytes: 57_897 });
    expect(passing.toolset('media/core')).toMatchObject({ tools: 6, bytes: 7_362 });

    const env = { MEDIA_VERBOSE_TOOL: '1' };
    const failing = await check(cwd, [], { env });
    expect(failing.code).toBe(1);
    expect(failing.found).toEqual(['budget-bytes media/all', 'budget-bytes media/core']);
    const told = await run(['check', '--settle', '0'], { cwd, env });
    expect(told.stdout).toMatch(/^FAIL {2}media\/core {2}bytes 9,764 > 8,000, over by 1,764 \(22\.1 %\)$/m);
    expect(told.stdout).toMatch(
      /limit +mcp-budget\.config\.json:\d+\n? +servers\.media\.toolsets\.core\.budget\.bytes/,
    );
    expect(told.stdout).toMatch(/heaviest +media_enhance_auto 2,401/);
    expect(told.stdout).toMatch(/raise the limit in\s+mcp-budget\.config\.json:\d+/);
    expect(told.stdout.trimEnd().split('\n').at(-1)).toMatch(/exit 1$/);

    expect((await check(cwd, [], { env: { ...env, MEDIA_TRIM: '1' } })).code).toBe(0);
  });

  it('fails for instructions that are a character too long', async () => {
    const { media } = config.servers;
    const cwd = gateFolder({ servers: { media: { ...media, budget: { instructions: { chars: 1_467 } } } } });
    const { code, report } = await check(cwd, ['media/all']);
    expect(code).toBe(1);
    expect(report.findings).toMatchObject([
      { ruleId: 'budget-instructions', actual: 1_468, limit: 1_467, unit: 'chars' },
    ]);
  });
});

describe('a name of the config is meant', () => {
  const files = { 'list.json': { tools: [{ name: 'of_the_config', inputSchema: { type: 'object' } }] } };

  it.each(['media', 'node'])('before a folder or program %s', async (name) => {
    const cwd = gateFolder(
      { servers: { [name]: { snapshot: 'list.json', toolsets: { some: { include: ['of_*'] } } } } },
      { ...files, [`${name}/other.json`]: { tools: [{ name: 'other', inputSchema: { type: 'object' } }] } },
    );
    for (const word of [name, `${name}/some`]) {
      const ran = await run(['measure', word, '--format', 'json'], { cwd });
      const { servers } = JSON.parse(ran.stdout) as Report;
      expect(servers.map((one) => one.name)).toEqual([name]);
      expect(servers[0]?.toolsets.at(-1)?.byTool?.map((tool) => tool.name)).toEqual(['of_the_config']);
    }
    const file = await run(['measure', `./${name}`, '--format', 'json'], { cwd });
    expect(file.stdout).toContain('"other"');
  });
});

describe('sizes equal those of separate captures', () => {
  const bin = (name: string): string => resolve('node_modules/.bin', name);
  const separate = async (words: readonly string[]) => {
    const ran = await run(['measure', '--format', 'json', '--settle', '0', '--', ...words]);
    const { tools, bytes, views } = (JSON.parse(ran.stdout) as Report).servers[0]?.toolsets[0] ?? {};
    return { tools, bytes, tokens: views?.generic?.tokens.value };
  };

  it('for variants of arguments of @playwright/mcp and server-everything', async () => {
    const playwright = {
      command: 'node',
      args: [resolve('node_modules/@playwright/mcp/cli.js'), '--headless'],
    };
    const cwd = gateFolder({
      servers: {
        playwright: {
          ...playwright,
          toolsets: {
            plain: { default: true },
            vision: { extraArgs: ['--caps=vision'] },
            more: { extraArgs: ['--caps=vision,pdf'] },
            read: { include: ['browser_*'], exclude: ['*_click*'] },
          },
        },
        everything: { command: bin('mcp-server-everything') },
      },
    });
    const { toolset, report } = await check(cwd);
    const sizes = (name: string) => {
      const { tools, bytes, views } = toolset(name);
      return { tools, bytes, tokens: views?.generic?.tokens.value };
    };
    const words = [playwright.command, ...playwright.args];
    expect(sizes('playwright/plain')).toEqual(await separate(words));
    expect(sizes('playwright/vision')).toEqual(await separate([...words, '--caps=vision']));
    expect(sizes('playwright/more')).toEqual(await separate([...words, '--caps=vision,pdf']));
    expect(sizes('everything')).toEqual(await separate([bin('mcp-server-everything')]));
    expect(toolset('playwright/read').tools).toBeLessThan(toolset('playwright/plain').tools ?? 0);
    // The sum holds one list a server.
    expect(report.totals?.tools).toBe(
      (toolset('playwright/plain').tools ?? 0) + (toolset('everything').tools ?? 0),
    );
  });
});
