/** Flags of `measure` that ask for more than sizes; what they need is loaded where one is given. */
import type { ExactRequest, ProviderAccess } from '../capture/provider-count-access.ts';
import { didYouMean } from '../config/nearest.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ModelPrice } from '../prices/models.ts';
import type { FamilyId } from '../tokens/families/index.ts';
import type { CommandInput } from './command.ts';
import type { ChosenHosts } from './host-choice.ts';
import { textOption, textsOption } from './option-values.ts';
import type { ResolvedTargets } from './resolve-targets.ts';

export interface ExtraFlags {
  readonly families: readonly FamilyId[];
  /** They come from the flag. */
  readonly isFamilyAsked: boolean;
  readonly exact: (ExactRequest & ProviderAccess) | undefined;
  readonly prices: readonly ModelPrice[];
}

/** Read the flags before anything is started. @throws UsageError */
export async function readExtraFlags({ options }: CommandInput, { env }: Io): Promise<ExtraFlags> {
  return {
    families: await readFamilies(textsOption(options, 'tokenizer')),
    isFamilyAsked: textsOption(options, 'tokenizer').length > 0,
    exact: await readExact(textOption(options, 'exact'), env),
    prices: await readPrices(textsOption(options, 'price')),
  };
}

/** The calibrated family where none is asked for. */
async function readFamilies(texts: readonly string[]): Promise<readonly FamilyId[]> {
  if (texts.length === 0) return ['claude'];
  const { familyIds } = await import('../tokens/families/index.ts');
  const ids = texts.flatMap((text) => text.split(',').map((id) => id.trim()));
  const chosen = ids.map((id) => {
    const known = familyIds.find((one) => one === id);
    if (known !== undefined) return known;
    throw new UsageError(`--tokenizer ${id}: no such family`, {
      hint: didYouMean(id, familyIds) ?? `families: ${familyIds.join(', ')}`,
    });
  });
  return [...new Set(chosen)];
}

async function readExact(text: string | undefined, env: Io['env']): Promise<ExtraFlags['exact']> {
  if (text === undefined) return undefined;
  const { parseExact, readProviderAccess } = await import('../capture/provider-count-access.ts');
  return { ...parseExact(text), ...readProviderAccess(env) };
}

async function readPrices(texts: readonly string[]): Promise<readonly ModelPrice[]> {
  if (texts.length === 0) return [];
  const { parsePrice } = await import('../prices/parse-price.ts');
  return texts.map((text) => parsePrice(text, didYouMean));
}

/** The hosts of the run; undefined where there are none. @throws UsageError for an id that is not known */
export async function readHosts(
  input: CommandInput,
  io: Io,
  { configs, clients }: Pick<ResolvedTargets, 'configs' | 'clients'>,
): Promise<ChosenHosts | undefined> {
  const isNone =
    textsOption(input.options, 'host').length === 0 &&
    clients.length === 0 &&
    configs.every(({ hosts }) => hosts.length === 0);
  if (isNone) return undefined;
  const { chooseHosts } = await import('./host-choice.ts');
  return chooseHosts(input, io, { configs, clients });
}
