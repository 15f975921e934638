/** What is wrong with what a config says of hosts, beyond what its schema can tell. */
import { hostRegistry } from '../hosts/index.ts';
import type { HostProfileConfig } from '../model/host-config.ts';
import { parseLimit } from './config-amounts.ts';
import { declaredLimits, windowOf } from './config-limits.ts';
import type { Problem } from './config-problems.ts';
import type { ConfigFile } from './config-schema.ts';
import type { KeyPath } from './config-source.ts';
import { didYouMean } from './nearest.ts';

/** Ids that are not known, new hosts of which too little is stated, keys that belong to another state. */
export function hostProblems(config: ConfigFile): readonly Problem[] {
  const { hosts = [], hostProfiles = {} } = config;
  const shipped = hostRegistry();
  const known = [...new Set([...shipped.keys(), ...Object.keys(hostProfiles)])];
  const unknownId = (id: string | undefined, path: KeyPath): readonly Problem[] =>
    id === undefined || known.includes(id)
      ? []
      : [{ path, message: `no host ${JSON.stringify(id)} is known`, hint: hintFor(id, known) }];
  return [
    ...hosts.flatMap((id, index) => [
      ...unknownId(id, ['hosts', index]),
      ...(hosts.indexOf(id) === index ? [] : [{ path: ['hosts', index], message: 'named twice' }]),
    ]),
    ...Object.entries(hostProfiles).flatMap(([id, stated]) => [
      ...unknownId(stated.extends, ['hostProfiles', id, 'extends']),
      ...(shipped.has(id) ? [] : tooLittle(id, stated, [...shipped.keys()])),
      ...deferralProblems(stated.deferral ?? {}, ['hostProfiles', id, 'deferral']),
    ]),
    ...declaredLimits(config).flatMap(({ host, path }) =>
      unknownId(host?.id, [...path.slice(0, -1), 'host']),
    ),
  ];
}

function hintFor(id: string, known: readonly string[]): string {
  return didYouMean(id, known) ?? 'mcp-budget hosts lists them; a new one is described under "hostProfiles"';
}

function tooLittle(id: string, stated: HostProfileConfig, shipped: readonly string[]): readonly Problem[] {
  const missing = [
    ...(stated.label === undefined ? ['label'] : []),
    ...(stated.name?.prefix === undefined ? ['name.prefix'] : []),
  ];
  if (missing.length === 0) return [];
  const message = `no host of this id is shipped; a new one needs ${missing.join(' and ')}`;
  return [{ path: ['hostProfiles', id], message, hint: didYouMean(id, shipped) }];
}

function deferralProblems(
  { state, percent, threshold }: NonNullable<HostProfileConfig['deferral']>,
  path: KeyPath,
): readonly Problem[] {
  const misplaced = (key: string, needs: string): Problem => ({
    path: [...path, key],
    message: `belongs to state ${needs}, this one is ${state ?? 'not stated'}`,
  });
  return [
    ...(percent !== undefined && state !== 'auto' ? [misplaced('percent', 'auto')] : []),
    ...(threshold !== undefined && state !== 'threshold' ? [misplaced('threshold', 'threshold')] : []),
  ];
}

/** Shares of a window that is not known, and what is no limit. The hosts have been checked. */
export function hostLimitProblems(
  config: ConfigFile,
  windowOfHost: (id: string) => number | undefined,
): readonly Problem[] {
  return declaredLimits(config).flatMap(({ host, value, unit, path }) => {
    if (host === undefined) return [];
    const parsed = parseLimit(value, unit, windowOfHost(host.id) ?? windowOf(config));
    if (!('problem' in parsed)) return [];
    const hint = `no context window of ${host.id} is known: set "window" at the top, or under hostProfiles.${host.id}`;
    return [{ path, message: parsed.problem, hint }];
  });
}
