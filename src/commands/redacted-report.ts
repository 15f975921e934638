import type { Report } from '../model/report.ts';
import { buildReport, type MeasuredSnapshot, type ReportOptions } from '../report/build-report.ts';
import { clipNoise } from '../report/clip-noise.ts';
import { redact } from '../report/redact.ts';
import { VERSION } from '../version.ts';

/** Build the report and take the secrets out of it; the sizes are those from before. */
export function buildRedactedReport(
  measured: readonly MeasuredSnapshot[],
  options: Omit<ReportOptions, 'version'>,
  secrets: readonly string[],
): Report {
  const { value, count } = redact(buildReport(measured, { version: VERSION, ...options }), secrets);
  const shown = clipNoise(value);
  return count === 0 ? shown : { ...shown, summary: { ...shown.summary, redacted: count } };
}
