/** What hosts pay, as a table of its own: a row a host. */
import type { Block } from '../document.ts';
import { describePreamble, describePrice, describeProviderCount, describeWhose } from '../estimated.ts';
import { escapeForMarkdown } from '../escape-markdown.ts';
import {
  describeChanges,
  describeLists,
  describeLoading,
  describeMissing,
  describeShare,
  describeToolLimit,
  describeTooMany,
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
      ...(host.missing === undefined ? [] : [describeMissing(host, escapeForMarkdown)]),
      ...describeTooMany(host),
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

/** A line a family and client, and a line a price. */
export function estimateBlocks(report: Report): readonly Block[] {
  const { estimates = [], providerCounts = [], prices = [] } = report;
  const lines = [
    ...estimates.map((estimate) => {
      const { before, after } = describeWhose(report, estimate, escapeForMarkdown);
      const preamble = describePreamble(estimate);
      return `- ${estimate.label}: ${before}${formatEstimate(estimate)}${after}${preamble === '' ? '' : `; ${preamble}`}`;
    }),
    ...providerCounts.map((count) => {
      const { before } = describeWhose(report, count, escapeForMarkdown);
      return `- ${before}${describeProviderCount(count, escapeForMarkdown)}`;
    }),
    ...prices.map((price) => {
      const { before, after } = describeWhose(report, price, escapeForMarkdown);
      return `- ${price.model}: ${before}${describePrice(price, escapeForMarkdown, after)}`;
    }),
  ];
  return lines.length === 0 ? [] : [{ head: lines }];
}
