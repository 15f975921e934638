/** The commands, in the order help shows them. */
import type { Command } from './command.ts';
import { check } from './check.ts';
import { clients } from './clients.ts';
import { compare } from './compare.ts';
import { explain } from './explain.ts';
import { find } from './find.ts';
import { hosts } from './hosts.ts';
import { init } from './init.ts';
import { lint } from './lint.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { measure } from './measure.ts';
import { snapshot } from './snapshot.ts';

export const commands = {
  measure,
  check,
  lint,
  init,
  snapshot,
  compare,
  clients,
  hosts,
  explain,
  find,
  login,
  logout,
} as const satisfies Record<string, Command>;
