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
import { defined, key, keys, text, whole } from './config-schema-values.ts';

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

const BY_VIEW = `${LIMIT_EXPECTED.tokens}, or these by view: {"generic": "12k", "wire": "20k"}`;
const byView = keys({
  generic: key(limit.tokens, 'Tokens of name, description and inputSchema.', '12k'),
  wire: key(limit.tokens, 'Tokens of the whole array.', '20k'),
}).check(
  z.refine((views) => Object.keys(views).length > 0, {
    error: BY_VIEW,
    when: ({ issues }) => issues.length === 0,
  }),
);

/** Tokens of the generic view, or by view. */
const tokens = z.union(
  [whole(LIMIT_EXPECTED.tokens), matching(LIMIT_PATTERN.tokens, LIMIT_EXPECTED.tokens), byView],
  { error: BY_VIEW },
);

/** Tokens of a list: by view, in a host, or several of these. */
const listTokens = tokensOfList();

function tokensOfList() {
  const error = `${LIMIT_EXPECTED.tokens}, or these by view: {"generic": "12k", "wire": "20k"}, or in a host: {"host": "claude-code", "upfront": "2%"}, or a list of them`;
  const places = defined(
    'tokensByPlace',
    keys({
      generic: key(limit.tokens, 'Tokens of name, description and inputSchema.', '12k'),
      wire: key(limit.tokens, 'Tokens of the whole array.', '20k'),
      host: key(text('the id of a host'), 'Host whose tokens are limited.', 'claude-code'),
      upfront: key(limit.tokens, "In the host's context before the first message.", '2%'),
      loaded: key(limit.tokens, 'In the host once everything is loaded.', '10%'),
    }).check(
      z.refine(
        ({ host, ...limits }) =>
          Object.keys(limits).length > 0 &&
          (host !== undefined) === (limits.upfront !== undefined || limits.loaded !== undefined),
        { error, when: ({ issues }) => issues.length === 0 },
      ),
    ),
    {
      minProperties: 1,
      dependentRequired: { upfront: ['host'], loaded: ['host'] },
      dependentSchemas: { host: { anyOf: [{ required: ['upfront'] }, { required: ['loaded'] }] } },
    },
  );
  const forms = [
    whole(LIMIT_EXPECTED.tokens),
    matching(LIMIT_PATTERN.tokens, LIMIT_EXPECTED.tokens),
    places,
  ] as const;
  const several = z.array(z.union(forms, { error }), { error }).check(z.minLength(1, { error }));
  return defined('listTokens', z.union([...forms, several], { error }));
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
    tokens: key(
      listTokens,
      'Tokens of the list (o200k_base).',
      12000,
      '12k',
      '10%',
      { generic: '12k', wire: '20k' },
      { host: 'claude-code', upfront: '2%' },
    ),
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
      text(),
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
