/** JSON patches as RFC 6902 has them, on definitions as servers send them. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../src/json.ts';
import { applyPatch, fromPointer, toPointer } from '../src/judge/lint/patch.ts';
import type { PatchStep } from '../src/model/patch.ts';

const parse = (text: string): JsonValue => JSON.parse(text) as JsonValue;

/** Text before, steps, text after; compared as text, so that the order of keys counts. */
const CASES: readonly (readonly [
  title: string,
  before: string,
  steps: readonly PatchStep[],
  after: string,
])[] = [
  // Appendix A of RFC 6902.
  [
    'adds a member',
    '{"foo":"bar"}',
    [{ op: 'add', path: '/baz', value: 'qux' }],
    '{"foo":"bar","baz":"qux"}',
  ],
  [
    'adds an element',
    '{"foo":["bar","baz"]}',
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    '{"foo":["bar","qux","baz"]}',
  ],
  [
    'adds behind the last',
    '{"foo":["bar"]}',
    [{ op: 'add', path: '/foo/-', value: ['abc'] }],
    '{"foo":["bar",["abc"]]}',
  ],
  ['adds at the length', '[1]', [{ op: 'add', path: '/1', value: 2 }], '[1,2]'],
  ['removes a member', '{"baz":"qux","foo":"bar"}', [{ op: 'remove', path: '/baz' }], '{"foo":"bar"}'],
  [
    'removes an element',
    '{"foo":["bar","qux","baz"]}',
    [{ op: 'remove', path: '/foo/1' }],
    '{"foo":["bar","baz"]}',
  ],
  [
    'replaces a value',
    '{"baz":"qux","foo":"bar"}',
    [{ op: 'replace', path: '/baz', value: 'boo' }],
    '{"baz":"boo","foo":"bar"}',
  ],
  [
    'adds over a member in its place',
    '{"a":1,"b":2}',
    [{ op: 'add', path: '/a', value: 3 }],
    '{"a":3,"b":2}',
  ],
  [
    'adds an object inside a new one',
    '{"foo":"bar"}',
    [
      { op: 'add', path: '/child', value: { grandchild: {} } },
      { op: 'add', path: '/child/grandchild/x', value: 1 },
    ],
    '{"foo":"bar","child":{"grandchild":{"x":1}}}',
  ],
  [
    'reads escapes',
    '{"a/b":1,"m~n":2,"~1":3}',
    [
      { op: 'remove', path: '/a~1b' },
      { op: 'replace', path: '/m~0n', value: 9 },
      { op: 'remove', path: '/~01' },
    ],
    '{"m~n":9}',
  ],
  ['knows the empty key', '{"":{"":1}}', [{ op: 'replace', path: '//', value: 2 }], '{"":{"":2}}'],
  ['replaces the whole', '{"a":1}', [{ op: 'replace', path: '', value: [] }], '[]'],
  ['replaces null', '{"a":null}', [{ op: 'replace', path: '/a', value: false }], '{"a":false}'],
  [
    'has __proto__ as a key like others',
    '{"__proto__":{"a":1},"b":2}',
    [
      { op: 'replace', path: '/__proto__/a', value: 2 },
      { op: 'add', path: '/__proto__/__proto__', value: [] },
    ],
    '{"__proto__":{"a":2,"__proto__":[]},"b":2}',
  ],
  ['removes __proto__', '{"__proto__":{"a":1},"b":2}', [{ op: 'remove', path: '/__proto__' }], '{"b":2}'],
  [
    'shifts indexes as it goes',
    '[0,1,2,3]',
    [
      { op: 'remove', path: '/1' },
      { op: 'remove', path: '/1' },
    ],
    '[0,3]',
  ],
];

/** Each of them has no place. */
const WRONG: readonly (readonly [before: string, step: PatchStep])[] = [
  ['{"a":1}', { op: 'replace', path: '/b', value: 1 }],
  ['{"a":1}', { op: 'remove', path: '/toString' }],
  ['{"a":1}', { op: 'add', path: '/b/c', value: 1 }],
  ['{"a":1}', { op: 'add', path: '/a/c', value: 1 }],
  ['{"a":1}', { op: 'add', path: '/constructor/c', value: 1 }],
  ['{"a":1}', { op: 'remove', path: '' }],
  ['{"a":1}', { op: 'remove', path: 'a' }],
  ['[1]', { op: 'add', path: '/2', value: 1 }],
  ['[1]', { op: 'remove', path: '/-' }],
  ['[1]', { op: 'remove', path: '/00' }],
  ['[1]', { op: 'replace', path: '/', value: 2 }],
  ['[1]', { op: 'replace', path: '/length', value: 2 }],
  ['[1]', { op: 'add', path: '/1e0', value: 2 }],
];

describe('applyPatch', () => {
  it.each(CASES)('%s', (_, before, steps, after) => {
    const given = parse(before);
    expect(JSON.stringify(applyPatch(given, steps))).toBe(after);
    expect(JSON.stringify(given)).toBe(before);
  });

  it.each(WRONG)('finds no such place in %s: %j', (before, step) => {
    expect(() => applyPatch(parse(before), [step])).toThrow(TypeError);
    expect(({} as Record<string, unknown>)['c']).toBeUndefined();
  });

  it('leaves a value that a step brings as it is', () => {
    const value = { a: { b: 1 } };
    const steps: readonly PatchStep[] = [
      { op: 'add', path: '/x', value },
      { op: 'add', path: '/y', value },
      { op: 'replace', path: '/x/a/b', value: 2 },
    ];
    expect(applyPatch({}, steps)).toEqual({ x: { a: { b: 2 } }, y: { a: { b: 1 } } });
    expect(value).toEqual({ a: { b: 1 } });
  });

  it('reads what it passes through once, however many the steps', () => {
    let copies = 0;
    const members = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`p${index}`, { title: 'x', type: 'string' }]),
    );
    const counted = new Proxy(members, { ownKeys: (target) => ((copies += 1), Reflect.ownKeys(target)) });
    const steps = Object.keys(members).map((key): PatchStep => ({
      op: 'remove',
      path: `/properties/${key}/title`,
    }));
    const patched = applyPatch({ properties: counted }, steps);
    expect(copies).toBe(1);
    expect(JSON.stringify(patched)).not.toContain('title');
  });

  it('goes 100,000 levels down', () => {
    const deep = parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
    let at = applyPatch(deep, [{ op: 'replace', path: '/a'.repeat(100_000), value: 2 }]);
    while (typeof at === 'object' && at !== null) at = (at as { readonly a: JsonValue }).a;
    expect(at).toBe(2);
  });

  it('keeps everything that a step does not name', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (object, key) => {
        const before = { ...(object as Record<string, JsonValue>) };
        const added = applyPatch(before, [{ op: 'add', path: toPointer([key]), value: 1 }]) as object;
        expect(Object.hasOwn(added, key)).toBe(true);
        const { length } = Object.keys(before);
        expect(Object.keys(added)).toHaveLength(Object.hasOwn(before, key) ? length : length + 1);
        const removed = applyPatch(added as JsonValue, [{ op: 'remove', path: toPointer([key]) }]) as object;
        expect(Object.keys(removed)).toEqual(Object.keys(before).filter((one) => one !== key));
      }),
      { seed: 1 },
    );
  });
});

it('pointers come back as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (path) => {
      expect(fromPointer(toPointer(path))).toEqual(path);
    }),
    { seed: 1 },
  );
  expect(toPointer(['tools', 0, 'a/b~c'])).toBe('/tools/0/a~1b~0c');
});
