/** Toolsets that `init` made and that do not differ: what was to tell them apart may be a name that nothing reads. */
import type { ServerEntry } from '../config/config-schema.ts';
import type { RecordedToolset } from '../model/baseline.ts';

/** Ask about the variable, flag or header where all toolsets of a server list the same tools. */
export function remarkAlike(
  { toolsets = {} }: ServerEntry,
  lists: readonly RecordedToolset[],
): readonly string[] {
  const isAlike = lists.length > 1 && new Set(lists.map(hashesOf)).size === 1;
  if (!isAlike) return [];
  const switches = new Set(
    Object.values(toolsets).flatMap(({ env = {}, headers = {}, extraArgs = [] }) => [
      ...Object.keys({ ...env, ...headers }),
      ...extraArgs.map((word) => word.replace(/=.*$/s, '')),
    ]),
  );
  return [`The toolsets are all alike: does the server read ${[...switches].join(', ')}?`];
}

function hashesOf({ byTool }: RecordedToolset): string {
  return Object.entries(byTool)
    .map(([name, { sha256 }]) => `${sha256} ${name}`)
    .sort()
    .join('\n');
}
