/** Two sides of a comparison held against one another, list by list. Pure. */
import { compareToolsets } from '../judge/difference.ts';
import type { ComparedList, ComparedLists, RecordedToolset } from '../model/baseline.ts';
import { VERSION } from '../version.ts';
import { METHOD } from './baseline-method.ts';

/** One list of a side. */
export interface SidedList {
  readonly server: string;
  readonly toolset: string;
  /** Two readings of it differed. */
  readonly isDynamic: boolean;
  readonly recorded: RecordedToolset;
}

export interface Side {
  readonly label: string;
  readonly lists: readonly SidedList[];
}

/** Hold one side against the other. */
export function compareSides(before: Side, after: Side): ComparedLists {
  return {
    schemaVersion: 1,
    generator: { name: 'mcp-budget', version: VERSION },
    method: METHOD,
    before: before.label,
    after: after.label,
    lists: pair(before, after),
  };
}

/** Single lists belong together whatever they are named; of single servers, toolsets of one name; else both names. */
function pair(before: Side, after: Side): readonly ComparedList[] {
  const keyOf = keyFor(before, after);
  const old = new Map(before.lists.map((list) => [keyOf(list), list]));
  const now = new Map(after.lists.map((list) => [keyOf(list), list]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    const named = is ?? was;
    if (named === undefined) return [];
    const { server, toolset } = named;
    const difference =
      was === undefined || is === undefined
        ? undefined
        : compareToolsets(was.recorded, is.recorded, before.label);
    const isDynamic = was?.isDynamic === true || is?.isDynamic === true;
    return [{ server, toolset, isDynamic, before: was?.recorded, after: is?.recorded, difference }];
  });
}

function keyFor(before: Side, after: Side): (list: SidedList) => string {
  const sides = [before, after];
  if (sides.every(({ lists }) => lists.length === 1)) return () => '';
  const isOneServer = sides.every(({ lists }) => new Set(lists.map(({ server }) => server)).size === 1);
  return isOneServer ? ({ toolset }) => toolset : ({ server, toolset }) => JSON.stringify([server, toolset]);
}
