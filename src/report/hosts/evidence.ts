/** How a value of a profile is known, in words. */
import { severityCap } from '../../hosts/severity.ts';
import { actionWords, confidenceWords } from '../../hosts/words.ts';
import type { Confidence, HostAction, HostBlock, HostProfile } from '../../model/host.ts';

export const NOT_KNOWN = 'not known';

/** Evidence of a block: what the user's config states is the user's word. */
export function evidenceOf({ confidence, fromConfig }: HostProfile, block: HostBlock): string {
  const isStated = fromConfig?.blocks.includes(block) === true && confidence[block] === 'source';
  return isStated ? 'stated in your config' : confidenceWords[confidence[block]];
}

/** Tell evidence that never leads to an error. */
export function isWeak(confidence: Confidence): boolean {
  return severityCap[confidence] !== 'error';
}

/** `beyond: only this tool is lost`. */
export function consequence(when: string, action: HostAction): string {
  return `${when}: ${actionWords[action]}`;
}

/** Values of the same remark together, in the order of the first of each. */
export function groupBy<Value>(
  values: readonly Value[],
  remarkOf: (value: Value) => string,
): readonly (readonly [Value, ...Value[]])[] {
  const groups = new Map<string, [Value, ...Value[]]>();
  for (const value of values) {
    const group = groups.get(remarkOf(value));
    if (group === undefined) groups.set(remarkOf(value), [value]);
    else group.push(value);
  }
  return [...groups.values()];
}
