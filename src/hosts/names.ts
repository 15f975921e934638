/** The name a host gives a tool, and what becomes of one that it does not accept. Pure. */
import type { HostAction, HostChange, HostProfile } from '../model/host.ts';

/** Render a tool's full name as a host does, before any cut. */
export function renderName(server: string, tool: string, { name }: HostProfile): string {
  const { prefix, prefixMaxLength, sanitize } = name;
  const clean = (text: string): string =>
    sanitize === undefined ? text : text.replaceAll(new RegExp(sanitize.replace, 'g'), sanitize.with);
  const [before = '', after = ''] = prefix.split('{tool}');
  const [start = '', end = ''] = before.split('{server}');
  const room = prefixMaxLength === undefined ? undefined : prefixMaxLength - start.length - end.length;
  const shownServer = clean(server).slice(0, room);
  const head = before.includes('{server}') ? `${start}${shownServer}${end}` : before;
  return `${head}${sanitize?.part === 'all' ? clean(tool) : tool}${after}`;
}

export interface HostedName {
  readonly shown: string;
  readonly change?: Pick<HostChange, 'effect' | 'actual' | 'limit' | 'confidence'> | undefined;
}

/** Render a name and hold it against the host's limits. */
export function nameInHost(server: string, tool: string, profile: HostProfile): HostedName {
  const { name } = profile;
  const confidence = profile.confidence.name;
  const full = renderName(server, tool, profile);
  const { maxLength, maxLengthUncertainBy = 0 } = name;
  if (maxLength !== undefined && full.length > maxLength) {
    const effect = effectOf(name.onExceed);
    if (effect === undefined) return { shown: full };
    const isCut = effect === 'renamed' || effect === 'truncated';
    const shown = isCut ? shorten(full, name) : full;
    const isUncertain = full.length <= maxLength + maxLengthUncertainBy;
    return {
      shown: isUncertain ? full : shown,
      change: {
        effect,
        actual: full.length,
        limit: maxLength,
        confidence: isUncertain ? 'unverified' : confidence,
      },
    };
  }
  const isAccepted = name.pattern === undefined || new RegExp(name.pattern, 'u').test(full);
  const effect = isAccepted ? undefined : effectOf(name.onPattern);
  if (effect !== undefined) return { shown: full, change: { effect, actual: full.length, confidence } };
  // What a host cleans of the tool's own part is another name to whoever looks for it.
  return full.includes(tool)
    ? { shown: full }
    : { shown: full, change: { effect: 'renamed', actual: full.length, confidence } };
}

/** Some hosts put a hash in place of what they cut off, which nobody can foresee. The length is the same. */
function shorten(full: string, { maxLength, shortened }: HostProfile['name']): string {
  if (shortened === undefined) return full.slice(0, maxLength);
  const { head, joint, tail } = shortened;
  return `${full.slice(0, head)}${joint}${full.slice(-tail)}`;
}

const EFFECTS: Readonly<Partial<Record<HostAction, HostChange['effect']>>> = {
  'reject-request': 'refused',
  'reject-list': 'refused',
  'drop-tool': 'dropped',
  rewrite: 'renamed',
  truncate: 'truncated',
};

/** What an action does to a tool; undefined where the tool stays as it is. */
export function effectOf(action: HostAction): HostChange['effect'] | undefined {
  return EFFECTS[action];
}
