/**
 * The parts that a view's text is made of: the one list of ids, in the order tables show them, and their labels.
 * It stands among the leaves because the measurement attributes tokens to parts and reporters print them.
 */
interface Part {
  /** Plural where several texts share it; fits a table cell. */
  readonly label: string;
  /** What falls under it, where the label does not say. */
  readonly note?: string;
  /** The tool's field, for parts that are in the wire view alone. */
  readonly wireOnlyField?: string;
}

export const parts = {
  name: { label: 'names' },
  description: { label: 'tool descriptions' },
  propertyDescriptions: { label: 'parameter texts' },
  structure: { label: 'structure', note: 'parameter names, types, braces' },
  required: { label: 'required' },
  enum: { label: 'enums', note: 'enum, const' },
  bounds: { label: 'bounds', note: 'minimum … maxItems, format, pattern' },
  $schema: { label: '$schema' },
  $defs: { label: '$defs', note: '$defs, definitions' },
  additionalProperties: { label: 'additionalProperties' },
  default: { label: 'defaults' },
  title: { label: 'schema titles' },
  examples: { label: 'examples' },
  toolTitle: { label: 'tool titles', wireOnlyField: 'title' },
  annotations: { label: 'annotations', wireOnlyField: 'annotations' },
  outputSchema: { label: 'output schemas', wireOnlyField: 'outputSchema' },
  icons: { label: 'icons', wireOnlyField: 'icons' },
  _meta: { label: '_meta', wireOnlyField: '_meta' },
  execution: { label: 'execution', wireOnlyField: 'execution' },
  other: { label: 'other fields', note: 'fields the protocol does not name', wireOnlyField: 'other' },
} as const satisfies Record<string, Part>;

export type PartId = keyof typeof parts;

function isPartId(id: string): id is PartId {
  return Object.hasOwn(parts, id);
}

/** All part ids in table order. */
export const partIds: readonly PartId[] = Object.keys(parts).filter((id) => isPartId(id));

/** The parts that no model sees, with the field each stands for; `other` stands for every unknown one. */
export const wireOnlyParts = partIds.flatMap((part) => {
  const { wireOnlyField }: Part = parts[part];
  return wireOnlyField === undefined ? [] : [{ part, field: wireOnlyField }];
});

/** Describe a part by its id; the ids in a measurement are plain text because reports are read back from files. */
export function describePart(id: string): Part {
  return isPartId(id) ? parts[id] : { label: id };
}
