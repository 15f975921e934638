/** JUnit XML: a suite for each list, a case for each thing it was held to. Names hold no numbers, so histories join. */
import { escapeForXml } from '../escape-xml.ts';
import type { Report, Reporter } from '../../model/report.ts';
import { listSuites, type Case, type Suite } from '../suites.ts';

export const junit: Reporter = (report: Report) => {
  const suites = listSuites(report);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mcp-budget" ${counters(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
};

/** The schema of Jenkins counts skipped cases in suites only. */
function counters(cases: readonly Case[]): string {
  const count = (kind: string): number => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
}

function suiteLines({ name, className, file, cases }: Suite): readonly string[] {
  const skipped = cases.filter(({ outcome }) => outcome?.kind === 'skipped').length;
  const at = file === undefined ? '' : ` file="${escapeForXml(file)}"`;
  return [
    `  <testsuite name="${escapeForXml(name)}" ${counters(cases)} skipped="${skipped}" time="0"${at}>`,
    ...cases.flatMap((one) => caseLines(one, className)),
    '  </testsuite>',
  ];
}

function caseLines({ name, outcome }: Case, className: string): readonly string[] {
  const head = `    <testcase name="${escapeForXml(name)}" classname="${escapeForXml(className)}" time="0"`;
  if (outcome === undefined) return [`${head}/>`];
  const { kind, type, message, body } = outcome;
  return [
    `${head}>`,
    `      <${kind} type="${escapeForXml(type)}" message="${escapeForXml(message)}">${body.map(escapeForXml).join('\n')}</${kind}>`,
    '    </testcase>',
  ];
}
