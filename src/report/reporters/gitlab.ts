/** GitLab's code quality report: one array of issues, empty when there is none. */
import { escapeForReview, escapePath } from '../escape-message.ts';
import { listIssues, type Issue } from '../issues.ts';
import { stringify } from '../stringify.ts';
import type { Reporter } from '../../model/report.ts';

const SEVERITIES = { error: 'major', warning: 'minor', info: 'info' } as const;

export const gitlab: Reporter = (report, { pathPrefix }) =>
  stringify(listIssues(report, pathPrefix).map(toEntry));

function toEntry(issue: Issue) {
  const {
    place,
    tool,
    reason,
    message,
    suggestion,
    ruleId,
    fingerprint,
    severity,
    isNotMeasured,
    file,
    line,
  } = issue;
  return {
    // Other messages name their tool themselves.
    description: escapeForReview(
      `${reason === undefined || tool === undefined ? place : `${place} ${tool}`}: ${message}${suggestion === undefined ? '' : `. ${suggestion}`}`,
    ),
    check_name: ruleId,
    fingerprint,
    severity: isNotMeasured && severity === 'error' ? 'critical' : SEVERITIES[severity],
    location: { path: escapePath(file), lines: { begin: line } },
  };
}
