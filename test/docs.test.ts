/** What docs/ci.md and docs/config.md show is what is tried here. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fillVariables, malformedVariables } from '../src/config/variables.ts';
import { environment, readAction, runScript } from './composite-action.ts';
import { folderWith, planOf, plansOf } from './config-folder.ts';
import { commitAll } from './repository-copy.ts';
import './spawn.ts';
import { runWorkflow, type Workflow } from './workflow.ts';

const FOLDER = 'fixtures/workflows';
const fixture = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const ci = readFileSync('docs/ci.md', 'utf8');
const blocksOf = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);

/** The example has 677 tokens. */
const configOf = (server: string, tokens: number) => ({
  servers: { [server]: { command: 'node', args: ['server.mjs', server], budget: { tokens } } },
});

/** By the limit; copied for every test. */
const templates = new Map<number, string>();

function project(tokens = 690): string {
  const template = templates.get(tokens) ?? makeProject(tokens);
  templates.set(tokens, template);
  const root = mkdtempSync(join(tmpdir(), 'mcp-budget-docs-'));
  cpSync(template, root, { recursive: true, verbatimSymlinks: true });
  return root;
}

/** A project like a reader's: the package installed, servers, configs, a baseline, and main fetched. */
function makeProject(tokens: number): string {
  const root = mkdtempSync(join(tmpdir(), 'mcp-budget-docs-'));
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(resolve('bin/mcp-budget.js'), join(root, 'node_modules/.bin/mcp-budget'));
  symlinkSync(process.cwd(), join(root, 'node_modules/mcp-budget'));
  writeFileSync(join(root, '.gitignore'), 'node_modules\n');
  const { servers } = configOf('weather', 690);
  const three = {
    servers: { ...servers, ...configOf('tides', tokens).servers, ...configOf('winds', 690).servers },
  };
  for (const [folder, config] of [
    ['.', three],
    ['packages/a', configOf('a', tokens)],
    ['packages/b', configOf('b', 690)],
  ] as const) {
    mkdirSync(join(root, folder), { recursive: true });
    cpSync('fixtures/servers/example.mjs', join(root, folder, 'server.mjs'));
    writeFileSync(join(root, folder, 'mcp-budget.config.jsonc'), JSON.stringify(config));
  }
  mkdirSync(join(root, '.git'));
  const configs = '--config mcp-budget.config.jsonc --config "packages/*/mcp-budget.config.jsonc"';
  shell(`npx mcp-budget check --update ${configs} || true`, root);
  commitAll(root);
  return root;
}

const shell = (line: string, cwd: string) =>
  runScript(line, { cwd, env: { ...environment(), npm_config_offline: 'true' } });

describe('docs/ci.md', () => {
  it('shows every file of fixtures/workflows as it is, and no other', () => {
    const shown = ['yaml', 'groovy'].flatMap((language) => blocksOf(ci, language));
    expect(shown.toSorted()).toEqual(readdirSync(FOLDER).map(fixture).toSorted());
  });

  it('names the inputs and outputs of the action', () => {
    const { inputs, outputs } = readAction();
    const named = [...ci.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
      names.split(', ').map((name) => name.replaceAll('`', '')),
    );
    expect(named.toSorted()).toEqual([...Object.keys(inputs), ...Object.keys(outputs)].toSorted());
  });

  it('has commands that end with 0, one after the other', () => {
    const root = project();
    const lines = blocksOf(ci, 'sh').flatMap((block) => block.trimEnd().split('\n'));
    expect(lines.filter((line) => line.startsWith('npx mcp-budget')).length).toBeGreaterThan(5);
    // The package is there.
    for (const line of lines.filter((line) => line !== 'npm install --save-dev mcp-budget')) {
      expect(line).toMatch(/^(npx mcp-budget (init|check|snapshot)\b|git checkout )/);
      // The project of the later lines has long been set up.
      if (line.startsWith('npx mcp-budget init'))
        for (const name of ['config.json', 'config.jsonc', 'baseline.json'])
          rmSync(join(root, `mcp-budget.${name}`), { force: true });
      const { code, log } = shell(line, root);
      expect(code, `${line}\n${log}`).toBe(0);
    }
  });

  it('links to files that exist', () => {
    for (const doc of ['ci.md', 'config.md']) {
      const text = readFileSync(join('docs', doc), 'utf8');
      for (const [, path = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)/g))
        expect(existsSync(join('docs', path)), path).toBe(true);
    }
  });

  it('has files without registries and paths of a machine', () => {
    const texts = [ci, ...readdirSync(FOLDER).map(fixture), readFileSync('action.yml', 'utf8')];
    for (const text of texts) {
      expect(text).not.toMatch(/registry\.|npmjs|\/home\/|\/root\/|\/tmp\/|\/Users\/|[A-Z]:\\/);
      expect(text).not.toMatch(/^(on:|  )\s*\[?pull_request_target|write-all/m);
    }
  });
});

describe('a workflow of GitHub', () => {
  const names = readdirSync(FOLDER).filter((name) =>
    /^(check|npx|code-scanning|monorepo|fleet)\.yml$/.test(name),
  );
  const workflow = (name: string) => parse(fixture(name)) as Workflow;

  it.each(names)('%s has no permission but to read, save for the upload of alerts', (name) => {
    const { permissions, jobs } = workflow(name);
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) {
      const uploads = name === 'code-scanning.yml' ? { 'security-events': 'write' } : {};
      expect(job.permissions).toEqual({ contents: 'read', ...uploads });
      for (const { run = '' } of job.steps) expect(run).not.toContain('${{');
    }
  });

  it.each(names)('%s passes over a project within budget, and fails over one that is not', (name) => {
    const passing = runWorkflow(workflow(name), { project: project() });
    expect(passing.failed, passing.log).toEqual([]);
    const failing = runWorkflow(workflow(name), { project: project(600) });
    expect(
      failing.failed.map(({ code }) => code),
      failing.log,
    ).toEqual([1]);
    // What it uploads is there in both.
    expect(failing.uploaded).toEqual(passing.uploaded);
    if (name !== 'fleet.yml') return;
    expect(passing.uploaded).toEqual(
      ['tides', 'weather', 'winds'].map(
        (server) => expect.stringMatching(`snapshots-\\d/${server}\\.default`) as string,
      ),
    );
  });

  it('fleet.yml shares the servers out, and a part that is missing is exit code 3', () => {
    const parted = runWorkflow(workflow('fleet.yml'), { project: project(), lost: 'snapshots-2' });
    expect(parted.failed.map(({ code }) => code)).toEqual([3]);
    expect(parted.log).toContain('no snapshot of tides/default');
  });
});

describe('elsewhere', () => {
  const { script, artifacts } = (
    parse(fixture('gitlab-ci.yml')) as {
      'mcp-budget': {
        script: readonly string[];
        artifacts: { when: string; reports: Readonly<Record<string, string>> };
      };
    }
  )['mcp-budget'];
  const jenkins = fixture('Jenkinsfile');
  const jenkinsLines = [...jenkins.matchAll(/\bsh '(.*)'/g)].map(([, line = '']) => line);
  const jenkinsFiles = [...jenkins.matchAll(/\bjunit '(.*)'/g)].map(([, file = '']) => file);

  it.each([
    ['GitLab', script, Object.values(artifacts.reports)],
    ['Jenkins', jenkinsLines, jenkinsFiles],
  ] as const)('%s finds its reports, whatever the verdict', (_, [install, check = '', ...more], files) => {
    expect([install, more]).toEqual(['npm ci', []]);
    expect(files.length).toBeGreaterThan(0);
    for (const [tokens, code] of [
      [690, 0],
      [600, 1],
    ] as const) {
      const root = project(tokens);
      const ran = shell(check, root);
      expect(ran.code, ran.log).toBe(code);
      for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
    }
  });

  it('keeps the artifacts of a job that failed', () => expect(artifacts.when).toBe('always'));

  it('names the hook that there is', () => {
    const [hook] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly { id: string }[];
    const { repos } = parse(fixture('pre-commit-config.yaml')) as { repos: readonly { hooks: unknown }[] };
    expect(repos.map(({ hooks }) => hooks)).toEqual([[{ id: hook?.id }]]);
  });
});

describe('the exit codes of docs/ci.md', () => {
  const documented = [...ci.matchAll(/^\| (\d+(?:, \d+)*) \|/gm)].map(([, codes]) => codes);

  it('are all there are', () => expect(documented).toEqual(['0', '1', '2', '3', '130, 143']));

  it.each([
    ['check', 690, 0],
    ['check', 600, 1],
    ['check --warn-only', 600, 0],
    ['check --no-such-flag', 690, 2],
    ['check --offline', 690, 3],
    ['check --offline --allow-unmeasured', 690, 0],
    ['check --baseline origin/main:', 690, 0],
    ['check --require-baseline', 690, 0],
  ] as const)('%s with a limit of %i: %i', (args, tokens, code) => {
    const ran = shell(`npx mcp-budget ${args}`, project(tokens));
    expect(ran.code, ran.log).toBe(code);
  });

  it('are 3 for a secret that a fork has not got, but for a default', () => {
    const root = project();
    for (const [value, code] of [
      ['${env:API_KEY}', 3],
      ['${env:API_KEY:-placeholder}', 0],
    ] as const) {
      const server = { command: 'node', args: ['server.mjs'], env: { KEY: value } };
      writeFileSync(join(root, 'mcp-budget.config.jsonc'), JSON.stringify({ servers: { weather: server } }));
      // GitHub sets it, to nothing.
      const ran = shell('API_KEY= npx mcp-budget check', root);
      expect(ran.code, ran.log).toBe(code);
      expect(ran.log.includes('API_KEY')).toBe(code === 3);
    }
  });
});

describe('docs/config.md', () => {
  const config = readFileSync('docs/config.md', 'utf8');
  const [example = ''] = blocksOf(config, 'jsonc');

  it('has an example that is loaded', async () => {
    const member = { servers: { other: { command: 'node', args: ['other.mjs'] } } };
    const [plugin = ''] = blocksOf(config, 'js');
    const root = folderWith({
      'mcp-budget.config.jsonc': example,
      'my-rules.mjs': plugin,
      'packages/a/mcp-budget.config.jsonc': member,
      '.git/HEAD': '',
    });
    const { plans } = await plansOf(root);
    expect(plans.map(({ file }) => file)).toEqual([
      'mcp-budget.config.jsonc',
      'packages/a/mcp-budget.config.jsonc',
    ]);
    expect(plans[0]?.lint).toMatchObject({
      presets: ['recommended', 'portable'],
      pluginRules: [{ id: 'tool-name-verb' }],
    });
    expect(plans[0]?.toolsets.map(({ toolset }) => toolset)).toEqual(
      expect.arrayContaining(['all', 'core', 'beta', 'read', 'safe', 'video', 'default']),
    );
  });

  it.each(['yaml', 'ts'])('has an example in %s that is loaded', async (language) => {
    const [text = ''] = blocksOf(config, language);
    const root = folderWith({ [`mcp-budget.config.${language}`]: text, '.git/HEAD': '' });
    const [plan] = (await plansOf(root)).plans;
    expect(plan?.file).toBe(`mcp-budget.config.${language}`);
    expect(plan?.toolsets[0]).toMatchObject({
      server: 'weather',
      launch: { command: 'node', args: ['server.mjs'] },
      budget: {
        limits: [
          { metric: 'tool.tokens', max: 600 },
          { metric: 'tokens', max: 2_000 },
        ],
      },
    });
    expect(plan?.baseline.growth).toMatchObject([{ metric: 'tokens', ratio: 0.05, amount: 100 }]);
  });

  it('tells the defaults of what a budget does not say, and what a default may hold', async () => {
    const limited = { weather: { command: 'node', budget: { tokens: 1 } } };
    const { plan } = await planOf({ servers: limited });
    const { warnAt, staleAt } = plan.toolsets[0]?.budget ?? {};
    expect([warnAt, staleAt]).toEqual([0.98, 0.5]);
    expect(config).toContain('(98 % without it)');
    expect(config).toContain('(50 % without it)');
    const [, right = '', wrong = ''] = /`([^`]+)` is one, `([^`]+)` is an error/.exec(config) ?? [];
    expect([malformedVariables(right), fillVariables(right, {}).text]).toEqual([[], '{"a":1}']);
    expect(malformedVariables(wrong)).not.toEqual([]);
  });

  it('shows every key that the schema knows', () => {
    const known = keysOf(JSON.parse(readFileSync('schema.json', 'utf8')));
    expect(known.size).toBeGreaterThan(40);
    // Other annotations are written as the one that is shown; "url" as a toolset's is named in a comment.
    const alike = /^(destructive|idempotent|openWorld)Hint$/;
    const pages = config + readFileSync('docs/hosts.md', 'utf8');
    const shown = new Set([...pages.matchAll(/\b[\w$]+/g)].map(([word]) => word));
    for (const key of known) if (!alike.test(key)) expect([...shown, '$schema'], key).toContain(key);
  });
});

function keysOf(schema: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    // On the page of rules.
    if (key === 'lintRules') continue;
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name);
    if (key !== 'examples') keysOf(value, found);
  }
  return found;
}
