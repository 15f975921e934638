/** "Did you mean": the known name closest to what was typed. */
import { distance } from 'fastest-levenshtein';

/** The nearest names, closest first, at most three and only those that are close. */
function nearestNames(typed: string, known: readonly string[]): readonly string[] {
  const farthest = Math.max(1, Math.floor(typed.length * 0.4));
  return known
    .map((name) => ({ name, far: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(
      ({ name, far }) =>
        far <= farthest || (typed.length > 2 && name.toLowerCase().includes(typed.toLowerCase())),
    )
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** A hint line for the nearest names, or undefined when none is close. */
export function didYouMean(typed: string, known: readonly string[]): string | undefined {
  const names = nearestNames(typed, known);
  return names.length === 0 ? undefined : `did you mean ${names.join(', or ')}?`;
}
