/** Limits that fit the sizes that were measured: 2 to 4 % above them, and as round as that allows. */

/** A limit of which over 98 % is used is told as near: see `warnAt`. */
const LEAST = 1.021;
const MOST = 1.04;

/** The roundest number from 2.1 to 4 % above; the next that is above 2.1 % where a small number leaves no other. */
export function limitFor(measured: number): number {
  const [least, most] = [measured * LEAST, measured * MOST];
  for (let step = 10 ** Math.floor(Math.log10(Math.max(1, most))); step >= 1; step /= 10) {
    for (const part of [step, step / 2, step / 4, step / 5]) {
      if (!Number.isInteger(part)) continue;
      const rounded = Math.ceil(least / part) * part;
      if (rounded <= most) return rounded;
    }
  }
  return Math.ceil(least);
}
