import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../src/model/report.ts';
import { commandsIn, readAction, runAction, type ActionCall } from './composite-action.ts';
import { copyRepository } from './repository-copy.ts';
// Throws without a fresh build: the action would make one here, in place of everybody's.
import './spawn.ts';

const action = readAction();
const scripts = action.runs.steps.map(({ run }) => run);
const EXAMPLE = resolve('fixtures/servers/example.mjs');

/** Tells that it was started; the server itself is the example. */
const SERVER = `import { writeFileSync } from 'node:fs';
writeFileSync(new URL('started', import.meta.url), '');
await import(${JSON.stringify(EXAMPLE)});
`;
const configOf = (tokens: number, more: object = {}) =>
  JSON.stringify({
    servers: { weather: { command: 'node', args: ['server.mjs'], budget: { tokens }, ...more } },
  });

/** The example has 677 tokens. */
const CONFIGS = {
  passing: configOf(690),
  near: configOf(680),
  failing: configOf(600),
  unmeasured: JSON.stringify({
    servers: { gone: { command: 'node', args: ['-e', 'process.exit(1)'], budget: { tokens: 1 } } },
  }),
  misconfigured: configOf(690, { budgets: {} }),
};

function project(config: string = CONFIGS.passing, folder = '.'): string {
  const root = mkdtempSync(join(tmpdir(), 'mcp-budget-action-'));
  mkdirSync(join(root, '.git'));
  const files = { 'mcp-budget.config.json': config, 'server.mjs': SERVER };
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return root;
}

const runIn = (workspace: string, inputs: ActionCall['inputs'] = {}) => runAction({ workspace, inputs });

describe('action.yml', () => {
  it('is composite, its steps are of bash, and the last one alone can fail the job', () => {
    expect(action.runs.using).toBe('composite');
    expect(action.runs.steps.map(({ shell }) => shell)).toEqual(['bash', 'bash', 'bash']);
    const ends = scripts.map((run) => /^\s*exit\b/m.test(run));
    expect(ends).toEqual([false, false, true]);
    expect(scripts.map((run) => run.includes('bin/mcp-budget.js'))).toEqual([false, true, false]);
  });

  it('has no expression in a script, and hands every input over in a variable', () => {
    for (const run of scripts) expect(run).not.toContain('${{');
    const handed = action.runs.steps.flatMap((step) => [
      ...Object.values(step.env ?? {}),
      step['working-directory'] ?? '',
    ]);
    for (const name of Object.keys(action.inputs)) expect(handed).toContain(`\${{ inputs.${name} }}`);
    const variables = Object.keys(action.runs.steps[1]?.env ?? {});
    for (const name of variables)
      expect(scripts[1]?.replaceAll(new RegExp(`"[^"]*\\$${name}"`, 'g'), '')).not.toMatch(`$${name}`);
  });

  it('asks for no token and fetches nothing but the dependencies of its own tag', () => {
    const text = readFileSync('action.yml', 'utf8');
    expect(text).not.toMatch(/github\.token|secrets\.|GITHUB_TOKEN|https?:|npx|latest/);
    expect(Object.keys(action.inputs)).not.toContain('token');
    expect(text.match(/npm \w+/g)).toEqual(['npm ci', 'npm run']);
  });

  it('describes its inputs and outputs', () => {
    const described = [...Object.values(action.inputs), ...Object.values(action.outputs)];
    for (const { description } of described) expect(description).toMatch(/\w.*\.$/);
    expect(Object.keys(action.outputs)).toEqual(['result', 'exit-code', 'report-path', 'summary-path']);
  });
});

describe('its steps, over a project', () => {
  it.each([
    ['passing', 0, 'pass'],
    ['failing', 1, 'fail'],
    ['misconfigured', 2, 'mistake'],
    ['unmeasured', 3, 'not-measured'],
  ] as const)('that is %s end with %i, and only the last one fails', (name, code, result) => {
    const ran = runIn(project(CONFIGS[name]));
    expect(ran.steps.map((step) => step.code)).toEqual([0, 0, code]);
    expect(ran.outputs).toMatchObject({ result, 'exit-code': String(code) });
    const { 'report-path': report = '', 'summary-path': summary = '' } = ran.outputs;
    expect(ran.leaked).toBe('');
    if (result === 'mistake') {
      expect([report, summary]).toEqual(['', '']);
      expect(ran.steps[1]?.log).toContain('budgets');
      expect(ran.summary).toBe('of an earlier step\n');
      expect(commandsIn(ran.steps[2]?.log ?? '')).toEqual([expect.stringMatching(/^::error .*mistake/)]);
      return;
    }
    expect((JSON.parse(readFileSync(report, 'utf8')) as Report).summary.exitCode).toBe(code);
    expect(ran.summary).toBe(`of an earlier step\n${readFileSync(summary, 'utf8')}`);
    expect(ran.summary).toContain('###');
    const errors = commandsIn(ran.steps[1]?.log ?? '').filter((command) => command.startsWith('::error'));
    expect(errors.length).toBe(code === 0 ? 0 : 1);
  });

  it.each([
    ['warn-only', 'failing', { 'warn-only': 'true' }, 0],
    ['allow-unmeasured', 'unmeasured', { 'allow-unmeasured': 'true' }, 0],
    ['fail-on', 'near', { 'fail-on': 'warning' }, 1],
    ['no fail-on', 'near', {}, 0],
    ['a baseline that is not there', 'passing', { baseline: 'none.json' }, 2],
    ['further options', 'passing', { args: 'weather\n--require-baseline\n' }, 3],
    ['a server that is not there', 'passing', { args: 'wether' }, 2],
    ['a flag that is neither true nor false', 'failing', { 'warn-only': 'yes' }, 2],
    ['an empty flag', 'failing', { 'warn-only': '' }, 1],
    ['a folder that is not there', 'passing', { 'working-directory': 'nowhere' }, 1],
    ['a config that is not there', 'passing', { config: 'nowhere.json' }, 2],
  ] as const)('take %s', (_, name, inputs, code) => {
    expect(runIn(project(CONFIGS[name]), inputs).code).toBe(code);
  });

  it('start nothing when offline', () => {
    const folder = project();
    expect(runIn(folder, { offline: 'true' }).code).toBe(3);
    expect(existsSync(join(folder, 'started'))).toBe(false);
    expect(runIn(folder).code).toBe(0);
    expect(existsSync(join(folder, 'started'))).toBe(true);
  });

  it('run in the folder that is named, with several configs, and write the reports there', () => {
    const folder = project(CONFIGS.failing, 'packages/a');
    mkdirSync(join(folder, 'packages/b'));
    writeFileSync(join(folder, 'packages/b/server.mjs'), SERVER);
    writeFileSync(join(folder, 'packages/b/mcp-budget.config.json'), CONFIGS.failing);
    const ran = runIn(folder, {
      'working-directory': 'packages',
      config: 'a/mcp-budget.config.json\r\n\nb/*.config.json',
      sarif: 'out/a.sarif',
      junit: 'a.xml',
      json: 'a.json',
    });
    expect(ran.code).toBe(1);
    const report = JSON.parse(readFileSync(join(folder, 'packages/a.json'), 'utf8')) as Report;
    expect(report.summary.errors).toBe(2);
    expect(readFileSync(ran.outputs['report-path'] ?? '', 'utf8')).toBe(
      readFileSync(join(folder, 'packages/a.json'), 'utf8'),
    );
    expect(readFileSync(join(folder, 'packages/a.xml'), 'utf8')).toContain('<testsuites');
    expect(readFileSync(join(folder, 'packages/out/a.sarif'), 'utf8')).toContain('"2.1.0"');
  });
});

/** Whatever a workflow may hand on, a pull request's title for one. */
const HOSTILE = [
  '"; touch pwned; "',
  "'; touch pwned; '",
  '$(touch pwned)`touch pwned`${IFS}\\',
  '${{ github.token }} %0A * ? ~ -rf --raise',
  '::set-env name=PATH::pwned',
  '##[error]pwned',
  'result=pwned',
  'EOF',
  '; touch pwned & exit 0 #',
].join('\n');

describe('a hostile value', () => {
  const names = Object.keys(action.inputs).filter((name) => !/^(sarif|junit|json)$/.test(name));

  it.each(names)('of %s stays a value', (name) => {
    const folder = project();
    const ran = runIn(folder, { [name]: HOSTILE });
    const log = ran.steps.map((step) => step.log).join('\n');
    // Each line of a list is a value of its own, and the first of them is refused.
    expect(ran.code, log).toBe(name === 'working-directory' ? 1 : 2);
    for (const pwned of [folder, process.cwd(), tmpdir()])
      expect(existsSync(join(pwned, 'pwned'))).toBe(false);
    const result = name === 'working-directory' ? '' : 'mistake';
    expect(ran.outputs['result']).toBe(result);
    expect(ran.leaked).toBe('');
    for (const command of commandsIn(log)) expect(command).toMatch(/^::error title=mcp-budget::a mistake/);
  });

  const commands = HOSTILE.split('\n').filter((line) => /^(::|##)/.test(line));
  it.each(commands.flatMap((line) => ['config', 'args'].map((name) => [line, name] as const)))(
    '%s of %s is quoted in the log, and no command there',
    (line, name) => {
      const ran = runIn(project(), { [name]: line });
      expect(ran.outputs['result']).toBe('mistake');
      expect(ran.steps[1]?.log).toContain('pwned');
      const log = ran.steps.map((step) => step.log).join('\n');
      expect(commandsIn(log)).toEqual([expect.stringMatching(/^::error title=mcp-budget::a mistake/)]);
    },
  );

  it('of a file names the file', () => {
    const folder = project();
    const name = `a "b" 'c' $(touch pwned) \`touch pwned\` ; & #\nd`;
    const inputs = { sarif: `${name}.sarif`, junit: `${name}.xml`, json: `${name}.json` };
    const ran = runIn(folder, inputs);
    expect(ran.code, ran.steps[1]?.log).toBe(0);
    for (const file of Object.values(inputs)) expect(existsSync(join(folder, file))).toBe(true);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });
});

describe('a tag without a build', () => {
  it('is built by the first step with its locked dependencies, and then checks', () => {
    const clone = copyRepository();
    const workspace = project(CONFIGS.failing);
    const call = {
      workspace,
      actionPath: clone,
      env: { npm_config_prefer_offline: 'true', NODE_ENV: 'production' },
    };
    expect(existsSync(join(clone, 'dist'))).toBe(false);
    const ran = runAction(call);
    expect(
      ran.steps.map(({ code }) => code),
      ran.steps[0]?.log,
    ).toEqual([0, 0, 1]);
    const { stdout } = spawnSync('node', [join(clone, 'bin/mcp-budget.js'), '--version'], {
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe(
      (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
    );
    // A second use in the same job finds the build.
    rmSync(join(clone, 'node_modules'), { recursive: true });
    expect(runAction(call).steps.map(({ code }) => code)).toEqual([0, 0, 1]);
    rmSync(dirname(clone), { recursive: true });
  }, 300_000);
});
