/** The part of the config's schema that states limits. Each `error` is what was expected, as a noun phrase. */
import * as z from 'zod/mini';
import type { Unit } from '../model/budget.ts';
import {
  GROWTH_PATTERN,
  growthExpected,
  LIMIT_EXPECTED,
  LIMIT_PATTERN,
  PERCENT_PATTERN,
} from './config-amounts.ts';
import type { BUDGET_LIMITS, TEXT_LIMITS, TOOL_LIMITS } from './config-limit-keys.ts';

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

const matching = (pattern: RegExp, error: string) => z.string({ error }).check(z.regex(pattern, { error }));

const percent = (example: string) => matching(PERCENT_PATTERN, `a percentage as text, e.g. "${example}"`);

const limitOf = (unit: Unit) => {
  const error = LIMIT_EXPECTED[unit];
  return z.union([whole(error), matching(LIMIT_PATTERN[unit], error)], { error });
};
/** One a unit: making a schema takes time, and each run pays it. */
const limit = {
  tools: limitOf('tools'),
  bytes: limitOf('bytes'),
  tokens: limitOf('tokens'),
  chars: limitOf('chars'),
  prompts: limitOf('prompts'),
  resources: limitOf('resources'),
} as const;

/** Tokens of the generic view, or by view. */
const tokens = tokensByView();

function tokensByView() {
  const error = `${LIMIT_EXPECTED.tokens}, or these by view: {"generic": "12k", "wire": "20k"}`;
  const byView = keys({
    generic: key(limit.tokens, 'Tokens of name, description and inputSchema.', '12k'),
    wire: key(limit.tokens, 'Tokens of the whole array.', '20k'),
  }).check(
    z.refine((views) => Object.keys(views).length > 0, { error, when: ({ issues }) => issues.length === 0 }),
  );
  return z.union(
    [whole(LIMIT_EXPECTED.tokens), matching(LIMIT_PATTERN.tokens, LIMIT_EXPECTED.tokens), byView],
    { error },
  );
}

/** All keys of a list of limits, and no other. */
type KeysOf<Limits> = Readonly<Record<keyof Limits, z.ZodMiniType>>;

const textLimits = defined(
  'textLimits',
  keys({
    chars: key(limit.chars, 'Characters (UTF-16 units).', 1024, '2k'),
    bytes: key(limit.bytes, 'UTF-8 bytes.', '2 kB'),
    tokens: key(limit.tokens, 'Tokens.', 400),
  } satisfies KeysOf<typeof TEXT_LIMITS>),
);

const field = (name: string) => key(textLimits, `Limits on the ${name} of each tool.`, { chars: 1024 });

/** Limits on each tool. */
export const toolLimits = defined(
  'toolLimits',
  keys({
    tokens: key(tokens, 'Tokens of each tool, counted alone.', 600, { wire: 800 }),
    bytes: key(limit.bytes, 'UTF-8 bytes of each tool as compact JSON.', 4000, '4 kB'),
    name: field('name'),
    description: field('description'),
    inputSchema: field('inputSchema'),
    outputSchema: field('outputSchema'),
  } satisfies KeysOf<typeof TOOL_LIMITS>),
);

const listLimits = () =>
  ({
    tools: key(limit.tools, 'How many tools.', 40),
    bytes: key(limit.bytes, 'UTF-8 bytes of the tools array as compact JSON.', 60000, '60 kB', '60 KiB'),
    tokens: key(tokens, 'Tokens of the list (o200k_base).', 12000, '12k', '10%', {
      generic: '12k',
      wire: '20k',
    }),
    instructions: key(textLimits, 'Limits on the instructions, which are paid on every request.', {
      chars: 2000,
    }),
    prompts: key(limit.prompts, 'How many prompts.', 10),
    resources: key(limit.resources, 'How many resources.', 10),
    tool: key(toolLimits, 'Limits on each tool.', { tokens: 600, description: { chars: 1024 } }),
    minTools: key(
      whole('a number of tools, e.g. 1'),
      'Fewer tools count as not measured, because a list that has become empty is no saving. Default 1.',
      1,
    ),
  }) satisfies KeysOf<typeof BUDGET_LIMITS & { readonly minTools: unknown }>;

/** What a list is held to. */
export const budget = defined(
  'budget',
  keys({
    ...listLimits(),
    warnAt: key(percent('98%'), 'Use of a limit from which on it is told as near. Default 98%.', '95%'),
    staleAt: key(
      percent('50%'),
      'Use of a limit under which it is told as stale, too high to protect anything. Default 50%.',
      '50%',
    ),
    message: key(
      z.string({ error: 'text' }).check(z.minLength(1, { error: 'text' })),
      'Your own words for whoever exceeds it.',
      'See docs/budgets.md before you raise this.',
    ),
  }),
);

const growth = (unit: Unit) => {
  const error = (issue: { readonly input?: unknown }): string => growthExpected(unit, issue.input);
  return z.string({ error }).check(z.regex(GROWTH_PATTERN[unit], { error }));
};

/** How far sizes may rise over the baseline. */
export const growthRules = () =>
  keys({
    tools: key(growth('tools'), 'Growth of the number of tools.', 'none', '2'),
    bytes: key(growth('bytes'), 'Growth in bytes.', '5%', '8 kB', '5% and 2 kB'),
    tokens: key(growth('tokens'), 'Growth in tokens.', '5% and 100', '100 tokens'),
    instructions: key(
      keys({
        chars: key(growth('chars'), 'Growth in characters.', '10%'),
        bytes: key(growth('bytes'), 'Growth in bytes.', '10%'),
        tokens: key(growth('tokens'), 'Growth in tokens.', '50'),
      }),
      'Growth of the instructions.',
      { chars: '10%' },
    ),
    prompts: key(growth('prompts'), 'Growth of the number of prompts.', 'none'),
    resources: key(growth('resources'), 'Growth of the number of resources.', 'none'),
  });
