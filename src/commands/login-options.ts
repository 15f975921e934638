/** Where `login` and `logout` look for the name of a server. */
import { Option } from 'commander';
import { collect, inputOption } from './options.ts';

/** Files that a server may be named in, and what they ask for. */
export const namedServerOptions = (): readonly Option[] => [
  new Option(
    '--client <ids>',
    'where the server is declared: ids of clients, or the path of a file (default: the config, then every client)',
  ).argParser(collect),
  inputOption(),
  new Option(
    '--config <file>',
    'config file or glob; may be repeated (default: the nearest above)',
  ).argParser(collect),
];
