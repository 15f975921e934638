/** Findings that the baseline accepts: kept, renewed, and told apart from new ones. */
import { describe, expect, it } from 'vitest';
import { serializeBaseline } from '../src/judge/baseline-file.ts';
import { isAccepted, toAccepted } from '../src/judge/lint/accepted.ts';
import { rulesOverAll, type JudgedLists } from '../src/judge/lint/judged-lists.ts';
import { lintRules } from '../src/judge/lint/rules/index.ts';
import { acceptable, describeAccepted, renewAccepted } from '../src/judge/lint/renew-accepted.ts';
import { findUnusedSuppressions } from '../src/judge/lint/unused-suppressions.ts';
import { parseBaseline } from '../src/judge/read-baseline.ts';
import { renewBaseline } from '../src/judge/renew.ts';
import type { Baseline } from '../src/model/baseline.ts';
import type { AcceptedFinding } from '../src/model/lint-settings.ts';
import type { Finding } from '../src/model/report.ts';
import { METHOD } from './judged-lists.ts';

const same = (server: string): string => server;

function accepted(more: Partial<AcceptedFinding> = {}): AcceptedFinding {
  return {
    server: 'media',
    toolset: 'core',
    rule: 'description-missing',
    reason: 'absent',
    tool: 'a',
    pointer: '/inputSchema',
    severity: 'error',
    ...more,
  };
}

function finding(more: Partial<Finding> = {}): Finding {
  return {
    ruleId: 'description-missing',
    reason: 'absent',
    severity: 'warning',
    outcome: 'finding',
    server: 'media',
    toolset: 'core',
    tool: 'a',
    index: 3,
    pointer: '/tools/3/inputSchema',
    hosts: [],
    message: 'it',
    accepted: false,
    ...more,
  };
}

const at = (...places: readonly string[]) => ({
  pointer: `/tools/3${places[0]}`,
  ...(places.length > 1 && { pointers: places.map((place) => `/tools/3${place}`) }),
});

describe('a finding is accepted', () => {
  const takes = (found: Partial<Finding>, ...entries: readonly Partial<AcceptedFinding>[]) =>
    isAccepted(finding(found), entries.map(accepted), same);

  it.each<[what: string, found: Partial<Finding>, entry: Partial<AcceptedFinding>, expected: boolean]>([
    ['as it was', {}, {}, true],
    ['wherever its tool stands', { index: 12, pointer: '/tools/12/inputSchema' }, {}, true],
    ['in whichever toolset of the server', { toolset: 'all' }, {}, true],
    ['not in another server', { server: 'other' }, {}, false],
    ['not of another rule', { ruleId: 'schema-invalid' }, {}, false],
    ['not for another reason', { reason: 'too-short' }, {}, false],
    ['not of another tool', { tool: 'b' }, {}, false],
    ['not at another place', at('/other'), {}, false],
    ['with fewer places', at('/x', '/y'), { pointer: '/x', also: ['/y', '/z'] }, true],
    ['with fewer places, the first repaired', at('/y', '/z'), { pointer: '/x', also: ['/y', '/z'] }, true],
    ['not with other places, though fewer', at('/p'), { pointer: '/x', also: ['/y', '/z'] }, false],
    ['not where it has become graver', { severity: 'error' }, { severity: 'warning' }, false],
    ['where it has become milder', { severity: 'warning' }, { severity: 'error' }, true],
    ['not with more places', at('/x', '/y', '/z'), { pointer: '/x', also: ['/y'] }, false],
    ['not with as many others', at('/y', '/z'), { pointer: '/x', also: ['/y'] }, false],
    [
      'of a list',
      { tool: undefined, index: undefined, pointer: '/tools' },
      { tool: '', pointer: '/tools' },
      true,
    ],
    [
      'not of the list of another toolset',
      { tool: undefined, index: undefined, pointer: '/tools', toolset: 'all' },
      { tool: '', pointer: '/tools' },
      false,
    ],
    ['never of the gate', { reason: undefined }, {}, false],
  ])('%s', (_, found, entry, expected) => expect(takes(found, entry)).toBe(expected));

  it('by any of several', () => {
    expect(takes(at('/z'), { pointer: '/x', also: ['/z'] }, { pointer: '/y' })).toBe(true);
    expect(takes(at('/y', '/z'), { pointer: '/y' }, { pointer: '/x', also: ['/y', '/z'] })).toBe(true);
    expect(takes(at('/z'), { pointer: '/x' }, { pointer: '/y' })).toBe(false);
    expect(takes({})).toBe(false);
  });

  it('and kept by its own name in the config', () => {
    const named = (server: string): string => server.replace('pkg › ', '');
    expect(toAccepted(finding({ server: 'pkg › media', ...at('/x', '/y') }), named)).toEqual(
      accepted({ pointer: '/x', also: ['/y'], severity: 'warning' }),
    );
    const found = [
      finding(),
      finding({ severity: 'error' }),
      finding({ severity: 'info' }),
      finding({ reason: undefined }),
    ];
    expect(acceptable(found, same)).toEqual([accepted({ severity: 'warning' }), accepted()]);
  });
});

const judged = (more: Partial<JudgedLists> = {}): JudgedLists => ({
  lists: [
    { server: 'media', toolset: 'core', isJudged: true },
    { server: 'other', toolset: 'default', isJudged: true },
  ],
  overAll: new Set(['tool-name-collision']),
  ...more,
});
const without = (server: string) =>
  judged({ lists: judged().lists.map((one) => ({ ...one, isJudged: one.server !== server })) });

describe('renewing', () => {
  const renew = (
    before: readonly AcceptedFinding[] | undefined,
    found: readonly AcceptedFinding[],
    { lists = judged(), reason }: { lists?: JudgedLists; reason?: string } = {},
  ) => renewAccepted(before, { ...lists, found }, reason);
  const [one, two] = [accepted(), accepted({ tool: 'b' })];

  it('takes the first findings as they are, also with a reason', () => {
    for (const reason of [undefined, 'why']) {
      const renewed = renew(undefined, [one, two], reason === undefined ? {} : { reason });
      expect(renewed).toEqual({ accepted: [one, two], added: [one, two], dropped: [], refused: [] });
      expect(describeAccepted(renewed)).toEqual(['accepted 2 lint findings']);
    }
  });

  it('takes new ones with a reason only, which is kept beside them', () => {
    const refused = renew([one], [one, two]);
    expect(refused).toEqual({ accepted: [one], added: [], dropped: [], refused: [two] });
    expect(describeAccepted(refused)).toEqual([
      '1 new lint finding not accepted; to take it: --update --raise "reason"',
    ]);
    const taken = renew([one], [one, two], { reason: 'later' });
    expect(taken.accepted).toEqual([one, { ...two, because: 'later' }]);
    // It stays with it, whatever the next one is taken for.
    expect(renew(taken.accepted, [one, two], { reason: 'other' }).accepted).toEqual(taken.accepted);
    // An empty list is one: whoever has repaired everything starts from nothing.
    expect(renew([], [one]).refused).toEqual([one]);
  });

  it('drops what was repaired, and keeps fewer places as fewer', () => {
    const renewed = renew([one, two], [two]);
    expect(renewed).toEqual({ accepted: [two], added: [], dropped: [one], refused: [] });
    expect(describeAccepted(renewed)).toEqual(['dropped 1 accepted lint finding: repaired']);
    const wide = accepted({ pointer: '/x', also: ['/y', '/z'] });
    const narrow = accepted({ pointer: '/y', also: ['/z'] });
    expect(renew([wide], [narrow])).toMatchObject({ accepted: [narrow], dropped: [], refused: [] });
    expect(renew([narrow], [wide]).refused).toEqual([wide]);
  });

  it.each<[what: string, entry: AcceptedFinding, lists: JudgedLists, stays: boolean]>([
    ['of a list that was not judged', one, without('media'), true],
    ['of a list that was judged beside one that was not', one, without('other'), false],
    ['of a list that the config no longer has', accepted({ server: 'gone' }), without('media'), false],
    [
      'of a toolset that is gone, while its tools may be in another',
      accepted({ toolset: 'gone' }),
      without('media'),
      true,
    ],
    [
      'of the list of a toolset that is gone',
      accepted({ toolset: 'gone', tool: '', pointer: '/tools' }),
      without('media'),
      false,
    ],
    [
      'of a rule that looks at all lists, one of which was not judged',
      accepted({ rule: 'tool-name-collision' }),
      without('other'),
      true,
    ],
    [
      'of all lists together',
      accepted({ server: '', toolset: '', tool: '', pointer: '' }),
      without('other'),
      true,
    ],
    ['of all lists together, each judged', accepted({ server: '', toolset: '', tool: '' }), judged(), false],
  ])('an entry %s: %#', (_, entry, lists, stays) => {
    const { accepted: left, dropped } = renew([entry], [], { lists });
    expect([left, dropped]).toEqual(stays ? [[entry], []] : [[], [entry]]);
  });

  it('takes no longer for many', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => accepted({ tool: `t${index}` }));
    const renewed = renew(many, many.slice(10_000));
    expect([renewed.accepted.length, renewed.dropped.length]).toEqual([10_000, 10_000]);
  });

  it('knows the rules that look at all lists', () => {
    const ids = rulesOverAll(Object.values(lintRules));
    expect(ids).toContain('tool-name-collision');
    expect(ids).not.toContain('description-missing');
  });
});

describe('the baseline', () => {
  const base: Baseline = { schemaVersion: 1, method: METHOD, servers: {}, raises: [] };
  const odd = accepted({ tool: '__proto__', pointer: '/a"\n', also: ['/b'], because: 'a "good"\nreason' });

  it('holds them sorted, one a line, each once, and is read as it was written', () => {
    const entries = [accepted({ tool: 'b' }), odd, accepted(), accepted()];
    const text = serializeBaseline({ ...base, accepted: entries });
    expect(text).toBe(serializeBaseline({ ...base, accepted: entries.toReversed() }));
    expect(text.split('\n').slice(3, -1)).toEqual([
      '  "servers": {},',
      '  "raises": [],',
      '  "accepted": [',
      expect.stringContaining('"tool": "__proto__", "rule": "description-missing"'),
      '    { "server": "media", "toolset": "core", "tool": "a", "rule": "description-missing", "reason": "absent", "pointer": "/inputSchema", "severity": "error" },',
      expect.stringContaining('"tool": "b"'),
      '  ]',
      '}',
    ]);
    expect(parseBaseline(text, METHOD)).toEqual({
      baseline: { ...base, accepted: [odd, accepted(), accepted({ tool: 'b' })] },
    });
  });

  it('is as it always was without them', () => {
    const text = serializeBaseline(base);
    expect(text).not.toContain('accepted');
    const read = parseBaseline(text, METHOD);
    expect('baseline' in read && read.baseline.accepted).toBeUndefined();
    const empty = parseBaseline(serializeBaseline({ ...base, accepted: [] }), METHOD);
    expect('baseline' in empty && empty.baseline.accepted).toEqual([]);
  });

  it.each([
    ['an object', {}, 'accepted'],
    ['text', ['x'], 'accepted.0'],
    ['no rule', [accepted(), { ...accepted(), rule: undefined }], 'accepted.1'],
    ['places that are no list', [{ ...accepted(), also: 2 }], 'accepted.0'],
    ['a severity that is none', [{ ...accepted(), severity: 'info' }], 'accepted.0'],
    ['a number for why', [{ ...accepted(), because: 5 }], 'accepted.0'],
  ])('cannot be read with %s', (_, value, place) => {
    const text = JSON.stringify({ ...base, accepted: value });
    expect(parseBaseline(text, METHOD)).toEqual({
      problem: 'unreadable',
      message: `${place} is not what a baseline holds`,
    });
  });

  it('keeps them where no definitions are looked at, and renews them where they are', () => {
    const options = { method: METHOD, reason: undefined, isWhole: true, isOtherMethod: true };
    const before = { ...base, accepted: [odd] };
    expect(renewBaseline(before, [], options)).toMatchObject({
      baseline: { accepted: [odd] },
      lint: undefined,
    });
    expect(renewBaseline(undefined, [], options).baseline).not.toHaveProperty('accepted');
    const linted = { ...judged(), found: [accepted()] };
    const renewed = renewBaseline(before, [], { ...options, linted });
    expect(renewed.baseline.accepted).toEqual([]);
    expect(renewed.lint).toMatchObject({ dropped: [odd], refused: [accepted()] });
    expect(renewBaseline(base, [], { ...options, linted }).baseline.accepted).toEqual([accepted()]);
  });
});

describe('suppression-unused', () => {
  const because = 'so it is';
  const source = { file: 'c.json', line: 4, key: 'lint.suppress[0]' };
  const told = (suppression: object, lists: JudgedLists) =>
    findUnusedSuppressions([{ rule: 'description-missing', because, source, ...suppression }], lists, 'pkg');

  it('says which, and where it stands', () => {
    const where = { server: 'm*', toolset: 'core', tool: 'get_*', reason: 'absent' };
    expect(told(where, judged())).toMatchObject([
      {
        ruleId: 'suppression-unused',
        severity: 'warning',
        server: '',
        toolset: 'pkg',
        message: 'nothing is left to suppress of description-missing (absent) in m*/core/get_* ("so it is")',
        source,
      },
    ]);
    expect(told({}, judged())[0]?.message).toBe(
      'nothing is left to suppress of description-missing ("so it is")',
    );
  });

  it.each([
    [{}, judged(), true],
    [{}, without('other'), false],
    [{ server: 'media' }, without('other'), true],
    [{ server: 'media' }, without('media'), false],
    [{ server: 'media', rule: 'tool-name-collision' }, without('other'), false],
    [{ toolset: 'gone' }, without('other'), true],
  ])('%j: only where every list that it could match is judged', (suppression, lists, expected) => {
    expect(told(suppression, lists).length).toBe(expected ? 1 : 0);
  });
});
