import { describe, expect, it } from 'vitest';
import { parseGrowth, parseLimit } from '../src/config/config-amounts.ts';

describe('a limit', () => {
  it.each([
    [60000, 'bytes', 60000],
    ['60000', 'bytes', 60000],
    ['60 kB', 'bytes', 60000],
    ['60kB', 'bytes', 60000],
    ['60 KiB', 'bytes', 61440],
    ['0.5 MB', 'bytes', 500000],
    ['900 B', 'bytes', 900],
    ['12k', 'tokens', 12000],
    ['1.25k', 'tokens', 1250],
    ['1M', 'tokens', 1000000],
    ['300 tokens', 'tokens', 300],
    ['2k', 'chars', 2000],
    ['40 tools', 'tools', 40],
    [0, 'prompts', 0],
    ['3 resources', 'resources', 3],
    ['10%', 'tokens', 20000],
    ['100%', 'tokens', 200000],
    ['0.29%', 'tokens', 580],
  ] as const)('%j of %s is %d', (value, unit, max) => {
    expect(parseLimit(value, unit, 200000)).toEqual({ max });
  });

  it.each([
    ['8 kB', 'tokens'],
    ['8k', 'bytes'],
    ['12 tokens', 'bytes'],
    ['10%', 'bytes'],
    ['10%', 'tools'],
    ['101%', 'tokens'],
    ['500%', 'tokens'],
    ['-5', 'tokens'],
    [-5, 'tokens'],
    [1.5, 'tools'],
    [Number.NaN, 'tokens'],
    [Number.POSITIVE_INFINITY, 'tokens'],
    ['', 'tokens'],
    ['many', 'tools'],
    ['5% and 100', 'tokens'],
  ] as const)('is not %j of %s', (value, unit) => {
    expect(parseLimit(value, unit, 200000)).toEqual({ problem: expect.stringContaining('expected') });
  });

  it('says what a share is of, when nothing says it', () => {
    expect(parseLimit('10%', 'tokens')).toEqual({ problem: '10% of what? "window" is not set' });
  });
});

describe('growth', () => {
  it.each([
    ['5%', 'tokens', { ratio: 0.05 }],
    ['0.5 %', 'tokens', { ratio: 0.005 }],
    ['100', 'tokens', { amount: 100 }],
    ['100 tokens', 'tokens', { amount: 100 }],
    ['8 kB', 'bytes', { amount: 8000 }],
    ['5% and 100', 'tokens', { ratio: 0.05, amount: 100 }],
    ['2 kB and 5%', 'bytes', { amount: 2000, ratio: 0.05 }],
    ['2 tools', 'tools', { amount: 2 }],
    ['none', 'tools', {}],
  ] as const)('%j of %s', (text, unit, growth) => {
    expect(parseGrowth(text, unit)).toEqual(growth);
  });

  it.each([
    ['500%', 'tokens'],
    ['5% or 100', 'tokens'],
    ['5% and 5%', 'tokens'],
    ['5% and', 'tokens'],
    ['8 kB', 'tokens'],
    ['', 'tokens'],
    ['no', 'tools'],
  ] as const)('is not %j of %s', (text, unit) => {
    expect(parseGrowth(text, unit)).toBeUndefined();
  });
});
