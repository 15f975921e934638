/** Capture the servers of a config that is not written yet, with placeholders for what is missing. */
import { join } from 'node:path';
import { missingVariable } from '../capture/failure.ts';
import { resolveConfig } from '../config/config-resolve.ts';
import { withPlaceholder, type DraftServers } from '../config/draft.ts';
import { CaptureError } from '../errors.ts';
import type { Io } from '../io.ts';
import { compactJson } from '../json-text.ts';
import type { ConfigPlan } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { captureToolsets } from './capture-plan.ts';
import type { CommandInput } from './command.ts';
import { CONFIG_NAME } from './init-draft.ts';
import { rejectNotMeasured } from './not-measured.ts';

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
    const { plan, ...given } = resolveDraft(servers, context.io, context.io.env);
    const captured = await captureToolsets(plan.toolsets, context, {});
    const secrets = [...given.secrets, ...captured.secrets];
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
  for (const snapshot of snapshots) {
    const { server, toolset, tools } = snapshot;
    const label = `${server}/${toolset}`;
    rejectNotMeasured(snapshot, { label, secrets });
    if (tools.length > 0) continue;
    throw new CaptureError('unsupported', `${label} lists no tools: there is nothing to hold to a limit`, {
      hint: 'does it need a variable, or another argument?',
    });
  }
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
