/** Whether a schema is one, by the meta-schema of its dialect: ajv's word. Nothing is fetched. */
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';

export type Dialect = 'draft-06' | 'draft-07' | '2019-09' | '2020-12';

const OPTIONS: Options = {
  strict: false,
  validateFormats: false,
  allErrors: true,
  logger: false,
  // What a server sends is data here, no schema to compile.
  validateSchema: false,
};

const makers: Readonly<Record<Dialect, () => ValidateFunction | undefined>> = {
  'draft-06': () => new Ajv({ ...OPTIONS, meta: false }).addMetaSchema(draft06).getSchema(draft06.$id),
  'draft-07': () => new Ajv(OPTIONS).getSchema('http://json-schema.org/draft-07/schema'),
  '2019-09': () => new Ajv2019(OPTIONS).getSchema('https://json-schema.org/draft/2019-09/schema'),
  '2020-12': () => new Ajv2020(OPTIONS).getSchema('https://json-schema.org/draft/2020-12/schema'),
};

const made = new Map<Dialect, ValidateFunction>();

function validatorOf(dialect: Dialect): ValidateFunction {
  const isValid = made.get(dialect) ?? makers[dialect]();
  if (isValid === undefined) throw new TypeError(`ajv has no meta-schema ${dialect}`);
  made.set(dialect, isValid);
  return isValid;
}

/** The default of MCP, since 2025-11-25: what a schema without `$schema` is. */
export const DEFAULT_DIALECT: Dialect = '2020-12';

/** The dialect that a schema declares, of which ajv has the meta-schema; else undefined. */
export function dialectOf(schema: JsonValue): Dialect | undefined {
  const name = declaredOf(schema);
  if (name === undefined) return DEFAULT_DIALECT;
  return Object.hasOwn(makers, name) ? (name as Dialect) : undefined;
}

/** The name that `$schema` gives, without its address: `draft-04`; undefined where there is none, else any text. */
export function declaredOf(schema: JsonValue): string | undefined {
  const uri = isJsonObject(schema) && Object.hasOwn(schema, '$schema') ? schema['$schema'] : undefined;
  if (uri === undefined) return undefined;
  const text = typeof uri === 'string' ? uri : '';
  return (
    /^https?:\/\/json-schema\.org\/(?:draft\/)?(draft-0\d|2019-09|2020-12)\/schema#?$/.exec(text)?.[1] ?? text
  );
}

export interface SchemaFault {
  /** From the schema's root. */
  readonly pointer: string;
  /** For people, of ajv. */
  readonly message: string;
}

const known = new WeakMap<JsonObject, Map<Dialect, Verdict>>();

type Verdict = readonly SchemaFault[] | undefined;

/** What is wrong with a schema; empty for a valid one; undefined for one that ajv cannot walk. Asked of ajv once. */
export function faultsOf(schema: JsonObject, dialect: Dialect): Verdict {
  const verdicts = known.get(schema) ?? new Map<Dialect, Verdict>();
  known.set(schema, verdicts);
  if (!verdicts.has(dialect)) verdicts.set(dialect, validate(schema, validatorOf(dialect)));
  return verdicts.get(dialect);
}

function validate(schema: JsonObject, isValid: ValidateFunction): Verdict {
  try {
    return isValid(schema) ? [] : causesOf(isValid.errors ?? []);
  } catch (error) {
    // Deeper than the stack; how deep is told elsewhere.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** One a place, the deepest: ajv also tells of what is above it, and of each branch of a union. */
function causesOf(errors: readonly ErrorObject[]): readonly SchemaFault[] {
  const places = new Map<string, string>();
  for (const { instancePath, message = 'is not valid' } of errors)
    if (!places.has(instancePath)) places.set(instancePath, message);
  const pointers = [...places.keys()];
  const holders = new Set(pointers.flatMap(prefixesOf));
  return pointers
    .filter((pointer) => !holders.has(pointer))
    .map((pointer) => ({ pointer, message: places.get(pointer) ?? '' }));
}

/** Every place above one. */
function prefixesOf(pointer: string): readonly string[] {
  const prefixes: string[] = [];
  for (let at = pointer.lastIndexOf('/'); at >= 0; at = pointer.lastIndexOf('/', at - 1)) {
    prefixes.push(pointer.slice(0, at));
    if (at === 0) break;
  }
  return prefixes;
}
