/** What there is to say of a host beside its figures, whatever the format. `quote` escapes what is not ours. */
import { isConfirmed } from '../hosts/severity.ts';
import { nameSome } from './layout.ts';
import { formatCount, formatNoun, formatPercent, formatWindow } from '../numbers.ts';
import type { HostAction, HostChange, HostListSize, HostSize } from '../model/host.ts';

/** Escapes a name or a place for the format it stands in. */
export type Quote = (text: string) => string;

/** As many tools are named that one sentence is about. */
const NAMED = 3;

/** What of the definitions stands in the context at the start, and what is not known of it. */
export function describeLoading({ deferral, profile }: HostSize, quote: Quote): string {
  const { isUpfrontAtMost, reason, instead, leavesOut, state, from } = deferral;
  if (profile === undefined) return 'nothing is known of how it loads: the generic view, all assumed';
  const set = state === 'all' || from === 'the profile' ? '' : `; ${quote(from)}`;
  if (instead !== undefined)
    return `${instead}; plus ${leavesOut ?? ''}${reason === undefined ? '' : `; ${reason}`}${set}`;
  if (reason !== undefined) return `${reason}${set}`;
  return isUpfrontAtMost
    ? `at most: whether it loads instructions is not known${set}`
    : `every definition${set}`;
}

/** A share of the window, and whose window it is. */
export function describeShare({ upfront, window }: HostSize, quote: Quote): string {
  return upfront === undefined
    ? ''
    : `${formatPercent(upfront, window.tokens)} of ${formatWindow(window.tokens)} (${quote(window.from)})`;
}

/** How many tools of how many that fit; a question mark where the limit is not confirmed. */
export function describeToolLimit({ tools, toolLimit }: HostSize): string {
  if (toolLimit === undefined) return '–';
  const mark = isConfirmed(toolLimit.confidence) ? '' : '?';
  return `${formatCount(tools)} of ${formatCount(toolLimit.usable)}${mark}${tools > toolLimit.usable ? ', over' : ''}`;
}

const OVER: Readonly<Record<HostAction, string>> = {
  'reject-request': 'refuses every request',
  'reject-list': 'takes none of a server that is over',
  'drop-tool': 'drops those over it',
  truncate: 'cuts the list',
  rewrite: 'changes the list',
  strip: 'cuts the list',
  degrade: 'works worse',
  warn: 'warns',
  unknown: 'does nobody knows what',
};

/** What comes of too many tools; nothing where they fit. */
export function describeTooMany({ tools, toolLimit }: HostSize): readonly string[] {
  if (toolLimit === undefined || tools <= toolLimit.usable) return [];
  const { max, usable, action, confidence } = toolLimit;
  const own = max === usable ? '' : `, ${formatCount(max - usable)} more taken by its own`;
  const sure = isConfirmed(confidence) ? '' : ', as far as is known';
  return [`${formatNoun(tools, 'tool')} where ${formatCount(usable)} fit${own}: it ${OVER[action]}${sure}`];
}

const EFFECTS: Readonly<Record<HostChange['effect'], readonly [sure: string, unsure: string]>> = {
  dropped: ['drops', 'may drop'],
  renamed: ['renames', 'may rename'],
  truncated: ['cuts', 'may cut'],
  refused: ['refuses the list for', 'may refuse the list for'],
};

/** What a host does to tools: a sentence an effect. */
export function describeChanges(host: HostSize, quote: Quote): readonly string[] {
  const changes = host.lists.flatMap((list) =>
    list.changes.map((change) => ({ ...change, list: list.name })),
  );
  const groups = new Map<string, (typeof changes)[number][]>();
  for (const change of changes) {
    const key = JSON.stringify([change.effect, change.field, isConfirmed(change.confidence), change.limit]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const does = EFFECTS[first.effect][isConfirmed(first.confidence) ? 0 : 1];
    const named = group.slice(0, NAMED).map((one) => describeTool(one, quote));
    const more = group.length > NAMED ? `, ${group.length - NAMED} more` : '';
    return [`${does} ${formatNoun(group.length, 'tool')} (${whyOf(first)}): ${named.join(', ')}${more}`];
  });
}

function describeTool({ tool, shown, effect, field, actual }: HostChange, quote: Quote): string {
  if (effect === 'renamed') return `${quote(tool)} → ${quote(shown)}`;
  return field === 'name' ? `${quote(shown)} ${actual}` : `${quote(tool)} ${formatCount(actual)}`;
}

function whyOf({ field, actual, limit }: HostChange): string {
  if (limit === undefined) return `characters of its ${field}`;
  return `${field} ${actual > limit ? 'over' : 'under'} ${formatNoun(limit, 'character')}`;
}

/** What the client leaves out of the lists, what the host cuts off instructions, and names that are not unique. */
export function describeLists(host: HostSize, quote: Quote): readonly string[] {
  const { collisions = [] } = host;
  const same = collisions.slice(0, NAMED).map(quote).join(', ');
  const more = collisions.length > NAMED ? `, ${collisions.length - NAMED} more` : '';
  return [
    ...host.lists.flatMap((list) => describeList(list, { host, quote })),
    ...describeTwice(host, quote),
    ...(collisions.length === 0 ? [] : [`several servers have a tool of this name: ${same}${more}`]),
  ];
}

/** A launch under two names is one server, loaded twice. */
function describeTwice({ lists }: HostSize, quote: Quote): readonly string[] {
  const names = new Map<string, string[]>();
  for (const { server, toolset, name } of lists) {
    const key = JSON.stringify([server, toolset]);
    names.set(key, [...(names.get(key) ?? []), quote(name)]);
  }
  return [...names.values()].flatMap((own) =>
    own.length > 1 ? [`loads one server ${own.length} times, as ${own.join(' and ')}`] : [],
  );
}

/** What the figures lack. */
export function describeMissing({ missing = [] }: HostSize, quote: Quote): string {
  if (missing.length === 0) return '';
  return `without ${nameSome(missing.map(quote), NAMED)}, not measured`;
}

function describeList(
  { name, tools, listed, changes, instructionsCut, unmatchedFilters = [] }: HostListSize,
  { host, quote }: { readonly host: HostSize; readonly quote: Quote },
): readonly string[] {
  const dropped = changes.filter((one) => one.effect === 'dropped' && isConfirmed(one.confidence));
  const filtered = listed - tools - new Set(dropped.map(({ index }) => index)).size;
  return [
    ...(filtered > 0 && host.client !== undefined
      ? [`takes ${formatCount(listed - filtered)} of ${formatNoun(listed, 'tool')} of ${quote(name)}`]
      : []),
    ...(instructionsCut === undefined
      ? []
      : [`cuts ${formatNoun(instructionsCut, 'character')} off the instructions of ${quote(name)}`]),
    ...unmatchedFilters.map(
      (entry) => `its filter for ${quote(name)} names ${quote(entry)}, which is no tool of it`,
    ),
  ];
}
