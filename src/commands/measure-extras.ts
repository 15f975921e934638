/** What `measure` tells beside sizes: hosts, estimates, the provider's own counts, prices. */
import { projectFolders } from '../config/clients/discover-folders.ts';
import { readDeferral } from '../config/host-settings.ts';
import type { Io } from '../io.ts';
import type { ClientPlan } from '../model/client.ts';
import type { EstimateInput, ProviderCount } from '../model/estimate.ts';
import type { HostSize } from '../model/host.ts';
import type { Tokenizer } from '../model/measurement.ts';
import type { Report } from '../model/report.ts';
import { priceOf } from '../prices/price-of.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import { families } from '../tokens/families/index.ts';
import { clientContext } from './client-words.ts';
import type { CommandInput } from './command.ts';
import type { ChosenHosts } from './host-choice.ts';
import { countExactly } from './measure-exact.ts';
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
  /** Values that may leave for no provider. */
  readonly secrets: readonly string[];
}

export type Extras = Pick<Report, 'hosts' | 'estimates' | 'providerCounts' | 'prices'>;

/** Measure what was asked for beside the sizes. When interrupted, throws the signal's reason. */
export async function measureExtras(extras: ExtrasInput, context: Context): Promise<Extras> {
  const { flags } = extras;
  const hosts = hostsOf(extras, context);
  const stacks = countedStacks(extras, hosts);
  const providerCounts = flags.exact === undefined ? [] : await countExactly(flags.exact, extras, context);
  // The user's own prices name no model: tokens are those of the one family that was asked for.
  const [family] = flags.isFamilyAsked && flags.families.length === 1 ? flags.families : [];
  const prices = stacks.flatMap(({ client, input }) => {
    const counts = providerCounts.filter(
      (count): count is ProviderCount => 'tokens' in count && count.client === client,
    );
    return flags.prices.map((price) => ({
      ...ofClient(client),
      ...priceOf(price, { input, counts, family }),
    }));
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
  { lists, tokenizer, hosts, clients, window }: ExtrasInput,
  { input, io }: Context,
): NonNullable<Extras['hosts']> {
  if (hosts === undefined) return [];
  const world = clientContext(input, io);
  const context = { ...world, folders: projectFolders(world) };
  return measureHosts(lists, tokenizer, {
    ...hosts,
    clients,
    settingOf: (profile) => readDeferral(profile, context),
    windowFlag: numberOption(input.options, 'window'),
    window,
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
