/** Limits and growth as a config writes them. The patterns are also those of the published schema. */
import type { Unit } from '../model/budget.ts';

const NUMBER = String.raw`\d+(?:\.\d+)?`;
/** At most 100: 5 read as 500 % is a gate that never fires. */
const PERCENT = String.raw`(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)\s*%`;

const FACTORS: Readonly<Record<Unit, Readonly<Record<string, number>>>> = {
  tools: { '': 1, tools: 1 },
  prompts: { '': 1, prompts: 1 },
  resources: { '': 1, resources: 1 },
  chars: { '': 1, chars: 1, characters: 1, k: 1e3 },
  tokens: { '': 1, tokens: 1, k: 1e3, M: 1e6, 'k tokens': 1e3, 'M tokens': 1e6 },
  bytes: { '': 1, bytes: 1, B: 1, kB: 1e3, KB: 1e3, KiB: 1_024, MB: 1e6, MiB: 1_048_576 },
};

const amountPattern = (unit: Unit): string =>
  String.raw`${NUMBER}\s*(?:${Object.keys(FACTORS[unit]).filter(Boolean).join('|')})?`;

/** A count of one unit, `200k`, without a share of anything. */
export const COUNT_PATTERN: Readonly<Record<Unit, RegExp>> = patterns((amount) => `^${amount}$`);

/** A limit; one of tokens may be a share of the window. */
export const LIMIT_PATTERN: Readonly<Record<Unit, RegExp>> = {
  ...COUNT_PATTERN,
  tokens: new RegExp(`^(?:${amountPattern('tokens')}|${PERCENT})$`),
};

/** `none`, a share, an amount, or both at once. */
export const GROWTH_PATTERN: Readonly<Record<Unit, RegExp>> = patterns(
  (amount) => `^(?:none|${PERCENT}|${amount}|${PERCENT}\\s+and\\s+${amount}|${amount}\\s+and\\s+${PERCENT})$`,
);

export const PERCENT_PATTERN = new RegExp(`^${PERCENT}$`);

/** What a limit of each unit looks like, as a noun phrase for "expected …". */
export const LIMIT_EXPECTED: Readonly<Record<Unit, string>> = {
  tools: 'a number of tools, e.g. 40',
  prompts: 'a number of prompts, e.g. 10',
  resources: 'a number of resources, e.g. 10',
  chars: 'a number of characters, e.g. 2000 or "2k"',
  tokens: 'tokens, e.g. 12000, "12k" or "10%" of the window',
  bytes: 'bytes, e.g. 60000, "60 kB" or "60 KiB"',
};

const GROWTH_EXAMPLE: Readonly<Record<Unit, string>> = {
  tools: '2 tools',
  prompts: '2 prompts',
  resources: '2 resources',
  chars: '200 chars',
  tokens: '100 tokens',
  bytes: '2 kB',
};

/** What growth of a unit looks like; a number is told how to be written, as 5 may be 5 % or 5 tokens. */
export function growthExpected(unit: Unit, found: unknown): string {
  if (typeof found === 'number') return `text: "${found}%" for a share or "${found} ${unit}" for an amount`;
  return `text such as "5%", "${GROWTH_EXAMPLE[unit]}", "5% and ${GROWTH_EXAMPLE[unit]}" or "none"`;
}

/** Read a limit. A share of a window that is not set, and what is no limit of this unit, is a problem. */
export function parseLimit(
  value: number | string,
  unit: Unit,
  window?: number,
): { readonly max: number } | { readonly problem: string } {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0
      ? { max: value }
      : { problem: `expected ${LIMIT_EXPECTED[unit]}, found ${value}` };
  }
  const text = value.trim();
  if (!LIMIT_PATTERN[unit].test(text)) {
    return { problem: `expected ${LIMIT_EXPECTED[unit]}, found ${JSON.stringify(value)}` };
  }
  if (!text.endsWith('%')) return { max: amountOf(text, unit) };
  if (window === undefined) return { problem: `${text} of what? "window" is not set` };
  // In whole millionths of a percent first: 0.29 * 200,000 is less than 58,000.
  return { max: Math.floor((Math.round(Number.parseFloat(text) * 1e6) * window) / 1e8) };
}

/** Read a growth rule: a share, an amount, both, or neither for `none`; undefined where it is no such text. */
export function parseGrowth(
  text: string,
  unit: Unit,
): { readonly ratio?: number; readonly amount?: number } | undefined {
  const trimmed = text.trim();
  if (!GROWTH_PATTERN[unit].test(trimmed)) return undefined;
  if (trimmed === 'none') return {};
  return Object.fromEntries(
    trimmed
      .split(/\s+and\s+/)
      .map((part) => (part.endsWith('%') ? ['ratio', parsePercent(part)] : ['amount', amountOf(part, unit)])),
  ) as { ratio?: number; amount?: number };
}

/** `5%` as 0.05. */
export function parsePercent(text: string): number {
  return Number.parseFloat(text) / 100;
}

/** A count that `COUNT_PATTERN` accepts. */
export function amountOf(text: string, unit: Unit): number {
  const [, number = '', name = ''] = /^([\d.]+)\s*(.*)$/.exec(text.trim()) ?? [];
  return Math.round(Number(number) * (FACTORS[unit][name] ?? Number.NaN));
}

function patterns(write: (amount: string) => string): Readonly<Record<Unit, RegExp>> {
  return Object.fromEntries(
    Object.keys(FACTORS).map((unit) => [unit, new RegExp(write(amountPattern(unit as Unit)))]),
  ) as Record<Unit, RegExp>;
}
