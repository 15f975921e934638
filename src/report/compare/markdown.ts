/** Two lists side by side, for a pull request or a release note. */
import type { ComparedList, ComparedLists } from '../../model/baseline.ts';
import { describeChanges } from '../changes.ts';
import { escapeForMarkdown } from '../escape-markdown.ts';
import { formatCount } from '../../numbers.ts';
import type { CompareReporter } from './index.ts';
import { describeDynamic, isUnchanged, otherChanges, sizeRows } from './rows.ts';

/** A comment holds 65,536 characters; a row may take 300. */
const MAX_ROWS = 100;

export const compareMarkdown: CompareReporter = (compared) => {
  const changed = compared.lists.filter((list) => !isUnchanged(list));
  const sections = [
    changed.length === 0 ? '### No difference' : '### Tool lists compared',
    ...changed.map((list) => describeList(list, compared)),
    ...describeDynamic(compared).map(escapeForMarkdown),
    `${compared.method.tokenizer}, exact, name+description+inputSchema · mcp-budget ${compared.generator.version}`,
  ];
  return `${sections.join('\n\n')}\n`;
};

function describeList(list: ComparedList, { before, after }: ComparedLists): string {
  const changes = list.difference === undefined ? [] : describeChanges(list.difference);
  const shown = changes.slice(0, MAX_ROWS);
  const rows = shown.map(
    ({ sign, name, amount, what }) => `| ${sign} ${escapeForMarkdown(name)} | ${amount} | ${what} |`,
  );
  const more = changes.length - shown.length;
  return [
    `| ${escapeForMarkdown(`${list.server}/${list.toolset}`)} | ${escapeForMarkdown(before)} | ${escapeForMarkdown(after)} | change |`,
    '|---|--:|--:|--:|',
    ...sizeRows(list).map((row) => `| ${row.label} | ${row.before} | ${row.after} | ${row.change} |`),
    ...otherChanges(list).map((text) => `\n${text}`),
    ...(rows.length === 0 ? [] : ['\n| tool | tokens | what changed |', '|---|--:|---|', ...rows]),
    ...(more === 0 ? [] : [`\n${formatCount(more)} more tools are not shown.`]),
  ].join('\n');
}
