/** Estimates, provider counts and prices as people read them, whatever the format. All text is ours. */
import { formatCount, formatDollars } from '../numbers.ts';
import type { Estimate, NotCounted, Price, ProviderCount } from '../model/estimate.ts';
import type { Report } from '../model/report.ts';

/** Whose lists a figure is of, where there are several clients, and that it is of everything where a host defers. */
export function describeWhose(
  { hosts = [] }: Report,
  { client }: { readonly client?: string | undefined },
  quote: (text: string) => string,
): { readonly before: string; readonly after: string } {
  const clients = hosts.filter((host) => host.client !== undefined);
  const label = clients.find((host) => host.client === client)?.label;
  const own = client === undefined ? hosts : clients.filter((host) => host.client === client);
  const isDeferred = own.some(({ deferral, isAside }) => deferral.isDeferred && isAside !== true);
  return {
    before: clients.length > 1 && label !== undefined ? `${quote(label)} ` : '',
    after: isDeferred ? ', once all is loaded' : '',
  };
}

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

/** What 1,000 requests cost, with and without caching. `quote` escapes names of packages; `after` says what is loaded. */
export function describePrice(
  { uncached, cached, asOf, source, tokens, note }: Price,
  quote: (text: string) => string,
  after: string,
): string {
  const range = ({ value, low, high }: Price['uncached']): string =>
    low === high
      ? formatDollars(value)
      : `${formatDollars(value)} (${formatDollars(low)}–${formatDollars(high)})`;
  return [
    `1,000 requests${after === '' ? '' : `${after},`} cost ${range(uncached)}${cached === undefined ? '' : `, with prompt caching ${range(cached)}`}`,
    `tokens: ${tokens.basis.split(':', 1)[0] ?? ''}`,
    `prices: ${quote(source)}${asOf === undefined ? '' : `, ${asOf}`}`,
    ...(note === undefined ? [] : [quote(note)]),
  ].join('; ');
}
