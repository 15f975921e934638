/** The world that clients' files are looked for in; tests hand in another. */
import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, posix, resolve, win32 } from 'node:path';
import { ConfigError } from '../../errors.ts';
import type { ClientContext } from '../../model/client.ts';
import { bundleManifest, isBundlePath } from './bundle.ts';

/** What a path holds; `problem` for what is there and cannot be read. */
export type FileText =
  | {
      readonly text: string;
      /** Some of its bytes were no UTF-8. */ readonly isDamaged?: boolean | undefined;
    }
  | { readonly problem: string };

export interface DiscoverContext extends ClientContext {
  /** Absolute. */
  readonly cwd: string;
  /** Undefined where there is none. */
  readonly openFile: (path: string) => FileText | undefined;
  readonly fileExists: (path: string) => boolean;
  /** Names in a folder; none where there is no folder. */
  readonly listFolder: (path: string) => readonly string[];
  /** Tell whether a server that a project's file declares has been allowed; absent: none has. */
  readonly isAllowed?: ((file: string, server: string) => boolean) | undefined;
}

interface World {
  readonly cwd: string;
  readonly env: DiscoverContext['env'];
  readonly inputs?: DiscoverContext['inputs'] | undefined;
}

/** This machine, as a run sees it. */
export function discoverContext({ cwd, env, inputs = {} }: World): DiscoverContext {
  const { platform } = process;
  const home = (platform === 'win32' ? env['USERPROFILE'] : env['HOME']) ?? '';
  const folder = resolve(cwd);
  const context = {
    platform: platform === 'win32' || platform === 'darwin' ? platform : 'linux',
    home: home === '' ? homedir() : resolve(home),
    cwd: folder,
    env,
    inputs,
    openFile,
    fileExists: isFile,
    listFolder,
    readFile: (path: string) => {
      const opened = openFile(path);
      return opened !== undefined && 'text' in opened ? opened.text : undefined;
    },
  } as const;
  return { ...context, workspaceFolder: projectFolder(folder, context.home) };
}

/** Path functions of the platform that the context stands for. */
export function pathsOf({ platform }: Pick<ClientContext, 'platform'>): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** The repository that holds a folder, or the folder itself. The home folder is no project. */
function projectFolder(cwd: string, home: string): string {
  let folder = cwd;
  while (folder !== home && folder !== dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    folder = dirname(folder);
  }
  return cwd;
}

/** Claude Code keeps its whole history in its file; nothing that a person wrote is larger. */
const MAX_BYTES = 64 * 1024 * 1024;

function openFile(path: string): FileText | undefined {
  try {
    const found = statSync(path);
    // A pipe would never end.
    if (!found.isFile()) return { problem: 'it is no file' };
    if (found.size > MAX_BYTES) return { problem: `it is larger than ${MAX_BYTES / 1024 / 1024} MiB` };
    if (isBundlePath(path)) return { text: bundleManifest(readFileSync(path), '') };
    return textOf(readFileSync(path));
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message.trim() };
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { problem: `it cannot be read: ${code}` };
  }
}

function textOf(bytes: Buffer): FileText {
  // Windows PowerShell writes it unless told otherwise.
  const isUtf16 = /^(fffe|feff)/.test(bytes.toString('hex', 0, 2));
  if (isUtf16) return { problem: 'it is UTF-16: save it as UTF-8' };
  return { text: bytes.toString(), isDamaged: !isUtf8(bytes) };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
}

/** A folder of that name is none; what cannot be looked at may be one, and is told when it is read. */
function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch (error) {
    const code = codeOf(error);
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}
