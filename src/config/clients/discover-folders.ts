/** From a path as a client documents it to paths on this machine: home, `%NAME%`, moved folders, and one `*` a segment. */
import { pathsOf, type DiscoverContext } from './discover-context.ts';

/**
 * The absolute path, which may hold `*`; undefined where the platform has no such folder.
 * `XDG_CONFIG_HOME` moves `~/.config` (XDG Base Directory Specification 0.8; empty or relative values do not count).
 */
export function absolutePath(pattern: string, context: DiscoverContext): string {
  const paths = pathsOf(context);
  const { home } = context;
  const moved = context.env['XDG_CONFIG_HOME'] ?? '';
  if (context.platform !== 'win32' && pattern.startsWith('~/.config/') && paths.isAbsolute(moved)) {
    return paths.join(moved, pattern.slice('~/.config/'.length));
  }
  const inHome = pattern.startsWith('~/') ? paths.join(home, pattern.slice(2)) : pattern;
  const filled = inHome.replace(/^%(\w+)%/, (_, name: string) => windowsFolder(name, context));
  return paths.resolve(context.cwd, filled);
}

/** Where Windows keeps them by default, for an environment that was emptied. */
const WINDOWS_FOLDERS: Readonly<Record<string, string>> = {
  USERPROFILE: '',
  APPDATA: 'AppData\\Roaming',
  LOCALAPPDATA: 'AppData\\Local',
};

function windowsFolder(name: string, context: DiscoverContext): string {
  const given = name === 'USERPROFILE' ? context.home : (context.env[name] ?? '');
  return given === '' ? pathsOf(context).join(context.home, WINDOWS_FOLDERS[name] ?? '') : given;
}

/** The files that a path with `*` in its segments stands for; the one it is where it has none. */
export function matchFiles(pattern: string, context: DiscoverContext): readonly string[] {
  const paths = pathsOf(context);
  if (!pattern.includes('*')) return context.fileExists(pattern) ? [pattern] : [];
  const { root } = paths.parse(pattern);
  const segments = pattern.slice(root.length).split(paths.sep);
  const folders = segments
    .slice(0, -1)
    .reduce<readonly string[]>(
      (found, segment) =>
        found.flatMap((folder) =>
          namesLike(segment, folder, context).map((name) => paths.join(folder, name)),
        ),
      [root],
    );
  return folders.flatMap((folder) =>
    namesLike(segments.at(-1) ?? '', folder, context)
      .map((name) => paths.join(folder, name))
      .filter(context.fileExists),
  );
}

function namesLike(segment: string, folder: string, context: DiscoverContext): readonly string[] {
  if (!segment.includes('*')) return [segment];
  const [before = '', after = ''] = segment.split('*');
  return context
    .listFolder(folder)
    .filter(
      (name) =>
        name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after),
    );
}

/**
 * The folders that a project's file may lie in, nearest first: from the working directory up to the repository's root.
 * Neither the home folder nor the root of a drive is a project of the folders below.
 */
export function projectFolders(context: DiscoverContext): readonly string[] {
  const paths = pathsOf(context);
  const folders = [context.cwd];
  const isEnd = (folder: string): boolean => folder === context.home || folder === paths.dirname(folder);
  // Without a repository the project is the working directory, and folders above may still hold a file for it.
  const isLast = (folder: string): boolean =>
    folder === context.workspaceFolder && context.workspaceFolder !== context.cwd;
  for (let folder = context.cwd; !isLast(folder); folders.push(folder)) {
    folder = paths.dirname(folder);
    if (isEnd(folder)) break;
  }
  return isEnd(context.cwd) ? [context.cwd] : folders;
}

/** A path as a person should see it: from the working directory within the project, else from the home folder. */
export function shownPath(path: string, context: DiscoverContext): string {
  const paths = pathsOf(context);
  const forward = (text: string): string => text.split(paths.sep).join('/');
  const inProject = paths.relative(context.workspaceFolder, path);
  if (isBelow(inProject, context)) return forward(paths.relative(context.cwd, path));
  const inHome = paths.relative(context.home, path);
  return isBelow(inHome, context) ? `~/${forward(inHome)}` : forward(path);
}

function isBelow(relative: string, context: DiscoverContext): boolean {
  return relative !== '' && !relative.startsWith('..') && !pathsOf(context).isAbsolute(relative);
}
