/** Public API: measure a tool list or a server from code, with the same figures as the command line. */
import { measureTools } from './measure/measure-tools.ts';
import type { JsonValue } from './json.ts';
import type { Measurement, ViewId } from './model/measurement.ts';
import { repairs } from './reduce/index.ts';
import { loadO200k } from './tokens/o200k.ts';

export { CaptureError, UsageError } from './errors.ts';
export { measureServer } from './in-process/measure-server.ts';
export type { MeasureServerOptions, ServerMeasurement } from './in-process/measure-server.ts';
export type { SdkGeneration } from './in-process/definitions.ts';
export type {
  HandlerLike,
  Measurable,
  MeasureSubject,
  ServerLike,
  ToolDefinition,
} from './in-process/subject.ts';
export { compareWithPublic } from './measure/comparison.ts';
export type * from './json.ts';
export type * from './model/config.ts';
export type * from './model/host.ts';
export type * from './model/lint.ts';
export type * from './model/lint-settings.ts';
export type * from './model/measurement.ts';
export type * from './model/patch.ts';
export type * from './model/report.ts';
export type * from './model/snapshot.ts';

export interface MeasureListOptions {
  /** `generic` is measured always. */
  readonly views?: readonly ViewId[];
  /** The server's instructions, counted on a line of their own. */
  readonly instructions?: string;
}

/**
 * Measure a tool list as `tools/list` answers it: UTF-8 bytes of its compact JSON and o200k_base tokens, whole, per
 * tool and per part.
 * @throws CaptureError when the token counter fails its self-check.
 */
export async function measureList(
  tools: readonly unknown[],
  options: MeasureListOptions = {},
): Promise<Measurement> {
  const tokenizer = await loadO200k();
  // A definition that is no plain JSON is measured as what JSON.stringify would send.
  const plain = JSON.parse(JSON.stringify(tools)) as readonly JsonValue[];
  return measureTools(plain, tokenizer, { ...options, repairs: Object.values(repairs) });
}
