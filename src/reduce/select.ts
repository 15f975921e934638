/** Choose tools by name: the same globs for flags, toolsets and, later, the gateway. */
import { isJsonObject, type JsonValue } from '../json.ts';
import type { Selection } from '../model/plan.ts';
import { compileNameGlob } from '../name-glob.ts';

export interface Selected {
  /** In server order; the given array itself when nothing is left out. */
  readonly tools: readonly JsonValue[];
  /** Patterns that match no tool of the list. */
  readonly unmatched: readonly string[];
}

/** Apply a selection. Pure; a tool without a name is kept only where there is no `include`. */
export function selectTools(
  tools: readonly JsonValue[],
  { include, exclude, annotations }: Selection,
): Selected {
  const patterns = [...include, ...exclude].map((pattern) => ({
    pattern,
    isMatch: compileNameGlob(pattern),
  }));
  const names = tools.map(toolName);
  const matches = (list: readonly string[], name: string | undefined): boolean =>
    name !== undefined && patterns.some(({ pattern, isMatch }) => list.includes(pattern) && isMatch(name));
  const claims = Object.entries(annotations ?? {});
  const kept = tools.filter((tool, index) => {
    const name = names[index];
    const isIncluded = include.length === 0 || matches(include, name);
    return (
      isIncluded && !matches(exclude, name) && claims.every(([key, value]) => claimOf(tool, key) === value)
    );
  });
  const unmatched = patterns.filter(
    ({ isMatch }) => !names.some((name) => name !== undefined && isMatch(name)),
  );
  return {
    tools: kept.length === tools.length ? tools : kept,
    unmatched: unmatched.map(({ pattern }) => pattern),
  };
}

/** A client's own filter: exact names, unless the client knows `*`. */
export interface NameFilter {
  /** Absent: all. */
  readonly includeTools?: readonly string[] | undefined;
  /** Wins over `includeTools`. */
  readonly excludeTools?: readonly string[] | undefined;
  readonly isWildcardFilter?: boolean | undefined;
}

/** Apply a client's filter to a list. Pure. */
export function filterByName(
  tools: readonly JsonValue[],
  { includeTools, excludeTools = [], isWildcardFilter = false }: NameFilter,
): Selected {
  const matcher = (entry: string): ((name: string) => boolean) =>
    isWildcardFilter ? matchWildcard(entry) : (name) => name === entry;
  const includes = includeTools?.map(matcher);
  const excludes = excludeTools.map(matcher);
  const names = tools.map(toolName);
  const kept = tools.filter((_, index) => {
    const name = names[index];
    const isIncluded =
      includes === undefined || (name !== undefined && includes.some((isMatch) => isMatch(name)));
    return isIncluded && !(name !== undefined && excludes.some((isMatch) => isMatch(name)));
  });
  const unmatched = [...(includeTools ?? []), ...excludeTools].filter((entry) => {
    const isMatch = matcher(entry);
    return !names.some((name) => name !== undefined && isMatch(name));
  });
  return { tools: kept.length === tools.length ? tools : kept, unmatched };
}

/** `*` is the only wildcard. Piece by piece, as a regular expression could take exponential time. */
function matchWildcard(entry: string): (name: string) => boolean {
  const [first = '', ...others] = entry.split('*');
  const last = others.pop();
  if (last === undefined) return (name) => name === entry;
  return (name) => {
    if (!name.startsWith(first)) return false;
    let at = first.length;
    for (const piece of others) {
      const found = name.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return name.length - last.length >= at && name.endsWith(last);
  };
}

/** What a server claims that its tool does; a client that is told nothing assumes the worst (2025-11-25, `ToolAnnotations`). */
const UNSAID: Readonly<Record<string, boolean>> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

function claimOf(tool: JsonValue, key: string): JsonValue | undefined {
  const annotations = isJsonObject(tool) ? tool['annotations'] : undefined;
  const claim = isJsonObject(annotations) ? annotations[key] : undefined;
  return claim ?? (Object.hasOwn(UNSAID, key) ? UNSAID[key] : undefined);
}

/** The tool's own name, if it has one. */
export function toolName(tool: JsonValue): string | undefined {
  const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
  return typeof name === 'string' ? name : undefined;
}
