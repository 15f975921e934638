/** The screen of sizes: what eats the window, at a glance, and what to do next. */
import { escapeForTerminal } from '../escape.ts';
import { isMeasured } from '../exit-code.ts';
import { placeOf } from '../findings.ts';
import { layLabelled, nameSome, wrap } from '../layout.ts';
import { formatCount, formatNoun, formatPercent } from '../../numbers.ts';
import type { NamedToolset } from '../totals.ts';
import type { Page } from './table-page.ts';
import { beforeYouType, hasHostTable, hostNotes, hostTable } from './table-hosts.ts';
import { estimateLines, priceLines } from './table-estimates.ts';
import { partsTable } from './table-parts.ts';
import { describeConnections, describeNotMeasured, describeRemarks } from './table-remarks.ts';
import { HEAVIEST_TOOLS, heaviestTools, serverTable } from './table-servers.ts';

/** Servers that a closing line names. */
const NAMED = 4;

/** Lay out a report of sizes. */
export function measureScreen(page: Page): string {
  const { options } = page;
  const failed = page.toolsets.filter(({ toolset }) => !isMeasured(toolset));
  if (options.quiet) {
    return `${failed.map((one) => `${oneLine(one)}\n`).join('')}${summaryLine(page)}${verdict(page)}\n`;
  }
  // Rows that all say "not measured" say less than the lines under them.
  const isShown = page.toolsets.some(({ toolset }) => toolset.tools !== undefined);
  const isHosts = isShown && hasHostTable(page);
  const sections = [
    isHosts ? hostTable(page) : isShown ? serverTable(page) : '',
    options.verbose ? describeConnections(page.toolsets, options) : '',
    ...(isHosts && !options.verbose ? [] : [heaviestTools(page), partsTable(page)]),
    hostNotes(page).join('\n'),
    ...failed.map((one) => describeNotMeasured(one, options)),
    [describeRemarks(page.toolsets, options), ...notes(page)].filter((text) => text !== '').join('\n'),
    [
      ...(isHosts ? [] : beforeYouType(page)),
      ...estimateLines(page),
      ...priceLines(page),
      ...(isHosts ? [] : comparison(page)),
      ...cutFirst(page),
      ...nextStep(page),
      verdict(page),
    ].join('\n'),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function oneLine({ server, toolset }: NamedToolset): string {
  const why = toolset.failure?.message ?? toolset.warnings[0]?.message ?? '';
  return escapeForTerminal(
    `${placeOf({ server, toolset: toolset.name })} ${toolset.tools === undefined ? 'not measured' : toolset.status}: ${why}`,
  );
}

function summaryLine({ report, totals, toolsets }: Page): string {
  if (!toolsets.some(({ toolset }) => toolset.tools !== undefined)) return '';
  const clients = (report.hosts ?? []).filter(({ client }) => client !== undefined);
  if (clients.length > 1) {
    const sizes = clients.map(
      ({ label, upfront }) =>
        `${escapeForTerminal(label)} ${upfront === undefined ? 'not counted' : formatNoun(upfront, 'token')}`,
    );
    return `${sizes.join(', ')} before you type. `;
  }
  return `${formatNoun(totals.tools, 'tool')}, ${formatNoun(totals.bytes, 'byte')}, ${report.totals?.tokens === undefined ? 'tokens not counted' : formatNoun(totals.tokens, 'token')}. `;
}

function notes({ report, options }: Page): readonly string[] {
  return (report.notes ?? []).map((note) => layLabelled('note', escapeForTerminal(note), options.columns));
}

function comparison({ toolsets, options }: Page): readonly string[] {
  const compared = toolsets.flatMap(({ server, toolset: { name, comparison, tools } }) =>
    comparison === undefined || tools === 0
      ? []
      : [{ server: escapeForTerminal(placeOf({ server, toolset: name })), ...comparison }],
  );
  const [first, ...others] = compared.toSorted((a, b) => b.heavierThan - a.heavierThan);
  if (first === undefined) return [];
  const text = `${first.server} is heavier than ${first.heavierThan} % of ${first.servers} public servers (${first.date})`;
  const rest = nameSome(
    others.map(({ server, heavierThan }) => `${server} ${heavierThan} %`),
    NAMED,
    '; ',
  );
  return [layLabelled('Is this normal?', rest === '' ? text : `${text}; ${rest}`, options.columns)];
}

/** The repair that saves most over all servers together. */
function cutFirst({ report, totals, toolsets, options }: Page): readonly string[] {
  const cuts = toolsets.flatMap(({ server, toolset }) =>
    toolset.cutFirst === undefined
      ? []
      : [
          {
            ...toolset.cutFirst,
            server: escapeForTerminal(placeOf({ server, toolset: toolset.name })),
          },
        ],
  );
  const joined = [...new Set(cuts.map(({ message }) => message))].map((message) => {
    const same = cuts.filter((cut) => cut.message === message);
    return {
      // One tool of that name in each of the servers: their number says nothing.
      isOneTool: same.some(({ id }) => id === 'heaviest-tool'),
      message: escapeForTerminal(message),
      servers: same.map(({ server }) => server),
      tools: same.reduce((sum, { tools }) => sum + tools, 0),
      saved: same.reduce((sum, { tokensSaved }) => sum + tokensSaved, 0),
    };
  });
  const [best] = joined.toSorted((a, b) => b.saved - a.saved);
  if (best === undefined) return [];
  const whose = toolsets.length > 1 ? `${nameSome(best.servers, NAMED)}: ` : '';
  const where = best.tools > 1 && !best.isOneTool ? ` in ${formatNoun(best.tools, 'tool')}` : '';
  const ofTotal =
    report.totals === undefined ? '' : ` (${formatPercent(best.saved, totals.tokens)} of the total)`;
  const saved = `−${formatCount(best.saved)}${ofTotal}`;
  return [layLabelled('Cut first', `${whose}${best.message}${where}: ${saved}`, options.columns)];
}

/** A command is never wrapped, so that it can be copied. */
function nextStep({ options, totals, toolsets }: Page): readonly string[] {
  if (totals.tools === 0) return [];
  const isAll = options.verbose || toolsets.every(({ toolset }) => (toolset.tools ?? 0) <= HEAVIEST_TOOLS);
  const [flag, does] = isAll ? ['--format json', 'every figure'] : ['--verbose', 'every tool'];
  const command = escapeForTerminal(`npx mcp-budget measure ${flag} ${options.args}`.trimEnd());
  return [`${layLabelled('Next', does, options.columns)}\n  ${command}`];
}

/** How it was counted, what is missing, and the exit code: the last line, for readers of logs. */
function verdict({ report, options, toolsets, color }: Page): string {
  const counted = report.view === 'wire' ? 'the whole array' : 'name + description + inputSchema';
  const { measured, exitCode, redacted } = report.summary;
  const secrets = redacted === 0 ? '' : `${formatNoun(redacted, 'occurrence')} of secrets replaced. `;
  const how = measured === 0 ? '' : `o200k_base, exact, ${counted}. `;
  const line = `${how}${secrets}${measured} of ${toolsets.length} measured. exit ${exitCode}`;
  const wrapped = options.quiet ? line : wrap(line, options.columns).join('\n');
  return exitCode === 0 ? wrapped : color.red(wrapped);
}
