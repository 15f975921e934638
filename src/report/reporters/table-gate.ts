/** The screen of a gate: what fails and why, what is close, what passes, and the verdict as the last line. */
import { escapeForTerminal } from '../escape.ts';
import { isFailing, isUnmeasured, openFindings, placeOf } from '../findings.ts';
import { layAdvice, layLabelled } from '../layout.ts';
import { isLintFinding } from '../lint-groups.ts';
import type { Finding, Gate } from '../../model/report.ts';
import { failureLine } from './table-gate-lines.ts';
import { checkLine, describeClose, describeOk, describeOthers, isQuiet } from './table-gate-passing.ts';
import { describeConnections, describeNotMeasured, describeRemarks } from './table-remarks.ts';
import { gateVerdict } from './table-gate-verdict.ts';
import type { Page } from './table-page.ts';

/** Lay out a report that holds a gate. */
export async function gateScreen(page: Page, gate: Gate): Promise<string> {
  const { report, options, toolsets } = page;
  const open = openFindings(report);
  const failing = open.filter((finding) => !isLintFinding(finding) && isFailing(finding, gate));
  const unmeasured = open.filter(({ outcome }) => outcome === 'not-measured');
  const lists = toolsets.filter((one) => isUnmeasured(one, report));
  const skipped = toolsets.filter((one) => one.toolset.status === 'skipped' && !lists.includes(one));
  if (options.quiet) {
    const lines = [
      ...failing.map((finding) => failureLine(finding, gate)),
      ...(await lintOf(page, gate, 'lines')),
      ...lists.map((one) => escapeForTerminal(`not measured  ${nameOf(one)}  ${reasonOf(one)}`)),
      ...unmeasured.map(notMeasuredLine),
      gateVerdict(page, gate),
    ];
    return `${lines.join('\n')}\n`;
  }
  const isShort = isQuiet(page, gate) && !options.verbose;
  const sections = [
    ...(failing.length === 0
      ? []
      : (await import('./table-gate-failures.ts')).describeFailures(page, gate, failing)),
    ...(await lintOf(page, gate, 'blocks')),
    ...[...lists, ...skipped].map((one) => describeNotMeasured(one, options)),
    ...unmeasured.map((finding) => describeUnmeasured(page, finding)),
    [...describeClose(page, gate), ...describeOthers(page, gate), ...describeOk(page, gate)].join('\n'),
    isShort ? '' : describeRemarks(toolsets, options),
    isShort ? '' : (await import('./table-toolsets.ts')).toolsetTable(page),
    ...(options.verbose ? await everything(page, gate) : []),
    (gate.updated ?? [])
      .map((text) => layLabelled('updated', escapeForTerminal(text), options.columns))
      .join('\n'),
    gateVerdict(page, gate),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** What rules on definitions found; loaded where there is any. */
async function lintOf(page: Page, gate: Gate, form: 'lines' | 'blocks'): Promise<readonly string[]> {
  if (!page.report.findings.some(isLintFinding)) return [];
  const { gateLintBlocks, gateLintLines } = await import('./table-gate-lint.ts');
  return form === 'lines' ? gateLintLines(page, gate) : gateLintBlocks(page, gate);
}

/** Every check and every tool, and with whom it was spoken. */
async function everything(page: Page, gate: Gate): Promise<readonly string[]> {
  const { heaviestTools } = await import('./table-servers.ts');
  return [
    gate.checks.map((check) => checkLine(page, check)).join('\n'),
    heaviestTools(page),
    describeConnections(page.toolsets, page.options),
  ];
}

function notMeasuredLine({ server, toolset, message }: Finding): string {
  return escapeForTerminal(`not measured  ${placeOf({ server, toolset })}  ${message}`);
}

/** A list that was read, and yet cannot be judged or compared. */
function describeUnmeasured({ options: { columns } }: Page, finding: Finding): string {
  const { message, suggestion, source } = finding;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['not measured', `${placeOf(finding)}  ${message}`],
    [
      '  at',
      source === undefined
        ? undefined
        : `${source.file}${source.line === undefined ? '' : `:${source.line}`}  ${source.key}`,
    ],
    ['  try', suggestion],
  ];
  return rows
    .flatMap(([label, text]) =>
      text === undefined ? [] : [layAdvice(label, escapeForTerminal(text), columns)],
    )
    .join('\n');
}

function nameOf({ server, toolset }: Page['toolsets'][number]): string {
  return placeOf({ server, toolset: toolset.name });
}

function reasonOf({ toolset }: Page['toolsets'][number]): string {
  return toolset.failure?.message ?? toolset.warnings[0]?.message ?? toolset.status;
}
