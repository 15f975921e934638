/** The sizes of a list, fit to be held against others and kept in a file. */
import { listsNotRead, type Sizes } from '../judge/sizes.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import { redact } from '../report/redact.ts';

/** Sizes of what was measured whole, secrets in its tools' names replaced; undefined where it was not. */
export function sizesOf(
  { snapshot, measurement }: MeasuredSnapshot,
  secrets: readonly string[],
): Sizes | undefined {
  // What was cut off is as good as not measured.
  if (measurement === undefined || snapshot.status === 'partial') return undefined;
  const { prompts, resources, warnings } = snapshot;
  // Names go into a file that is committed.
  const byTool = measurement.byTool.map((tool) => ({ ...tool, name: redact(tool.name, secrets).value }));
  return {
    measurement: { ...measurement, byTool },
    prompts: prompts?.length,
    resources: resources?.length,
    notRead: listsNotRead(warnings),
    definitions: snapshot.tools,
  };
}
