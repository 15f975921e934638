/** What is wrong with a schema: known forms apart, so that each is told by name, and what ajv says of the rest. */
import type { JsonObject } from '../../json.ts';
import type { HostVerdict } from '../../model/host.ts';
import type { SchemaDocument } from '../../model/lint.ts';
import { toPointer } from './patch.ts';
import { formsIn, type Form } from './schema-forms.ts';
import { DEFAULT_DIALECT, declaredOf, dialectOf, faultsOf, type SchemaFault } from './schema-validity.ts';

/** What there is to say of one schema. */
export interface Judged {
  readonly document: SchemaDocument;
  readonly forms: readonly Form[];
  /** That its own dialect does not allow, by pointer; forms and the rest. */
  readonly wrong: ReadonlySet<string>;
  /** The rest of it. */
  readonly faults: readonly SchemaFault[];
  /** What only 2020-12 does not allow, which hosts hold it against; without forms. */
  readonly later: readonly SchemaFault[];
  /** Of the dialect that it declares: `draft-07`. */
  readonly declared: string | undefined;
}

/**
 * Hold a schema against its dialect, and against 2020-12 where some host does.
 * `strict`: those hosts.
 */
export function judge(document: SchemaDocument, root: JsonObject, strict: readonly HostVerdict[]): Judged {
  const declared = declaredOf(root);
  const dialect = dialectOf(root);
  const faults = (dialect === undefined ? undefined : faultsOf(root, dialect)) ?? [];
  const isHeld = dialect !== DEFAULT_DIALECT && strict.length > 0;
  const later = (isHeld ? faultsOf(root, DEFAULT_DIALECT) : undefined) ?? [];
  const all = formsIn(document);
  // ajv has no draft-04; what is none of its forms is told by name.
  const ofDraft04 = declared === 'draft-04' ? all.filter(({ reason }) => !OLD_FORMS.has(reason)) : [];
  const wrong = new Set([...faults.map(({ pointer }) => pointer), ...ofDraft04.map(pointerOf)]);
  const isTold = new Set([...wrong, ...later.map(({ pointer }) => pointer)]);
  const forms = all.filter((form) => OLD_FORMS.has(form.reason) || isTold.has(pointerOf(form)));
  const told = new Set(forms.map(pointerOf));
  const rest = ({ pointer }: SchemaFault): boolean => !told.has(pointer);
  return { document, forms, wrong, faults: faults.filter(rest), later: later.filter(rest), declared };
}

/** Forms that were valid once: a dialect may allow them, and hosts hold every schema against 2020-12. */
export const OLD_FORMS: ReadonlySet<string> = new Set(['tuple-items', 'draft04-exclusive']);

/** From the schema's root, as ajv says it. */
export function pointerOf({ node, key }: Form): string {
  return toPointer(node.at(...key).slice(1));
}
