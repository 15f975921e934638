/** Whoever wrote a project's files is not the user: what they declare is started only after a yes. */
import { createInterface } from 'node:readline';
import { placeOf } from '../config/clients/plan-launch.ts';
import type { ResolvedClients } from '../config/clients/plan.ts';
import type { Io } from '../io.ts';
import type { ClientServerPlan } from '../model/client.ts';
import type { ToolsetPlan } from '../model/plan.ts';
import { startLines } from '../report/clients/starts.ts';
import { formatNoun } from '../numbers.ts';
import { startRows } from './clients-starts.ts';

export interface Consent {
  /** `--allow-project-servers`. */
  readonly isAllowed: boolean;
  /** Servers that were named on the command line. */
  readonly named?: readonly string[] | undefined;
}

/**
 * Ask once for every server that only a project's file declares and nobody named. Without a yes it is skipped; so it is
 * where there is no terminal to ask on, and in CI, where consent stands on the command line.
 */
export async function requireConsent(
  resolved: ResolvedClients,
  { isAllowed, named = [] }: Consent,
  io: Io,
): Promise<ResolvedClients> {
  const open = isAllowed ? [] : resolved.toolsets.filter((plan) => needsConsent(plan, resolved, named));
  if (open.length === 0) return resolved;
  const isAsked = io.stdin.isTTY === true && io.stderr.isTTY === true && io.env['CI'] === undefined;
  if (isAsked && (await ask(open, resolved, io))) return resolved;
  const skipped = new Map(open.map((plan) => [plan, skip(plan, resolved, io)]));
  const replace = (plan: ToolsetPlan): ToolsetPlan => skipped.get(plan) ?? plan;
  return {
    ...resolved,
    toolsets: resolved.toolsets.map(replace),
    clients: resolved.clients.map((client) => ({
      ...client,
      servers: client.servers.map((server) => ({ ...server, plan: replace(server.plan) })),
    })),
  };
}

/** A launch that one of the user's own files has as well is the user's. */
function needsConsent(plan: ToolsetPlan, resolved: ResolvedClients, named: readonly string[]): boolean {
  if (plan.launch.kind !== 'command' && plan.launch.kind !== 'url') return false;
  return usesOf(plan, resolved).every(
    ({ isConsentNeeded, name }) => isConsentNeeded && !named.includes(name) && !named.includes(plan.server),
  );
}

function usesOf(plan: ToolsetPlan, { clients }: ResolvedClients): readonly ClientServerPlan[] {
  return clients.flatMap(({ servers }) => servers.filter((server) => server.plan === plan));
}

async function ask(open: readonly ToolsetPlan[], resolved: ResolvedClients, io: Io): Promise<boolean> {
  const { columns } = io.stderr;
  const width = Math.max(40, columns === undefined || columns === 0 ? 80 : columns);
  const rows = startRows(open, { ...resolved, env: io.env });
  const title = `${formatNoun(open.length, 'server')} of this project that you did not name:`;
  const question = open.length === 1 ? 'Start it? [y/N] ' : 'Start them all? [y/N] ';
  io.stderr.write([title, ...rows.flatMap((row) => startLines(row, width)), question].join('\n'));
  const answer = await readLine(io);
  return /^y(es)?$/i.test(answer.trim());
}

/** One line of what is typed; empty when the input ends or the run is interrupted. */
function readLine({ stdin, stderr, signal }: Io): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stdin, terminal: false });
    const stop = (): void => lines.close();
    let answer: string | undefined;
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('close', () => {
      signal.removeEventListener('abort', stop);
      // The end of the input leaves the cursor behind the question.
      if (answer === undefined) stderr.write('\n');
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(answer ?? '');
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
}

function skip(plan: ToolsetPlan, resolved: ResolvedClients, io: Io): ToolsetPlan {
  const [row] = startRows([plan], { ...resolved, env: io.env });
  const [use] = usesOf(plan, resolved);
  const verb = plan.launch.kind === 'url' ? 'connect to' : 'start';
  return {
    ...plan,
    launch: {
      kind: 'missing',
      status: 'skipped',
      isConsentMissing: true,
      message: `a project's file would ${verb}: ${row?.starts ?? ''}`,
      hint: `look at ${use === undefined ? 'it' : placeOf(use)}, then allow it: --allow-project-servers`,
    },
  };
}
