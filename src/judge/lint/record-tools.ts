/** What the baseline keeps of definitions, made from definitions: for examples of rules that compare with it. */
import type { JsonValue } from '../../json.ts';
import type { RecordedToolset } from '../../model/baseline.ts';

/** Record a list as a baseline would; sizes are left at 0. */
export function recordTools(tools: readonly JsonValue[], instructions: string): RecordedToolset {
  return {
    tools: tools.length,
    bytes: 0,
    instructions: { chars: instructions.length, bytes: 0 },
    byTool: {},
  };
}
