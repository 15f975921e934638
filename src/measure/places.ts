import type { JsonValue } from '../json.ts';
import { wireOnlyParts, type PartId } from '../tokens/parts.ts';
import { schemaKeywords } from '../tokens/schema-keywords.ts';

/**
 * Where in a tool a value stands. The role says how its keys are read: a property *named* `description` or
 * `default` stands among `names` and is no keyword; nothing inside `data` is one.
 */
export interface Place {
  readonly role: 'tool' | 'schema' | 'names' | 'data';
  readonly part: PartId;
}

interface MemberPlaces {
  /** Owns the key, the colon and the comma before it. */
  readonly key: Place;
  readonly value: Place;
}

function bothAt(role: Place['role'], part: PartId): MemberPlaces {
  const place: Place = { role, part };
  return { key: place, value: place };
}

/** The place of a whole tool: its braces are structure, as is an entry that is no object. */
export const TOOL: Place = { role: 'tool', part: 'structure' };

const SCHEMA = bothAt('schema', 'structure');
const DATA = bothAt('data', 'structure');
const UNKNOWN_FIELD = bothAt('data', 'other');

const FIELDS: ReadonlyMap<string, MemberPlaces> = new Map([
  ['name', bothAt('data', 'name')],
  ['description', bothAt('data', 'description')],
  ['inputSchema', SCHEMA],
  ...wireOnlyParts.map(({ field, part }): [string, MemberPlaces] => [field, bothAt('data', part)]),
]);

/** A definition belongs to `$defs` with all it holds. */
const KEYWORDS: ReadonlyMap<string, MemberPlaces> = new Map(
  [...schemaKeywords].map(([keyword, { part, holds }]): [string, MemberPlaces] => {
    if (holds === 'data' || part === '$defs') return [keyword, bothAt('data', part)];
    return [keyword, { key: { role: 'data', part }, value: { role: holds, part: 'structure' } }];
  }),
);

type PlaceMember = (parent: Place, key: string | undefined, value: JsonValue) => MemberPlaces;

const MEMBERS: Readonly<Record<Place['role'], PlaceMember>> = {
  tool: (_, key) => (key === undefined ? DATA : placeField(key)),
  schema: (_, key, value) => (key === undefined ? SCHEMA : placeKeyword(key, value)),
  names: () => SCHEMA,
  data: (parent) => ({ key: parent, value: parent }),
};

/** The places of a member of an object or, without a key, of an element of an array. */
export function placeMember(parent: Place, key: string | undefined, value: JsonValue): MemberPlaces {
  return MEMBERS[parent.role](parent, key, value);
}

/** The places of a tool's field. */
export function placeField(field: string): MemberPlaces {
  return FIELDS.get(field) ?? UNKNOWN_FIELD;
}

function placeKeyword(keyword: string, value: JsonValue): MemberPlaces {
  const places = KEYWORDS.get(keyword) ?? DATA;
  // `additionalProperties: false` and `{}` are the keyword's own text; a schema under it has parts of its own.
  const hasParts = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return hasParts ? places : { key: places.key, value: places.key };
}
