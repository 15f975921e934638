/** What `measure` tells beside sizes: hosts, estimates, the provider's own counts, prices. */
import { createProviderCounter } from '../capture/provider-count.ts';
import type { ExactRequest, ProviderAccess } from '../capture/provider-count-access.ts';
import { openHttpClient } from '../capture/proxy-fetch.ts';
import { readDeferral } from '../config/host-settings.ts';
import type { Io } from '../io.ts';
import type { JsonValue } from '../json.ts';
import type { ClientPlan } from '../model/client.ts';
import type { EstimateInput, NotCounted, ProviderCount } from '../model/estimate.ts';
import type { HostSize } from '../model/host.ts';
import type { Tokenizer } from '../model/measurement.ts';
import type { Report } from '../model/report.ts';
import { priceOf } from '../prices/price-of.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import { families } from '../tokens/families/index.ts';
import { writeFileWhole } from '../report/render.ts';
import { cacheFolder, openCache } from './cache.ts';
import { clientContext } from './client-targets.ts';
import type { CommandInput } from './command.ts';
import type { ChosenHosts } from './host-choice.ts';
import { measureHosts, stacksOf } from './measure-hosts.ts';
import type { ExtraFlags } from './measure-flags.ts';
import { numberOption } from './option-values.ts';
import { readSelectFlags } from './options.ts';
import type { SelectedSnapshot } from './select-toolsets.ts';

export interface ExtrasInput {
  readonly lists: readonly SelectedSnapshot[];
  readonly measured: readonly MeasuredSnapshot[];
  readonly tokenizer: Tokenizer;
  readonly flags: ExtraFlags;
  /** Undefined: none. */
  readonly hosts: ChosenHosts | undefined;
  readonly clients: readonly ClientPlan[];
  /** Of the config. */
  readonly window: number | undefined;
}

export type Extras = Pick<Report, 'hosts' | 'estimates' | 'providerCounts' | 'prices'>;

/** Measure what was asked for beside the sizes. When interrupted, throws the signal's reason. */
export async function measureExtras(extras: ExtrasInput, context: Context): Promise<Extras> {
  const { flags } = extras;
  const hosts = hostsOf(extras, context);
  const stacks = countedStacks(extras, hosts);
  const providerCounts =
    flags.exact === undefined ? [] : await countExactly(flags.exact, stacksToCount(extras, context), context);
  const prices = stacks.flatMap(({ client, input }) => {
    const counts = providerCounts.filter(
      (count): count is ProviderCount => 'tokens' in count && count.client === client,
    );
    return flags.prices.map((price) => ({ ...ofClient(client), ...priceOf(price, { input, counts }) }));
  });
  const estimates = stacks.flatMap(({ client, input }) =>
    flags.families.map((id) => ({ ...ofClient(client), ...families[id].estimate(input) })),
  );
  return {
    ...(hosts.length > 0 && { hosts }),
    ...(estimates.length > 0 && { estimates }),
    ...(prices.length > 0 && { prices }),
    ...(providerCounts.length > 0 && { providerCounts }),
  };
}

interface Context {
  readonly input: CommandInput;
  readonly io: Io;
}

function ofClient(client: string | undefined): { readonly client?: string } {
  return client === undefined ? {} : { client };
}

interface CountedStack {
  readonly client?: string | undefined;
  readonly input: EstimateInput;
}

/** Lists that are loaded together: each client's, or all. One that could not be counted has no estimate. */
function countedStacks(
  { measured, clients }: ExtrasInput,
  hosts: readonly HostSize[],
): readonly CountedStack[] {
  if (clients.length === 0) {
    const input = sumInput(measured);
    return input === undefined ? [] : [{ input }];
  }
  return hosts.flatMap(({ client, definitions }) =>
    client === undefined || definitions === undefined ? [] : [{ client, input: definitions }],
  );
}

function hostsOf(
  { lists, tokenizer, hosts, clients, window: ofConfig }: ExtrasInput,
  { input, io }: Context,
): NonNullable<Extras['hosts']> {
  if (hosts === undefined) return [];
  const context = clientContext(input, io);
  const flag = numberOption(input.options, 'window');
  const own = flag ?? ofConfig;
  return measureHosts(lists, tokenizer, {
    ...hosts,
    clients,
    settingOf: (profile) => readDeferral(profile, context),
    window: own === undefined ? undefined : { tokens: own, from: flag === undefined ? 'config' : '--window' },
    selection: readSelectFlags(input),
  });
}

/** Of all lists that count in the sum; undefined where one of them could not be counted. */
function sumInput(measured: readonly MeasuredSnapshot[]): EstimateInput | undefined {
  const counted = measured.filter(
    ({ measurement, isInTotal = true }) => measurement !== undefined && isInTotal,
  );
  if (counted.length === 0) return undefined;
  let sum: EstimateInput = { o200k: 0, structuralChars: 0, tools: 0 };
  for (const { measurement } of counted) {
    const view = measurement?.views.generic;
    const { value } = view?.tokens ?? {};
    if (measurement === undefined || value === undefined) return undefined;
    sum = {
      o200k: sum.o200k + value,
      structuralChars: sum.structuralChars + (view?.structuralChars ?? 0),
      tools: sum.tools + measurement.tools,
    };
  }
  return sum;
}

interface StackToCount {
  readonly client?: string | undefined;
  readonly tools: readonly JsonValue[];
}

function stacksToCount({ lists, clients }: ExtrasInput, { input }: Context): readonly StackToCount[] {
  return stacksOf(lists, { clients, selection: readSelectFlags(input) }).map((stack) => ({
    client: stack.client?.id,
    tools: stack.lists.filter(({ isInTotal }) => isInTotal).flatMap(({ tools }) => tools),
  }));
}

/** One request a stack, with the tools of all its lists: the provider adds its preamble once a request. */
async function countExactly(
  exact: ExactRequest & ProviderAccess,
  stacks: readonly StackToCount[],
  { io }: Context,
): Promise<readonly (ProviderCount | NotCounted)[]> {
  const client = await openHttpClient(io.env, CONNECT_MS);
  try {
    const count = createProviderCounter({
      ...exact,
      fetch: client.fetch,
      signal: io.signal,
      cache: openCache(cacheFolder(io.cwd, io.env), writeFileWhole),
    });
    const counts: (ProviderCount | NotCounted)[] = [];
    for (const stack of stacks) counts.push({ ...ofClient(stack.client), ...(await count(stack.tools)) });
    return counts;
  } finally {
    await client.close();
  }
}

const CONNECT_MS = 10_000;
