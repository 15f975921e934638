/** Five servers, twelve toolsets, declared in all three ways: one run, and each launch started once. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, gateFolder, read } from './gate-folder.ts';

/** Notes that it was started, and with what, before it becomes the server it is asked to be. */
const counted = `
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const [name, path, ...rest] = process.argv.slice(2);
const how = [...rest, ...(process.env.MEDIA_TOOLSETS === undefined ? [] : ['groups=' + process.env.MEDIA_TOOLSETS])];
appendFileSync('starts.txt', [name, ...how].join(' ') + '\\n');
process.argv.splice(1, 3, path);
await import(pathToFileURL(path).href);
`;

const server = (name: string, file: string, ...rest: readonly string[]) => ({
  command: process.execPath,
  args: ['counted.mjs', name, resolve('fixtures/servers', file), ...rest],
});
const group = (name: string) => ({ tool: 'activate_group', arguments: { group: name } });

const config = {
  servers: {
    media: {
      ...server('media', 'media.mjs'),
      toolsets: {
        all: { default: true, budget: { tools: 38 } },
        core: { env: { MEDIA_TOOLSETS: '' }, budget: { bytes: '8 kB' } },
        'core again': { env: { MEDIA_TOOLSETS: '' } },
        lists: { include: ['*_list_*'] },
      },
    },
    hub: {
      ...server('hub', 'activation.mjs'),
      toolsets: {
        core: { default: true, budget: { tools: 5 } },
        storage: { activate: [group('storage')], budget: { tools: 8 } },
        both: { activate: [group('storage'), group('blog')], budget: { tools: 9 } },
      },
    },
    weather: {
      ...server('weather', 'example.mjs'),
      toolsets: { read: { annotations: { readOnlyHint: true } }, alerts: { include: ['*_alert'] } },
    },
    fake: {
      ...server('fake', 'stdio-fake.mjs', 'good'),
      toolsets: { paged: { extraArgs: ['more'], default: true } },
    },
    plain: { ...server('plain', 'stdio-fake.mjs', 'three-pages'), budget: { tools: 6 } },
  },
  budget: { tools: 55 },
};

describe('five servers with twelve toolsets', () => {
  const cwd = gateFolder(config, { 'counted.mjs': counted });
  const starts = () => read(cwd, 'starts.txt').trimEnd().split('\n').toSorted();

  it('are one run, in which each launch is started once', async () => {
    const ran = await check(cwd);
    const tools = ran.report.servers.map(({ name, toolsets }) => [
      name,
      ...toolsets.map((one) => `${one.name} ${one.tools}`),
    ]);
    expect(tools).toEqual([
      ['media', 'all 38', 'core 6', 'core again 6', 'lists 2'],
      ['hub', 'core 5', 'storage 8', 'both 10'],
      ['weather', 'default 5', 'read 3', 'alerts 2'],
      ['fake', 'paged 2'],
      ['plain', 'default 6'],
    ]);
    expect(starts()).toEqual([
      'fake good more',
      'hub',
      'hub',
      'media',
      'media groups=',
      'plain three-pages',
      'weather',
    ]);
    expect([ran.code, ran.found]).toEqual([1, ['budget-tools hub/both', 'budget-tools /']]);
  });
});
