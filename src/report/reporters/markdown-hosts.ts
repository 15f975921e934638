/** What hosts pay, as a table of its own: a row a host. */
import type { Block } from '../document.ts';
import { describePreamble, describePrice, describeProviderCount } from '../estimated.ts';
import { escapeForMarkdown } from '../escape-markdown.ts';
import {
  describeChanges,
  describeLists,
  describeLoading,
  describeShare,
  describeToolLimit,
} from '../hosted.ts';
import { formatCount, formatEstimate } from '../../numbers.ts';
import type { Report } from '../../model/report.ts';
import { headRow, tableRow } from './markdown-tables.ts';

/** A row a host; what it does to tools stands under the table. */
export function hostBlocks({ hosts = [] }: Report): readonly Block[] {
  if (hosts.length === 0) return [];
  const notes = hosts.flatMap((host) => {
    const facts = [
      describeLoading(host, escapeForMarkdown),
      ...describeLists(host, escapeForMarkdown),
      ...describeChanges(host, escapeForMarkdown),
    ];
    const asOf = host.profile === undefined ? '' : ` (as of ${host.profile.asOf})`;
    return [`- ${escapeForMarkdown(host.label)}: ${facts.join('; ')}${asOf}`];
  });
  return [
    {
      head: headRow(['host', 'tools', 'start', 'loaded', 'of window', 'tool limit']),
      rows: hosts.map((host) =>
        tableRow([
          escapeForMarkdown(host.label),
          formatCount(host.tools),
          amount(host.upfront),
          amount(host.loaded),
          describeShare(host, escapeForMarkdown),
          describeToolLimit(host),
        ]),
      ),
      tail: ['', ...notes],
    },
  ];
}

function amount(tokens: number | undefined): string {
  return tokens === undefined ? 'not counted' : formatCount(tokens);
}

/** A line a family, and a line a price. */
export function estimateBlocks({
  estimates = [],
  providerCounts = [],
  prices = [],
}: Report): readonly Block[] {
  const lines = [
    ...estimates.map((estimate) => {
      const preamble = describePreamble(estimate);
      return `- ${estimate.label}: ${formatEstimate(estimate)}${preamble === '' ? '' : `; ${preamble}`}`;
    }),
    ...providerCounts.map((count) => `- ${describeProviderCount(count, escapeForMarkdown)}`),
    ...prices.map((price) => `- ${price.model}: ${describePrice(price, escapeForMarkdown)}`),
  ];
  return lines.length === 0 ? [] : [{ head: lines }];
}
