/** Join snapshots and their measurements to the report that reporters print. */
import type { Difference } from '../model/baseline.ts';
import type { Comparison, Measurement, ViewId } from '../model/measurement.ts';
import type { LintSummary } from '../model/lint-report.ts';
import type { Finding, Gate, Report, ServerReport, Severity, ToolsetReport } from '../model/report.ts';
import type { Snapshot, ToolsetStatus } from '../model/snapshot.ts';
import { exitCode, isCounted, isMeasured } from './exit-code.ts';

export interface MeasuredSnapshot {
  readonly snapshot: Snapshot;
  /** Absent when nothing was captured. */
  readonly measurement: Measurement | undefined;
  readonly comparison: Comparison | undefined;
  readonly difference?: Difference | undefined;
  /** False for a toolset that another one of its server stands for in sums. */
  readonly isInTotal?: boolean | undefined;
}

export interface ReportOptions {
  readonly version: string;
  readonly view: ViewId;
  readonly window: number;
  readonly findings?: readonly Finding[] | undefined;
  readonly gate?: Gate | undefined;
  readonly lint?: LintSummary | undefined;
  /** What is told beside the sizes. */
  readonly extras?: Pick<Report, 'hosts' | 'estimates' | 'providerCounts' | 'prices' | 'notes'> | undefined;
  /** False where the lists belong to several clients: what they add up to is in nobody's window. */
  readonly isOneStack?: boolean | undefined;
  /** Something that was asked for beside the sizes could not be measured. */
  readonly isIncomplete?: boolean | undefined;
}

/** Worst first; a server's status is the worst of its toolsets'. */
const STATUS_ORDER: readonly ToolsetStatus[] = [
  'protocol-error',
  'start-failed',
  'timeout',
  'auth-required',
  'needs-input',
  'unsupported',
  'partial',
  'skipped',
  'dynamic',
  'measured',
];

/** Build the report. Pure; servers stay in the order they were asked for. */
export function buildReport(measured: readonly MeasuredSnapshot[], options: ReportOptions): Report {
  const { version, view, window, findings = [], gate, lint, extras = {}, isOneStack = true } = options;
  const toolsets = measured.map((one) => ({ server: one.snapshot.server, report: toolsetReport(one) }));
  const servers = [...new Set(toolsets.map(({ server }) => server))].map((name) =>
    serverReport(
      name,
      toolsets.filter(({ server }) => server === name).map(({ report }) => report),
    ),
  );
  const reports = toolsets.map(({ report }) => report);
  return {
    schemaVersion: 1,
    generator: { name: 'mcp-budget', version },
    view,
    window,
    servers,
    totals: isOneStack ? sumToolsets(reports, view) : undefined,
    findings,
    gate,
    ...(lint && { lint }),
    ...extras,
    summary: {
      measured: reports.filter(isMeasured).length,
      notMeasured: reports.filter((toolset) => !isMeasured(toolset)).length,
      errors: countOf(findings, 'error'),
      warnings: countOf(findings, 'warning'),
      exitCode: exitCode({
        toolsets: reports,
        findings,
        view,
        isIncomplete: options.isIncomplete,
        isCountUnneeded: lint !== undefined && gate === undefined,
        gate: gate ?? (lint && { ...lint, checks: [], allowUnmeasured: false }),
      }),
      redacted: 0,
    },
  };
}

function countOf(findings: readonly Finding[], wanted: Severity): number {
  return findings.filter(({ severity, accepted }) => severity === wanted && !accepted).length;
}

function sumToolsets(toolsets: readonly ToolsetReport[], view: ViewId): Report['totals'] {
  const measured = toolsets.filter(({ tools, isInTotal = true }) => tools !== undefined && isInTotal);
  if (measured.length === 0) return undefined;
  const add = (sizeOf: (toolset: ToolsetReport) => number | undefined): number =>
    measured.reduce((sum, toolset) => sum + (sizeOf(toolset) ?? 0), 0);
  return {
    tools: add(({ tools }) => tools),
    bytes: add(({ bytes }) => bytes),
    // A sum without one of its parts would read as too small a number.
    tokens: measured.every((toolset) => isCounted(toolset, view))
      ? add(({ views }) => views?.[view]?.tokens.value)
      : undefined,
  };
}

function serverReport(name: string, toolsets: readonly ToolsetReport[]): ServerReport {
  const status = STATUS_ORDER.find((candidate) => toolsets.some((toolset) => toolset.status === candidate));
  return { name, status: status ?? 'measured', toolsets };
}

function toolsetReport({
  snapshot,
  measurement,
  comparison,
  difference,
  isInTotal = true,
}: MeasuredSnapshot): ToolsetReport {
  const { toolset, status, failure, warnings, transport, protocol, serverInfo, clientCapabilities, noise } =
    snapshot;
  const base = {
    name: toolset,
    ...(isInTotal ? {} : { isInTotal }),
    status,
    failure,
    transport,
    protocol,
    serverInfo,
    clientCapabilities,
    warnings,
    noise,
  };
  if (measurement === undefined) return base;
  return {
    ...base,
    tools: measurement.tools,
    bytes: measurement.bytes,
    frameBytes: snapshot.frameBytes,
    pages: snapshot.pages,
    instructions: measurement.instructions,
    prompts: snapshot.prompts?.length,
    resources: snapshot.resources?.length,
    resourceTemplates: snapshot.resourceTemplates?.length,
    views: measurement.views,
    wireOnly: measurement.wireOnly,
    comparison,
    cutFirst: measurement.cutFirst,
    byTool: measurement.byTool,
    difference,
  };
}
