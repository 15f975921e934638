/** Real servers, declared by three clients of one project: one command, a capture a server, a column a client. */
import { readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../src/model/report.ts';
import { folderWith } from './config-folder.ts';
import { run, type Ran } from './run.ts';

const playwright = [resolve('node_modules/@playwright/mcp/cli.js'), '--headless'];
const everything = [resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')];

const servers = {
  playwright: { command: 'node', args: playwright },
  everything: { command: 'node', args: everything },
};

let cwd: string;
let ran: Ran;
let report: Report;

beforeAll(async () => {
  cwd = realpathSync(
    folderWith({
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.mcp.json': { mcpServers: servers },
      '.cursor/mcp.json': { mcpServers: servers },
      '.codex/config.toml': [
        '[mcp_servers.playwright]',
        'command = "node"',
        `args = ${JSON.stringify(playwright)}`,
        '[mcp_servers.everything]',
        'command = "node"',
        `args = ${JSON.stringify(everything)}`,
        'enabled_tools = ["echo", "get-sum"]',
      ].join('\n'),
      'out/.keep': '',
    }),
  );
  ran = await run(
    'measure --client claude-code,cursor,codex --allow-project-servers --timings --format table --format json=out/report.json'.split(
      ' ',
    ),
    { cwd, env: { HOME: cwd }, columns: 80 },
  );
  report = JSON.parse(readFileSync(resolve(cwd, 'out/report.json'), 'utf8')) as Report;
});

const hostOf = (id: string) => report.hosts?.find((host) => host.id === id);

describe('three clients with the same two servers', () => {
  it('are measured with two starts', () => {
    expect(ran.code).toBe(0);
    expect(ran.stderr.match(/starting/g)).toHaveLength(2);
    expect(report.servers.map(({ name, status }) => [name, status])).toEqual([
      ['playwright', 'measured'],
      ['everything', 'measured'],
    ]);
  });

  it('have a column each', () => {
    const [head = ''] = ran.stdout.split('\n');
    expect(head.trim().split(/\s{2,}/)).toEqual(['Claude Code', 'Cursor', 'Codex']);
    expect(ran.stdout).toMatch(/^playwright +\d+( +[\d,]+){5}$/m);
  });

  it('have their own names, filters and ways of loading', () => {
    const [claude, cursor, codex] = ['claude-code', 'cursor', 'codex'].map(hostOf);
    expect(claude?.deferral).toMatchObject({ state: 'all', isDeferred: true });
    expect(cursor?.deferral).toMatchObject({ state: 'unknown', isUpfrontAtMost: true });
    expect(cursor?.upfront).toBe(cursor?.loaded);
    expect(claude?.upfront).toBeLessThan((claude?.loaded ?? 0) / 4);
    expect(codex?.lists.map(({ tools, listed }) => [tools, listed])).toEqual([
      [report.servers[0]?.toolsets[0]?.tools, report.servers[0]?.toolsets[0]?.tools],
      [2, 13],
    ]);
  });

  it.each(['claude-code', 'cursor', 'codex'])('have totals of their own: %s', (id) => {
    const host = hostOf(id);
    expect(host?.loaded).toBe(host?.lists.reduce((sum, { loaded = 0 }) => sum + loaded, 0));
    expect(host?.upfront).toBe(host?.lists.reduce((sum, { upfront = 0 }) => sum + upfront, 0));
  });

  it('have the sizes that each server has by itself', async () => {
    const { stdout } = await run(['measure', '--format', 'json', '--', 'node', ...everything], { cwd });
    const alone = (JSON.parse(stdout) as Report).servers[0]?.toolsets[0];
    const shared = report.servers[1]?.toolsets[0];
    expect([shared?.bytes, shared?.views]).toEqual([alone?.bytes, alone?.views]);
  });
});

describe('one client that leaves tools out', () => {
  it('is measured with those that it takes, and says of how many', async () => {
    const args = [
      'measure',
      '--client',
      'codex',
      '--allow-project-servers',
      'everything',
      '--price',
      'claude-opus-5',
    ];
    const table = await run(args, { cwd, env: { HOME: cwd }, columns: 80 });
    expect(table.stdout).toMatch(/^everything +2 /m);
    expect(table.stdout).toContain('takes 2 of 13 tools of everything');
    expect(table.stdout).not.toContain('simulate-research-query');
    const { stdout } = await run([...args, '--format', 'json'], { cwd, env: { HOME: cwd } });
    const one = JSON.parse(stdout) as Report;
    expect(one.totals?.tools).toBe(2);
    expect(one.hosts?.[0]?.lists[0]).toMatchObject({ tools: 2, listed: 13 });
    expect(one.estimates?.[0]?.value).toBeLessThan(1_000);
  });

  it('beside others has an estimate and a price of its own', async () => {
    const args = [
      'measure',
      '--client',
      'cursor,codex',
      '--allow-project-servers',
      '--price',
      'claude-opus-5',
    ];
    const { stdout } = await run([...args, '--format', 'json'], { cwd, env: { HOME: cwd } });
    const { totals, estimates = [], prices = [] } = JSON.parse(stdout) as Report;
    expect(totals).toBeUndefined();
    expect(estimates.map(({ client }) => client)).toEqual(['cursor', 'codex']);
    expect(prices.map(({ client }) => client)).toEqual(['cursor', 'codex']);
    expect(estimates[1]?.value).toBeLessThan(estimates[0]?.value ?? 0);
  });

  it('is shown as another host would load its servers, and several clients are not', async () => {
    const args = ['measure', '--client', 'codex', '--host', 'vscode', '--allow-project-servers'];
    const { stdout } = await run([...args, '--format', 'json'], { cwd, env: { HOME: cwd } });
    const [codex, vscode] = (JSON.parse(stdout) as Report).hosts ?? [];
    expect(vscode?.lists.map(({ tools }) => tools)).toEqual(codex?.lists.map(({ tools }) => tools));
    const several = await run(['measure', '--client', 'cursor,codex', '--host', 'vscode'], {
      cwd,
      env: { HOME: cwd },
    });
    expect(several.code).toBe(2);
    expect(several.stderr).toContain('whose servers are meant?');
  });
});
