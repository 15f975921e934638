/** Launches that differ by what clients choose themselves only, and are one. */
import { keyOfLaunch } from '../../launch-key.ts';
import type { CommandLaunch, Launch, UrlLaunch } from '../../model/plan.ts';
import { pathsOf, type DiscoverContext } from './discover-context.ts';

export interface Candidate {
  readonly launch: Launch;
  /** The folder is the client's own choice: its entry names none. */
  readonly isUsualFolder: boolean;
  /** A project's file declares it. */
  readonly isProjects: boolean;
}

/**
 * The launches to capture, in the same order. A URL that some client takes a transport for is tried no other way; a
 * command that nothing in its folder matters to starts in one folder, the user's rather than a project's.
 */
export function shareLaunches(candidates: readonly Candidate[], context: DiscoverContext): readonly Launch[] {
  return candidates.map(({ launch, isUsualFolder }) => {
    if (launch.kind === 'url') return withTransport(launch, candidates);
    return launch.kind === 'command' && isUsualFolder ? inOneFolder(launch, candidates, context) : launch;
  });
}

function withTransport(launch: UrlLaunch, candidates: readonly Candidate[]): UrlLaunch {
  if (launch.transport !== 'auto') return launch;
  const keyOf = (one: UrlLaunch): string => keyOfLaunch({ ...one, transport: 'auto' });
  const key = keyOf(launch);
  const known = candidates.flatMap((one) =>
    one.launch.kind === 'url' && one.launch.transport !== 'auto' && keyOf(one.launch) === key
      ? [one.launch]
      : [],
  );
  return known.find(({ transport }) => transport === 'streamable-http') ?? known[0] ?? launch;
}

function inOneFolder(
  launch: CommandLaunch,
  candidates: readonly Candidate[],
  context: DiscoverContext,
): CommandLaunch {
  const keyOf = (one: CommandLaunch): string => keyOfLaunch({ ...one, cwd: '' });
  const key = keyOf(launch);
  const alike = candidates.flatMap((one) =>
    one.launch.kind === 'command' && one.isUsualFolder && keyOf(one.launch) === key
      ? [{ launch: one.launch, isProjects: one.isProjects }]
      : [],
  );
  const folders = [...new Set(alike.map((one) => one.launch.cwd))];
  const words = [launch.command, ...launch.args, ...Object.values(launch.env)];
  if (folders.length < 2 || words.some((word) => namesFile(word, folders, context))) return launch;
  return (alike.find(({ isProjects }) => !isProjects) ?? alike[0])?.launch ?? launch;
}

/** Tell a word that may mean another thing in another folder: a relative path, or what is there in one of them. */
function namesFile(word: string, folders: readonly string[], context: DiscoverContext): boolean {
  const paths = pathsOf(context);
  const text = word.replace(/^-[\w-]*=/, '');
  if (text === '' || text.startsWith('-') || paths.isAbsolute(text) || /^[a-z][a-z\d+.-]+:/i.test(text))
    return false;
  // `server.mjs`, and no package with its version.
  if (/^\.{1,2}(?:[\\/]|$)/.test(text) || (/\.[a-z]\w*$/i.test(text) && !/@[^/]*$/.test(text))) return true;
  return folders.some((folder) => {
    const path = paths.resolve(folder, text);
    return context.fileExists(path) || context.listFolder(path).length > 0;
  });
}
