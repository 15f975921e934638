/** JSON for people to read: what fits stays on one line. */
import type { JsonValue } from '../../json.ts';
import { escapeJsonForTerminal } from '../escape.ts';

/** Lay out a value whose depth is known to be small; nothing in the text acts on what shows it. */
export function foldJson(value: JsonValue, width: number): string {
  return fold(value, { width, indent: '' }).split('\n').map(escapeJsonForTerminal).join('\n');
}

interface Room {
  readonly width: number;
  readonly indent: string;
  /** Taken by the key that stands in front. */
  readonly before?: number | undefined;
}

function fold(value: JsonValue, { width, indent, before = 0 }: Room): string {
  const flat = onOneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + before + flat.length <= width)
    return flat;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((member) => fold(member, { width, indent: inner }))
    : Object.entries(value).map(([key, member]) => {
        const name = `${JSON.stringify(key)}: `;
        return name + fold(member, { width, indent: inner, before: name.length });
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}

function onOneLine(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
