/** What is odd about a server without being a failure: warnings, once each, and noise on its channel. */
import type { Warning } from '../model/snapshot.ts';

export interface Noise {
  readonly lines: number;
  /** The first three, cut to a length. */
  readonly samples: readonly string[];
}

export interface Peculiarities {
  readonly warn: (warning: Warning) => void;
  readonly noteNoise: (line: string) => void;
  /** Sorted by id. */
  readonly warnings: () => readonly Warning[];
  readonly noise: () => Noise;
}

const NOISE_SAMPLES = 3;
/** Far more than is ever shown: a secret is looked for before a sample is cut to what a report shows. */
export const NOISE_SAMPLE_CHARS = 4_000;

/** Create the record; of warnings with one id the first is kept. */
export function createPeculiarities(): Peculiarities {
  const warnings = new Map<string, Warning>();
  const samples: string[] = [];
  let lines = 0;
  return {
    warn: (warning) => {
      if (!warnings.has(warning.id)) warnings.set(warning.id, warning);
    },
    noteNoise: (line) => {
      lines += 1;
      if (samples.length < NOISE_SAMPLES) samples.push(line.slice(0, NOISE_SAMPLE_CHARS));
    },
    warnings: () => [...warnings.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    noise: () => ({ lines, samples: [...samples] }),
  };
}
