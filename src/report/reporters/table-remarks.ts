/** What went wrong, and what is peculiar: the failures and warnings under the table. */
import { escapeForTerminal } from '../escape.ts';
import { isMeasured } from '../exit-code.ts';
import { placeOf } from '../findings.ts';
import { layLabelled, nameSome } from '../layout.ts';
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

interface Remark {
  readonly place: string;
  readonly label: string;
  readonly text: string;
}

/** As many lists are named that one remark is about. */
const MOST_NAMED = 3;
/** A server that announced a change which then was none: worth knowing, and nothing to do about. */
const ONLY_VERBOSE: ReadonlySet<string> = new Set(['list-announced']);

/** Peculiarities of servers that were measured, and noise on stdout; what several lists share is said once. */
export function describeRemarks(
  toolsets: readonly NamedToolset[],
  { columns, verbose }: ReporterOptions,
): string {
  const groups = new Map<string, Remark[]>();
  for (const remark of toolsets.flatMap((one) => remarksOf(one, verbose))) {
    const key = JSON.stringify([remark.label, remark.text]);
    groups.set(key, [...(groups.get(key) ?? []), remark]);
  }
  return [...groups.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const places = [first, ...others].map(({ place }) => place);
      const prefix = toolsets.length > 1 && first.label !== '' ? `${nameSome(places, MOST_NAMED)}: ` : '';
      return [layLabelled(first.label, `${prefix}${first.text}`, columns)];
    })
    .join('\n');
}

function remarksOf({ server, toolset }: NamedToolset, verbose: boolean): readonly Remark[] {
  const place = escapeForTerminal(placeOf({ server, toolset: toolset.name }));
  const { noise } = toolset;
  // The reason why a list is partial or was left out stands above already.
  const isTold = !isMeasured(toolset) && toolset.failure === undefined;
  const remarks: Remark[] = toolset.warnings
    .slice(isTold ? 1 : 0)
    .filter(({ id }) => verbose || !ONLY_VERBOSE.has(id))
    .map(({ message }) => ({ place, label: 'note', text: escapeForTerminal(message) }));
  const reason = toolset.views?.generic?.tokens.reason;
  if (reason !== undefined) remarks.push({ place, label: 'not counted', text: escapeForTerminal(reason) });
  if (toolset.tools === 0 && remarks.length === 0)
    remarks.push({ place, label: 'note', text: 'the server lists no tools' });
  if (noise === undefined) return remarks;
  const text = `${formatNoun(noise.lines, 'line')} on stdout that ${noise.lines === 1 ? 'is' : 'are'} no message`;
  if (!verbose) return [...remarks, { place, label: 'note', text: `${text} (--verbose)` }];
  const samples = noise.samples.map((sample) => `\n${escapeForTerminal(sample)}`).join('');
  return [...remarks, { place, label: 'note', text: `${text}:${samples}` }];
}
