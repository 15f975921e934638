import { describe, expect, it } from 'vitest';
import { escapeForTerminal } from '../src/report/escape.ts';
import { measureFake, run, FAKE } from './run.ts';

/** Every code point that may act on a terminal or hide, tried one by one. */
const HOSTILE = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  0x7f,
  ...Array.from({ length: 0x20 }, (_, offset) => 0x80 + offset),
  0xad,
  0x61c,
  0x115f,
  0x180e,
  0x200b,
  0x200d,
  0x200e,
  0x2028,
  0x2029,
  0x202a,
  0x202e,
  0x2060,
  0x2066,
  0x2069,
  0x3164,
  0xfe0f,
  0xfeff,
  0xfff9,
  0xd800,
  0xdfff,
  0xe0001,
  0xe0041,
  0xe0100,
];

describe('escapeForTerminal', () => {
  it.each(HOSTILE)('makes U+%s visible or harmless', (code) => {
    const escaped = escapeForTerminal(`a${String.fromCodePoint(code)}b`);
    expect(escaped).toMatch(/^a( |\\n|\\r|\\u\{[\da-f]+\})b$/);
  });

  it('leaves text of any script as it is', () => {
    const text = 'naïve 日本語 עברית العربية हिन्दी 😀 <b>&amp;</b> `$x`';
    expect(escapeForTerminal(text)).toBe(text);
  });

  it('ends ANSI sequences of all kinds', () => {
    for (const sequence of [
      '\u001b[31m',
      '\u001b]0;title\u0007',
      '\u009b2J',
      '\u001b]8;;http://x\u001b\\link',
      '\u001bPq#0\u001b\\',
    ]) {
      expect(escapeForTerminal(sequence)).not.toMatch(/[\u001b\u0007\u009b]/);
    }
  });
});

it('no control or bidi character of a server reaches the terminal, whatever the flags', async () => {
  for (const flags of [[], ['--verbose'], ['--quiet']]) {
    const { stdout } = await run(['measure', '--settle', '0', ...flags, '--', 'node', FAKE, 'hostile'], {
      columns: 120,
    });
    expect(stdout).not.toMatch(/[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/u);
  }
  const { toolset } = await measureFake('hostile');
  // JSON keeps the text; its own escapes make it safe.
  expect(toolset.byTool?.[1]?.name).toBe('line\nbreak\ttab');
});
