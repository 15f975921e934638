/** Estimates, provider counts and prices as people read them, whatever the format. All text is ours. */
import { formatCount, formatDollars } from '../numbers.ts';
import type { Estimate, NotCounted, Price, ProviderCount } from '../model/estimate.ts';

/** What of an estimate the provider adds by itself; empty where nothing is known of it. */
export function describePreamble({ preamble }: Estimate): string {
  return preamble === undefined
    ? ''
    : `${formatCount(preamble.tokens)} of these: the provider's own, once a request (${preamble.model}, ${preamble.asOf})`;
}

/** Tokens by the provider's own count, or why there are none: that may repeat what the provider says. */
export function describeProviderCount(
  count: ProviderCount | NotCounted,
  quote: (text: string) => string,
): string {
  const model = quote(count.model);
  return 'reason' in count
    ? `not counted for ${model}: ${quote(count.reason)}; ${quote(count.hint)}`
    : `${formatCount(count.tokens)} exact, counted for ${model}${count.isCached ? ' (cached)' : ''}`;
}

/** What 1,000 requests cost, with and without caching. `quote` escapes names of packages. */
export function describePrice(
  { uncached, cached, asOf, source, tokens, note }: Price,
  quote: (text: string) => string,
): string {
  const range = ({ value, low, high }: Price['uncached']): string =>
    low === high
      ? formatDollars(value)
      : `${formatDollars(value)} (${formatDollars(low)}–${formatDollars(high)})`;
  return [
    `1,000 requests cost ${range(uncached)}${cached === undefined ? '' : `, with prompt caching ${range(cached)}`}`,
    `tokens: ${tokens.basis}`,
    `prices: ${quote(source)}${asOf === undefined ? '' : `, ${asOf}`}`,
    ...(note === undefined ? [] : [quote(note)]),
  ].join('; ');
}
