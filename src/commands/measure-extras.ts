/** What `measure` tells beside sizes: hosts, estimates, the provider's own counts, prices. */
import { createProviderCounter } from '../capture/provider-count.ts';
import { openHttpClient } from '../capture/proxy-fetch.ts';
import { readDeferral } from '../config/host-settings.ts';
import type { Io } from '../io.ts';
import type { ClientPlan } from '../model/client.ts';
import type { EstimateInput, NotCounted, ProviderCount } from '../model/estimate.ts';
import type { Tokenizer } from '../model/measurement.ts';
import type { Report } from '../model/report.ts';
import { priceOf } from '../prices/price-of.ts';
import { selectTools } from '../reduce/select.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import { families } from '../tokens/families/index.ts';
import { writeFileWhole } from '../report/render.ts';
import { cacheFolder, openCache } from './cache.ts';
import { clientContext } from './client-targets.ts';
import type { CommandInput } from './command.ts';
import type { ChosenHosts } from './host-choice.ts';
import { measureHosts } from './measure-hosts.ts';
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
export async function measureExtras(
  extras: ExtrasInput,
  { input, io }: { readonly input: CommandInput; readonly io: Io },
): Promise<Extras> {
  const { flags, measured } = extras;
  const hosts = hostsOf(extras, { input, io });
  const sum = sumInput(measured);
  const providerCounts = flags.exact === undefined ? [] : [await countExactly(extras, { input, io })];
  const counts = providerCounts.filter((count): count is ProviderCount => 'tokens' in count);
  return {
    ...(hosts.length > 0 && { hosts }),
    ...(sum !== undefined && {
      estimates: flags.families.map((id) => families[id].estimate(sum)),
      ...(flags.prices.length > 0 && {
        prices: flags.prices.map((price) => priceOf(price, { input: sum, counts })),
      }),
    }),
    ...(providerCounts.length > 0 && { providerCounts }),
  };
}

function hostsOf(
  { lists, tokenizer, hosts, clients, window: ofConfig }: ExtrasInput,
  { input, io }: { readonly input: CommandInput; readonly io: Io },
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

/** One request with the tools of all lists: the provider adds its preamble once a request. */
async function countExactly(
  { lists, flags }: ExtrasInput,
  { input, io }: { readonly input: CommandInput; readonly io: Io },
): Promise<ProviderCount | NotCounted> {
  const { exact } = flags;
  if (exact === undefined) throw new TypeError('no exact count was asked for');
  const client = await openHttpClient(io.env, CONNECT_MS);
  try {
    const count = createProviderCounter({
      ...exact,
      fetch: client.fetch,
      signal: io.signal,
      cache: openCache(cacheFolder(io.cwd, io.env), writeFileWhole),
    });
    const selection = readSelectFlags(input);
    return await count(
      lists
        .filter(({ snapshot, isInTotal }) => snapshot.failure === undefined && isInTotal)
        .flatMap(({ snapshot }) => selectTools(snapshot.tools, selection).tools),
    );
  } finally {
    await client.close();
  }
}

const CONNECT_MS = 10_000;
