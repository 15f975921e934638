/** Measure snapshots; the work begins while servers are still settling. */
import { didYouMean } from '../config/nearest.ts';
import { UsageError } from '../errors.ts';
import { compareWithPublic } from '../measure/comparison.ts';
import { measureTools } from '../measure/measure-tools.ts';
import type { JsonValue } from '../json.ts';
import type { Measurement, Tokenizer, ViewId } from '../model/measurement.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { repairs } from '../reduce/index.ts';
import { selectTools, toolName, type Selection } from '../reduce/select.ts';
import type { MeasuredSnapshot } from '../report/build-report.ts';
import { loadO200k } from '../tokens/o200k.ts';

type Listed = Pick<Snapshot, 'tools' | 'instructions'>;

export interface Measurer {
  /** Begin to load the tokenizer. */
  readonly prepare: () => void;
  /** Measure a list that may still change; kept if it does not. */
  readonly measureEarly: (listed: Listed) => void;
  /** @throws UsageError for a glob that matches no tool; CaptureError when the counter fails its self-check. */
  readonly measureAll: (snapshots: readonly Snapshot[]) => Promise<readonly MeasuredSnapshot[]>;
}

/** Create a measurer for one run. */
export function createMeasurer(view: ViewId, selection: Selection): Measurer {
  const early = new WeakMap<readonly JsonValue[], Measurement>();
  let loading: Promise<Tokenizer> | undefined;
  const load = (): Promise<Tokenizer> => (loading ??= loadO200k());

  function measureOne({ tools, instructions }: Listed, tokenizer: Tokenizer): Measurement {
    const selected = selectTools(tools, selection).tools;
    return measureTools(selected, tokenizer, {
      views: [view],
      instructions,
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
    measureAll: async (snapshots) => {
      rejectUnmatched(snapshots, selection);
      const tokenizer = await load();
      return snapshots.map((snapshot) => {
        if (snapshot.failure !== undefined)
          return { snapshot, measurement: undefined, comparison: undefined };
        const measurement = early.get(snapshot.tools) ?? measureOne(snapshot, tokenizer);
        early.set(snapshot.tools, measurement);
        const tokens = measurement.views.generic?.tokens.value;
        // A part of a list is no server.
        const isWhole = selection.include.length + selection.exclude.length === 0;
        const comparison = tokens === undefined || !isWhole ? undefined : compareWithPublic(tokens);
        return { snapshot, measurement, comparison };
      });
    },
  };
}

/** A glob must match a tool of some server; one that matches none is a mistake, not an empty choice. */
function rejectUnmatched(snapshots: readonly Snapshot[], selection: Selection): void {
  const measured = snapshots.filter(({ failure }) => failure === undefined);
  if (measured.length === 0 || measured.length < snapshots.length) return;
  const unmatched = measured
    .map(({ tools }) => selectTools(tools, selection).unmatched)
    .reduce((still, one) => still.filter((pattern) => one.includes(pattern)));
  const [pattern] = unmatched;
  if (pattern === undefined) return;
  const names = measured.flatMap(({ tools }) => tools.flatMap((tool) => toolName(tool) ?? []));
  throw new UsageError(`${pattern} matches no tool`, {
    hint:
      didYouMean(pattern.replaceAll(/[*?]/g, ''), names) ??
      `tools: ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`,
  });
}
