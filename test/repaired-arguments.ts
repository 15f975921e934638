/** Whether a repaired tool takes the arguments that it took before: what ajv says of generated ones. */
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { expect } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../src/json.ts';
import { fromPointer } from '../src/judge/lint/patch.ts';

/** The input schema of a tool; empty where it has none. */
export function inputOf(tool: JsonValue): JsonObject {
  const schema = isJsonObject(tool) ? tool['inputSchema'] : undefined;
  return isJsonObject(schema) ? schema : {};
}

/** Arguments that are mostly what a schema asks for, and then wrong in places. */
function argumentsFor(schema: JsonValue | undefined, root: JsonObject, depth = 0): Arbitrary<unknown> {
  if (depth > 5 || !isJsonObject(schema)) return anything;
  const inner = (value: JsonValue | undefined): Arbitrary<unknown> => argumentsFor(value, root, depth + 1);
  const ref = schema['$ref'];
  if (typeof ref === 'string') return inner(targetOf(ref, root));
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => listOf(schema[key]));
  const choices = listOf(schema['enum']);
  const fits = [
    ...branches.map(inner),
    ...(choices.length === 0 ? [] : [fc.constantFrom(...choices)]),
    ...objectsFor(schema, inner),
    ...valuesFor(schema, inner),
  ];
  if (fits.length === 0) return anything;
  return fc.oneof({ weight: 6, arbitrary: fc.oneof(...fits) }, { weight: 1, arbitrary: anything });
}

const anything = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.jsonValue({ maxDepth: 1 }),
);

type Inner = (schema: JsonValue | undefined) => Arbitrary<unknown>;

function objectsFor({ properties, type, required }: JsonObject, inner: Inner): readonly Arbitrary<unknown>[] {
  if (!isJsonObject(properties) && type !== 'object') return [];
  const known = isJsonObject(properties) ? properties : {};
  const members = Object.fromEntries(Object.entries(known).map(([key, value]) => [key, inner(value)]));
  const names = listOf(required).filter((key): key is string => typeof key === 'string' && key in members);
  return [
    fc.record(members, { requiredKeys: names }),
    fc.record({ ...members, extra: anything }, { requiredKeys: [] }),
  ];
}

function valuesFor({ type, items }: JsonObject, inner: Inner): readonly Arbitrary<unknown>[] {
  if (type === 'array') return [fc.array(inner(items), { maxLength: 3 })];
  if (type === 'integer' || type === 'number') return [fc.integer(), fc.maxSafeInteger()];
  return type === 'string' ? [fc.string()] : [];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function targetOf(ref: string, root: JsonObject): JsonValue | undefined {
  return fromPointer(ref).reduce<JsonValue | undefined>(
    (at, key) => (isJsonObject(at) ? at[key] : undefined),
    root,
  );
}

/** Integers on which readers of JSON do not agree are sent by nobody: RFC 8259, section 6. */
function isInteroperable(value: unknown): boolean {
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Number.isInteger(next) && !Number.isSafeInteger(next)) return false;
    if (typeof next === 'object' && next !== null) open.push(...(Object.values(next) as unknown[]));
  }
  return true;
}

function validatorOf(schema: JsonObject): (value: unknown) => boolean {
  const options = { strict: false, validateFormats: false, logger: false } as const;
  const isOld = JSON.stringify(schema['$schema'] ?? '').includes('draft-07');
  const { $id: _, ...anonymous } = schema;
  const validate = (isOld ? new Ajv(options) : new Ajv2020(options)).compile(anonymous);
  return (value) => validate(value);
}

/** How many of the arguments were valid and how many were not, the same before and after. */
export function compareVerdicts(before: JsonValue, after: JsonValue): { valid: number; invalid: number } {
  const seen = { valid: 0, invalid: 0 };
  const [old, repaired] = [validatorOf(inputOf(before)), validatorOf(inputOf(after))];
  fc.assert(
    fc.property(argumentsFor(inputOf(before), inputOf(before)).filter(isInteroperable), (value) => {
      const isValid = old(value);
      seen[isValid ? 'valid' : 'invalid'] += 1;
      expect(repaired(value)).toBe(isValid);
    }),
    { numRuns: 200, seed: 5 },
  );
  return seen;
}
