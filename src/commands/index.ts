/** The commands, in the order help shows them. */
import type { Command } from './command.ts';
import { measure } from './measure.ts';
import { snapshot } from './snapshot.ts';

export const commands = { measure, snapshot } as const satisfies Record<string, Command>;
