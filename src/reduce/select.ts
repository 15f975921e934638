/** Choose tools by name: the same globs for flags, toolsets and, later, the gateway. */
import picomatch from 'picomatch';
import type { JsonValue } from '../json.ts';

export interface Selection {
  /** Globs over the server's own tool names; empty: every tool. */
  readonly include: readonly string[];
  /** Wins over `include`. */
  readonly exclude: readonly string[];
}

export interface Selected {
  /** In server order; the given array itself when nothing is left out. */
  readonly tools: readonly JsonValue[];
  /** Patterns that match no tool of the list. */
  readonly unmatched: readonly string[];
}

/** Apply a selection. Pure; a tool without a name is kept only where there is no `include`. */
export function selectTools(tools: readonly JsonValue[], { include, exclude }: Selection): Selected {
  const patterns = [...include, ...exclude].map((pattern) => ({ pattern, isMatch: compile(pattern) }));
  const names = tools.map(toolName);
  const matches = (list: readonly string[], name: string | undefined): boolean =>
    name !== undefined && patterns.some(({ pattern, isMatch }) => list.includes(pattern) && isMatch(name));
  const kept = tools.filter((_, index) => {
    const name = names[index];
    return (include.length === 0 || matches(include, name)) && !matches(exclude, name);
  });
  const unmatched = patterns.filter(
    ({ isMatch }) => !names.some((name) => name !== undefined && isMatch(name)),
  );
  return {
    tools: kept.length === tools.length ? tools : kept,
    unmatched: unmatched.map(({ pattern }) => pattern),
  };
}

/** The tool's own name, if it has one. */
export function toolName(tool: JsonValue): string | undefined {
  const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

function compile(pattern: string): (name: string) => boolean {
  // Names are no paths: a star takes a slash, and a leading dot is nothing special.
  return picomatch(pattern, { bash: true, dot: true });
}
