/** The name a host gives a tool, and what becomes of one that it does not accept. Pure. */
import type { HostAction, HostChange, HostProfile } from '../model/host.ts';

type Naming = HostProfile['name'];

/** How a host writes names, read once: a list may have thousands. */
interface NameStyle {
  /** Before the server, between it and the tool, after the tool. */
  readonly start: string;
  readonly middle: string;
  readonly end: string;
  readonly hasServer: boolean;
  readonly replaced?: RegExp | undefined;
  readonly accepted?: RegExp | undefined;
}

const styles = new WeakMap<Naming, NameStyle>();

function styleOf(name: Naming): NameStyle {
  const known = styles.get(name);
  if (known !== undefined) return known;
  const [before = '', end = ''] = name.prefix.split('{tool}');
  const [start = '', middle = ''] = before.split('{server}');
  const made = {
    start,
    middle,
    end,
    hasServer: before.includes('{server}'),
    replaced: name.sanitize === undefined ? undefined : new RegExp(name.sanitize.replace, 'gu'),
    accepted: name.pattern === undefined ? undefined : new RegExp(name.pattern, 'u'),
  };
  styles.set(name, made);
  return made;
}

/** Render a tool's full name as a host does, before any cut. */
export function renderName(server: string, tool: string, { name }: Pick<HostProfile, 'name'>): string {
  const { start, middle, end, hasServer, replaced } = styleOf(name);
  const { prefixMaxLength = Infinity, sanitize } = name;
  // A function: `$&` in what is put in place would be read as a pattern.
  const clean = (text: string): string =>
    replaced === undefined ? text : text.replace(replaced, () => sanitize?.with ?? '');
  const room = Math.max(0, prefixMaxLength - start.length - middle.length);
  const shownServer = hasServer ? cutAt(clean(server), room) : '';
  const head = cutAt(`${start}${shownServer}${middle}`, prefixMaxLength);
  return `${head}${sanitize?.part === 'all' ? clean(tool) : tool}${end}`;
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
  const isAccepted = styleOf(name).accepted?.test(full) ?? true;
  const effect = isAccepted ? undefined : effectOf(name.onPattern);
  if (effect !== undefined) return { shown: full, change: { effect, actual: full.length, confidence } };
  // What a host cleans of the tool's own part is another name to whoever looks for it.
  return full.includes(tool)
    ? { shown: full }
    : { shown: full, change: { effect: 'renamed', actual: full.length, confidence } };
}

/** Some hosts put a hash in place of what they cut off, which nobody can foresee. The length is the same. */
function shorten(full: string, { maxLength = Infinity, shortened }: Naming): string {
  if (shortened === undefined) return cutAt(full, maxLength);
  const { head, joint, tail } = shortened;
  const from = full.length - tail;
  return `${cutAt(full, head)}${joint}${full.slice(isInsidePair(full, from) ? from + 1 : from)}`;
}

/** The first UTF-16 units of a text, one less where the cut would split a character. */
export function cutAt(text: string, units: number): string {
  if (text.length <= units) return text;
  return text.slice(0, isInsidePair(text, units) ? units - 1 : units);
}

function isInsidePair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xff_ff;
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
