/** Start a server's process, and say why it cannot be. */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { delimiter, resolve as resolvePath } from 'node:path';
import spawn from 'cross-spawn';
import { CaptureError } from '../errors.ts';
import type { CommandLaunch } from '../model/plan.ts';
import { addLiveGroup } from './live-groups.ts';

/** A variable with a value of its own for every server, by which its processes are found at the end. */
const MARKER = 'MCP_BUDGET_RUN';

/**
 * Start the command in a process group of its own, its streams piped.
 * @throws CaptureError `start-failed` when the working directory or the program is not there, or not to be run.
 */
export async function startProcess(launch: CommandLaunch): Promise<ChildProcess> {
  const run = randomUUID();
  let child: ChildProcess;
  try {
    child = spawn(launch.command, [...launch.args], {
      cwd: launch.cwd,
      env: { ...launch.env, [MARKER]: run },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (cause) {
    // Some failures are told by an event, the others are thrown.
    throw await cannotStart(launch, cause as NodeJS.ErrnoException);
  }
  if (child.pid !== undefined) addLiveGroup(child.pid, `${MARKER}=${run}`);
  await started(child, launch);
  return child;
}

function started(child: ChildProcess, launch: CommandLaunch): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => {
      child.on('error', () => {});
      child.stdin?.on('error', () => {});
      resolve();
    });
    child.once('error', (cause: NodeJS.ErrnoException) => {
      void cannotStart(launch, cause).then(reject);
    });
  });
}

async function cannotStart(launch: CommandLaunch, cause: NodeJS.ErrnoException): Promise<CaptureError> {
  const { command, cwd } = launch;
  if ((cause.code === 'ENOENT' || cause.code === 'ENOTDIR') && !(await isFolder(cwd))) {
    return new CaptureError('start-failed', `working directory not found: ${cwd}`, {
      hint: 'check --cwd',
      cause,
    });
  }
  if (cause.code === 'ENOENT' && (await isThere(launch))) {
    return new CaptureError(
      'start-failed',
      `cannot start ${command}: its interpreter (#! line) was not found`,
      {
        hint: 'look at its first line (Windows line ends have this effect too), or name its interpreter: -- node server.mjs',
        cause,
      },
    );
  }
  if (cause.code === 'ENOENT') {
    return new CaptureError('start-failed', `command not found: ${command}`, {
      hint: 'check the spelling, install it, or give its full path; the server gets the PATH of this shell',
      cause,
    });
  }
  if (cause.code === 'EACCES') {
    return new CaptureError('start-failed', `not executable: ${command}`, {
      hint: 'make it executable (chmod +x), or name its interpreter: -- node server.mjs',
      cause,
    });
  }
  return new CaptureError('start-failed', `cannot start ${command}: ${cause.code ?? cause.message}`, {
    cause,
  });
}

/** A missing working directory surfaces as a missing command. */
function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** A missing interpreter surfaces as a missing command, too. */
async function isThere({ command, cwd, env }: CommandLaunch): Promise<boolean> {
  const folders = command.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter);
  const found = await Promise.all(
    folders.map((folder) =>
      stat(resolvePath(cwd, folder, command)).then(
        (file) => file.isFile(),
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
