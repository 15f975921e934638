/** Numbers as people read them; no locale of the machine has a say. */

/** Whole number with thousands separators: 17,163. */
export function formatCount(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A difference with its sign: +230, −81, 0. */
export function formatSigned(value: number): string {
  if (value === 0) return '0';
  return `${value < 0 ? '−' : '+'}${formatCount(Math.abs(value))}`;
}

/** A part of a whole as a percentage: `87 %`; one decimal below 10 or if asked for, `<0.1 %` where it would read 0. */
export function formatPercent(part: number, whole: number, decimals: 0 | 1 = 0): string {
  if (whole === 0) return '0 %';
  const percent = (100 * part) / whole;
  if (percent > 0 && percent < 0.05) return '<0.1 %';
  if (percent === 0) return '0 %';
  return `${percent.toFixed(percent < 9.95 ? 1 : decimals)} %`;
}

/** A window in tokens: `200k`, `1M`, `1.05M`, or the number itself. */
export function formatWindow(tokens: number): string {
  if (tokens >= 1_000_000 && tokens % 10_000 === 0) return `${tokens / 1_000_000}M`;
  return tokens % 1_000 === 0 ? `${tokens / 1_000}k` : formatCount(tokens);
}

/** `1 tool`, `2 tools`. */
export function formatNoun(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar of at most `width` cells, in eighths of a cell; any share above 0 shows. */
export function formatBar(part: number, whole: number, width: number): string {
  if (whole === 0 || part <= 0) return '';
  const eighths = Math.min(8 * width, Math.max(1, Math.round((8 * width * part) / whole)));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

/** To three significant digits, which is more than an estimate knows: 36,800. */
function formatRough(value: number): string {
  return formatCount(Number(value.toPrecision(3)));
}

/** An estimate, never without its range: `~36,800 (33,800–39,700; extrapolated)`; `0` where there is nothing. */
export function formatEstimate(estimate: {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly isExtrapolated: boolean;
}): string {
  const { value, low, high, isExtrapolated } = estimate;
  if (high === 0) return '0';
  const range = `${formatRough(low)}–${formatRough(high)}`;
  return `~${formatRough(value)} (${range}${isExtrapolated ? '; extrapolated' : ''})`;
}

/** US dollars to three significant digits, cents where they show: `$1,840`, `$18.40`, `$0.0184`. */
export function formatDollars(value: number): string {
  const rounded = Number(value.toPrecision(3));
  if (rounded >= 100) return `$${formatCount(rounded)}`;
  if (rounded >= 1 || rounded === 0) return `$${rounded.toFixed(2)}`;
  // No exponent, whatever the size.
  const decimals = 2 - Math.floor(Math.log10(rounded));
  return `$${rounded.toFixed(Math.min(decimals, 12)).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}
