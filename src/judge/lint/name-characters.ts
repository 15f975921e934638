/** Characters that hosts do not take in names, and what to put in their place. */
import { renderName } from '../../hosts/names.ts';
import type { HostAction, HostProfile, HostVerdict } from '../../model/host.ts';
import type { LintList } from '../../model/lint.ts';
import { groupBy } from './colliding-names.ts';

export const CHARACTER_REASONS = ['space', 'dot', 'slash', 'first-character', 'other'] as const;
export type CharacterReason = (typeof CHARACTER_REASONS)[number];

export interface CharacterFault {
  readonly reason: CharacterReason;
  /** The characters; of `first-character` the first one. */
  readonly chars: readonly string[];
  readonly hosts: readonly HostVerdict[];
}

/** What a host does about a name; undefined where it takes it. */
export type NameJudge = (name: string, host: HostProfile) => HostAction | undefined;

/** What a host does about the name of a tool, whatever its server is called. */
export const judgeTool: NameJudge = (tool, host) => {
  const full = renderName('s', tool, host);
  return full.includes(tool) ? judgeFull(full, host) : 'rewrite';
};

/** What a host does about the name of a server in front of that of a tool. */
export const judgeServer: NameJudge = (server, host) => judgeFull(renderName(server, 'a', host), host);

/** Hold a name against every host: one fault a reason. */
export function characterFaults(
  name: string,
  hosts: readonly HostProfile[],
  judge: NameJudge,
): readonly CharacterFault[] {
  const found = byStyle(hosts).flatMap((alike) => {
    const [host] = alike;
    const action = host && judge(name, host);
    if (host === undefined || action === undefined) return [];
    const faults = faultsIn(name, host, judge);
    return alike.flatMap(({ id, confidence }) =>
      faults.map((one) => ({ ...one, verdict: { id, action, confidence: confidence.name } })),
    );
  });
  return CHARACTER_REASONS.flatMap((reason) => {
    const own = found.filter((one) => one.reason === reason);
    const chars = [...new Set(own.flatMap((one) => one.chars))];
    const verdicts = new Map(own.map(({ verdict }) => [verdict.id, verdict]));
    return own.length === 0
      ? []
      : [{ reason, chars, hosts: hosts.flatMap(({ id }) => verdicts.get(id) ?? []) }];
  });
}

const styles = new WeakMap<readonly HostProfile[], readonly (readonly HostProfile[])[]>();

/** Hosts that judge names alike: every name is held against each of these once. */
function byStyle(hosts: readonly HostProfile[]): readonly (readonly HostProfile[])[] {
  const known = styles.get(hosts);
  if (known !== undefined) return known;
  const made = groupBy(hosts, ({ name: { prefix, prefixMaxLength, sanitize, pattern, onPattern } }) =>
    JSON.stringify([prefix, prefixMaxLength, sanitize, pattern, onPattern]),
  );
  styles.set(hosts, made);
  return made;
}

function faultsIn(
  name: string,
  host: HostProfile,
  judge: NameJudge,
): readonly Pick<CharacterFault, 'reason' | 'chars'>[] {
  const isTaken = (text: string): boolean => judge(text, host) === undefined;
  const all = [...new Set(name)];
  // One at a time, in the middle: what is left is about where a character stands.
  const bad = all.filter((char) => !isTaken(`a${char}a`));
  const [first = ''] = all;
  if (bad.length === 0)
    return [{ reason: isTaken(`a${name}`) ? 'first-character' : 'other', chars: [first] }];
  const reasons = new Set(bad.map(reasonOf));
  return [...reasons].map((reason) => ({ reason, chars: bad.filter((char) => reasonOf(char) === reason) }));
}

function reasonOf(char: string): CharacterReason {
  if (/\s/.test(char)) return 'space';
  if (char === '.') return 'dot';
  return char === '/' || char === '\\' ? 'slash' : 'other';
}

const patterns = new Map<string, RegExp>();

function judgeFull(full: string, { name: { pattern, onPattern } }: HostProfile): HostAction | undefined {
  if (pattern === undefined) return undefined;
  // Some patterns state the length too, which is another rule's.
  const known = patterns.get(pattern) ?? new RegExp(pattern.replace(/\{(\d+),\d*\}\$$/, '{$1,}$'), 'u');
  patterns.set(pattern, known);
  return known.test(full) ? undefined : onPattern;
}

const plainNames = new WeakMap<LintList, ReadonlyMap<string, number>>();

/** A name that every host takes; undefined where nothing is left of it, or where another tool has it or would get it. */
export function repairName(name: string, isDashBad: boolean, list: LintList): string | undefined {
  const replaced = name.replaceAll(isDashBad ? /[^\w]/gu : /[^\w-]/gu, '_');
  const repaired = /^[A-Za-z]/.test(replaced) ? replaced : `t_${replaced.replace(/^_+/, '')}`;
  if (!/[A-Za-z0-9]/.test(replaced)) return undefined;
  const own = plain(name) === plain(repaired) ? 1 : 0;
  return (plainNamesOf(list).get(plain(repaired)) ?? 0) > own ? undefined : repaired;
}

function plainNamesOf(list: LintList): ReadonlyMap<string, number> {
  const known = plainNames.get(list);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { name } of list.tools)
    if (name !== undefined) counts.set(plain(name), (counts.get(plain(name)) ?? 0) + 1);
  plainNames.set(list, counts);
  return counts;
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/gu, '_');
}
