import type { JsonValue } from '../json.ts';
import type { Cut, Measurement, Repair, Tokenizer, ViewId } from '../model/measurement.ts';
import { compactBytes } from '../json-text.ts';
import { viewTool } from '../tokens/view-tool.ts';
import { writeView } from './view-text.ts';

/** A cut that saves less of the list does not stand out. */
const MIN_SAVED = 0.03;
/** A tool stands out when it takes more of a list of at least four. */
const HEAVY_TOOL = 0.25;
const MIN_TOOLS = 4;

interface Means {
  readonly tokenizer: Tokenizer;
  readonly repairs: readonly Repair[];
}

interface Candidate {
  readonly id: string;
  readonly message: string;
  readonly touched: number;
  /** Tokens it may save, by shares. */
  readonly estimate: number;
  readonly after: readonly JsonValue[];
}

/**
 * Find what would save most tokens of the widest view that was measured. Candidates are ranked by shares; the
 * figure is a recount of the list without them. Only as many are recounted as the ranking leaves in doubt.
 */
export function findCut(
  tools: readonly JsonValue[],
  measurement: Omit<Measurement, 'cutFirst'>,
  { tokenizer, repairs }: Means,
): Cut | undefined {
  const view: ViewId = measurement.views.wire === undefined ? 'generic' : 'wire';
  const total = measurement.views[view]?.tokens.value ?? 0;
  const candidates = [
    ...findRepairs(tools, measurement, { view, repairs }),
    ...findHeaviestTool(tools, measurement, view),
  ]
    .filter(({ estimate }) => estimate >= MIN_SAVED * total)
    .toSorted((left, right) => right.estimate - left.estimate);

  let best: Cut | undefined;
  for (const { id, message, touched, estimate, after } of candidates) {
    if (best !== undefined && best.tokensSaved >= estimate) break;
    const left = after.length === 0 ? 0 : tokenizer.count(writeView(after, view).text);
    const cut = { id, message, tokensSaved: total - left, tools: touched };
    if (cut.tokensSaved >= MIN_SAVED * total && cut.tokensSaved > (best?.tokensSaved ?? 0)) best = cut;
  }
  return best;
}

function findRepairs(
  tools: readonly JsonValue[],
  { views }: Pick<Measurement, 'views'>,
  { view, repairs }: { readonly view: ViewId; readonly repairs: readonly Repair[] },
): readonly Candidate[] {
  const total = views[view]?.tokens.value ?? 0;
  return repairs.flatMap(({ id, describe, part, apply }) => {
    const size = views[view]?.parts[part];
    if (size === undefined || size.share < MIN_SAVED * total) return [];
    const after = apply(tools);
    const { bytes, touched } = compareLists(tools, after, view);
    return [{ id, message: describe, touched, estimate: (bytes * size.share) / size.bytes, after }];
  });
}

function findHeaviestTool(
  tools: readonly JsonValue[],
  { byTool, views }: Pick<Measurement, 'byTool' | 'views'>,
  view: ViewId,
): readonly Candidate[] {
  if (tools.length < MIN_TOOLS) return [];
  const total = views[view]?.tokens.value ?? 0;
  return byTool.flatMap(({ name, views }, index) => {
    const estimate = views[view]?.share ?? 0;
    if (estimate <= HEAVY_TOOL * total) return [];
    const after = tools.toSpliced(index, 1);
    return [{ id: 'heaviest-tool', message: `the tool ${name}`, touched: 1, estimate, after }];
  });
}

/** Bytes a repair takes from the view, and how many tools' text in it changes. Repairs keep number and order. */
function compareLists(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  view: ViewId,
): { readonly bytes: number; readonly touched: number } {
  let bytes = 0;
  let touched = 0;
  for (const [index, tool] of before.entries()) {
    const repaired = after[index];
    if (repaired === undefined || repaired === tool) continue;
    const saved = compactBytes(viewTool(tool, view)) - compactBytes(viewTool(repaired, view));
    if (saved !== 0) touched += 1;
    bytes += saved;
  }
  return { bytes, touched };
}
