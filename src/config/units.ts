/** Durations and sizes as people write them: with a unit, so that 15 is never mistaken for 15,000. */
import { UsageError } from '../errors.ts';

const DURATION_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const SIZE_BYTES = {
  B: 1,
  kB: 1_000,
  KB: 1_000,
  KiB: 1_024,
  MB: 1_000_000,
  MiB: 1_048_576,
  GB: 1e9,
  GiB: 1_073_741_824,
} as const;
/** Timers of Node take 32 bits of milliseconds. */
const MAX_DURATION_MS = 2_147_483_647;

/** Parse `500ms`, `15s`, `2m`, `1h` into milliseconds; `0` needs no unit. @throws UsageError */
export function parseDurationMs(text: string, flag: string, leastMs = 0): number {
  const parsed = parseWithUnit(text, DURATION_MS);
  if (parsed === undefined || parsed > MAX_DURATION_MS || parsed < leastMs) {
    throw new UsageError(`${flag} ${text}: not a duration`, {
      hint: 'write a number with its unit: 500ms, 15s, 2m',
    });
  }
  return parsed;
}

/** Parse `64MiB`, `10 MB`, `500kB` into bytes. @throws UsageError */
export function parseBytes(text: string, flag: string): number {
  const parsed = parseWithUnit(text, SIZE_BYTES);
  if (parsed === undefined || parsed < 1) {
    throw new UsageError(`${flag} ${text}: not a size`, {
      hint: 'write a number with its unit: 500kB, 64MiB',
    });
  }
  return parsed;
}

/** Parse a count of tokens: `200000`, `200k`, `1M`. @throws UsageError */
export function parseTokens(text: string, flag: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kKmM]?)$/.exec(text.trim().replaceAll(/(?<=\d)[,_](?=\d{3})/g, ''));
  const value =
    match === null
      ? 0
      : Number(match[1]) * (match[2]?.toUpperCase() === 'M' ? 1e6 : match[2] === '' ? 1 : 1e3);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new UsageError(`${flag} ${text}: not a number of tokens`, { hint: 'write it as 200000 or 200k' });
  }
  return value;
}

/** Parse a whole number of at least `least`. @throws UsageError */
export function parseCount(text: string, flag: string, least = 1): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`${flag} ${text}: not a whole number of at least ${least}`);
  }
  return value;
}

function parseWithUnit(text: string, units: Readonly<Record<string, number>>): number | undefined {
  if (text.trim() === '0') return 0;
  const match = /^(\d+(?:\.\d+)?)\s*([A-Za-z]+)$/.exec(text.trim());
  const unit = match?.[2] === undefined || !Object.hasOwn(units, match[2]) ? undefined : units[match[2]];
  return unit === undefined ? undefined : Math.round(Number(match?.[1]) * unit);
}
