/** Read one file that was found, or that a person named. */
import type { ClientFile, ClientScope, ClientWarning } from '../../model/client.ts';
import { claudeProject } from './claude-settings.ts';
import type { DiscoverContext } from './discover-context.ts';
import { shownPath } from './discover-folders.ts';
import type { ClientFormat } from './format.ts';
import { encodingWarning } from './file-warnings.ts';
import { suggestedFormats } from './format-paths.ts';
import { readClientFile } from './read-client-file.ts';

/** Project files that these clients read in folders the user trusts only (clients' own docs, 2026-11-30). */
const TRUSTING = new Set(['codex', 'copilot-cli', 'kimi-code']);

export interface OpenFile {
  readonly path: string;
  readonly scope: ClientScope;
  /** The project that it is read for. */
  readonly folder: string;
  /** The shape that its place suggests; absent: its content and its name tell. */
  readonly format?: ClientFormat | undefined;
}

/** Read a file of a client; one that cannot be read is an answer too. */
export function openClientFile(
  { path, scope, folder, format }: OpenFile,
  context: DiscoverContext,
): ClientFile {
  const shown = shownPath(path, context);
  const opened = context.openFile(path);
  if (opened === undefined || 'problem' in opened) {
    return {
      shape: format?.id ?? suggestedFormats(path, context)[0]?.id ?? 'claude-code-project',
      scope,
      path,
      shown,
      answer: 'unreadable',
      servers: [],
      overrides: [],
      warnings: [],
      elsewhere: 0,
      problem: { message: opened?.problem ?? 'it is gone' },
      isConsentNeeded: scope === 'project',
      folder,
    };
  }
  const { text, isDamaged = false } = opened;
  const workspaceFolder = scope === 'local' ? claudeProject(text, context) : folder;
  const file = readClientFile(
    { path, shown, text, scope, hint: format?.id },
    { ...context, workspaceFolder, isWithheld: withheldIn(path, scope, context) },
  );
  const warnings = [
    ...(isDamaged && file.answer !== 'unreadable' ? [encodingWarning(text)] : []),
    ...file.warnings,
    ...trustWarning(file, format?.product),
  ];
  return { ...file, warnings, folder };
}

/** What a project's file names, as a key in the home folder, is opened for servers that were allowed only. */
function withheldIn(path: string, scope: ClientScope, { isAllowed }: DiscoverContext) {
  if (scope !== 'project') return undefined;
  return (server: string): boolean => isAllowed?.(path, server) !== true;
}

function trustWarning(file: ClientFile, product: string | null | undefined): readonly ClientWarning[] {
  if (file.scope !== 'project' || file.servers.length === 0 || !TRUSTING.has(product ?? '')) return [];
  return [{ code: 'trusted-folders-only', message: 'loaded in folders that the user trusts only' }];
}
