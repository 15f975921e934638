/** What linting in a gate loads, where there is something to lint: all rules, hosts and the tokenizer. */
export { rulesOverAll } from '../judge/lint/judged-lists.ts';
export { RECOMMENDED } from '../judge/lint/settings.ts';
export { loadO200k } from '../tokens/o200k.ts';
export { lintGroup, tokensIn } from './lint-lists.ts';
export { summarizeLint } from './lint-summary.ts';
export { groupOfConfig } from './lint-groups.ts';
