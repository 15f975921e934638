/** What is said of a host beside its figures. */
import { describe, expect, it } from 'vitest';
import type { HostListSize, HostSize } from '../src/model/host.ts';
import { formatWindow } from '../src/numbers.ts';
import { describeLists, describeMissing, describeToolLimit, describeTooMany } from '../src/report/hosted.ts';

const quote = (text: string): string => `<${text}>`;

const list = (more: Partial<HostListSize> = {}): HostListSize => ({
  server: 'a',
  toolset: 'default',
  name: 'a',
  tools: 5,
  listed: 5,
  loaded: 100,
  upfront: 100,
  sure: {},
  changes: [],
  ...more,
});

const host = (more: Partial<HostSize> = {}): HostSize => ({
  id: 'mine',
  label: 'Mine',
  profile: { asOf: '2026-11-30' },
  deferral: {
    state: 'none',
    from: 'the profile',
    confidence: 'source',
    isDeferred: false,
    isUpfrontAtMost: false,
  },
  window: { tokens: 200_000, from: 'assumed' },
  tools: 34,
  sure: {},
  lists: [list()],
  ...more,
});

describe('a tool limit', () => {
  const limit = { max: 128, usable: 108, action: 'reject-request', confidence: 'source' } as const;

  it('is told with how many fit, and marked where it is not confirmed', () => {
    expect(describeToolLimit(host())).toBe('–');
    expect(describeToolLimit(host({ toolLimit: limit }))).toBe('34 of 108');
    expect(describeToolLimit(host({ toolLimit: { ...limit, confidence: 'unverified' } }))).toBe('34 of 108?');
  });

  it('that is exceeded says what the host does, and how sure that is', () => {
    const over = host({ tools: 110, toolLimit: limit });
    expect(describeToolLimit(over)).toBe('110 of 108, over');
    expect(describeTooMany(over)).toEqual([
      '110 tools where 108 fit, 20 more taken by its own: it refuses every request',
    ]);
    const unsure = { max: 20, usable: 20, action: 'warn', confidence: 'unverified' } as const;
    expect(describeTooMany(host({ toolLimit: unsure }))).toEqual([
      '34 tools where 20 fit: it warns, as far as is known',
    ]);
    expect(describeTooMany(host({ toolLimit: limit }))).toEqual([]);
    expect(describeTooMany(host())).toEqual([]);
  });
});

describe('lists of a host', () => {
  it('lack the servers that could not be measured', () => {
    expect(describeMissing(host(), quote)).toBe('');
    expect(describeMissing(host({ missing: ['notes', 'git'] }), quote)).toBe(
      'without <notes>, <git>, not measured',
    );
  });

  it('that are one server under two names are told', () => {
    expect(describeLists(host({ lists: [list(), list({ name: 'b' })] }), quote)).toEqual([
      'loads one server 2 times, as <a> and <b>',
    ]);
    expect(describeLists(host({ lists: [list(), list({ toolset: 'core' })] }), quote)).toEqual([]);
  });
});

describe('a window', () => {
  it.each([
    [200_000, '200k'],
    [1_000_000, '1M'],
    [1_050_000, '1.05M'],
    [272_000, '272k'],
    [8_192, '8,192'],
    [1_234_567, '1,234,567'],
  ])('of %i tokens is %s', (tokens, text) => {
    expect(formatWindow(tokens)).toBe(text);
  });
});
