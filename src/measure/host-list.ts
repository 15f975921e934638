/** One tool list in one host: the text it sends, before any deferral, and what it does to each tool. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { compactJson } from '../json-text.ts';
import { isConfirmed } from '../hosts/severity.ts';
import type { HostChange, HostProfile } from '../model/host.ts';
import type { Tokenizer } from '../model/measurement.ts';
import { droppedKeywords, dropKeywords } from './host-schemas.ts';
import { effectOf, nameInHost } from '../hosts/names.ts';
import { isCountable } from './limits.ts';

/** A list as a host is given it. */
export interface HostedList {
  readonly server: string;
  readonly toolset: string;
  /** The server's name in the host. */
  readonly name: string;
  /** After the client's own filters. */
  readonly tools: readonly JsonValue[];
  /** Tools before them. */
  readonly listed: number;
  readonly instructions: string;
  /** False for a toolset that another one of its server stands for in sums. */
  readonly isInTotal: boolean;
  /** The client keeps the server's tools out of deferral. */
  readonly isAlwaysLoaded: boolean;
  readonly unmatchedFilters?: readonly string[] | undefined;
}

/** Tokens are absent where a text is too large to count. */
export interface ListInHost {
  readonly list: HostedList;
  readonly tools: number;
  /** Definitions of all tools. */
  readonly definitions?: number | undefined;
  /** Characters and structure of their text, for estimates. */
  readonly text: string;
  /** Names of the tools that are deferred, as compact JSON. */
  readonly names?: number | undefined;
  /** Definitions of the tools that are loaded even so. */
  readonly pinned?: number | undefined;
  /** The server's name alone. */
  readonly serverName: number;
  /** After the cut; 0 where the host does not load them. */
  readonly instructions?: number | undefined;
  readonly instructionsCut: number;
  /** Of the tools it takes. */
  readonly shownNames: readonly string[];
  readonly changes: readonly HostChange[];
}

interface HostedTool {
  readonly view: JsonValue;
  readonly shown: string;
  readonly isPinned: boolean;
  readonly changes: readonly HostChange[];
}

/** Build what a host sends of a list, and count it. */
export function measureListInHost(list: HostedList, profile: HostProfile, tokenizer: Tokenizer): ListInHost {
  const drops = droppedKeywords(profile);
  const all = list.tools.map((tool, index) => hostTool({ tool, index, list, profile, drops }));
  const taken = all.filter(({ changes }) => !changes.some(isDropped));
  const pinned = taken.filter(({ isPinned }) => isPinned);
  const deferred = taken.filter(({ isPinned }) => !isPinned);
  const count = (text: string): number | undefined => (isCountable(text) ? tokenizer.count(text) : undefined);
  const countList = (values: readonly JsonValue[]): number | undefined =>
    values.length === 0 ? 0 : count(compactJson(values));
  const text = taken.length === 0 ? '' : compactJson(taken.map(({ view }) => view));
  const { loaded } = profile.instructions;
  const kept = loaded === false ? '' : list.instructions.slice(0, instructionsMax(profile));
  return {
    list,
    tools: taken.length,
    definitions: count(text),
    text,
    names: countList(deferred.flatMap(({ shown }) => (shown === '' ? [] : [shown]))),
    pinned: countList(pinned.map(({ view }) => view)),
    // A server without tools has nothing to be searched for.
    serverName: deferred.length === 0 ? 0 : tokenizer.count(list.name),
    instructions: count(kept),
    shownNames: taken.map(({ shown }) => shown),
    instructionsCut: loaded === false ? 0 : list.instructions.length - kept.length,
    changes: all.flatMap(({ changes }) => changes),
  };
}

/** A list must not look cheaper for what somebody only supposes. */
function isDropped({ effect, confidence }: HostChange): boolean {
  return effect === 'dropped' && isConfirmed(confidence);
}

function instructionsMax({ instructions: { max, onExceed }, confidence }: HostProfile): number | undefined {
  return onExceed === 'truncate' && isConfirmed(confidence.instructions) ? max : undefined;
}

interface Hosting {
  readonly tool: JsonValue;
  readonly index: number;
  readonly list: HostedList;
  readonly profile: HostProfile;
  readonly drops: ReturnType<typeof droppedKeywords>;
}

/** An entry that is no object has no fields to choose from and stands as it is. */
function hostTool({ tool, index, list, profile, drops }: Hosting): HostedTool {
  if (!isJsonObject(tool)) return { view: tool, shown: '', isPinned: list.isAlwaysLoaded, changes: [] };
  const name = ownText(tool, 'name');
  const hosted = name === undefined ? undefined : nameInHost(list.name, name, profile);
  const description = ownText(tool, 'description');
  const described = description === undefined ? undefined : describe(description, profile);
  const shown = hosted?.shown ?? '';
  const place = { tool: name ?? '', index, shown };
  return {
    view: viewOf(tool, { name: hosted?.shown, description: described?.text, profile, drops }),
    shown,
    isPinned: list.isAlwaysLoaded || isPinnedByServer(tool, profile),
    changes: [
      ...(hosted?.change === undefined ? [] : [{ ...place, field: 'name', ...hosted.change } as const]),
      ...(described?.change === undefined
        ? []
        : [{ ...place, field: 'description', ...described.change } as const]),
    ],
  };
}

interface Viewing {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly profile: HostProfile;
  readonly drops: ReturnType<typeof droppedKeywords>;
}

/** The profile's names of fields that a tool has in another spelling. */
const OTHER_FIELDS = [
  ['title', 'title'],
  ['annotations', 'annotations'],
  ['outputSchema', 'outputSchema'],
  ['icons', 'icons'],
  ['meta', '_meta'],
] as const;

function viewOf(tool: JsonObject, { name, description, profile, drops }: Viewing): JsonObject {
  const own = (field: string): JsonValue | undefined =>
    Object.hasOwn(tool, field) ? tool[field] : undefined;
  const schema = own('inputSchema');
  const fields: readonly (readonly [string, JsonValue | undefined])[] = [
    ['name', name ?? own('name')],
    ['description', description ?? own('description')],
    ['inputSchema', schema === undefined || drops === undefined ? schema : dropKeywords(schema, drops)],
    ...OTHER_FIELDS.map(
      ([known, field]) => [field, profile.loads[known] === true ? own(field) : undefined] as const,
    ),
  ];
  return Object.fromEntries(
    fields.flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])),
  );
}

function describe(
  text: string,
  { description, confidence }: HostProfile,
): { readonly text: string; readonly change?: Omit<HostChange, 'tool' | 'index' | 'shown' | 'field'> } {
  const { min, max, onExceed } = description;
  const isLong = max !== undefined && text.length > max;
  const isShort = min !== undefined && text.length < min;
  const effect = isLong || isShort ? effectOf(onExceed) : undefined;
  // There is nothing to cut off a short one, and no name to give to any.
  if (effect === undefined || effect === 'renamed' || (isShort && effect === 'truncated')) return { text };
  const change = {
    effect,
    actual: text.length,
    limit: isLong ? max : min,
    confidence: confidence.description,
  };
  const isCut = effect === 'truncated' && isConfirmed(confidence.description);
  return { text: isCut ? text.slice(0, max) : text, change };
}

/** Claude Code 2.1.332, read 2026-11: this key of `_meta` keeps a tool loaded. */
const ALWAYS_LOAD = 'anthropic/alwaysLoad';

function isPinnedByServer(tool: JsonObject, { deferral }: HostProfile): boolean {
  const meta = Object.hasOwn(tool, '_meta') ? tool['_meta'] : undefined;
  return deferral.deferred === 'names-and-instructions' && isJsonObject(meta) && meta[ALWAYS_LOAD] === true;
}

function ownText(tool: JsonObject, field: string): string | undefined {
  const value = Object.hasOwn(tool, field) ? tool[field] : undefined;
  return typeof value === 'string' ? value : undefined;
}
