/** Full names of tools that are longer than a host takes. */
import { renderName } from '../../hosts/names.ts';
import type { HostProfile, HostVerdict } from '../../model/host.ts';
import type { LintContext } from '../../model/lint.ts';
import { limitIn } from './host-limits.ts';

export interface LongName {
  readonly full: string;
  /** Characters that are added for a prefix of which only the length is known. */
  readonly assumed: number;
  readonly verdict: HostVerdict & { readonly actual: number; readonly limit: number };
}

export interface Naming {
  readonly host: HostProfile;
  readonly known: { readonly server: string | undefined; readonly plugin: string | undefined };
  readonly context: LintContext;
}

/** Characters over the limit. */
export const excessOf = ({ verdict: { actual, limit } }: LongName): number => actual - limit;

/** The longest name that the host may write, if it is too long. */
export function longestIn(name: string, { host, known, context }: Naming): LongName | undefined {
  const { max: limit, confidence, note } = limitIn(host, 'name', context.options);
  const { assumedPrefixLength: assumed = 0, maxLengthUncertainBy = 0, onExceed } = host.name;
  if (limit === undefined) return undefined;
  const names = prefixesOf(host, known).map((one) => ({
    full: renderName(known.server ?? '', name, one),
    when: one.when,
  }));
  // The usual one first: another counts only where that fits.
  const long = names.find(({ full }) => full.length + assumed > limit);
  if (long === undefined) return undefined;
  const actual = long.full.length + assumed;
  return {
    full: long.full,
    assumed,
    verdict: {
      id: host.id,
      action: long.when === undefined ? onExceed : 'unknown',
      confidence: actual - limit <= maxLengthUncertainBy ? 'unverified' : confidence,
      note: long.when ?? note,
      actual,
      limit,
    },
  };
}

interface KnownPrefix extends Pick<HostProfile, 'name'> {
  /** Whether it is used nobody has said. */
  readonly when?: string | undefined;
}

/** Those of whose placeholders the text is known. */
function prefixesOf({ name }: HostProfile, { server, plugin }: Naming['known']): readonly KnownPrefix[] {
  const usual = { name };
  if (name.prefixVariants === undefined) return [usual];
  const others = name.prefixVariants.filter(({ prefix }) => !prefix.includes('{uuid}'));
  const ofPlugin = others.filter(({ prefix }) => prefix.includes('{plugin}'));
  const named = ({ prefix }: { readonly prefix: string }): HostProfile['name'] => ({
    ...name,
    prefix: prefix.replace('{plugin}', () => plugin ?? ''),
  });
  return [
    ...(plugin === undefined ? [] : ofPlugin.map((one) => ({ name: named(one) }))),
    usual,
    ...(server === undefined
      ? []
      : others.filter((one) => !ofPlugin.includes(one)).map((one) => ({ name: named(one), when: one.when }))),
  ];
}
