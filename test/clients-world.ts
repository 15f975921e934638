/** A machine made of a few files: a home, projects, an operating system. Nothing of the real one is looked at. */
import { posix, win32 } from 'node:path';
import type { DiscoverContext } from '../src/config/clients/discover-context.ts';

interface World {
  readonly platform?: DiscoverContext['platform'];
  readonly home?: string;
  readonly cwd?: string;
  /** The repository's root; default: the working directory. */
  readonly repository?: string;
  readonly env?: DiscoverContext['env'];
  readonly inputs?: DiscoverContext['inputs'];
  readonly isAllowed?: DiscoverContext['isAllowed'];
}

/** A context of files by their absolute path; an object is their JSON. */
export function worldOf(files: Readonly<Record<string, unknown>>, world: World = {}): DiscoverContext {
  const { platform = 'linux', env = {}, inputs = {} } = world;
  const isWindows = platform === 'win32';
  const { sep } = isWindows ? win32 : posix;
  const home =
    world.home ?? (isWindows ? 'C:\\Users\\dev' : platform === 'darwin' ? '/Users/dev' : '/home/dev');
  const cwd = world.cwd ?? `${home}${sep}code${sep}app`;
  const texts = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    ]),
  );
  const readFile = (path: string): string | undefined => texts.get(path);
  return {
    platform,
    home,
    cwd,
    workspaceFolder: world.repository ?? cwd,
    env,
    inputs,
    isAllowed: world.isAllowed,
    readFile,
    openFile: (path) => {
      const text = readFile(path);
      return text === undefined ? undefined : { text };
    },
    fileExists: (path) => texts.has(path),
    listFolder: (folder) => {
      const below = [...texts.keys()].filter((path) => path.startsWith(`${folder}${sep}`));
      return [...new Set(below.map((path) => path.slice(folder.length + 1).split(sep)[0] ?? ''))];
    },
  };
}

/** The smallest file of most clients. */
export function mcpServers(...names: readonly string[]): object {
  return {
    mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'node', args: [`${name}.mjs`] }])),
  };
}
