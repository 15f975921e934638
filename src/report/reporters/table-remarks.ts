/** What went wrong, and what is peculiar: the failures and warnings under the table. */
import { escapeForTerminal } from '../escape.ts';
import { isMeasured } from '../exit-code.ts';
import { placeOf } from '../findings.ts';
import { layLabelled } from '../layout.ts';
import { formatNoun } from '../../numbers.ts';
import type { NamedToolset } from '../totals.ts';
import type { ReporterOptions } from '../../model/report.ts';
import type { Failure } from '../../model/snapshot.ts';

/** One server that could not be measured: what happened, its last words, what to try. */
export function describeNotMeasured({ server, toolset }: NamedToolset, { columns }: ReporterOptions): string {
  const { failure, status, tools } = toolset;
  const what = failure?.message ?? toolset.warnings[0]?.message ?? status;
  const rows = [
    [
      tools === undefined && status !== 'skipped' ? 'not measured' : status,
      escapeForTerminal(`${placeOf({ server, toolset: toolset.name })}  ${what}`),
    ],
    ...(failure === undefined ? [] : failureRows(failure)),
  ];
  return rows.map(([label = '', text = '']) => layLabelled(label, text, columns)).join('\n');
}

function failureRows({
  message,
  target,
  exitCode,
  signal,
  authenticate,
  stderr,
  hint,
}: Failure): readonly (readonly string[])[] {
  const rows: readonly (readonly [string, string | undefined])[] = [
    // A URL stands in its message already.
    ['  target', target === undefined || message.startsWith(target) ? undefined : escapeForTerminal(target)],
    ['  ended with', signal ?? (exitCode === undefined ? undefined : `code ${exitCode}`)],
    ['  asks for', authenticate === undefined ? undefined : escapeForTerminal(authenticate)],
    ['  stderr', stderr?.map(escapeForTerminal).join('\n')],
    // Hints are ours and have lines of their own; what they quote is escaped line by line.
    ['  try', hint?.split('\n').map(escapeForTerminal).join('\n')],
  ];
  return rows.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [[label, text]]));
}

/** With whom it was spoken, and how: one line a server. */
export function describeConnections(toolsets: readonly NamedToolset[], { columns }: ReporterOptions): string {
  const lines = toolsets.flatMap(
    ({ server, toolset: { name, protocol, transport, serverInfo, frameBytes, pages } }) => {
      const { name: title, version } = serverInfo ?? {};
      const facts = [
        typeof title === 'string' ? `${title}${typeof version === 'string' ? ` ${version}` : ''}` : undefined,
        protocol === undefined
          ? undefined
          : `protocol ${protocol.version} (${protocol.era}, by ${protocol.foundBy})`,
        transport,
        frameBytes === undefined
          ? undefined
          : `${formatNoun(frameBytes, 'byte')} received in ${formatNoun(pages ?? 1, 'page')}`,
      ].filter((fact) => fact !== undefined);
      return facts.length === 0
        ? []
        : [
            layLabelled(
              escapeForTerminal(placeOf({ server, toolset: name })),
              escapeForTerminal(facts.join(' · ')),
              columns,
            ),
          ];
    },
  );
  return lines.join('\n');
}

/** Peculiarities of servers that were measured, and noise on stdout. */
export function describeRemarks(
  toolsets: readonly NamedToolset[],
  { columns, verbose }: ReporterOptions,
): string {
  const lines = toolsets.flatMap(({ server, toolset }) => {
    const place = escapeForTerminal(placeOf({ server, toolset: toolset.name }));
    const prefix = toolsets.length > 1 ? `${place}: ` : '';
    const { noise } = toolset;
    // The reason why a list is partial or was left out stands above already.
    const isTold = !isMeasured(toolset) && toolset.failure === undefined;
    const warnings = toolset.warnings
      .slice(isTold ? 1 : 0)
      .map(({ message }) => layLabelled('note', prefix + escapeForTerminal(message), columns));
    const reason = toolset.views?.generic?.tokens.reason;
    if (reason !== undefined) {
      warnings.push(layLabelled('not counted', `${prefix}${escapeForTerminal(reason)}`, columns));
    }
    if (toolset.tools === 0 && warnings.length === 0) {
      warnings.push(layLabelled('note', `${prefix}the server lists no tools`, columns));
    }
    if (noise === undefined) return warnings;
    const text = `${prefix}${formatNoun(noise.lines, 'line')} on stdout that ${noise.lines === 1 ? 'is' : 'are'} no message${verbose ? ':' : ' (--verbose)'}`;
    const samples = verbose
      ? noise.samples.map((sample) => layLabelled('', escapeForTerminal(sample), columns))
      : [];
    return [...warnings, layLabelled('note', text, columns), ...samples];
  });
  return lines.join('\n');
}
