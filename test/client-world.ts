/** The closed world that the files of `fixtures/clients` are read in. */
import type { ClientContext } from '../src/model/client.ts';

const FILES: Readonly<Record<string, string>> = {
  '/home/ada/.secrets/harbor': 'harbor-file-771\n',
  '/repos/atlas/.env':
    '# local\nexport LEVEL=debug\nHARBOR_KEY="env-file-key-313" # of the quay\nDATA_DIR=/from/file\n',
};

export const WORLD: ClientContext = {
  platform: 'linux',
  home: '/home/ada',
  workspaceFolder: '/repos/atlas',
  env: { HARBOR_TOKEN: 'harbor-secret-8412', DATA_DIR: '/data/atlas', CRANE_KEY: '' },
  inputs: { TIDE_KEY: 'tide-answer-55' },
  readFile: (path) => FILES[path],
};
