/** Measure snapshots; the work begins while servers are still settling. */
import { UsageError } from '../errors.ts';
import { compareWithPublic } from '../measure/comparison.ts';
import { measureTools } from '../measure/measure-tools.ts';
import type { JsonValue } from '../json.ts';
import type { Measurement, Tokenizer, ViewId } from '../model/measurement.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { repairs } from '../reduce/index.ts';
import type { Selection } from '../model/plan.ts';
import { selectTools } from '../reduce/select.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import { nearestTools, type SelectedSnapshot } from './select-toolsets.ts';
import { loadO200k } from '../tokens/o200k.ts';

type Listed = Pick<Snapshot, 'tools' | 'instructions'>;

export interface Measurer {
  /** Begin to load the tokenizer. */
  readonly prepare: () => void;
  /** Measure a list that may still change; kept if it does not. */
  readonly measureEarly: (listed: Listed) => void;
  /** @throws CaptureError when the counter fails its self-check. */
  readonly tokenizer: () => Promise<Tokenizer>;
  /** @throws UsageError for a glob that matches no tool; CaptureError when the counter fails its self-check. */
  readonly measureAll: (lists: readonly SelectedSnapshot[]) => Promise<readonly MeasuredSnapshot[]>;
}

export interface MeasurerOptions {
  /** `generic` is measured always. */
  readonly views: readonly ViewId[];
  /** Of the flags, for every list. */
  readonly selection: Selection;
  readonly fieldTokens?: boolean;
}

/** Create a measurer for one run. */
export function createMeasurer({ views, selection, fieldTokens = false }: MeasurerOptions): Measurer {
  const early = new WeakMap<readonly JsonValue[], Measurement>();
  let loading: Promise<Tokenizer> | undefined;
  const load = (): Promise<Tokenizer> => (loading ??= loadO200k());

  function measureOne({ tools, instructions }: Listed, tokenizer: Tokenizer): Measurement {
    const selected = selectTools(tools, selection).tools;
    return measureTools(selected, tokenizer, {
      views,
      instructions,
      fieldTokens,
      repairs: Object.values(repairs),
    });
  }

  return {
    prepare: () => {
      // A failure is thrown where the tokenizer is needed.
      load().catch(() => {});
    },
    measureEarly: (listed) => {
      // After the next request has gone out: the server can answer it meanwhile.
      setImmediate(() => {
        load().then(
          (tokenizer) => {
            if (!early.has(listed.tools)) early.set(listed.tools, measureOne(listed, tokenizer));
          },
          () => {},
        );
      });
    },
    tokenizer: load,
    measureAll: async (lists) => {
      rejectUnmatched(
        lists.map(({ snapshot }) => snapshot),
        selection,
      );
      const tokenizer = await load();
      return lists.map(({ snapshot, isPart, isInTotal }) => {
        if (snapshot.failure !== undefined)
          return { snapshot, isInTotal, measurement: undefined, comparison: undefined };
        const measurement = early.get(snapshot.tools) ?? measureOne(snapshot, tokenizer);
        early.set(snapshot.tools, measurement);
        const tokens = measurement.views.generic?.tokens.value;
        // A part of a list is no server.
        const isWhole = !isPart && selection.include.length + selection.exclude.length === 0;
        const comparison = tokens === undefined || !isWhole ? undefined : compareWithPublic(tokens);
        return { snapshot, isInTotal, measurement, comparison };
      });
    },
  };
}

/**
 * A glob must match a tool of some server, and all globs together must leave one: else they are a mistake, not an
 * empty choice.
 */
function rejectUnmatched(snapshots: readonly Snapshot[], selection: Selection): void {
  if (selection.include.length + selection.exclude.length === 0) return;
  const measured = snapshots.filter(({ failure }) => failure === undefined);
  if (measured.length === 0 || measured.length < snapshots.length) return;
  const selected = measured.map(({ tools }) => selectTools(tools, selection));
  const [pattern] = selected
    .map(({ unmatched }) => unmatched)
    .reduce((still, one) => still.filter((pattern) => one.includes(pattern)));
  const tools = measured.flatMap((snapshot) => snapshot.tools);
  if (pattern !== undefined)
    throw new UsageError(`${pattern} matches no tool`, { hint: nearestTools(pattern, tools) });
  if (tools.length > 0 && selected.every((one) => one.tools.length === 0)) {
    throw new UsageError('--include and --exclude leave no tool', { hint: '--exclude wins over --include' });
  }
}
