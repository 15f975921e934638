/** Whoever wrote a project's files is not the user: what they declare is started only after a yes. */
import { createInterface } from 'node:readline';
import { placeOf } from '../config/clients/plan-launch.ts';
import { secretsIn, type ResolvedClients } from '../config/clients/plan.ts';
import type { Io } from '../io.ts';
import type { ClientServerPlan } from '../model/client.ts';
import type { ToolsetPlan } from '../model/plan.ts';
import { startLines } from '../report/clients/starts.ts';
import { formatNoun } from '../numbers.ts';
import { startRows } from './clients-starts.ts';

export interface Consent {
  /** Servers that were named on the command line. */
  readonly named: readonly string[];
  /** Every server that a name may stand for. */
  readonly all: ResolvedClients;
}

type Allows = (server: ClientServerPlan) => boolean;

/**
 * Ask once for every server that only a project's file declares and nobody named. Without a yes it is not allowed; so
 * it is where there is no terminal to ask on, and in CI, where consent stands on the command line.
 */
export async function consentTo(resolved: ResolvedClients, { named, all }: Consent, io: Io): Promise<Allows> {
  const consented = new Set(named.flatMap((word) => consentedBy(word, all)));
  const open = resolved.toolsets.filter((plan) => !consented.has(plan) && needsConsent(plan, resolved));
  const isAsked = io.stdin.isTTY === true && io.stderr.isTTY === true && io.env['CI'] === undefined;
  const isYes = open.length === 0 || (isAsked && (await ask(open, resolved, io)));
  return ({ plan }) => isYes || !open.includes(plan);
}

/** Skip what is not allowed. What it only says of itself is then no secret: it is shown, and no server echoes it. */
export function withoutRefused(resolved: ResolvedClients, isAllowed: Allows, io: Io): ResolvedClients {
  const refused = resolved.toolsets.filter(
    (plan) => canStart(plan) && !usesOf(plan, resolved).some(isAllowed),
  );
  const skipped = new Map(refused.map((plan) => [plan, skip(plan, resolved, io)]));
  const replace = (plan: ToolsetPlan): ToolsetPlan => skipped.get(plan) ?? plan;
  const clients = resolved.clients.map((client) => ({
    ...client,
    servers: client.servers.map((server) => ({
      ...server,
      plan: replace(server.plan),
      secrets: skipped.has(server.plan) ? server.given : server.secrets,
    })),
  }));
  return { ...resolved, clients, toolsets: resolved.toolsets.map(replace), secrets: secretsIn(clients) };
}

/**
 * A name is a yes where it stands for one launch: a stranger may call a server like one of the user's. So a label made
 * of client and name is one, unless a server calls itself so.
 */
function consentedBy(word: string, all: ResolvedClients): readonly ToolsetPlan[] {
  const fitting = all.toolsets.filter(
    (plan) => plan.server === word || usesOf(plan, all).some(({ name }) => name === word),
  );
  const uses = fitting.flatMap((plan) => usesOf(plan, all));
  const isDoubtful = uses.some(({ name, isHidingUsers }) => name.includes('›') || isHidingUsers);
  return fitting.length === 1 && !isDoubtful ? fitting : [];
}

function canStart({ launch }: ToolsetPlan): boolean {
  return launch.kind === 'command' || launch.kind === 'url';
}

/** A launch that one of the user's own files has as well is the user's. */
function needsConsent(plan: ToolsetPlan, resolved: ResolvedClients): boolean {
  return canStart(plan) && usesOf(plan, resolved).every(({ isConsentNeeded }) => isConsentNeeded);
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
