/** What hosts do, as the end of a message: "Claude API and OpenAI API refuse it; VS Code removes it". */
import type { HostAction, HostProfile, HostVerdict } from '../../model/host.ts';
import { isConfirmed } from '../../hosts/severity.ts';
import { formatCount } from '../../numbers.ts';

/** One host, several hosts. */
const VERBS: Readonly<Record<HostAction, readonly [string, string]>> = {
  'reject-request': ['refuses the request', 'refuse the request'],
  'reject-list': ['refuses the whole list', 'refuse the whole list'],
  'drop-tool': ['drops the tool', 'drop the tool'],
  truncate: ['cuts it', 'cut it'],
  rewrite: ['rewrites it', 'rewrite it'],
  strip: ['removes it', 'remove it'],
  degrade: ['makes the tool work worse', 'make the tool work worse'],
  warn: ['advises against it', 'advise against it'],
  unknown: ['may mind', 'may mind'],
};

/** More would bury what they do; all stand in the verdicts. */
const MOST_NAMES = 4;

/**
 * Name the hosts by what they do, the gravest first, with their limits where these differ; empty where there are none.
 * `doing`: what those do whose action is `unknown`, of one host and of several.
 */
export function hostSentence(
  verdicts: readonly HostVerdict[],
  hosts: readonly HostProfile[],
  doing: readonly [one: string, many: string] = VERBS.unknown,
): string {
  const isLimitShown = new Set(verdicts.map(({ limit }) => limit)).size > 1;
  const actions = Object.keys(VERBS) as HostAction[];
  const clauses = actions.flatMap((action) =>
    [true, false].flatMap((isSure) => {
      const own = verdicts.filter((one) => one.action === action && isConfirmed(one.confidence) === isSure);
      if (own.length === 0) return [];
      const names = own.map(({ id, limit }) =>
        isLimitShown && limit !== undefined
          ? `${labelOf(id, hosts)} (${formatCount(limit)})`
          : labelOf(id, hosts),
      );
      const [one, many] = action === 'unknown' ? doing : VERBS[action];
      const verb = names.length === 1 ? one : many;
      // Evidence that is somebody's word only is told as such.
      const hedged = isSure || action === 'unknown' ? verb : `may ${many}`;
      return [`${listNames(names)} ${hedged}`];
    }),
  );
  return clauses.join('; ');
}

function labelOf(id: string, hosts: readonly HostProfile[]): string {
  const host = hosts.find((one) => one.id === id);
  return host?.shortLabel ?? host?.label ?? id;
}

function listNames(names: readonly string[]): string {
  const shown = names.length > MOST_NAMES ? names.slice(0, MOST_NAMES - 1) : names;
  const rest = names.length - shown.length;
  const words = rest === 0 ? shown : [...shown, `${rest} more`];
  if (words.length === 1) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
