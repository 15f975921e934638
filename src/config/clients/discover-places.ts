/** Where a product's files lie on this machine, nearest scope first. */
import type { ClientScope } from '../../model/client.ts';
import { pathsOf, type DiscoverContext } from './discover-context.ts';
import { absolutePath, matchFiles, projectFolders } from './discover-folders.ts';
import type { ClientFormat, ExtraPath, PathPattern } from './format.ts';

export interface FoundFile {
  readonly path: string;
  readonly format: ClientFormat;
  readonly scope: ClientScope;
  /** The folder that a project's file belongs to; else the project of the working directory. */
  readonly folder: string;
  /** Empty: the usual one. */
  readonly installation: string;
}

interface Place {
  readonly pattern: PathPattern;
  readonly scope: 'system' | 'user' | 'project';
  readonly hiddenBy?: PathPattern | undefined;
}

/** Every file of a product that is there. A path counts once a scope. */
export function findFiles(formats: readonly ClientFormat[], context: DiscoverContext): readonly FoundFile[] {
  const found = formats.flatMap((format) =>
    placesOf(format, context).flatMap((place) => filesAt(place, format, context)),
  );
  const isUsers = ({ scope }: FoundFile): boolean => scope === 'user' || scope === 'local';
  const users = new Set(found.filter(isUsers).map(({ path }) => path));
  const seen = new Set<string>();
  const distinct = found.filter(({ path, scope }) => {
    // In the home folder itself, a user's file would be a project's too.
    if (scope === 'project' && users.has(path)) return false;
    const key = `${scope} ${path}`;
    return !seen.has(key) && seen.add(key);
  });
  return hideGithub(distinct).toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Where a product is looked for, as told to people. */
export function lookedFor(
  formats: readonly ClientFormat[],
  context: DiscoverContext,
): readonly PathPattern[] {
  const patterns = formats.flatMap((format) =>
    placesOf(format, context).flatMap(({ pattern, scope }) =>
      scope === 'project' ? [pattern] : moved(pattern, format, context),
    ),
  );
  return [...new Set(patterns)];
}

/** Later ones win in some clients: there the last place is the nearest. */
const LAST_IS_NEAREST = new Set(['opencode', 'kilo-code']);

function placesOf(format: ClientFormat, { platform }: DiscoverContext): readonly Place[] {
  const extra = (format.extraPaths ?? []).filter(
    ({ platforms }: ExtraPath) => platforms === undefined || platforms.includes(platform),
  );
  const order = (patterns: readonly PathPattern[]): readonly PathPattern[] =>
    LAST_IS_NEAREST.has(format.product ?? '') ? patterns.toReversed() : patterns;
  return [
    ...order(format.projectPaths).map((pattern) => ({ pattern, scope: 'project' }) as const),
    ...order(format.userPaths[platform]).map((pattern) => ({ pattern, scope: 'user' }) as const),
    ...extra.map(({ path, scope, hiddenBy }) => ({ pattern: path, scope, hiddenBy })),
  ];
}

function filesAt(place: Place, format: ClientFormat, context: DiscoverContext): readonly FoundFile[] {
  const { pattern } = place;
  const installation = installationOf(pattern, format, context);
  if (place.scope === 'project') {
    for (const folder of projectFolders(context)) {
      const found = matchFiles(pathsOf(context).join(folder, pattern), context);
      if (found.length > 0)
        return found.map((path) => ({ path, format, scope: 'project', folder, installation }));
    }
    return [];
  }
  const resolve = (one: PathPattern): readonly string[] =>
    moved(one, format, context).flatMap((each) => matchFiles(absolutePath(each, context), context));
  if (place.hiddenBy !== undefined && resolve(place.hiddenBy).length > 0) return [];
  const scope = format.id === 'claude-code-local' ? 'local' : place.scope;
  const folder = context.workspaceFolder;
  return resolve(pattern).map((path) => ({ path, format, scope, folder, installation }));
}

/** The places that the environment moves a path to; the usual one where it does not, and beside an unconfirmed move. */
function moved(pattern: PathPattern, format: ClientFormat, context: DiscoverContext): readonly PathPattern[] {
  const moves = (format.envOverride ?? []).filter(({ env, replaces }) => {
    const isBelow = pattern === replaces || pattern.startsWith(`${replaces}/`);
    return isBelow && (context.env[env] ?? '') !== '';
  });
  const target = ({ env, replaces }: (typeof moves)[number]): PathPattern =>
    `${context.env[env] ?? ''}${pattern.slice(replaces.length)}`;
  const sure = moves.find(({ isUnconfirmed }) => isUnconfirmed !== true);
  return sure === undefined ? [...moves.map(target), pattern] : [target(sure)];
}

/** Files that another installation of a product reads, so that nothing reads them together with the usual ones. */
const INSTALLATIONS: readonly (readonly [RegExp, string])[] = [
  [/\/Code - Insiders\//, 'Insiders'],
  [/\/profiles\/\*\//, 'a profile'],
  [/\.code-workspace$/, 'a workspace file'],
  [/\/Packages\/Claude_\*\//, 'the build of the store'],
  [/^~\/\.cline\//, 'the CLI'],
  [/^~\/\.gemini\/antigravity\//, 'an older place'],
  [/^~\/\.codeium\/mcp_config\.json$/, 'the plug-in for JetBrains'],
];

function installationOf(pattern: PathPattern, format: ClientFormat, { platform }: DiscoverContext): string {
  if (format.id === 'goose' && platform === 'win32' && pattern.startsWith('~/')) return 'an older place';
  return INSTALLATIONS.find(([sign]) => sign.test(pattern))?.[1] ?? '';
}

const RANKS: readonly ClientScope[] = ['system', 'local', 'project', 'user'];

function rankOf({ scope }: FoundFile): number {
  return RANKS.indexOf(scope);
}

/** `.mcp.json` hides `.github/mcp.json` (GitHub Copilot CLI, add-mcp 2.4.0, 2026-11-30). */
function hideGithub(files: readonly FoundFile[]): readonly FoundFile[] {
  const isHiding = ({ path, format }: FoundFile): boolean =>
    format.id === 'copilot-cli' && /[\\/]\.mcp\.json$/.test(path);
  if (!files.some(isHiding)) return files;
  return files.filter(({ path }) => !/[\\/]\.github[\\/]mcp\.json$/.test(path));
}
