/** Tokens in models whose tokenizer is not public, and what they cost. */
import { describePreamble, describePrice, describeProviderCount } from '../estimated.ts';
import { escapeForTerminal } from '../escape.ts';
import { formatEstimate } from '../../numbers.ts';
import { layLabelled } from '../layout.ts';
import type { Page } from './table-page.ts';

/** A line a family; what the provider counted itself stands beside the estimate. */
export function estimateLines({ report, options }: Page): readonly string[] {
  const { estimates = [], providerCounts = [], hosts = [] } = report;
  // All lists together are what none of several clients has.
  const isOfNobody = hosts.filter(({ client }) => client !== undefined).length > 1;
  if (isOfNobody) return [];
  return [
    ...estimates.flatMap((estimate) => {
      const preamble = describePreamble(estimate);
      return [
        layLabelled(estimate.label, formatEstimate(estimate), options.columns),
        ...(preamble === '' ? [] : [layLabelled('  preamble', preamble, options.columns)]),
      ];
    }),
    ...providerCounts.map((count) =>
      layLabelled('By the provider', describeProviderCount(count, escapeForTerminal), options.columns),
    ),
  ];
}

/** A line a model. */
export function priceLines({ report, options }: Page): readonly string[] {
  return (report.prices ?? []).map((price) =>
    layLabelled(price.model, describePrice(price, escapeForTerminal), options.columns),
  );
}
