/** What a vendor's message means, for a person: the tool, the rule, the repair. */
import { breakCommands } from '../escape-command.ts';
import { escapeForTerminal } from '../escape.ts';
import { layLabelled, wrap } from '../layout.ts';
import type { FindReport, FoundPlace, FoundTool } from '../../model/find.ts';
import type { Finding } from '../../model/report.ts';
import { formatCount, formatNoun } from '../../numbers.ts';
import type { FindReporter } from './index.ts';

/** Of the tools that an index may mean, as many are told. */
const MOST_TOOLS = 5;
/** Of the findings of one tool. */
const MOST_FINDINGS = 3;

export const findTable: FindReporter = (found, { columns }) => {
  const sections = [
    ...found.places.map((one) => describePlace(one, found, columns)),
    ...(found.notMeasured.length === 0
      ? []
      : [found.notMeasured.flatMap((line) => wrap(escapeForTerminal(line), columns)).join('\n')]),
  ];
  return breakCommands(`${sections.join('\n\n')}\n`);
};

function describePlace(found: FoundPlace, { searched }: FindReport, columns: number): string {
  const { place, label, tools } = found;
  const isAny = tools.some(({ by, findings }) => by === 'name' || findings.length > 0);
  const head = [
    layLabelled('message', escapeForTerminal(place.text), columns),
    ...(place.complaint === '' ? [] : [layLabelled('says', escapeForTerminal(place.complaint), columns)]),
    layLabelled('written by', label, columns),
  ];
  if (tools.length === 0) {
    const none = `no such fault in ${formatNoun(searched, 'tool')}. ${ELSEWHERE}`;
    return [...head, layLabelled('found', none, columns)].join('\n');
  }
  const shown = tools.slice(0, MOST_TOOLS);
  const more = tools.length - shown.length;
  const notes = [
    ...(more > 0 ? [`${formatNoun(more, 'more tool')} may be meant: --format json lists all.`] : []),
    ...indexNote(found),
    ...(isAny ? [] : [`No rule finds a fault there. ${ELSEWHERE}`]),
  ];
  return [
    ...head,
    ...shown.map((tool) => `\n${describeTool(tool, place.rules.length > 0, columns)}`),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap((note) => wrap(note, columns))]),
  ].join('\n');
}

const ELSEWHERE = "The tool may be the host's own, or of a server that was not among these.";

function indexNote({ place, tools, ownTools }: FoundPlace): readonly string[] {
  if (place.index === undefined || tools.every(({ by }) => by === 'name')) return [];
  const known =
    ownTools.length === 0 ? '' : ` (${ownTools.map(formatCount).join(' or ')} as far as is known)`;
  return [
    `Index ${formatCount(place.index)} counts all tools of the request: the host's own${known} and those of other servers stand among them.`,
  ];
}

function describeTool(tool: FoundTool, isKnown: boolean, columns: number): string {
  const { server, toolset, findings, index, pointer } = tool;
  const name = tool.tool === '' ? 'a tool without a name' : tool.tool;
  const list = toolset === 'default' ? server : `${server}/${toolset}`;
  const title = `${escapeForTerminal(list)} › ${escapeForTerminal(name)}`;
  const where = `tool ${formatCount(index + 1)} of its list, ${escapeForTerminal(pointer)}`;
  const rest = findings.length - MOST_FINDINGS;
  return [
    ...wrap(title, columns),
    layLabelled('place', where, columns),
    layLabelled('why this one', reasonOf(tool, isKnown), columns),
    ...findings.slice(0, MOST_FINDINGS).map((finding) => describeFinding(finding, columns)),
    ...(rest > 0 ? [layLabelled('', `and ${formatNoun(rest, 'more finding')}`, columns)] : []),
  ].join('\n');
}

function reasonOf({ by, before, findings }: FoundTool, isKnown: boolean): string {
  if (by === 'name') return 'the message names it';
  const fault =
    findings.length === 0 ? '' : isKnown ? 'it has the fault that is complained of' : 'it has a fault there';
  if (by === 'index') {
    const index = 'it has this index, if no other tools stand in front';
    return fault === '' ? index : `${fault}, and ${index.replace('it has ', '')}`;
  }
  if (before === undefined) return fault === '' ? 'it has this place' : fault;
  return `${fault === '' ? 'it has this place' : fault}; ${formatNoun(before, 'other tool')} would stand in front`;
}

function describeFinding({ severity, ruleId, message, suggestion }: Finding, columns: number): string {
  return [
    layLabelled(severity, `${escapeForTerminal(ruleId)}: ${escapeForTerminal(message)}`, columns),
    ...(suggestion === undefined ? [] : [layLabelled('repair', escapeForTerminal(suggestion), columns)]),
    layLabelled('more', `npx mcp-budget explain ${escapeForTerminal(ruleId)}`, columns),
  ].join('\n');
}
