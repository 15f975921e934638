/** The environment that an entry gives its server, with what its file of variables adds. */
import { parseEnv } from 'node:util';
import type { ClientContext, ClientNeed, ClientServer, StackServer } from '../../model/client.ts';
import { secretsOf } from '../secrets.ts';
import { pathFrom } from './fill.ts';

export interface LaunchEnv {
  /** Names of the entry go before those of the file. */
  readonly env: Readonly<Record<string, string>>;
  /** A file of variables that is not there. */
  readonly needs: readonly ClientNeed[];
  /** Every value of the file, as nothing in it is meant to be seen. */
  readonly secrets: readonly string[];
}

/**
 * A server as it stands here: one whose file of variables is missing needs it, and one that a person signs in to is
 * ready, as only connecting tells whether somebody has.
 */
export function standing(server: StackServer, context: ClientContext): StackServer {
  const needs = server.needs.filter(({ kind }) => kind !== 'oauth');
  const isSignInAsked = needs.length < server.needs.length || server.isSignInAsked;
  const isStartable = server.status === 'ready' || server.status === 'needs-input';
  if (!isStartable) return server;
  const workspaceFolder = server.file.folder ?? context.workspaceFolder;
  const isClosed = server.withheld !== undefined || server.server.url !== undefined;
  const missing = !isClosed ? launchEnv(server, { ...context, workspaceFolder }).needs : [];
  const all = [...needs, ...missing];
  const [need] = all;
  const status = need === undefined ? 'ready' : 'needs-input';
  const reason = need === undefined ? undefined : `needs ${need.kind} ${need.name} (${need.field})`;
  return { ...server, needs: all, isSignInAsked, status, reason };
}

/** The environment of a server; reads its `envFile`, relative to its working directory or to the project. */
export function launchEnv({ server }: Pick<ClientServer, 'server'>, context: ClientContext): LaunchEnv {
  const { env = {}, envFile, cwd = context.workspaceFolder } = server;
  if (envFile === undefined) return { env, needs: [], secrets: [] };
  const beside = pathFrom(`${cwd}/.env`, `${context.workspaceFolder}/.env`, context);
  const text = context.readFile(pathFrom(envFile, beside, context));
  if (text === undefined)
    return { env, needs: [{ kind: 'file', name: envFile, field: 'envFile' }], secrets: [] };
  const pairs = Object.entries(parseEnv(text.replace(/^\uFEFF/, '').replaceAll('\r', '')));
  const fromFile = Object.fromEntries(
    pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const launch = { kind: 'command', command: '', args: [], env: fromFile, cwd: '' } as const;
  return { env: { ...fromFile, ...env }, needs: [], secrets: secretsOf(launch, Object.keys(fromFile)) };
}
