/** The fields of a tool that hosts limit, each by itself. */
import { createHash } from 'node:crypto';
import { compactJson } from '../json-text.ts';
import { isJsonObject, type JsonValue } from '../json.ts';
import type { FieldMeasurement, TextField, Tokenizer } from '../model/measurement.ts';
import { TEXT_FIELDS } from '../metrics.ts';
import { isCountable } from './limits.ts';

/** Measure the fields the tool has; tokens only with a tokenizer, as counting each takes as long again as the list. */
export function measureFields(
  tool: JsonValue,
  tokenizer: Tokenizer | undefined,
): Readonly<Partial<Record<TextField, FieldMeasurement>>> {
  if (!isJsonObject(tool)) return {};
  return Object.fromEntries(
    TEXT_FIELDS.flatMap((field) => {
      const value = tool[field];
      return value === undefined ? [] : [[field, measureField(value, tokenizer)]];
    }),
  );
}

function measureField(value: JsonValue, tokenizer: Tokenizer | undefined): FieldMeasurement {
  const text = typeof value === 'string' ? value : compactJson(value);
  const size = { chars: text.length, bytes: Buffer.byteLength(text), sha256: sha256(text) };
  return tokenizer === undefined || !isCountable(text) ? size : { ...size, tokens: tokenizer.count(text) };
}

/** Hex digest of the text's UTF-8 bytes. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
