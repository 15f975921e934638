/** Repairs of older forms: what says the same in 2020-12. */
import type { JsonValue } from '../../json.ts';
import type { SchemaNode } from '../../model/lint.ts';
import type { PatchStep } from '../../model/patch.ts';
import { toPointer } from './patch.ts';
import { BOUNDS, type Form } from './schema-forms.ts';
import { hasAny, own } from './schema-nodes.ts';

/** Repair all forms of one reason; empty where one cannot be. */
export function repairForms(forms: readonly Form[]): readonly PatchStep[] {
  const reason = forms[0]?.reason;
  if (reason === 'required-boolean') return repairRequired(forms);
  if (reason === 'tuple-items') return repairEach(outermost(forms), repairTuple);
  return reason === 'draft04-exclusive' ? repairEach(forms, repairBound) : [];
}

function repairEach(
  forms: readonly Form[],
  repair: (form: Form) => readonly PatchStep[],
): readonly PatchStep[] {
  const steps = forms.map(repair);
  return steps.every((one) => one.length > 0) ? steps.flat() : [];
}

/** A repaired list takes what is in it to another place; that is for another time. */
function outermost(forms: readonly Form[]): readonly Form[] {
  const all = new Set(forms.map(({ node }) => node));
  return forms.filter(({ node }) => {
    for (let at = node.parent; at !== undefined; at = at.parent) if (all.has(at)) return false;
    return true;
  });
}

function repairTuple({ node }: Form): readonly PatchStep[] {
  // An empty list is none in 2020-12 either.
  const first = own(node, 'items');
  if (hasAny(node, ['prefixItems']) || (Array.isArray(first) && first.length === 0)) return [];
  const [items, rest] = [own(node, 'items') ?? [], own(node, 'additionalItems')];
  const prefix: PatchStep = { op: 'add', path: pointer(node, 'prefixItems'), value: items };
  if (rest === undefined) return [prefix, { op: 'remove', path: pointer(node, 'items') }];
  return [
    prefix,
    { op: 'replace', path: pointer(node, 'items'), value: rest },
    { op: 'remove', path: pointer(node, 'additionalItems') },
  ];
}

function repairBound({ node, key: [key] }: Form): readonly PatchStep[] {
  const name = key === 'exclusiveMinimum' ? key : 'exclusiveMaximum';
  const bound = own(node, BOUNDS[name]);
  // Without the bound it says nothing, and `false` says so itself.
  if (own(node, name) !== true || typeof bound !== 'number')
    return [{ op: 'remove', path: pointer(node, name) }];
  return [
    { op: 'replace', path: pointer(node, name), value: bound },
    { op: 'remove', path: pointer(node, BOUNDS[name]) },
  ];
}

/** The arguments of one object share its list. */
function repairRequired(forms: readonly Form[]): readonly PatchStep[] {
  const lists = new Map<SchemaNode, Set<JsonValue>>();
  for (const { node } of forms) {
    if (own(node, 'required') === false) continue;
    const { parent, keyword, key } = node;
    if (parent === undefined || keyword !== 'properties' || key === undefined) return [];
    // A boolean of its own is gone by then.
    const before = own(parent, 'required');
    const names = lists.get(parent) ?? new Set<JsonValue>(Array.isArray(before) ? before : []);
    lists.set(parent, names.add(String(key)));
  }
  return [
    ...forms.map(({ node }): PatchStep => ({ op: 'remove', path: pointer(node, 'required') })),
    ...[...lists].map(([parent, names]): PatchStep => ({
      op: 'add',
      path: pointer(parent, 'required'),
      value: [...names],
    })),
  ];
}

function pointer(node: SchemaNode, key: string): string {
  return toPointer(node.at(key));
}
