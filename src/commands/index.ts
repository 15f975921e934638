/** The commands, in the order help shows them. */
import type { Command } from './command.ts';
import { check } from './check.ts';
import { compare } from './compare.ts';
import { init } from './init.ts';
import { measure } from './measure.ts';
import { snapshot } from './snapshot.ts';

export const commands = { measure, check, init, snapshot, compare } as const satisfies Record<
  string,
  Command
>;
