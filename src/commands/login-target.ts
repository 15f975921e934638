/** The server that `login` and `logout` are about: a URL, or a server of the config or of a client by its name. */
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Launch, SignInClient } from '../model/plan.ts';
import { chooseToolsets, isNamedBy } from './choose-toolsets.ts';
import type { CommandInput } from './command.ts';
import { loadConfigPlans } from './config-plans.ts';
import { showUrl } from './login-list.ts';
import { textsOption } from './option-values.ts';

export interface LoginTarget {
  readonly url: URL;
  /** As the config declares them; none for a URL. */
  readonly headers: Readonly<Record<string, string>>;
  readonly client: SignInClient;
  /** The config or the client's file says how the server is asked, and a sign-in would not be used. */
  readonly isOtherwiseAuthorized: boolean;
  /** Where a client's file declares it. */
  readonly place?: string | undefined;
  /** What `measure` is given for it; absent where that would show a secret. */
  readonly words?: readonly string[] | undefined;
  /** Values that must not reach any output. */
  readonly secrets: readonly string[];
}

/**
 * Find what a word names: in the config first, unless `--client` says where.
 * @throws UsageError for no server, or one that is not reached by a URL; ConfigError
 */
export async function readLoginTarget(word: string, input: CommandInput, io: Io): Promise<LoginTarget> {
  const isClientMeant = textsOption(input.options, 'client').length > 0;
  if (/^https?:\/\//i.test(word)) {
    if (isClientMeant) throw new UsageError('--client: only with the name of a server');
    return ofUrl(word);
  }
  const { configs, secrets } = isClientMeant
    ? { configs: [], secrets: [] }
    : await loadConfigPlans(input, io, { isOffline: false });
  if (!configs.some((plan) => plan.toolsets.some((gate) => isNamedBy(word, plan, gate)))) {
    const { findClientServer, unknownClientServer } = await import('./login-clients.ts');
    const found = findClientServer(word, input, io);
    if (found !== undefined) {
      const { launch, place, words } = found;
      return { ...ofLaunches(word, [launch]), place, words, secrets: found.secrets };
    }
    if (configs.length === 0) throw unknownClientServer(word, input, io);
  }
  const chosen = chooseToolsets(configs, { targets: [word], toolsets: [] });
  const launches = chosen.flatMap(({ toolsets }) => toolsets.map(({ launch }) => launch));
  return { ...ofLaunches(word, launches), words: [word], secrets };
}

function ofUrl(word: string): LoginTarget {
  if (!URL.canParse(word)) throw new UsageError(`not a URL: ${word.split(':')[0]}://…`);
  const url = new URL(word);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('the URL has a user and a password: it needs no sign-in', {
      hint: 'leave them out to sign in',
    });
  }
  const words = url.href === showUrl(url) ? [url.href] : undefined;
  const secrets = [...url.searchParams.values()];
  return { url, headers: {}, client: {}, isOtherwiseAuthorized: false, words, secrets };
}

function ofLaunches(word: string, launches: readonly Launch[]): Omit<LoginTarget, 'secrets'> {
  const missing = launches.find((launch) => launch.kind === 'missing');
  if (missing !== undefined) throw new UsageError(`${word}: ${missing.message}`, { hint: missing.hint });
  const [first, ...others] = launches.filter((launch) => launch.kind === 'url');
  if (first === undefined) {
    throw new UsageError(`${word} is not reached by a URL: there is nothing to sign in to`, {
      hint: 'give a server that is started what it needs with "env"',
    });
  }
  if (others.some(({ url }) => url !== first.url)) {
    throw new UsageError(`${word} has toolsets with different URLs`, {
      hint: `name one of them: ${word}/<toolset>`,
    });
  }
  const { headers, clientCredentials, signIn = {} } = first;
  const { username, password } = new URL(first.url);
  const url = new URL(first.url);
  url.username = '';
  url.password = '';
  return {
    url,
    headers,
    client: signIn,
    isOtherwiseAuthorized:
      headers['authorization'] !== undefined ||
      clientCredentials !== undefined ||
      `${username}${password}` !== '',
  };
}
