import { escapeJsonForTerminal } from '../escape.ts';
import { stringify } from '../stringify.ts';
import type { ExplainReporter } from './index.ts';

/** The explanations as they are; one that was named stands alone, without a list around it. */
export const explainJson: ExplainReporter = ({ rules, isDetailed }) => {
  const shown = isDetailed && rules.length === 1 ? rules[0] : rules;
  return stringify(shown).split('\n').map(escapeJsonForTerminal).join('\n');
};
