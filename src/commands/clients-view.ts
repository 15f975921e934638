/** From what was discovered to what is shown: names of variables and no values, and no secret in any text. */
import { describeUrl } from '../capture/describe-url.ts';
import { lookedForKeys } from '../config/clients/plan-file.ts';
import { nounOf } from '../config/clients/plan-launch.ts';
import type { ClientFile, ClientLaunch, ClientServer, ClientStack, StackServer } from '../model/client.ts';
import type { ClientRow, FileRow, ServerRow } from '../report/clients/page.ts';
import { redact } from '../report/redact.ts';
import { quoteWord } from '../shell-word.ts';

/** The clients as rows, without the value of any secret. */
export function describeClients(stacks: readonly ClientStack[]): readonly ClientRow[] {
  const files = stacks.flatMap(filesOf);
  const secrets = files.flatMap(({ file }) => file.servers.flatMap((server) => server.secrets));
  return redact(
    stacks.map((stack) => describeStack(stack, secrets)),
    secrets,
  ).value;
}

interface PlacedFile {
  readonly file: ClientFile;
  readonly installation?: string;
}

function filesOf({ files, asides }: ClientStack): readonly PlacedFile[] {
  return [...files.map((file) => ({ file })), ...asides];
}

function describeStack(stack: ClientStack, secrets: readonly string[]): ClientRow {
  const { id, label, host, warnings, files } = stack;
  const [file] = files;
  const word = file?.scope === 'file' ? quoteWord(file.shown) : id;
  return {
    id,
    word,
    label,
    host,
    warnings,
    files: filesOf(stack).map((one) => describeFile(one, { stack, secrets })),
  };
}

function describeFile(
  { file, installation }: PlacedFile,
  { stack, secrets }: { readonly stack: ClientStack; readonly secrets: readonly string[] },
): FileRow {
  const {
    shown,
    scope,
    answer,
    problem,
    alsoReadBy = [],
    isBorrowed = false,
    warnings,
    elsewhere,
    isConsentNeeded,
  } = file;
  return {
    file: shown,
    scope,
    answer,
    lookedFor: answer === 'declares-none' ? lookedForKeys(file) : undefined,
    problem,
    installation,
    alsoReadBy,
    isBorrowed,
    warnings,
    elsewhere,
    isConsentNeeded,
    servers: file.servers.map((server) => {
      const loaded = stack.servers.find(({ name }) => name === server.name);
      if (installation !== undefined || loaded === undefined) return describeServer(server, secrets);
      const isLoaded = loaded.file.path === file.path && loaded.file.scope === file.scope;
      return isLoaded
        ? describeServer(loaded, secrets)
        : { ...describeServer(server, secrets), hiddenBy: loaded.file.shown };
    }),
  };
}

function describeServer(
  one: ClientServer & Pick<StackServer, 'switchedOnIn'>,
  secrets: readonly string[],
): ServerRow {
  const { name, status, reason, needs, warnings, server, source } = one;
  return {
    name,
    status,
    reason,
    needs: needs.map((need) => `${nounOf(need)} (${need.field})`),
    warnings,
    // Quoting would spell a secret anew, so it is taken out before.
    starts: startsOf(redact(server, secrets).value),
    transport: server.transport,
    env: Object.keys(server.env ?? {}),
    headers: Object.keys(server.headers ?? {}),
    includeTools: server.includeTools,
    excludeTools: server.excludeTools,
    offAt: one.offAt,
    switchedOnIn: one.switchedOnIn,
    signInAt: one.isSignInAsked === true ? startsOf({ enabled: true, url: server.url }) : undefined,
    withheld: one.withheld,
    startLimitMs: server.startupTimeoutMs,
    source,
  };
}

/** A command as a shell would take it, or a URL without what may be secret in it. */
function startsOf({ command, args = [], url }: ClientLaunch): string | undefined {
  if (command !== undefined) return [command, ...args].map(quoteWord).join(' ');
  if (url === undefined) return undefined;
  // A variable that is not set may stand anywhere in it.
  const isWhole = URL.canParse(url) && !/[{}]/.test(url);
  return isWhole ? describeUrl(url) : url.replace(/[?#].*/s, '').replace(/\/\/[^/]*@/, '//');
}
