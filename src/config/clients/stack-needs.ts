/** What a launch still needs, by the variables that are left in it: an entry that was disabled never told. */
import type { ClientContext, ClientLaunch, ClientNeed } from '../../model/client.ts';
import { emptyFilling, fillText, type Field } from './fill.ts';
import { clientFormat } from './formats/index.ts';

/** A world that answers nothing. */
const NOWHERE: ClientContext = {
  platform: 'linux',
  home: '/',
  workspaceFolder: '/',
  env: {},
  inputs: {},
  readFile: () => undefined,
};

/** Needs of a launch whose variables were filled in as far as they could be. */
export function unfilledIn(launch: ClientLaunch, shape: string): readonly ClientNeed[] {
  const { command = '', args = [], cwd = '', url = '', env = {}, headers = {} } = launch;
  const dialect = clientFormat(shape)?.dialect ?? 'none';
  const filling = emptyFilling();
  const look = (text: string, of: Field['of'], shown: string): void => {
    fillText(text, { of, shown }, { world: { context: NOWHERE, path: '/', dialect }, filling });
  };
  look(command, 'command', 'command');
  for (const [index, text] of args.entries()) look(text, 'args', `args[${index}]`);
  look(cwd, 'cwd', 'cwd');
  look(url, 'url', 'url');
  for (const [name, text] of Object.entries(env)) look(text, 'env', `env.${name}`);
  for (const [name, text] of Object.entries(headers)) look(text, 'headers', `headers.${name}`);
  return filling.needs;
}
