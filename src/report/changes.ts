/** What changed in a list since the baseline, as rows of any format. */
import { formatNoun, formatSigned } from '../numbers.ts';
import type { Difference, ToolChange } from '../model/baseline.ts';
import type { TextField } from '../model/measurement.ts';

export interface ChangeRow {
  readonly sign: '+' | '−' | '~';
  /** From the server. */
  readonly name: string;
  readonly amount: string;
  readonly what: string;
}

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;
const FIELDS: Readonly<Record<TextField, string>> = {
  name: 'name',
  description: 'description',
  inputSchema: 'input schema',
  outputSchema: 'output schema',
};

/** The tools that changed, largest change first, in tokens or, for a limit in bytes, in bytes. */
export function describeChanges({ tools }: Difference, isInBytes = false): readonly ChangeRow[] {
  const sizeOf = (change: ToolChange): number => (isInBytes ? change.bytes : (change.tokens ?? change.bytes));
  return tools
    .toSorted((a, b) => Math.abs(sizeOf(b)) - Math.abs(sizeOf(a)))
    .map((change) => ({
      sign: SIGNS[change.kind],
      name: change.name,
      amount: formatSigned(sizeOf(change)),
      what: describeChange(change),
    }));
}

function describeChange({ kind, fields, bytes }: ToolChange): string {
  if (kind === 'added') return 'new tool';
  if (kind === 'removed') return 'removed';
  if (fields.length === 0) return `${formatSigned(bytes)} bytes no model sees`;
  return fields
    .map(({ field, chars }) =>
      chars === 0
        ? `${FIELDS[field]} reworded`
        : `${FIELDS[field]} ${chars < 0 ? '−' : '+'}${formatNoun(Math.abs(chars), 'character')}`,
    )
    .join(', ');
}

/** A baseline's label as far as a column has room for it: `main@3f2a9c1` of `main@3f2a9c1:file`. */
export function shortLabel(since: string): string {
  const [first = since] = since.split(':');
  return first.includes('@') ? first : since;
}
