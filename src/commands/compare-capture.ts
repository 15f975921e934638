/** A target as one side of a comparison: captured and measured now. */
import type { Io } from '../io.ts';
import { recordToolset } from '../judge/record.ts';
import { redactError } from '../report/redact-error.ts';
import { captureToolsets } from './capture-plan.ts';
import type { CommandInput } from './command.ts';
import type { SidedList } from './compare-lists.ts';
import { sizesOf } from './list-sizes.ts';
import { selectOf } from './measure-stages.ts';
import { createMeasurer } from './measurer.ts';
import { rejectNotMeasured } from './not-measured.ts';
import { resolveTargets } from './resolve-targets.ts';

interface CaptureContext {
  /** Of the side alone: one target, or the command. */
  readonly input: CommandInput;
  readonly io: Io;
  /** What the side is called in messages. */
  readonly label: string;
}

/** The lists of a side, its secrets, and when its servers have ended. */
export interface CapturedSide {
  readonly lists: readonly SidedList[];
  readonly secrets: readonly string[];
  readonly closed: Promise<void>;
}

/** Capture and measure what a side names. @throws CaptureError for what could not be measured */
export async function captureSide({ input, io, label }: CaptureContext): Promise<CapturedSide> {
  const { toolsets, gates, ...given } = await resolveTargets(input, io);
  const { snapshots, closed, ...captured } = await captureToolsets(toolsets, { input, io }, {});
  const secrets = [...given.secrets, ...captured.secrets];
  try {
    for (const snapshot of snapshots) rejectNotMeasured(snapshot, { label, secrets });
    const measurer = createMeasurer({ views: ['generic'], selection: { include: [], exclude: [] } });
    const measured = await measurer.measureAll(selectOf(snapshots, gates));
    const lists = measured.flatMap((one): readonly SidedList[] => {
      const sizes = sizesOf(one, secrets);
      if (sizes === undefined) return [];
      const { server, toolset, status } = one.snapshot;
      const recorded = recordToolset(sizes.measurement, sizes);
      return [{ server, toolset, isDynamic: status === 'dynamic', recorded }];
    });
    return { lists, secrets, closed };
  } catch (error) {
    await closed;
    throw redactError(error, secrets);
  }
}
