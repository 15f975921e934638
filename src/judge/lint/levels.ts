/** How grave a place is: by what a rule says, by what the hosts in play do, and by how well that is known. */
import { hostSeverity, isConfirmed } from '../../hosts/severity.ts';
import type { HostProfile, HostVerdict } from '../../model/host.ts';
import type { LintLevel, LintRule, Place } from '../../model/lint.ts';
import type { Severity } from '../../model/report.ts';

const RANK: Readonly<Record<LintLevel, number>> = { off: 0, info: 1, warning: 2, error: 3 };

/** The graver of two. */
export function worse<Level extends LintLevel>(a: Level, b: Level): Level {
  return RANK[a] >= RANK[b] ? a : b;
}

function milder<Level extends LintLevel>(a: Level, b: Level): Level {
  return RANK[a] <= RANK[b] ? a : b;
}

export interface HostsInPlay {
  readonly hosts: readonly HostProfile[];
  /** False: nobody has chosen any, and `hosts` are every API and client. */
  readonly isChosen: boolean;
  /** A derived target that is held against beside them; among `hosts`. */
  readonly extra?: string | undefined;
}

export interface Weighed {
  readonly level: LintLevel;
  /** Those that count, in the order of the hosts. */
  readonly verdicts: readonly HostVerdict[];
}

/** Weigh a place; undefined: it is none for the hosts in play. */
export function weigh(rule: LintRule, place: Place, inPlay: HostsInPlay): Weighed | undefined {
  const reason = rule.reasons[place.reason];
  if (reason === undefined) throw new TypeError(`${rule.id} has no reason ${place.reason}`);
  const base = place.severity ?? reason.severity ?? rule.severity;
  const found = place.hosts ?? verdictsOf(rule.id, place.reason, inPlay.hosts);
  // Nobody has asked for these hosts: what is somebody's word only says nothing against a definition.
  const verdicts = inPlay.isChosen
    ? found
    : found.filter(({ id, confidence }) => id === inPlay.extra || isConfirmed(confidence));
  // An error breaks the specification or every reader, whoever reads it.
  if (reason.concerns === 'hosts' && verdicts.length === 0 && base !== 'error') return undefined;
  const weighing = inPlay.isChosen ? verdicts : verdicts.filter(({ id }) => id === inPlay.extra);
  const ofHosts = weighing
    .map(({ action, confidence }): LintLevel => hostSeverity(action, confidence))
    .reduce(worse, 'off');
  const isByHosts = inPlay.isChosen && reason.concerns === 'hosts' && base !== 'error';
  const level = isByHosts ? ofHosts : worse(base, ofHosts);
  return { level: place.most === undefined ? level : milder<LintLevel>(level, place.most), verdicts };
}

/** The same hosts are asked of the same reason for every tool. */
const known = new WeakMap<readonly HostProfile[], Map<string, readonly HostVerdict[]>>();

/** What profiles say of a rule and its reason. */
export function verdictsOf(
  rule: string,
  reason: string,
  hosts: readonly HostProfile[],
): readonly HostVerdict[] {
  const own = known.get(hosts) ?? new Map<string, readonly HostVerdict[]>();
  known.set(hosts, own);
  const key = `${rule} ${reason}`;
  const verdicts = own.get(key) ?? readVerdicts(rule, reason, hosts);
  own.set(key, verdicts);
  return verdicts;
}

function readVerdicts(rule: string, reason: string, hosts: readonly HostProfile[]): readonly HostVerdict[] {
  return hosts.flatMap(({ id, schema }) => {
    const row = schema.rules?.find(
      (one) => one.rule === rule && (one.reasons.length === 0 || one.reasons.includes(reason)),
    );
    return row === undefined ? [] : [{ id, action: row.action, confidence: row.confidence, note: row.note }];
  });
}

/** What the `strict` preset makes of a level. */
export function stricter(level: LintLevel): LintLevel {
  if (level === 'info') return 'warning';
  return level === 'warning' ? 'error' : level;
}

/** Tell whether a level is a finding's. */
export function isSeverity(level: LintLevel): level is Severity {
  return level !== 'off';
}
