/** The part of the config's schema that speaks of rules on definitions. */
import * as z from 'zod/mini';
import type { RulesConfig } from '../model/config.ts';
import type { LintLevel, LintRule, RuleOption } from '../model/lint.ts';
import type { LintPreset } from '../model/lint-settings.ts';
import { choice, defined, key, keys, text } from './config-schema-values.ts';

const LEVELS = ['off', 'info', 'warning', 'error'] as const satisfies readonly LintLevel[];
const PRESETS = ['recommended', 'portable', 'strict', 'security'] as const satisfies readonly LintPreset[];
const SETTING = `one of ${LEVELS.join(', ')}, or {"severity": …, "<option>": …}`;
const RULE = 'the id of a rule, e.g. tool-name-length';

const ruleId = () => z.string({ error: RULE }).check(z.minLength(1, { error: RULE }));
const level = () => choice(LEVELS);
const severity = () =>
  key(level(), 'How grave its findings are, whatever hosts do. Default: as the rule says.', 'error');
const optionValue = z.union(
  [z.number(), z.string(), z.boolean(), z.array(z.string(), { error: 'a list of text' })],
  { error: 'a number, text, true, false or a list of text' },
);
const anyRule = z.union(
  [level(), z.catchall(z.object({ severity: severity() }, { error: 'an object' }), optionValue)],
  { error: SETTING },
);

/** What editors need to know of a rule. */
export type RuleFacts = Pick<LintRule, 'id' | 'summary' | 'options'>;

/** Ids are for editors to offer, with their options: which are known is told apart later, as plug-ins have more. */
export const lintKeys = (offered: readonly RuleFacts[]) => {
  const rules = rulesSchema(offered);
  const places = {
    server: key(text('a glob'), 'Servers, a glob over their names in this config.', 'media'),
    toolset: key(text('a glob'), 'Toolsets, a glob over their names.', 'core'),
    tool: key(text('a glob'), 'Tools, a glob over their names.', 'media_get_*'),
  };
  const override = keys({
    ...places,
    rules: rules.check(
      z.meta({ description: 'Settings in their place.', examples: [{ 'tool-name-length': 'off' }] }),
    ),
  });
  const suppression = keys({
    rule: offeredIds(offered).check(
      z.meta({ description: 'The rule, by its id.', examples: ['description-missing'] }),
    ),
    ...places,
    reason: key(text('the code of a reason'), "Code of the rule's reason. Default: every one.", 'absent'),
    because: text('why, in words').check(
      z.meta({ description: 'Why it is lived with.', examples: ['An internal tool that no model sees.'] }),
    ),
  });
  const presets = choice(PRESETS);
  const settings = keys({
    extends: key(
      z.union(
        [
          presets,
          z
            .array(presets, { error: `a list of ${PRESETS.join(', ')}` })
            .check(z.minLength(1, { error: 'at least one' })),
        ],
        {
          error: `one of ${PRESETS.join(', ')}, or a list of them`,
        },
      ),
      'recommended: every rule as it is. portable: what most hosts take, as one more host. strict: info becomes a warning, a warning an error. security: that group alone.',
      'recommended',
      ['recommended', 'portable'],
    ),
    rules: key(rules, 'Levels and options of rules, by id.', {
      'tool-name-length': 'error',
      'description-missing': { severity: 'warning', minChars: 40 },
    }),
    overrides: key(
      z.array(override, { error: 'a list of {server, toolset, tool, rules}' }),
      'Other settings for some servers, toolsets or tools; of several that match the last wins.',
      [{ tool: 'media_admin_*', rules: { 'description-missing': 'off' } }],
    ),
    suppress: key(
      z.array(suppression, { error: 'a list of {rule, because, …}' }),
      'Findings to live with. One that keeps nothing back any more is told of.',
      [{ rule: 'description-missing', tool: 'media_ping', because: 'The name says it all.' }],
    ),
  });
  return {
    lint: key(
      z.union([z.literal(false), settings], { error: 'false, or an object' }),
      'Rules that definitions are held against; false: none.',
      { extends: 'recommended', rules: { 'tool-name-length': 'error' } },
      false,
    ),
    plugins: key(
      z
        .array(text('a file'), { error: 'a list of files' })
        .check(z.minLength(1, { error: 'at least one file' })),
      "Files with rules of your own, from the config's folder. They are run.",
      ['./my-rules.mjs'],
    ),
  };
};

function offeredIds(offered: readonly RuleFacts[]): z.ZodMiniType<string, string> {
  return offered.length === 0
    ? ruleId()
    : z.union([z.enum(offered.map(({ id }) => id)), ruleId()], { error: RULE });
}

function rulesSchema(offered: readonly RuleFacts[]): z.ZodMiniType<RulesConfig, RulesConfig> {
  if (offered.length === 0) return z.record(ruleId(), anyRule, { error: 'an object of rules' });
  const shape = Object.fromEntries(
    offered.map(({ id, summary, options = {} }) => [
      id,
      key(
        z.union([level(), keys({ severity: severity(), ...optionKeys(options) })], { error: SETTING }),
        summary,
        'error',
      ),
    ]),
  );
  // Ids of plug-ins go beside them.
  return defined('lintRules', z.catchall(z.object(shape), anyRule)) as z.ZodMiniType<
    RulesConfig,
    RulesConfig
  >;
}

const OPTION_SCHEMAS = {
  number: () => z.number().check(z.minimum(0)),
  text: () => z.string(),
  flag: () => z.boolean(),
  texts: () => z.array(z.string()),
} as const satisfies Readonly<Record<RuleOption['type'], () => z.ZodMiniType>>;
const OPTION_EXAMPLES = { number: 10, text: 'text', flag: true, texts: ['text'] };

function optionKeys(options: Readonly<Record<string, RuleOption>>) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, default: value, describe }]) => {
      const byDefault = value === undefined ? '' : ` Default ${JSON.stringify(value)}.`;
      return [name, key(OPTION_SCHEMAS[type](), `${describe}${byDefault}`, value ?? OPTION_EXAMPLES[type])];
    }),
  );
}
