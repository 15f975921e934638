/** Run a composite action as GitHub's runner does: its steps in order, each with bash in a process of its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

export interface ActionStep {
  readonly name?: string;
  readonly id?: string;
  readonly shell: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

export interface ActionRun {
  /** Of the step that failed, else 0. */
  readonly code: number;
  readonly steps: readonly { readonly name: string; readonly code: number; readonly log: string }[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What the steps left for later steps by way of `GITHUB_ENV` and `GITHUB_PATH`. */
  readonly leaked: string;
}

export interface ActionCall {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly workspace: string;
  readonly actionPath?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Read the action of this repository. */
export const readAction = (): Action => parse(readFileSync('action.yml', 'utf8')) as Action;

/** Run the action. @throws Error for what the runner, or this one, does not know. */
export function runAction(call: ActionCall): ActionRun {
  const { inputs = {}, workspace, actionPath = process.cwd() } = call;
  const action = readAction();
  const stray = Object.keys(inputs).find((name) => !(name in action.inputs));
  if (stray !== undefined) throw new Error(`no input ${stray}`);
  const files = openFiles();
  const known: Record<string, string> = {};
  for (const [name, { default: value = '' }] of Object.entries(action.inputs))
    known[`inputs.${name}`] = inputs[name] ?? value;
  const env = { ...environment(), ...call.env, ...files.env, GITHUB_ACTION_PATH: actionPath };
  const steps: { name: string; code: number; log: string }[] = [];
  for (const step of action.runs.steps) {
    writeFileSync(files.output, '');
    const ran = runStep(step, { known, env, workspace });
    steps.push(ran);
    for (const [name, value] of readOutputs(readFileSync(files.output, 'utf8')))
      known[`steps.${step.id ?? ''}.outputs.${name}`] = value;
    if (ran.code !== 0) break;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, known)]);
  return {
    code: steps.at(-1)?.code ?? 0,
    steps,
    outputs: Object.fromEntries(outputs) as Record<string, string>,
    summary: readFileSync(files.summary, 'utf8'),
    leaked: readFileSync(files.leaked, 'utf8'),
  };
}

/** Run a script as a step of a workflow does; both streams are the log. */
export function runScript(
  script: string,
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): { readonly code: number; readonly log: string } {
  const file = join(mkdtempSync(join(tmpdir(), 'mcp-budget-step-')), 'step.sh');
  writeFileSync(file, `exec 2>&1\n${script}`);
  const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', file];
  const { status, stdout, error } = spawnSync('bash', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
  if (error !== undefined) throw error;
  return { code: status ?? 1, log: stdout };
}

/** What a runner gives to a step, and nothing of the test runner's. */
export function environment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  const npm = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
  return { PATH, HOME, ...(Object.fromEntries(npm) as Record<string, string>), GITHUB_ACTIONS: 'true' };
}

/** How npm reaches its registry. */
const NETWORK =
  /^(npm_config_(registry|cache|userconfig|globalconfig)|(https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

/** Replace `${{ name }}` by what is known under the name. @throws Error for any other expression */
export function fill(text: string, known: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, inside: string) => {
    const name = inside.trim();
    if (!/^(inputs|steps|matrix)\.[\w.-]+$/.test(name)) throw new Error(`no such expression: ${name}`);
    return known[name] ?? '';
  });
}

/** Workflow commands in a log that the runner obeys (actions/runner, ActionCommand.cs and ActionCommandManager.cs). */
export function commandsIn(log: string): readonly string[] {
  const commands: string[] = [];
  let resume: string | undefined;
  for (const line of log.split(/\r?\n/)) {
    const [, name, data] = /^\s*::([^\s:]+)(?: .*?)?::(.*)$/.exec(line) ?? [];
    if (resume !== undefined) {
      if (name === resume) resume = undefined;
    } else if (name === 'stop-commands') resume = data;
    else if (name !== undefined) commands.push(line.trim());
    else if (/##\[[^\]]+\]/.test(line)) commands.push(line);
  }
  if (resume !== undefined) commands.push(`never resumed: ${resume}`);
  return commands;
}

interface StepContext {
  readonly known: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly workspace: string;
}

function runStep(step: ActionStep, { known, env, workspace }: StepContext) {
  const { name = '', id: _, shell, run, env: own = {}, 'working-directory': folder = '.', ...rest } = step;
  if (shell !== 'bash' || Object.keys(rest).length > 0) throw new Error(`cannot run the step ${name}`);
  const cwd = resolve(workspace, fill(folder, known));
  // The runner cannot start the shell there.
  if (!existsSync(cwd)) return { name, code: 1, log: 'no such folder' };
  const filled = Object.entries(own).map(([variable, value]) => [variable, fill(value, known)]);
  const ran = runScript(run, {
    cwd,
    env: { ...env, ...(Object.fromEntries(filled) as Record<string, string>) },
  });
  return { name, ...ran };
}

function openFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-budget-runner-'));
  const [output, summary, leaked, temp] = ['output', 'summary', 'leaked', 'a temp'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  // Another step's summary stays.
  writeFileSync(summary, 'of an earlier step\n');
  for (const file of [output, leaked]) writeFileSync(file, '');
  mkdirSync(temp);
  const env = {
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_ENV: leaked,
    GITHUB_PATH: leaked,
    RUNNER_TEMP: temp,
  };
  return { output, summary, leaked, env };
}

/** `name=value` and `name<<word … word`. @throws Error for a line that is neither, as the runner does */
function readOutputs(text: string): readonly (readonly [string, string])[] {
  const outputs: [string, string][] = [];
  const lines = text.split('\n').slice(0, -1);
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    const [, name, word] = /^([^=]+?)<<(.+)$/.exec(line) ?? [];
    const [, key, value] = /^([^=]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && word !== undefined) {
      const end = lines.indexOf(word);
      if (end === -1) throw new Error(`${name}: no ${word}`);
      outputs.push([
        name,
        lines
          .splice(0, end + 1)
          .slice(0, -1)
          .join('\n'),
      ]);
    } else if (key !== undefined && value !== undefined) outputs.push([key, value]);
    else throw new Error(`no output: ${line}`);
  }
  return outputs;
}
