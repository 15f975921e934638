/** The stages that `init` wires. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { missingVariable } from '../capture/failure.ts';
import { serverNameOf } from '../capture/read-list-file.ts';
import { findConfigs } from '../config/config-find.ts';
import { resolveConfig } from '../config/config-resolve.ts';
import { draftServers, withPlaceholder, type DraftServers } from '../config/draft.ts';
import { CaptureError, ConfigError, EXIT, UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { compactJson } from '../json-text.ts';
import type { ConfigPlan } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { escapeForTerminal } from '../report/escape.ts';
import { redact } from '../report/redact.ts';
import { writeFileWhole, writeText } from '../report/render.ts';
import { captureToolsets } from './capture-plan.ts';
import type { CommandInput } from './command.ts';
import { describeInit, measureInit } from './init-files.ts';
import { readTargetFlags } from './options.ts';
import { splitWords } from './resolve-targets.ts';

export const CONFIG_NAME = 'mcp-budget.config.jsonc';
export const BASELINE_NAME = 'mcp-budget.baseline.json';

/** Nothing is overwritten unasked, and no second config is put beside another. @throws UsageError */
export async function rejectExisting(cwd: string, isForced: boolean): Promise<void> {
  const found = await findHere(cwd);
  if (found !== undefined && found !== CONFIG_NAME) {
    throw new UsageError(`there is a config already: ${found}`, {
      hint: 'add the server to it; or delete it, and init again',
    });
  }
  const there = [CONFIG_NAME, BASELINE_NAME].filter((name) => existsSync(join(cwd, name)));
  if (there.length === 0 || isForced) return;
  throw new UsageError(`there is ${there.join(' and ')} already`, {
    hint: 'to write anew: --force; to renew the baseline alone: mcp-budget check --update',
  });
}

async function findHere(cwd: string): Promise<string | undefined> {
  try {
    const [found] = await findConfigs({ cwd, paths: [] });
    // One further up is another project's.
    return found === undefined || found.file.startsWith('..') ? undefined : found.file;
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, { hint: error.hint });
    throw error;
  }
}

/** The config as it will be, before anything was tried. */
export function draftConfig(input: CommandInput, io: Io, toolsets: readonly string[]): DraftServers {
  return draftServers({
    targets: input.targets,
    command: input.command,
    toolsets,
    flags: readTargetFlags(input),
    shell: io.env,
    context: {
      cwd: io.cwd,
      pathExists: (word) => existsSync(join(io.cwd, word)),
      splitWords,
      serverNames: [],
      fileName: serverNameOf,
    },
  });
}

export interface Tried {
  readonly servers: DraftServers;
  readonly plan: ConfigPlan;
  /** In the order of the plan's toolsets. */
  readonly snapshots: readonly Snapshot[];
  readonly starts: number;
  readonly secrets: readonly string[];
  readonly closed: Promise<void>;
  /** Variables that a placeholder stands for. */
  readonly placeholders: readonly string[];
}

interface Context {
  readonly input: CommandInput;
  readonly io: Io;
}

/** A server that asks for more than this asks for no end. */
const MAX_VARIABLES = 8;

/** Capture what the config names; a server that ends for want of a variable is tried with a placeholder. */
export async function tryServers(draft: DraftServers, context: Context): Promise<Tried> {
  const placeholders = new Set(Object.values(draft).flatMap(placeholdersOf));
  let servers = draft;
  for (let round = 0; ; round += 1) {
    const { plan, secrets } = resolveDraft(servers, context.io, context.io.env);
    const captured = await captureToolsets(plan.toolsets, context, {});
    const missing = captured.snapshots.flatMap((snapshot) => missingOf(snapshot, servers));
    if (missing.length === 0 || round === MAX_VARIABLES) {
      const tried = { ...captured, servers, plan, secrets, placeholders: [...placeholders] };
      rejectFailed(tried);
      return withDefaults(tried, context);
    }
    await captured.closed;
    for (const { server, name } of missing) {
      placeholders.add(name);
      servers = withVariable(servers, server, [name, withPlaceholder(name)]);
    }
  }
}

function resolveDraft(servers: DraftServers, io: Io, env: Io['env']) {
  const file = CONFIG_NAME;
  return resolveConfig(
    { path: join(io.cwd, file), file, form: 'json', config: { servers }, locate: () => undefined },
    { cwd: io.cwd, env, isOffline: false, label: '' },
  );
}

function placeholdersOf({ env = {} }: DraftServers[string]): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (value === withPlaceholder(name) ? [name] : []));
}

function missingOf(snapshot: Snapshot, servers: DraftServers): readonly { server: string; name: string }[] {
  const entry = servers[snapshot.server];
  const name = snapshot.failure === undefined ? undefined : missingVariable(snapshot.failure);
  if (name === undefined || entry?.command === undefined || entry.env?.[name] !== undefined) return [];
  return [{ server: snapshot.server, name }];
}

function withVariable(
  servers: DraftServers,
  server: string,
  [name, value]: readonly [string, string],
): DraftServers {
  const entry = servers[server];
  return entry === undefined
    ? servers
    : { ...servers, [server]: { ...entry, env: { ...entry.env, [name]: value } } };
}

/** @throws CaptureError for what could not be measured, or lists nothing */
function rejectFailed({ snapshots, secrets }: Pick<Tried, 'snapshots' | 'secrets'>): void {
  const failed = snapshots.find(({ failure, status }) => failure !== undefined || status === 'partial');
  if (failed !== undefined) {
    const { failure, status, warnings } = failed;
    const reason = failure?.message ?? warnings[0]?.message ?? status;
    const words = (failure?.stderr ?? []).slice(-3).map((line) => `\n  ${escapeForTerminal(line)}`);
    throw new CaptureError(
      status === 'measured' || status === 'dynamic' || status === 'skipped' ? 'unsupported' : status,
      redact(`${failed.server}/${failed.toolset} could not be measured: ${reason}`, secrets).value,
      { hint: redact(`${failure?.hint ?? 'nothing was written'}${words.join('')}`, secrets).value },
    );
  }
  const empty = snapshots.find(({ tools }) => tools.length === 0);
  if (empty === undefined) return;
  throw new CaptureError(
    'unsupported',
    `${empty.server}/${empty.toolset} lists no tools: there is nothing to hold to a limit`,
    {
      hint: 'does it need a variable, or another argument?',
    },
  );
}

/**
 * Where a variable has a value here, see whether the list is the same without: then a pull request from a fork, which
 * has no secrets, can be judged too.
 */
async function withDefaults(tried: Tried, context: Context): Promise<Tried> {
  const passed = Object.entries(tried.servers).flatMap(([server, { env = {} }]) =>
    Object.entries(env).flatMap(([name, value]) => (value === `\${env:${name}}` ? [{ server, name }] : [])),
  );
  if (passed.length === 0) return tried;
  const servers = passed.reduce(
    (all, { server, name }) => withVariable(all, server, [name, withPlaceholder(name)]),
    tried.servers,
  );
  const without = Object.fromEntries(
    Object.entries(context.io.env).filter(([key]) => !passed.some(({ name }) => name === key)),
  );
  await tried.closed;
  const { plan } = resolveDraft(servers, context.io, without);
  const again = await captureToolsets(plan.toolsets, context, {});
  const isSame = tried.snapshots.every((one, index) => textOf(one) === textOf(again.snapshots[index]));
  const kept = isSame ? servers : tried.servers;
  return { ...tried, servers: kept, closed: again.closed, starts: tried.starts + again.starts };
}

function textOf(snapshot: Snapshot | undefined): string {
  return snapshot?.failure === undefined
    ? (snapshot?.tools ?? []).map(compactJson).join('\n')
    : 'not measured';
}

/** Write both files, and say what is in them. */
export async function writeInit(tried: Tried, io: Io): Promise<ExitCode> {
  const measured = await measureInit(tried);
  // The draft has refused all it could tell; what is left must not be written, and cannot be left out either.
  if (redact(measured.configText, tried.secrets).count > 0) {
    throw new UsageError('a secret would be written into the config', {
      hint: "put it into a variable and name that in single quotes: '${env:NAME}'",
    });
  }
  await writeFileWhole(join(io.cwd, CONFIG_NAME), measured.configText);
  await writeFileWhole(join(io.cwd, BASELINE_NAME), measured.baselineText);
  const text = describeInit(tried, measured).map(escapeForTerminal).join('\n');
  await writeText(io.stdout, `${redact(text, tried.secrets).value}\n`);
  return EXIT.ok;
}
