/** Tokens in models whose tokenizer is not public, and what they cost. */
import { describePreamble, describePrice, describeProviderCount, describeWhose } from '../estimated.ts';
import { escapeForTerminal } from '../escape.ts';
import { formatEstimate } from '../../numbers.ts';
import { layLabelled } from '../layout.ts';
import type { Page } from './table-page.ts';

/** A line a family and client; what the provider counted itself stands beside the estimate. */
export function estimateLines({ report, options: { columns } }: Page): readonly string[] {
  const { estimates = [], providerCounts = [] } = report;
  return [
    ...estimates.flatMap((estimate) => {
      const { before, after } = describeWhose(report, estimate, escapeForTerminal);
      const preamble = describePreamble(estimate);
      return [
        layLabelled(estimate.label, `${before}${formatEstimate(estimate)}${after}`, columns),
        ...(preamble === '' ? [] : [layLabelled('  preamble', preamble, columns)]),
      ];
    }),
    ...providerCounts.map((count) => {
      const { before, after } = describeWhose(report, count, escapeForTerminal);
      const text = describeProviderCount(count, escapeForTerminal);
      return layLabelled('By the provider', `${before}${text}${'reason' in count ? '' : after}`, columns);
    }),
  ];
}

/** A line a model and client. */
export function priceLines({ report, options: { columns } }: Page): readonly string[] {
  return (report.prices ?? []).map((price) => {
    const { before, after } = describeWhose(report, price, escapeForTerminal);
    return layLabelled(price.model, `${before}${describePrice(price, escapeForTerminal, after)}`, columns);
  });
}
