import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findConfigs } from '../src/config/config-find.ts';
import { folderWith } from './config-folder.ts';

const CONFIG = 'mcp-budget.config.json';
const filesOf = async (cwd: string, paths: readonly string[] = []) =>
  (await findConfigs({ cwd, paths })).map(({ file }) => file);

describe('without --config', () => {
  it.each(['.json', '.jsonc', '.yaml', '.yml', '.js', '.mjs', '.ts'])(
    'mcp-budget.config%s is found',
    async (extension) => {
      const name = `mcp-budget.config${extension}`;
      expect(await filesOf(folderWith({ [name]: '', '.git/HEAD': '' }))).toEqual([name]);
    },
  );

  it('the nearest above is found, past a package.json without the key or without sense', async () => {
    const folder = folderWith({
      [CONFIG]: '{}',
      '.git/HEAD': '',
      'a/package.json': { devDependencies: { 'mcp-budget': '1' } },
      'a/b/package.json': '{',
      'a/b/c/x': '',
    });
    expect(await filesOf(join(folder, 'a/b/c'))).toEqual([`../../../${CONFIG}`]);
  });

  it('a package.json with the key is found', async () => {
    const folder = folderWith({ 'package.json': { 'mcp-budget': {} }, 'a/x': '', '.git/HEAD': '' });
    expect(await findConfigs({ cwd: join(folder, 'a'), paths: [] })).toEqual([
      { path: join(folder, 'package.json'), file: '../package.json', form: 'package' },
    ]);
  });

  it('none above the repository is found, but one at its root is', async () => {
    const folder = folderWith({ [CONFIG]: '{}', 'repo/.git/HEAD': '', 'repo/a/x': '' });
    expect(await filesOf(join(folder, 'repo/a'))).toEqual([]);
    // In a worktree and in a submodule it is a file.
    const root = folderWith({ [CONFIG]: '{}', '.git': 'gitdir: elsewhere', 'a/x': '' });
    expect(await filesOf(join(root, 'a'))).toEqual([`../${CONFIG}`]);
  });

  it.each([
    [{ [CONFIG]: '{}', 'mcp-budget.config.yaml': '' }, `${CONFIG} and mcp-budget.config.yaml`],
    [{ [CONFIG]: '{}', 'package.json': { 'mcp-budget': {} } }, `${CONFIG} and package.json`],
  ])('two in one folder are an error that names both', async (files, both) => {
    const folder = folderWith({ ...files, '.git/HEAD': '' });
    await expect(filesOf(folder)).rejects.toMatchObject({
      name: 'ConfigError',
      message: `two configs in ${folder}: ${both}`,
    });
  });
});

describe('--config', () => {
  const folder = folderWith({
    'packages/a/mcp-budget.config.json': '{}',
    'packages/b/mcp-budget.config.yaml': '',
    'packages/c/package.json': { 'mcp-budget': {} },
    'packages/d/package.json': {},
    'packages/.git/e/mcp-budget.config.json': '{}',
    'packages/node_modules/f/mcp-budget.config.json': '{}',
    'odd [name]/budget.jsonc': '{}',
    'notes.txt': '',
  });
  symlinkSync(join(folder, 'packages'), join(folder, 'packages/b/loop'));

  it.each([
    [['packages/a/mcp-budget.config.json'], ['packages/a/mcp-budget.config.json']],
    [['packages/a'], ['packages/a/mcp-budget.config.json']],
    [['packages/c'], ['packages/c/package.json']],
    [['odd [name]/budget.jsonc'], ['odd [name]/budget.jsonc']],
    [
      ['packages/*/mcp-budget.config.*'],
      ['packages/a/mcp-budget.config.json', 'packages/b/mcp-budget.config.yaml'],
    ],
    [['**/package.json'], ['packages/c/package.json']],
    [
      ['packages/b/*.yaml', '**/mcp-budget.config.*'],
      ['packages/b/mcp-budget.config.yaml', 'packages/a/mcp-budget.config.json'],
    ],
    [['./packages/{a,b}/*'], ['packages/a/mcp-budget.config.json', 'packages/b/mcp-budget.config.yaml']],
  ])('%j', async (paths, files) => {
    expect(await filesOf(folder, paths)).toEqual(files);
  });

  it('takes a glob that goes up', async () => {
    expect(await filesOf(join(folder, 'packages/a'), ['../*/mcp-budget.config.yaml'])).toEqual([
      '../b/mcp-budget.config.yaml',
    ]);
  });

  it.each([
    ['packages/a/mcp-budget.confg.json', 'no such file', 'did you mean mcp-budget.config.json?'],
    ['package/a/mcp-budget.config.json', 'no such file', 'did you mean packages?'],
    ['package/*/mcp-budget.config.json', 'matches no file', 'did you mean packages/a/mcp-budget.config.json'],
    ['x/*.json', 'matches no file', 'there are packages/a/mcp-budget.config.json'],
    ['packages/d', 'no config in this folder', 'e.g. mcp-budget.config.json'],
  ])('%s is an error', async (path, message, hint) => {
    await expect(filesOf(folder, [path])).rejects.toMatchObject({
      name: 'UsageError',
      message: `--config ${path}: ${message}`,
      hint: expect.stringContaining(hint),
    });
  });

  it('refuses what is no form of config', async () => {
    await expect(filesOf(folder, ['*.txt'])).rejects.toMatchObject({
      name: 'UsageError',
      message: 'notes.txt: no form of config',
    });
  });
});

it('a glob follows links to folders, as workspaces have them', async () => {
  const folder = folderWith({ 'elsewhere/mcp-budget.config.json': '{}', 'packages/.keep': '' });
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'packages/linked'));
  const found = await findConfigs({ cwd: folder, paths: ['packages/*/mcp-budget.config.json'] });
  expect(found.map(({ file }) => file)).toEqual(['packages/linked/mcp-budget.config.json']);
});
