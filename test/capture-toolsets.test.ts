/** Toolsets that are launches of their own, of servers as they are published; files and missing values as toolsets. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serializeSnapshot } from '../src/capture/snapshot-file.ts';
import type { FileLaunch, ToolsetPlan } from '../src/model/plan.ts';
import { capturePlans, listBytes, nodeLaunch, plan, toolNames } from './capture-plans.ts';

const PLAYWRIGHT = 'node_modules/@playwright/mcp/cli.js';
const EVERYTHING = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';
const EXAMPLE = nodeLaunch(['fixtures/servers/example.mjs']);

describe('toolsets by launch', () => {
  it('of @playwright/mcp and server-everything equal separate captures, each launch started once', async () => {
    const caps = (names: string): ToolsetPlan['launch'] =>
      nodeLaunch([PLAYWRIGHT, ...(names === '' ? [] : ['--caps', names])]);
    const plans = [
      plan('playwright', 'default', caps('')),
      plan('playwright', 'vision', caps('vision')),
      plan('playwright', 'pdf', caps('pdf')),
      plan('playwright', 'vision-and-pdf', caps('vision,pdf')),
      plan('playwright', 'everyone', caps('')),
      plan('everything', 'default', nodeLaunch([EVERYTHING])),
    ];
    const together = await capturePlans(plans);
    expect(together.starts).toBe(5);
    expect(together.snapshots.map(({ status }) => status)).toEqual(plans.map(() => 'measured'));
    for (const one of plans) {
      const alone = await capturePlans([one]);
      expect(alone.snapshots).toEqual([together.named(`${one.server} › ${one.toolset}`)]);
    }
    const [base = 0, vision = 0, pdf = 0, both = 0, everyone] = together.snapshots.map(listBytes);
    expect(everyone).toBe(base);
    // Arrays share their brackets, and a comma joins what is added.
    expect(vision - base + (pdf - base)).toBe(both - base);
    expect(toolNames(together.named('playwright › vision'))).toContain('browser_mouse_click_xy');
    expect(listBytes(together.named('everything › default'))).toBe(7_653);
  });

  it('of a media studio with 38 tools: one verbose tool more breaks both limits, trimming it keeps them', async () => {
    const media = (env: Readonly<Record<string, string>>) => nodeLaunch(['fixtures/servers/media.mjs'], env);
    const verbose = { MEDIA_VERBOSE_TOOL: '1' };
    const trimmed = { ...verbose, MEDIA_TRIM: '1' };
    const [core, some] = [{ MEDIA_TOOLSETS: '' }, { MEDIA_TOOLSETS: 'image, captions' }];
    const { named, snapshots } = await capturePlans([
      plan('media', 'all', media({})),
      plan('media', 'core', media(core)),
      plan('media', 'some', media(some)),
      plan('verbose', 'all', media(verbose)),
      plan('verbose', 'core', media({ ...verbose, ...core })),
      plan('trimmed', 'all', media(trimmed)),
      plan('trimmed', 'core', media({ ...trimmed, ...core })),
    ]);
    expect(snapshots.map(({ tools }) => tools.length)).toEqual([38, 6, 19, 39, 7, 39, 7]);
    const [all, coreOnly] = [60_000, 8_000];
    const within = (name: string) => [
      listBytes(named(`${name} › all`)) <= all,
      listBytes(named(`${name} › core`)) <= coreOnly,
    ];
    expect({ media: within('media'), verbose: within('verbose'), trimmed: within('trimmed') }).toEqual({
      media: [true, true],
      verbose: [false, false],
      trimmed: [true, true],
    });
    // Tight: a gate at these limits protects something.
    expect(listBytes(named('media › all'))).toBeGreaterThan(0.95 * all);
    expect(listBytes(named('media › core'))).toBeGreaterThan(0.9 * coreOnly);
    expect(named('media › all').instructions?.length).toBeGreaterThan(1_400);
    expect(named('media › core').tools).toEqual(named('media › all').tools.slice(0, 6));
  });

  it('share one start when only their names differ', async () => {
    const names = Array.from(
      { length: 12 },
      (_, index) => [`server-${index % 5}`, `toolset-${index}`] as const,
    );
    const captured = await capturePlans(names.map(([server, toolset]) => plan(server, toolset, EXAMPLE)));
    expect(captured.starts).toBe(1);
    expect(captured.snapshots.map(({ server, toolset }) => [server, toolset])).toEqual(names);
    expect(new Set(captured.snapshots.map(({ tools }) => tools)).size).toBe(1);
  });
});

it('a value that is missing is no pass: nothing is started', async () => {
  const launch = { kind: 'missing', message: 'API_KEY has no value', hint: 'set it' } as const;
  const captured = await capturePlans([plan('media', 'all', launch), plan('media', 'core', EXAMPLE)]);
  expect(captured.starts).toBe(1);
  expect(captured.named('media › all')).toMatchObject({
    status: 'needs-input',
    tools: [],
    failure: { message: 'API_KEY has no value', hint: 'set it' },
  });
  expect(captured.named('media › core').status).toBe('measured');
});

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-budget-toolsets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileLaunch = (name: string, isNamed?: boolean): FileLaunch => ({
    kind: 'file',
    path: join(folder, name),
    shown: name,
    isNamed,
  });
  const tool = { name: 'echo', description: 'Echo.', inputSchema: { type: 'object' } };
  const snapshot = {
    schemaVersion: 1,
    server: 'theirs',
    toolset: 'full',
    status: 'measured',
    warnings: [],
    tools: [tool],
  } as const;
  writeFileSync(join(folder, 'one.json'), serializeSnapshot(snapshot, { bytes: 2, redacted: 0 }));
  writeFileSync(join(folder, 'two.json'), JSON.stringify({ a: [tool], b: [tool] }));

  it('names its lists itself, or is named by the plan', async () => {
    const own = await capturePlans([plan('one', 'default', fileLaunch('one.json'))]);
    expect(own.snapshots).toMatchObject([{ server: 'theirs', toolset: 'full' }]);
    const named = await capturePlans([
      plan('saved', 'all', fileLaunch('one.json', true)),
      plan('saved', 'again', fileLaunch('one.json', true)),
    ]);
    expect(named.starts).toBe(0);
    expect(named.snapshots).toMatchObject([
      { server: 'saved', toolset: 'all', tools: [tool] },
      { server: 'saved', toolset: 'again', tools: [tool] },
    ]);
  });

  it.each<[what: string, wrong: ToolsetPlan, message: string]>([
    ['several lists for one name', plan('saved', 'all', fileLaunch('two.json', true)), 'holds 2 lists'],
    [
      'an activation',
      plan('saved', 'all', fileLaunch('one.json', true), [{ tool: 'x', arguments: {} }]),
      'activated',
    ],
  ])('with %s is a mistake told before anything is started', async (_, wrong, message) => {
    const started: string[] = [];
    const capturing = capturePlans([plan('live', 'default', EXAMPLE), wrong], {}, started);
    await expect(capturing).rejects.toThrow(message);
    expect(started).toEqual([]);
  });
});
