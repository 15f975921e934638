/** Which level and which options a rule has where. */
import { describe, expect, it } from 'vitest';
import { compileSettings, matcherOf, RECOMMENDED } from '../src/judge/lint/settings.ts';
import type { LintRule, RuleGroup } from '../src/model/lint.ts';
import type { LintSettings } from '../src/model/lint-settings.ts';
import { lintWith } from './lint-cases.ts';

function rule(id: string, group: RuleGroup = 'names'): LintRule {
  const reason = { summary: 'It is so.', suggestion: 'Change it.', concerns: 'everyone' } as const;
  return {
    id,
    group,
    severity: 'warning',
    summary: 'It is so.',
    why: 'It matters.',
    reasons: { so: reason, other: { ...reason, securitySeverity: 'error' } },
    options: {
      max: { type: 'number', default: 10, describe: 'Most.' },
      words: { type: 'texts', default: undefined, describe: 'Words.' },
    },
    fix: 'none',
    sources: [],
    bad: [],
    good: [],
    *checkTool({ name }) {
      yield { reason: name === 'other' ? 'other' : 'so', at: ['name'], what: 'a name' };
    },
  };
}

const [one, two, safe] = [rule('one'), rule('two'), rule('safe', 'security')];
const settings = (given: Partial<LintSettings>): LintSettings => ({ ...RECOMMENDED, ...given });
const at = (given: Partial<LintSettings>, tool?: string, server = 'media', toolset = 'core') =>
  compileSettings(settings(given)).at(one, { server, toolset, tool });

describe('settings', () => {
  it("are the rule's own where nothing is set", () => {
    expect(at({}, 'a')).toEqual({ severity: undefined, options: { max: 10, words: undefined } });
    const { at: ask } = compileSettings(settings({ rules: { one: { options: { max: 3 } } } }));
    const where = { server: 'media', toolset: 'core' };
    // One object for all tools: contexts and what rules make of them are kept by it.
    expect(ask(one, { ...where, tool: 'a' }).options).toBe(ask(one, { ...where, tool: 'b' }).options);
    expect(ask(one, where).options).toEqual({ max: 3, words: undefined });
    expect(ask(two, where).options).toEqual({ max: 10, words: undefined });
  });

  it('go from rules over overrides, of which the last that matches wins, key by key', () => {
    const given = {
      rules: { one: { severity: 'info', options: { max: 1, words: ['x'] } } },
      overrides: [
        { tool: 'get_*', rules: { one: { severity: 'error' } } },
        { server: 'media', rules: { one: { options: { max: 2 } } } },
        { tool: 'get_b', rules: { one: { severity: 'off', options: { max: 3 } } } },
        { toolset: 'beta', rules: { one: { severity: 'warning' } } },
        { rules: { two: { severity: 'off' } } },
      ],
    } as const satisfies Partial<LintSettings>;
    expect(at(given, 'get_a')).toEqual({ severity: 'error', options: { max: 2, words: ['x'] } });
    expect(at(given, 'get_b')).toEqual({ severity: 'off', options: { max: 3, words: ['x'] } });
    expect(at(given, 'get_b', 'other')).toEqual({ severity: 'off', options: { max: 3, words: ['x'] } });
    expect(at(given, 'set_a', 'other')).toEqual({ severity: 'info', options: { max: 1, words: ['x'] } });
    expect(at(given, 'get_b', 'media', 'beta').severity).toBe('warning');
    // What concerns a list is no tool's.
    expect(at(given, undefined, 'other')).toEqual({ severity: 'info', options: { max: 1, words: ['x'] } });
  });

  it('take names of rules for names only', () => {
    const odd = rule('constructor');
    const where = { server: 'a', toolset: 'b' };
    expect(compileSettings(settings({ overrides: [{ rules: {} }] })).at(odd, where).severity).toBeUndefined();
  });

  it.each([
    [{ tool: 'a/*' }, { tool: 'a/b/c' }, true],
    [{ tool: '{get,list}_*' }, { tool: 'list_x' }, true],
    [{ tool: '*' }, { tool: '.hidden' }, true],
    [{ tool: '*' }, { tool: undefined }, false],
    [{ server: 'Media' }, {}, false],
    [{ server: 'media', toolset: 'co*' }, {}, true],
    [{}, { server: '', toolset: '' }, true],
    [{ server: 'media' }, { server: '', toolset: '' }, false],
  ])('%j matches %j: %s', (globs, where, expected) => {
    expect(matcherOf(globs)({ server: 'media', toolset: 'core', tool: 't', ...where })).toBe(expected);
  });
});

describe('presets', () => {
  const lists = (...names: readonly string[]) => [
    { server: 'media', toolset: 'core', isInTotal: true, tools: names.map((name) => ({ name })) },
  ];
  const levels = (given: Partial<LintSettings>, ...names: readonly string[]) =>
    lintWith([one, safe], lists(...names), { settings: given }).findings.map(
      ({ ruleId, severity }) => `${ruleId} ${severity}`,
    );

  it.each([
    [['recommended'], ['one warning', 'safe warning']],
    [['strict'], ['one error', 'safe error']],
    [['security'], ['safe warning']],
    [['security', 'strict'], ['safe error']],
    [['security', 'portable'], ['safe warning']],
    [
      ['security', 'recommended'],
      ['one warning', 'safe warning'],
    ],
    [
      ['recommended', 'strict', 'portable'],
      ['one error', 'safe error'],
    ],
  ] as const)('%j', (presets, expected) => {
    expect(levels({ presets }, 'a')).toEqual(expected);
  });

  it('security makes what it names graver, also beside others', () => {
    expect(levels({ presets: ['recommended'] }, 'other')).toEqual(['one warning', 'safe warning']);
    expect(levels({ presets: ['security'] }, 'other')).toEqual(['safe error']);
  });

  it('security alone leaves on what is named, where it is named', () => {
    const presets = ['security'] as const;
    expect(levels({ presets, rules: { one: { severity: 'info' } } }, 'a')).toEqual([
      'one info',
      'safe warning',
    ]);
    const overrides = [{ tool: 'a', rules: { one: { options: { max: 1 } } } }];
    expect(levels({ presets, overrides }, 'a', 'b')).toEqual(['one warning', 'safe warning', 'safe warning']);
  });

  it('a level that is set goes before strict', () => {
    expect(levels({ presets: ['strict'], rules: { one: { severity: 'info' } } }, 'a')).toEqual([
      'one info',
      'safe error',
    ]);
  });
});

describe('suppressions', () => {
  const because = 'so it is';
  const lists = [
    { server: 'media', toolset: 'core', isInTotal: true, tools: [{ name: 'a' }, { name: 'other' }] },
  ];
  it.each([
    [{ rule: 'one' }, 2, 0],
    [{ rule: 'one', reason: 'other' }, 1, 0],
    [{ rule: 'one', tool: 'a', server: 'm*' }, 1, 0],
    [{ rule: 'two' }, 0, 1],
    [{ rule: 'one', tool: 'c' }, 0, 1],
    [{ rule: 'one', toolset: 'beta' }, 0, 1],
  ])('%j keeps %i back', (suppression, count, unused) => {
    const suppressions = [{ ...suppression, because }];
    const result = lintWith([one], lists, { settings: { suppressions } });
    expect([result.suppressed, result.unused.length, result.findings.length]).toEqual([
      count,
      unused,
      2 - count,
    ]);
  });
});
