/** Counts that the provider makes itself, of all lists that are loaded together. */
import { createProviderCounter } from '../capture/provider-count.ts';
import type { ExactRequest, ProviderAccess } from '../capture/provider-count-access.ts';
import { openHttpClient } from '../capture/proxy-fetch.ts';
import type { Io } from '../io.ts';
import type { JsonValue } from '../json.ts';
import type { ClientPlan } from '../model/client.ts';
import type { NotCounted, ProviderCount } from '../model/estimate.ts';
import { redact } from '../report/redact.ts';
import { writeFileWhole } from '../report/render.ts';
import { cacheFolder, openCache } from './cache.ts';
import type { CommandInput } from './command.ts';
import { stacksOf } from './measure-hosts.ts';
import { readSelectFlags } from './options.ts';
import type { SelectedSnapshot } from './select-toolsets.ts';

export interface ListsToCount {
  readonly lists: readonly SelectedSnapshot[];
  readonly clients: readonly ClientPlan[];
  /** Values that may leave for no provider. */
  readonly secrets: readonly string[];
}

/** One request a client, or one for all, with the tools of all its lists: the provider adds its preamble once a request. */
export async function countExactly(
  exact: ExactRequest & ProviderAccess,
  { lists, clients, secrets }: ListsToCount,
  { input, io }: { readonly input: CommandInput; readonly io: Io },
): Promise<readonly (ProviderCount | NotCounted)[]> {
  const http = await openHttpClient(io.env, CONNECT_MS);
  try {
    const count = createProviderCounter({
      ...exact,
      fetch: http.fetch,
      signal: io.signal,
      cache: openCache(cacheFolder(io.cwd, io.env), writeFileWhole),
    });
    const counts: (ProviderCount | NotCounted)[] = [];
    for (const stack of stacksOf(lists, { clients, selection: readSelectFlags(input) })) {
      const counted = stack.lists.filter(({ isInTotal }) => isInTotal);
      const tools: readonly JsonValue[] = counted.flatMap((list) => list.tools);
      const isSecret = redact(tools, secrets).count > 0;
      const made = isSecret ? keptBack(exact) : await count(tools);
      counts.push(stack.client === undefined ? made : { client: stack.client.id, ...made });
    }
    return counts;
  } finally {
    await http.close();
  }
}

function keptBack({ family, model }: ExactRequest): NotCounted {
  return {
    family,
    model,
    reason: 'a definition repeats a secret of yours, and was not sent',
    hint: 'the server has to be fixed; or measure it without that value',
  };
}

const CONNECT_MS = 10_000;
