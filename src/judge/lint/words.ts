/** Words that rules' messages share. */
import type { Path } from '../../model/lint.ts';
import { formatCount } from '../../numbers.ts';
import { toPointer } from './patch.ts';

const MOST_CHARS = 60;

/** A name or value of a definition in back quotes, cut where it is long. */
export function quote(text: string): string {
  const points = Array.from(text);
  return `\`${points.length > MOST_CHARS ? `${points.slice(0, MOST_CHARS - 1).join('')}…` : text}\``;
}

/** A pointer in back quotes, cut in front where it is long: its end says more than its beginning. */
export function quotePointer(path: Path): string {
  const points = Array.from(toPointer(path));
  return `\`${points.length > MOST_CHARS ? `…${points.slice(1 - MOST_CHARS).join('')}` : points.join('')}\``;
}

/** ` and 3 more`; nothing where there is one. */
export function andMore(places: readonly unknown[]): string {
  return places.length < 2 ? '' : ` and ${formatCount(places.length - 1)} more`;
}

/** A place inside a schema, as its pointer in back quotes: `/properties/a`; the root by name. */
export function nameSchema(path: Path): string {
  const pointer = toPointer(path.slice(1));
  return pointer === '' ? 'the root' : quote(pointer);
}

const MOST_LISTED = 5;

/** Names in back quotes, the first of them. */
export function listQuoted(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).map(quote).join(', ');
  return names.length > MOST_LISTED ? `${shown} and ${formatCount(names.length - MOST_LISTED)} more` : shown;
}
