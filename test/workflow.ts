/** Run a workflow of GitHub as far as the fixtures go: jobs in order, a matrix of shards, artifacts between jobs. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { environment, fill, runAction, runScript } from './composite-action.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly id?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
}

export interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions: object;
        readonly if?: string;
        readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
        readonly steps: readonly Step[];
      }
    >
  >;
}

export interface WorkflowRun {
  readonly failed: readonly { readonly job: string; readonly code: number }[];
  /** `<artifact>/<file>`, sorted. */
  readonly uploaded: readonly string[];
  readonly log: string;
}

interface Job {
  readonly name: string;
  readonly workspace: string;
  readonly artifacts: string;
  readonly known: Record<string, string>;
}

/** Run every job over a copy of the project. `lost`: an artifact that never arrives. */
export function runWorkflow(
  workflow: Workflow,
  { project, lost }: { readonly project: string; readonly lost?: string },
): WorkflowRun {
  const artifacts = mkdtempSync(join(tmpdir(), 'mcp-budget-artifacts-'));
  const failed: { job: string; code: number }[] = [];
  const log: string[] = [];
  for (const [name, { steps, strategy, if: condition }] of Object.entries(workflow.jobs)) {
    if (failed.length > 0 && condition === undefined) continue;
    for (const shard of strategy?.matrix.shard ?? ['']) {
      const workspace = mkdtempSync(join(tmpdir(), 'mcp-budget-job-'));
      // Links as they are, or they would lead back to the project by a path of this machine.
      cpSync(project, workspace, { recursive: true, verbatimSymlinks: true });
      const job: Job = { name, workspace, artifacts, known: { 'matrix.shard': String(shard) } };
      const code = runSteps(steps, job, (text) => log.push(text));
      if (code !== 0) failed.push({ job: name, code });
    }
    if (lost !== undefined) rmSync(join(artifacts, lost), { recursive: true, force: true });
  }
  const uploaded = readdirSync(artifacts, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(artifacts, path)).isFile())
    .toSorted((a, b) => basename(a).localeCompare(basename(b)));
  return { failed, uploaded, log: log.join('\n') };
}

/** After a failure only steps with a condition run; the fixtures have none but `!cancelled()` and what follows of it. */
function runSteps(steps: readonly Step[], job: Job, tell: (text: string) => void): number {
  let code = 0;
  for (const step of steps) {
    if (code !== 0 && step.if === undefined) continue;
    if (step.if !== undefined && !step.if.includes('!cancelled()')) throw new Error(`unknown: ${step.if}`);
    const ran = step.run === undefined ? runUses(step, job) : runLine(step, job);
    tell(`${step.run ?? step.uses ?? ''}\n${ran.log}`);
    if (code === 0) code = ran.code;
  }
  return code;
}

interface Ran {
  readonly code: number;
  readonly log: string;
}

const OK: Ran = { code: 0, log: '' };

function runLine({ run = '', env = {} }: Step, { workspace, known }: Job): Ran {
  // The package is linked there.
  if (run === 'npm ci') return OK;
  if (!/^(npx mcp-budget|mkdir -p) /.test(run)) throw new Error(`unknown: ${run}`);
  const filled = Object.entries(env).map(([name, value]) => [name, fill(value, known)]);
  return runScript(run, {
    cwd: workspace,
    env: {
      ...environment(),
      npm_config_offline: 'true',
      ...(Object.fromEntries(filled) as Record<string, string>),
    },
  });
}

function runUses({ uses = '', id = '', with: given = {} }: Step, job: Job): Ran {
  const inputs = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, fill(String(value), job.known)]),
  );
  const action = ACTIONS[uses.replace(/@.*/, '')];
  if (action === undefined) throw new Error(`unknown: ${uses}`);
  return action(inputs, job, id);
}

type Inputs = Readonly<Record<string, string>>;

const ACTIONS: Readonly<Record<string, (inputs: Inputs, job: Job, id: string) => Ran>> = {
  'actions/checkout': () => OK,
  'mcp-budget/mcp-budget': (inputs, { workspace, known }, id) => {
    const ran = runAction({ workspace, inputs });
    for (const [output, value] of Object.entries(ran.outputs)) known[`steps.${id}.outputs.${output}`] = value;
    return { code: ran.code, log: ran.steps.map(({ log }) => log).join('') };
  },
  'actions/upload-artifact': ({ name = '', path = '' }, { workspace, artifacts }) => {
    const from = resolve(workspace, path);
    if (existsSync(from)) copyInto(from, join(artifacts, name));
    return OK;
  },
  'actions/download-artifact': ({ pattern = '', path = '' }, { workspace, artifacts }) => {
    const prefix = pattern.replace(/\*$/, '');
    for (const artifact of readdirSync(artifacts).filter((one) => one.startsWith(prefix)))
      copyInto(join(artifacts, artifact), join(workspace, path, artifact));
    return OK;
  },
  'github/codeql-action/upload-sarif': ({ sarif_file: file = '' }, { workspace, artifacts }) => {
    copyInto(join(workspace, file), join(artifacts, 'alerts'));
    return OK;
  },
};

/** A file goes into the folder, a folder's content takes its place. */
function copyInto(from: string, folder: string): void {
  cpSync(from, statSync(from).isDirectory() ? folder : join(folder, basename(from)), { recursive: true });
}
