/**
 * Find the tools that a place of a message may mean. An index counts over all tools of a request, and nobody outside of
 * the host knows how many of its own stood in front; so a fault like the one complained of tells more than the index.
 */
import { isJsonObject, type JsonValue } from '../../json.ts';
import type { FoundPlace, FoundTool, VendorForm, VendorPlace } from '../../model/find.ts';
import type { Path } from '../../model/lint.ts';
import type { Finding } from '../../model/report.ts';
import { toPointer } from '../lint/patch.ts';

export interface SearchedList {
  readonly server: string;
  readonly toolset: string;
  /** As they were sent. */
  readonly tools: readonly JsonValue[];
}

/** Lists in the order of the request, and what lint finds in them. */
export interface Searched {
  readonly lists: readonly SearchedList[];
  readonly findings: readonly Finding[];
  /** How many tools of their own the hosts are known to have. */
  readonly ownTools: readonly number[];
}

const FIELD_KEYS = { name: 'name', description: 'description', schema: 'inputSchema' } as const;

interface Candidate extends FoundTool {
  /** Over all lists. */
  readonly flat: number;
  readonly score: number;
}

/** Tools that a place may mean, the likeliest first; none where nothing speaks for any. */
export function findTools(place: VendorPlace, form: VendorForm, searched: Searched): FoundPlace {
  const all = candidatesOf(place, searched);
  const named = all.filter(({ by }) => by === 'name');
  const found = (named.length > 0 ? closest(named) : all)
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.flat - b.flat);
  return {
    place,
    label: form.label,
    ownTools: searched.ownTools,
    tools: found.map(({ flat: _flat, score: _score, ...tool }) => tool),
  };
}

/** Of several names that the shown one ends with, the longest is its own. */
function closest(named: readonly Candidate[]): readonly Candidate[] {
  const longest = Math.max(...named.map(({ tool }) => tool.length));
  return named.filter(({ tool }) => tool.length === longest);
}

function candidatesOf(place: VendorPlace, { lists, findings, ownTools }: Searched): readonly Candidate[] {
  const ofTool = groupFindings(findings);
  let flat = -1;
  return lists.flatMap(({ server, toolset, tools }) =>
    tools.map((raw, index): Candidate => {
      flat += 1;
      const tool = isJsonObject(raw) && typeof raw['name'] === 'string' ? raw['name'] : '';
      const own = ofTool.get(keyOf({ server, toolset, index })) ?? [];
      const at = placeIn(raw, index, place);
      const meant = own.filter((finding) => isMeant(finding, place, at.pointer));
      const isNamed = place.name !== undefined && isNameOf(place.name, tool);
      const before = place.index === undefined ? undefined : place.index - flat;
      return {
        server,
        toolset,
        tool,
        index,
        flat,
        pointer: at.pointer,
        by: isNamed ? 'name' : before === 0 ? 'index' : 'fault',
        ...(before !== undefined && before >= 0 && { before }),
        findings: meant,
        score: scoreOf({ isNamed, before, at, meant, place, ownTools }),
      };
    }),
  );
}

interface Evidence {
  readonly isNamed: boolean;
  readonly before: number | undefined;
  readonly at: PlaceIn;
  readonly meant: readonly Finding[];
  readonly place: VendorPlace;
  readonly ownTools: readonly number[];
}

/** A name outweighs all else; then a fault at the very place, a fault of its kind, and the index. */
function scoreOf(evidence: Evidence): number {
  const { isNamed, before, at, meant, place, ownTools } = evidence;
  if (isNamed) return 16 + faultScore(evidence);
  // Fewer tools were sent than stand before it here: it was not in that request, or the order was another.
  if (before !== undefined && before < 0 && meant.length === 0) return 0;
  if (!at.isWhole) return 0;
  // A place alone is in many tools: only one of several parts tells them apart.
  const path = place.rules.length === 0 && place.path.length > 1 ? 1 : 0;
  const isBehindOwn = before !== undefined && ownTools.includes(before);
  return faultScore(evidence) + path + (before === 0 ? 3 : 0) + (isBehindOwn ? 2 : 0);
}

function faultScore({ meant, place, at }: Evidence): number {
  if (meant.length === 0) return 0;
  // Of a complaint that no rule knows, a fault at its place may be another one.
  const kind = place.rules.length === 0 && place.complaint !== '' ? 2 : 4;
  return kind + (pointersOf(meant).includes(at.pointer) ? kind / 2 : 0);
}

interface PlaceIn {
  readonly pointer: string;
  /** All of the path is there. */
  readonly isWhole: boolean;
}

/** Follow the path of a message into a tool, as far as it goes. */
function placeIn(raw: JsonValue, index: number, { field, path }: VendorPlace): PlaceIn {
  const start: Path = ['tools', index];
  if (field === undefined) return { pointer: toPointer(start), isWhole: true };
  const found: (string | number)[] = [...start, FIELD_KEYS[field]];
  let value = isJsonObject(raw) && Object.hasOwn(raw, FIELD_KEYS[field]) ? raw[FIELD_KEYS[field]] : undefined;
  for (const segment of field === 'schema' ? path : []) {
    const key = keyIn(value, segment, found.at(-1));
    if (key === undefined) return { pointer: toPointer(found), isWhole: false };
    found.push(key);
    value = (value as Readonly<Record<string, JsonValue>>)[key];
  }
  return { pointer: toPointer(found), isWhole: true };
}

/** A map that was sent as a list of entries is counted. */
function keyIn(
  value: JsonValue | undefined,
  segment: string | number,
  parent: string | number | undefined,
): string | number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, segment)) return segment;
  if (typeof segment === 'number' && parent === 'properties') return Object.keys(value)[segment];
  return undefined;
}

function isMeant({ ruleId, ...finding }: Finding, { field, rules, path }: VendorPlace, at: string): boolean {
  if (rules.length > 0) {
    if (!rules.includes(ruleId)) return false;
    return path.length === 0 || pointersOf([{ ...finding, ruleId }]).some((one) => isOnTheWay(one, at));
  }
  const { hosts, severity } = finding;
  // Without a complaint: what some host in play minds, or everyone, in that part of the tool.
  const isGrave = severity !== 'info' && (hosts.length > 0 || severity === 'error');
  return (
    isGrave &&
    (field === undefined || pointersOf([{ ...finding, ruleId }]).some((one) => isOnTheWay(one, at)))
  );
}

/** One stands in the other, or is it. */
function isOnTheWay(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

function pointersOf(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ pointer = '', pointers = [pointer] }) => pointers);
}

/** The name itself, or the host has put something in front of it; hosts also write `_` for what they do not take. */
function isNameOf(shown: string, tool: string): boolean {
  const [full, own] = [shown, tool].map((name) => name.replaceAll(/[^\w-]/g, '_'));
  if (full === undefined || own === undefined || own === '' || !full.endsWith(own)) return false;
  return full.length === own.length || /[_-]/.test(full.at(-own.length - 1) ?? '');
}

function groupFindings(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { server, toolset, index } = finding;
    if (index === undefined) continue;
    const key = keyOf({ server, toolset, index });
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return groups;
}

function keyOf({ server, toolset, index }: Pick<FoundTool, 'server' | 'toolset' | 'index'>): string {
  return JSON.stringify([server, toolset, index]);
}
