/**
 * From zod to JSON Schema with the user's own zod where it can: one from 4.2 on brings the conversion itself
 * (`~standard.jsonSchema`). Older ones and zod/mini have it in a module we cannot reach and are converted by ours, as
 * by the zod that SDK 2 brings. zod 3 never had one: SDK 1 uses zod-to-json-schema, and so do we.
 */
import type { JsonObject } from '../json.ts';

export type Direction = 'input' | 'output';
export type Dialect = 'draft-07' | 'draft-2020-12';

/** A schema of zod 4, classic or mini. */
interface Zod4Schema {
  readonly _zod: { readonly def: { readonly type: string; readonly shape?: unknown } };
  readonly meta?: () => unknown;
}

/** A schema of zod 3. */
interface Zod3Schema {
  readonly _def: { readonly typeName: string };
  readonly shape?: unknown;
}

interface StandardSchema {
  readonly '~standard': {
    readonly vendor: string;
    readonly jsonSchema?: Readonly<Record<Direction, (options: { readonly target: Dialect }) => JsonObject>>;
  };
}

export function isZod4(value: unknown): value is Zod4Schema {
  return isObject(value) && '_zod' in value;
}

/** Both SDKs look for these two to tell an object. */
export function isZod4Object({ _zod: internals }: Zod4Schema): boolean {
  return internals.def.type === 'object' || internals.def.shape !== undefined;
}

export function isZod3(value: unknown): value is Zod3Schema {
  return isObject(value) && !('_zod' in value) && '_def' in value;
}

export function isStandard(value: unknown): value is StandardSchema {
  return (isObject(value) || typeof value === 'function') && '~standard' in value;
}

/** `{ a: z.string() }` in place of an object schema; the empty one is a tool without arguments in both SDKs. */
export function isRawShape(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || isZod3(value) || isZod4(value) || isStandard(value)) return false;
  const fields = Object.values(value);
  return fields.length === 0 || fields.some((field) => isZod3(field) || isZod4(field));
}

/** Make the object schema a raw shape stands for. */
export async function wrapShape(shape: Readonly<Record<string, unknown>>): Promise<unknown> {
  const fields = Object.values(shape);
  if (fields.length > 0 && fields.every(isZod3)) {
    const { object } = await import('zod/v3');
    return object(shape as never);
  }
  if (!fields.every(isZod4)) throw new TypeError('a shape mixes zod 3, zod 4 or other values');
  const { object } = await import('zod/mini');
  return object(shape as never);
}

/** Convert a zod 3 schema as SDK 1 does. */
export async function convertZod3(schema: Zod3Schema, direction: Direction): Promise<JsonObject> {
  const { zodToJsonSchema } = await import('zod-to-json-schema');
  return zodToJsonSchema(schema as never, { strictUnions: true, pipeStrategy: direction }) as JsonObject;
}

/**
 * Convert a zod 4 schema, or that of any library with Standard JSON Schema. A zod 4.0 keeps descriptions in a registry
 * of its own, which its schemas can read: to SDK 1, which shares the project's zod, they are known (draft-07), and to
 * SDK 2 they are lost. Of such a zod, tuples are written as by a newer one.
 */
export async function convertStandard(
  schema: unknown,
  direction: Direction,
  target: Dialect,
): Promise<JsonObject> {
  const own = isStandard(schema) ? schema['~standard'].jsonSchema : undefined;
  if (own !== undefined) return own[direction]({ target });
  if (!isZod4(schema)) throw new TypeError('the schema has no conversion to JSON Schema of its own');
  const { globalRegistry, toJSONSchema } = await import('zod/mini');
  const options = { target, io: direction } as const;
  if (target === 'draft-2020-12') return toJSONSchema(schema as never, options) as JsonObject;
  const metadata = {
    get: (one: Zod4Schema) =>
      typeof one.meta === 'function' ? one.meta() : globalRegistry.get(one as never),
  };
  return toJSONSchema(schema as never, { ...options, metadata: metadata as never }) as JsonObject;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
