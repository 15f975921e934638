/** Pieces of vendors' messages that several forms share. */
import type { Path } from '../../model/lint.ts';
import type { VendorField, VendorPlace } from '../../model/find.ts';

export type ReadPlace = Omit<VendorPlace, 'form' | 'rules'>;

const MAX_COMPLAINT_CHARS = 240;

/** What follows a place in the text, up to the end of its sentence, or the next place. */
export function complaintAfter(text: string, end: number, next = text.length): string {
  const rest = text.slice(end, Math.min(next, end + MAX_COMPLAINT_CHARS));
  return rest
    .replace(/^["'`:,>\s]+/, '')
    .replace(/\s*(["'}\]]{2,}|["'] ?, ?["']).*$/s, '')
    .trim();
}

/** Every match of a pattern, with what stands behind it up to the next one. */
export function readAll(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Partial<ReadPlace> | undefined,
): readonly ReadPlace[] {
  const matches = [...text.matchAll(pattern)];
  return matches.flatMap((match, at) => {
    const found = read(match);
    if (found === undefined) return [];
    const complaint = complaintAfter(text, match.index + match[0].length, matches[at + 1]?.index);
    return [{ text: match[0].trim(), complaint, path: [], ...found }];
  });
}

/** Names under which vendors have the parts of a definition. */
const FIELDS: Readonly<Record<string, VendorField>> = {
  name: 'name',
  description: 'description',
  input_schema: 'schema',
  inputSchema: 'schema',
  parameters: 'schema',
};

/** The part that a path begins with, and what follows it in the schema. */
export function fieldAndPath(segments: Path): Pick<ReadPlace, 'field' | 'path'> {
  const at = segments.findIndex((segment) => Object.hasOwn(FIELDS, String(segment)));
  const field = at === -1 ? undefined : FIELDS[String(segments[at])];
  const inside = field === 'schema' ? segments.slice(at + 1) : [];
  return { field, path: inside[0] === 'json' ? inside.slice(1) : inside };
}

/** Split `a.b[0][c].d`; a number in brackets is one. */
export function splitPath(text: string): Path {
  return [...text.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map(([whole, inside]) => {
    const segment = inside ?? whole;
    return inside !== undefined && /^\d+$/.test(segment) ? Number(segment) : segment;
  });
}
