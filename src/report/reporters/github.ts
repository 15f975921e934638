/**
 * Annotations of a GitHub workflow, and then the table for whoever reads the log. Of each level ten are shown a step and
 * the rest is dropped in silence, so the tenth says how many more there are.
 */
import { createHash } from 'node:crypto';
import { breakCommands, escapeCommandData, escapeCommandProperty } from '../escape-command.ts';
import { listIssues, type Issue } from '../issues.ts';
import { formatNoun } from '../../numbers.ts';
import type { Reporter, Severity } from '../../model/report.ts';
import { table } from './table.ts';

const MOST = 9;
const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

export const github: Reporter = async (report, options) => {
  const issues = listIssues(report, options.pathPrefix);
  const commands = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const all = issues.filter((issue) => issue.severity === severity);
    const more = all.length - MOST;
    return [
      ...all.slice(0, MOST).map(annotate),
      ...(more > 0
        ? [
            `::${LEVELS[severity]} title=mcp-budget::and ${formatNoun(more, `more ${severity === 'info' ? 'notice' : severity}`)}: see the log of this step`,
          ]
        : []),
    ];
  });
  const log = breakCommands(await table(report, { ...options, colorLevel: 0 }));
  // Nothing in between is taken for a command; whoever wrote it cannot know the word that ends it.
  const token = createHash('sha256').update(log).digest('hex');
  return `${commands.map((command) => `${command}\n`).join('')}::stop-commands::${token}\n${log}::${token}::\n`;
};

function annotate({ severity, file, line, place, tool, message, suggestion, ruleId }: Issue): string {
  const title = `${place}${tool === undefined ? '' : ` ${tool}`} (${ruleId})`;
  const properties = `file=${escapeCommandProperty(file)},line=${line},title=${escapeCommandProperty(title)}`;
  const text = `${place}: ${message}${suggestion === undefined ? '' : `\n${suggestion}`}`;
  return `::${LEVELS[severity]} ${properties}::${escapeCommandData(text)}`;
}
