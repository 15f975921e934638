/** What a run would start, for `--dry-run` and for whoever is asked to allow it. */
import { describeUrl } from '../capture/describe-url.ts';
import { placeOf } from '../config/clients/plan-launch.ts';
import { secretsOfArgument } from '../config/secrets.ts';
import { inheritedEnv } from '../config/server-env.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ClientPlan, ClientServerPlan } from '../model/client.ts';
import type { CommandLaunch, Launch, ToolsetPlan } from '../model/plan.ts';
import { clientsFormats, renderStarts } from '../report/clients/index.ts';
import type { StartRow } from '../report/clients/page.ts';
import { redact } from '../report/redact.ts';
import { quoteWord } from '../shell-word.ts';
import { writeText } from '../report/render.ts';
import type { CommandInput } from './command.ts';
import { readOutputs, readStyle } from './output.ts';

export interface StartContext {
  readonly clients: readonly ClientPlan[];
  readonly secrets: readonly string[];
  readonly env: Io['env'];
}

/** Print what the plans would start, and start nothing. @throws UsageError for a format it has not */
export async function printStarts(
  toolsets: readonly ToolsetPlan[],
  { clients, secrets }: Pick<StartContext, 'clients' | 'secrets'>,
  { input, io }: { readonly input: CommandInput; readonly io: Io },
): Promise<void> {
  const outputs = readOutputs(input);
  const [output] = outputs;
  const format = clientsFormats.find((one) => one === output?.format);
  if (format === undefined || outputs.length > 1 || output?.file !== undefined) {
    throw new UsageError('--dry-run prints one table or json to standard output', {
      hint: 'leave --format out, or write --format json',
    });
  }
  const rows = startRows(toolsets, { clients, secrets, env: io.env });
  await writeText(io.stdout, renderStarts(rows, format, readStyle(input, io)));
}

/** One row a plan, without the value of any secret. */
export function startRows(
  toolsets: readonly ToolsetPlan[],
  { clients, secrets, env }: StartContext,
): readonly StartRow[] {
  return toolsets.map((plan) => {
    const { launch } = plan;
    const uses = clients.flatMap((client) =>
      client.servers.filter((server) => server.plan === plan).map((server) => ({ client, server })),
    );
    // What a stranger's entry says of itself must not hide what it starts.
    const outside = uses.length === 0 ? secrets : uses.flatMap(({ server }) => server.given);
    const { text: starts, hidden } = startsOf(launch, outside);
    const row = {
      server: plan.server,
      toolset: plan.toolset,
      kind: launch.kind === 'missing' ? 'none' : launch.kind,
      cwd: launch.kind === 'command' ? launch.cwd : undefined,
      env: launch.kind === 'command' ? ownVariables(launch, env) : [],
      headers: launch.kind === 'url' ? Object.keys(launch.headers) : [],
      clients: [...new Set(uses.map(({ client }) => client.label))],
      files: [
        ...new Set(
          uses.flatMap(({ server: { envFile, withheld = [] } }) => [envFile ?? [], withheld].flat()),
        ),
      ],
      places: [...new Set(uses.map(({ server }) => placeOfUse(server)))],
    } as const;
    return { ...redact(row, outside).value, kind: row.kind, starts, hidden };
  });
}

function placeOfUse(server: ClientServerPlan): string {
  const { switchedOnIn } = server;
  return `${placeOf(server)}${switchedOnIn === undefined ? '' : `, switched on in ${switchedOnIn}`}`;
}

/** Quoting would spell a secret anew, so it is taken out before; each argument shows all but its own secrets. */
function startsOf(
  launch: Launch,
  secrets: readonly string[],
): { readonly text: string; readonly hidden: number } {
  if (launch.kind === 'command') {
    const words = [
      redact(launch.command, secrets),
      ...launch.args.map((word, index) => {
        const before = launch.args[index - 1] ?? '';
        const own = isCode(word, before, launch) ? [] : secretsOfArgument(word, before);
        return redact(word, own.length === 0 ? secrets : [...secrets, ...own]);
      }),
    ];
    return {
      text: words.map(({ value }) => quoteWord(value)).join(' '),
      hidden: words.reduce((sum, { count }) => sum + count, 0),
    };
  }
  const text =
    launch.kind === 'missing'
      ? launch.message
      : launch.kind === 'file'
        ? launch.shown
        : describeUrl(launch.url);
  const { value, count } = redact(text, secrets);
  return { text: value, hidden: count };
}

/** Tell a program in an argument: `token=run()` behind `-e` is no secret, and has to be seen. */
function isCode(word: string, before: string, { command }: CommandLaunch): boolean {
  const isContainer = /(^|[\\/])(docker|podman|nerdctl)(\.exe)?$/i.test(command);
  const isBehind = /^-[a-z]*[cep]$|^--?(command|eval|exec|print)$/i.test(before);
  return isBehind && !isContainer && /[\s()`;|<>]/.test(word);
}

/** Names of the variables that a server would not get anyway, as `NODE_OPTIONS`. */
function ownVariables(
  { command, env }: Extract<Launch, { readonly kind: 'command' }>,
  shell: Io['env'],
): readonly string[] {
  const usual = inheritedEnv(command, { inheritEnv: false }, shell);
  return Object.keys(env).filter((name) => usual[name] !== env[name]);
}
