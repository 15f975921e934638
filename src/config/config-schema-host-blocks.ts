/** What a config can state of a host, block by block. */
import * as z from 'zod/mini';
import { actionWords } from '../hosts/words.ts';
import type { HostBlock } from '../model/host.ts';
import { choice, defined, flag, key, keys, text, whole } from './config-schema-values.ts';

const LIMIT = 'a number, or "unknown"';
const limit = defined(
  'hostLimit',
  z.union([whole(LIMIT, 1), z.literal('unknown', { error: LIMIT })], { error: LIMIT }),
);

const expression = () => {
  const error = 'a regular expression';
  const compiles = (source: string): boolean => {
    try {
      return new RegExp(source, 'u').source !== '';
    } catch {
      return false;
    }
  };
  return text(error).check(z.refine(compiles, { error }));
};

/** `{tool}` once, and perhaps `{server}` before it. */
const PREFIX = /^[^{}]*(?:\{server\}[^{}]*)?\{tool\}[^{}]*$/;

const action = defined(
  'hostAction',
  choice(Object.keys(actionWords) as readonly (keyof typeof actionWords)[]),
);
const onExceed = () => key(action, 'What the host does with what is over the limit.', 'drop-tool');

const keyword = defined(
  'hostKeyword',
  keys({
    keyword: text('a keyword of JSON Schema').check(
      z.meta({ description: 'The keyword; `*`: every one but those of `except`.', examples: ['oneOf'] }),
    ),
    except: key(z.array(text(), { error: 'a list of keywords' }), 'With `*`: keywords that it knows.', [
      'type',
    ]),
    at: choice(['root', 'any']).check(z.meta({ description: 'Where it is looked for.', examples: ['root'] })),
    action: action.check(z.meta({ description: 'What the host does.', examples: ['strip'] })),
  }),
);
const keywords = (description: string) =>
  key(z.array(keyword, { error: 'a list of {keyword, at, action}' }), description, [
    { keyword: 'oneOf', at: 'root', action: 'strip' },
  ]);

const schemaLimits = keys({
  maxDepth: key(limit, 'Levels of nesting.', 4),
  maxSchemaBytes: key(limit, 'UTF-8 bytes of one input schema as compact JSON.', 5000),
  sumMaxItems: key(limit, 'Sum of all maxItems.', 960),
  maxProperties: key(limit, 'Properties of all schemas of a request.', 5000),
  maxOptionalProperties: key(limit, 'Properties that are not required.', 24),
  maxEnumValues: key(limit, 'Values of all enums.', 1000),
  maxStringChars: key(limit, 'Characters of all names, enum values and consts.', 120000),
  maxUnions: key(limit, 'Unions of all schemas of a request.', 16),
  maxTools: key(limit, 'Tools of which schemas are enforced.', 20),
  maxLength: key(limit, 'Largest maxLength.', 2000),
});

const sanitize = keys({
  part: choice(['server', 'all']).check(
    z.meta({ description: 'Of which part of the name.', examples: ['server'] }),
  ),
  replace: expression().check(z.meta({ description: 'What is replaced.', examples: ['[^A-Za-z0-9_-]'] })),
  with: z.string({ error: 'text' }).check(z.meta({ description: 'What by.', examples: ['_'] })),
});

/** One a block of a profile. */
export const hostBlocks = {
  tools: key(
    keys({
      max: key(limit, 'Tools in one request, over all servers.', 128),
      onExceed: onExceed(),
      reserve: key(whole('a number of tools, e.g. 20'), "Slots that the host's own tools take.", 20),
    }),
    'Limit on the number of tools.',
    { max: 128, reserve: 20 },
  ),
  name: key(
    keys({
      pattern: key(expression(), 'What a full name must match.', '^[a-zA-Z0-9_-]{1,64}$'),
      onPattern: key(action, 'What the host does with a name that does not match.', 'reject-request'),
      maxLength: key(limit, 'Characters (UTF-16 units) of the full name.', 64),
      onExceed: onExceed(),
      prefix: key(
        z
          .string({ error: 'text with {tool} and perhaps {server} before it' })
          .check(z.regex(PREFIX, { error: 'text with {tool} and perhaps {server} before it' })),
        'How the host names a tool.',
        'mcp__{server}__{tool}',
      ),
      prefixMaxLength: key(limit, 'The text before {tool} is cut to this.', 18),
      sanitize: key(sanitize, 'Characters that are replaced before the name is tested.', {
        part: 'server',
        replace: '[^A-Za-z0-9_-]',
        with: '_',
      }),
    }),
    'How the host names tools, and limits on the full name.',
    { prefix: 'mcp__{server}__{tool}', maxLength: 64 },
  ),
  description: key(
    keys({
      min: key(limit, 'Shortest description that is taken.', 1),
      max: key(limit, 'Characters (UTF-16 units) of a description.', 1024),
      onExceed: onExceed(),
    }),
    "Limits on each tool's description.",
    { max: 1024 },
  ),
  instructions: key(
    keys({
      loaded: key(flag(), 'They reach the model.', true),
      max: key(limit, 'Characters (UTF-16 units) of the instructions.', 4096),
      onExceed: onExceed(),
    }),
    "Limits on the server's instructions.",
    { loaded: true },
  ),
  loads: key(
    keys({
      title: key(flag(), 'Titles reach the model.', false),
      annotations: key(flag(), 'Annotations reach the model.', false),
      outputSchema: key(flag(), 'Output schemas reach the model.', false),
      icons: key(flag(), 'Icons reach the model.', false),
      meta: key(flag(), '_meta reaches the model.', false),
      examples: key(flag(), 'The keyword examples of schemas reaches the model.', true),
    }),
    'Which other fields reach the model.',
    { outputSchema: false },
  ),
  schema: key(
    keys({
      propertyKeyPattern: key(expression(), 'What keys of properties must match.', '^[a-zA-Z0-9_.-]{1,64}$'),
      propertyKeyScope: key(choice(['root', 'any']), 'Of which properties.', 'root'),
      refusedKeywords: keywords('Keywords that the host refuses.'),
      droppedKeywords: keywords('Keywords that the host drops.'),
      allowedFormats: key(
        z.array(text(), { error: 'a list of formats' }),
        'Values of format that the host takes.',
        ['date-time'],
      ),
      limits: key(schemaLimits, 'Numbers that schemas are held to.', { maxDepth: 4 }),
    }),
    'What the host takes of input schemas.',
    { limits: { maxDepth: 4 } },
  ),
  deferral: key(
    keys({
      state: key(
        choice(['none', 'all', 'auto', 'threshold', 'unknown']),
        'Whether definitions are kept out of the context until they are searched for; auto: from `percent` of the window on; threshold: from that many tools on.',
        'auto',
      ),
      percent: key(
        z
          .number({ error: 'a percentage over 0, e.g. 10' })
          .check(
            z.gt(0, { error: 'a percentage over 0, e.g. 10' }),
            z.maximum(100, { error: 'at most 100' }),
          ),
        'Of the window; of state auto.',
        10,
      ),
      threshold: key(whole('a number of tools, e.g. 128', 1), 'Tools; of state threshold.', 128),
      deferred: key(
        choice(['names-and-instructions', 'server-and-instructions', 'group-names']),
        'What stands in the context in place of definitions.',
        'names-and-instructions',
      ),
    }),
    "The host's setting, over its environment and settings files.",
    { state: 'none' },
  ),
} as const satisfies Record<HostBlock, z.ZodMiniType>;
