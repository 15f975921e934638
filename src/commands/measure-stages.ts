/** The stages that `measure` wires, in one module, so that help and version load none of them. */
import { buildReport, type MeasuredSnapshot } from '../report/build-report.ts';
import { clipNoise } from '../report/clip-noise.ts';
import { redact } from '../report/redact.ts';
import type { ViewId } from '../model/measurement.ts';
import type { Report } from '../model/report.ts';
import { VERSION } from '../version.ts';

export { redact };
export { createMeasurer } from './measurer.ts';
export { loadReporters, renderReport } from '../report/render.ts';

/** Build the report and take the secrets out of it; the sizes are those from before. */
export function buildRedactedReport(
  measured: readonly MeasuredSnapshot[],
  {
    view,
    window,
    secrets,
  }: { readonly view: ViewId; readonly window: number; readonly secrets: readonly string[] },
): Report {
  const { value, count } = redact(buildReport(measured, { version: VERSION, view, window }), secrets);
  const shown = clipNoise(value);
  return count === 0 ? shown : { ...shown, summary: { ...shown.summary, redacted: count } };
}
