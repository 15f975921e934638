/** Every rule: its bad examples are found where and as gravely as it says, and its good ones pass. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintRules } from '../src/judge/lint/rules/index.ts';
import type { BadExample, GoodExample, LintRule } from '../src/model/lint.ts';
import type { Finding } from '../src/model/report.ts';
import { allHosts, lintExample, pointersOf } from './lint-cases.ts';

const rules = Object.entries<LintRule>(lintRules);
const levelOf = (findings: readonly Finding[]): string => findings[0]?.severity ?? 'off';

describe.each(rules)('%s', (id, rule) => {
  it('is told of as itself, and each of its reasons has an example', () => {
    expect(rule.id).toBe(id);
    expect(new Set(rule.bad.map(({ reason }) => reason))).toEqual(new Set(Object.keys(rule.reasons)));
    expect(rule.good.length).toBeGreaterThan(0);
    const texts = Object.values(rule.reasons).flatMap(({ summary, suggestion }) => [summary, suggestion]);
    for (const text of [rule.summary, rule.why, ...texts]) expect(text).toMatch(/^[A-Z`].*\.$/s);
    expect(rule.sources.length).toBeGreaterThan(0);
    for (const { date } of rule.sources) expect(date).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
  });

  it.each(rule.bad.map((one) => [`${one.reason}: ${one.title}`, one] as const))(
    '%s',
    (_, bad: BadExample) => {
      const ofReason = (ids?: readonly string[]): readonly Finding[] =>
        lintExample(rule, bad, ids).filter(({ reason }) => reason === bad.reason);
      const found = ofReason();
      expect(levelOf(found)).toBe(bad.severity);
      if (bad.severity !== 'off') expect(pointersOf(found, bad)).toEqual(bad.pointers);
      const inHosts = bad.hosts === undefined ? found : ofReason(bad.hosts);
      expect(levelOf(inHosts)).toBe(bad.severityInHosts ?? bad.severity);
      expect(pointersOf(inHosts, bad)).toEqual(bad.pointers);
      expect(inHosts.flatMap(({ hosts }) => hosts)).toEqual(expect.arrayContaining([...(bad.hosts ?? [])]));
      if (bad.tokensSaved !== undefined) expect(inHosts[0]?.tokensSaved).toBe(bad.tokensSaved);
    },
  );

  it.each(rule.good.map((one) => [one.title, one] as const))('passes %s', (_, good: GoodExample) => {
    if (good.hosts === undefined) expect(lintExample(rule, good)).toEqual([]);
    expect(lintExample(rule, good, good.hosts ?? allHosts)).toEqual([]);
  });
});

it('every file beside the index is on it', () => {
  const files = readdirSync('src/judge/lint/rules').filter((name) => name !== 'index.ts');
  expect(files.toSorted()).toEqual(rules.map(([id]) => `${id}.ts`).toSorted());
});
