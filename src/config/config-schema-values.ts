/** What the parts of the config's schema are made of. Each `error` is what was expected, as a noun phrase. */
import * as z from 'zod/mini';
import { COUNT_PATTERN } from './config-amounts.ts';

/** An optional key with what editors show for it. A value of `undefined`, as code can give, is no value. */
export function key<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  ...examples: readonly unknown[]
): z.ZodMiniExactOptional<Schema> {
  const optional = z.exactOptional(schema);
  z.globalRegistry.add(optional, examples.length === 0 ? { description } : { description, examples });
  return optional;
}

/** An object that refuses any other key. */
export function keys<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape, z.core.$strict> {
  return z.strictObject(shape, { error: 'an object' });
}

/** Stands once in the published schema, and is referred to by name. `keywords` are what only that one can say. */
export function defined<Schema extends z.ZodMiniType>(
  id: string,
  schema: Schema,
  keywords: object = {},
): Schema {
  z.globalRegistry.add(schema, { id, ...keywords });
  return schema;
}

/** A whole number of at least `least`. */
export function whole(error: string, least = 0): z.ZodMiniType<number, number> {
  return z.int({ error }).check(z.minimum(least, { error }));
}

/** Text that is not empty. */
export function text(error = 'text'): z.ZodMiniString {
  return z.string({ error }).check(z.minLength(1, { error }));
}

/** True or false. */
export function flag(): z.ZodMiniBoolean {
  return z.boolean({ error: 'true or false' });
}

/** One of several words. */
export function choice<const Choice extends string>(
  choices: readonly Choice[],
): z.ZodMiniEnum<z.core.util.ToEnum<Choice>> {
  return z.enum(choices, { error: `one of ${choices.join(', ')}` });
}

/** A context window: `200000` or `"200k"`. */
export function windowTokens(): z.ZodMiniType<number | string, number | string> {
  return z.union([whole('tokens', 1), z.string().check(z.regex(COUNT_PATTERN.tokens), z.regex(/[1-9]/))], {
    error: 'tokens, e.g. 200000 or "200k"',
  });
}
