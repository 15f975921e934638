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
