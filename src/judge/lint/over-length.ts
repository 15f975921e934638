/** Texts that are longer than hosts keep. */
import { cutAt } from '../../hosts/names.ts';
import type { HostAction, HostProfile, HostVerdict } from '../../model/host.ts';
import type { LintContext, Place } from '../../model/lint.ts';
import { formatCount } from '../../numbers.ts';
import { countingVerdicts } from './counting-verdicts.ts';
import { limitsOf, listLimits, type HostLimit } from './host-limits.ts';
import { quote } from './words.ts';

interface TextLimit extends HostLimit {
  readonly action: HostAction;
}

export interface OverLength extends Omit<Place, 'reason' | 'at'> {
  /** What is left of the text. */
  readonly kept: string;
}

/** Hold a text against the limits of the hosts in play; equal is allowed. Undefined: all of them keep it whole. */
export function overLength(
  { text, noun }: { readonly text: string; readonly noun: string },
  context: LintContext,
  limitOf: (host: HostProfile) => TextLimit,
): OverLength | undefined {
  const actual = text.length;
  const over = context.hosts.flatMap((host): readonly HostVerdict[] => {
    const { max, action, confidence, note } = limitOf(host);
    return max !== undefined && actual > max
      ? [{ id: host.id, action, confidence, note, actual, limit: max }]
      : [];
  });
  const hosts = countingVerdicts(over, context);
  if (hosts.length === 0) return undefined;
  const limits = limitsOf(hosts);
  const [lowest = 0] = limits;
  // Where nobody cuts, the first to refuse says how long it may be.
  const [cut = lowest] = limitsOf(hosts.filter(({ action }) => action === 'truncate'));
  const kept = cutAt(text, cut);
  const lost = text.slice(kept.length);
  return {
    kept,
    hosts,
    what: `${noun} of ${formatCount(actual)} characters, over ${listLimits(limits)}; after ${formatCount(cut)} stands ${quote(oneLine(cutAt(lost, SHOWN_CHARS)))}`,
    suggestion: `Say what matters in the first ${formatCount(cut)} characters, which end with ${quote(lastWords(kept))}.`,
    actual,
    limit: lowest,
    unit: 'chars',
  };
}

const SHOWN_CHARS = 40;

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** From the beginning of a word on, where there is one. */
function lastWords(text: string): string {
  const end = text.slice(-SHOWN_CHARS).replace(/^[\uDC00-\uDFFF]/, '');
  const space = end.search(/\s/);
  const isWhole = text.length <= SHOWN_CHARS || space === -1 || space > SHOWN_CHARS / 2;
  return oneLine(isWhole ? end : end.slice(space + 1)).trim();
}
