/** Suppressions that keep nothing back any more. */
import type { LintSuppression } from '../../model/lint-settings.ts';
import type { Finding } from '../../model/report.ts';
import { ofRule } from '../rules.ts';
import { listsBehind, type JudgedLists } from './judged-lists.ts';
import { matcherOf } from './settings.ts';

/**
 * Tell of suppressions that matched nothing, where every list that they could match was judged; of one that matches no
 * list of the config, always. `label`: the config's among several.
 */
export function findUnusedSuppressions(
  unused: readonly LintSuppression[],
  judged: JudgedLists,
  label: string,
): readonly Finding[] {
  return unused
    .filter((one) => {
      const matches = matcherOf({ server: one.server, toolset: one.toolset });
      return listsBehind(judged, one.rule, matches).every(({ isJudged }) => isJudged);
    })
    .map((one) => ({
      ...ofRule('suppression-unused'),
      server: '',
      toolset: label,
      message: `nothing is left to suppress of ${describe(one)} ("${one.because}")`,
      suggestion: 'delete it: what it would hide from now on is something new',
      source: one.source,
    }));
}

function describe({ rule, reason, server, toolset, tool }: LintSuppression): string {
  const where = [server, toolset, tool].filter((glob) => glob !== undefined).join('/');
  return `${rule}${reason === undefined ? '' : ` (${reason})`}${where === '' ? '' : ` in ${where}`}`;
}
