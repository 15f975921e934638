/** The only writer: a report to standard output and to files. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { appendFile, mkdir, open, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../errors.ts';
import type { Report, ReporterOptions } from '../model/report.ts';
import { reporters, type ReporterId } from './reporters/index.ts';

const PIPE_POLL_MS = 5;

export interface Output {
  readonly format: ReporterId;
  /** Absent: standard output. */
  readonly file?: string | undefined;
}

export interface RenderOptions extends ReporterOptions {
  readonly cwd: string;
  readonly stdout: Writable;
  /** `$GITHUB_STEP_SUMMARY`: the file that the `github` format adds a summary to. */
  readonly stepSummary?: string | undefined;
}

/** Load the formats that will be asked for, while there is time. */
export async function loadReporters(outputs: readonly Output[]): Promise<void> {
  await Promise.all(outputs.map(({ format }) => reporters[format]()));
}

/** Write the report in every format asked for; files first, so that what goes to a closed pipe costs none of them. */
export async function renderReport(
  report: Report,
  outputs: readonly Output[],
  options: RenderOptions,
): Promise<void> {
  for (const { format, file } of outputs.toSorted(
    (a, b) => Number(a.file === undefined) - Number(b.file === undefined),
  )) {
    const reporter = await reporters[format]();
    if (file === undefined) await writeText(options.stdout, await reporter(report, options));
    // A file has no colours and no width.
    else
      await writeFileWhole(
        resolve(options.cwd, file),
        await reporter(report, { ...options, colorLevel: 0, columns: 100 }),
      );
  }
  // Last: whoever cannot read it has read the rest.
  const isForGithub = outputs.some(({ format }) => format === 'github');
  if (isForGithub && (options.stepSummary ?? '') !== '') await addSummary(report, options);
}

/** Steps before this one may have written there too. @throws UsageError when it cannot be written */
async function addSummary(report: Report, options: RenderOptions): Promise<void> {
  const path = resolve(options.cwd, options.stepSummary ?? '');
  const summary = await (await reporters.markdown())(report, { ...options, colorLevel: 0, columns: 100 });
  await appendFile(path, summary).catch((cause: unknown) => {
    throw new UsageError(`cannot write ${path}: ${codeOf(cause) ?? 'failed'}`, {
      hint: 'GITHUB_STEP_SUMMARY names it; unset it where there is none',
      cause,
    });
  });
}

/** Write text to a stream and wait until it is taken; a reader that went away is no error. */
export function writeText(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.write(text, () => resolve());
  });
}

/**
 * Write a file by way of a temporary name beside it, so that a reader never sees half of it. A symbolic link stays and
 * what it leads to is replaced; a device or pipe is written to as it is.
 * @throws UsageError when the place cannot be written.
 */
export async function writeFileWhole(path: string, text: string): Promise<void> {
  try {
    const found = await unlessMissing(stat(path));
    if (found?.isFIFO() === true) await writePipe(path, text);
    // A folder refuses this.
    else if (found?.isFile() === false) await writeFile(path, text);
    else await replaceFile(await followLinks(path), text);
  } catch (cause) {
    const code = codeOf(cause) ?? 'failed';
    throw new UsageError(`cannot write ${path}: ${code}`, {
      hint: HINTS[code] ?? 'check the path of --format NAME=FILE or --out',
      cause,
    });
  }
}

const HINTS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'the folder may not be written to',
  EROFS: 'the file system may only be read',
  ENOSPC: 'there is no room left',
  ENXIO: 'nothing reads from it',
  EPIPE: 'its reader went away',
};

async function replaceFile(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path));
  // Not longer than need be, as the length of a name is limited.
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw cause;
  }
}

/** `mkdir` with `recursive` never ends in a file system that refuses every folder, as /proc does (Node 20). */
async function makeFolder(path: string): Promise<void> {
  if ((await unlessMissing(stat(path))) !== undefined) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((cause: unknown) => {
    // Another run has just made it.
    if (codeOf(cause) !== 'EEXIST') throw cause;
  });
}

/** Where a path leads, also when nothing is there yet. */
async function followLinks(path: string): Promise<string> {
  const real = await unlessMissing(realpath(path));
  if (real !== undefined) return real;
  // EINVAL: no link.
  const link = await readlink(path).catch(() => undefined);
  if (link === undefined) return path;
  return followLinks(resolve(await realpath(dirname(path)), link));
}

/** Write to a named pipe without ever waiting inside a system call, where no signal would end us. */
async function writePipe(path: string, text: string): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    for (let rest = Buffer.from(text); rest.length > 0;) {
      const written = await handle.write(rest).catch((cause: unknown) => {
        if (codeOf(cause) === 'EAGAIN') return undefined;
        throw cause;
      });
      if (written === undefined) await sleep(PIPE_POLL_MS);
      else rest = rest.subarray(written.bytesWritten);
    }
  } finally {
    await handle.close();
  }
}

function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw cause;
  });
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
