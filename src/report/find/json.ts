import { escapeJsonForTerminal } from '../escape.ts';
import { stringify } from '../stringify.ts';
import type { FindReporter } from './index.ts';

/** Every place with every tool that it may mean. */
export const findJson: FindReporter = (found) =>
  stringify({ schemaVersion: 1, ...found })
    .split('\n')
    .map(escapeJsonForTerminal)
    .join('\n');
