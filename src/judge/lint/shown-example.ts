/** An example of a rule as documentation shows it: its tool or lists, what is long cut. */
import type { JsonValue } from '../../json.ts';
import type { ExampleList, RuleExample } from '../../model/lint.ts';
import { formatCount } from '../../numbers.ts';

const MAX_CHARS = 120;
const MAX_MEMBERS = 10;
const SHOWN_MEMBERS = 3;
const MAX_LEVELS = 12;

/** The tool; or the list, or all of them, with what the example says of each. */
export function shownExample({ tool, lists }: RuleExample): JsonValue {
  if (lists === undefined) return shorten(tool ?? null, 0);
  const shown = lists.map((list) => shorten(listOf(list), 0));
  return shown.length === 1 ? (shown[0] ?? null) : shown;
}

function listOf({ tools, before, ...list }: ExampleList): JsonValue {
  // Through JSON, which leaves out what is undefined.
  return JSON.parse(JSON.stringify({ ...list, before, tools })) as JsonValue;
}

function shorten(value: JsonValue, level: number): JsonValue {
  if (typeof value === 'string') return shortenText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (level === MAX_LEVELS) return '…';
  if (Array.isArray(value)) {
    const shown = take(value).map((member) => shorten(member, level + 1));
    return shown.length === value.length ? shown : [...shown, more(value.length)];
  }
  const members = Object.entries(value) as readonly (readonly [string, JsonValue])[];
  const shown = take(members).map(([key, member]) => [shortenText(key), shorten(member, level + 1)] as const);
  return Object.fromEntries(
    shown.length === members.length ? shown : [...shown, ['…', more(members.length)] as const],
  );
}

function shortenText(text: string): string {
  return text.length > MAX_CHARS
    ? `${text.slice(0, MAX_CHARS / 2)}… (${formatCount(text.length)} characters)`
    : text;
}

function take<Member>(members: readonly Member[]): readonly Member[] {
  return members.length > MAX_MEMBERS ? members.slice(0, SHOWN_MEMBERS) : members;
}

function more(count: number): string {
  return `… ${formatCount(count - SHOWN_MEMBERS)} more`;
}
