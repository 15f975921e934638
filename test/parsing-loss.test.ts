import { assert, constantFrom, jsonValue, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findParsingLoss } from '../src/capture/parsing-loss.ts';
import type { JsonValue } from '../src/json.ts';
import { measureFake } from './run.ts';

const lossOf = (text: string): string | undefined => findParsingLoss(text, JSON.parse(text) as JsonValue);

describe('findParsingLoss', () => {
  it.each<[what: string, text: string, place: string]>([
    ['a key that stands twice', '{"a":1,"b":{"x":1,"x":2}}', '"x":1,"x":2}}'],
    ['a number with a fraction of zero', '{"a": 1, "b": 1.0}', '"b":1.0}'],
    ['an exponent', '{"b":1e2}', '"b":1e2}'],
    ['a number above 2^53', '{"id":12345678901234567890}', '"id":12345678901234567890}'],
    ['keys that are integers', '{"b":1,"2":0,"1":0}', '"b":1,"2":0,"1":0}'],
    ['minus zero', '[-0]', '[-0]'],
  ])('finds %s', (_, text, place) => {
    expect(lossOf(text)).toBe(place);
  });

  it.each<[what: string, text: string]>([
    ['white space', '{ "a" : [ 1 ,\n 2 ] }\n'],
    ['escapes that need not be', String.raw`{"a\u0062":"\u00e9\/\uD83D\uDE00\ud83d"}`],
    ['line breaks and quotes in strings', String.raw`{"a":"x\n\"y\" , 1.0 \\"}`],
    ['a property named __proto__', '{"__proto__":{"a":1},"constructor":2}'],
  ])('takes no offence at %s', (_, text) => {
    expect(lossOf(text)).toBe(undefined);
  });

  it('finds nothing in what JSON.stringify writes, in any form', () => {
    assert(
      property(jsonValue(), constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        pre(!text.includes('-0'));
        expect(lossOf(text)).toBe(undefined);
      }),
    );
  });
});

it('reads strings of megabytes, escapes included', () => {
  const text = JSON.stringify({ a: 'x'.repeat(20_000_000), b: '\\"'.repeat(2_000_000) });
  expect(lossOf(` ${text}`)).toBe(undefined);
});

it('a list whose numbers a parser changes says where', async () => {
  const { toolset, code } = await measureFake('number-forms');
  expect(code).toBe(0);
  expect(toolset.warnings).toEqual([
    { id: 'parsing-loss', message: expect.stringContaining('"default":1.0') as string },
  ]);
});
