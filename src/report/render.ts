/** The only writer: a report to standard output and to files. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { UsageError } from '../errors.ts';
import type { Report, ReporterOptions } from '../model/report.ts';
import { reporters, type ReporterId } from './reporters/index.ts';

export interface Output {
  readonly format: ReporterId;
  /** Absent: standard output. */
  readonly file?: string | undefined;
}

export interface RenderOptions extends ReporterOptions {
  readonly cwd: string;
  readonly stdout: Writable;
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
    if (file === undefined) await writeText(options.stdout, reporter(report, options));
    // A file has no colours and no width.
    else
      await writeFileWhole(
        resolve(options.cwd, file),
        reporter(report, { ...options, colorLevel: 0, columns: 100 }),
      );
  }
}

/** Write text to a stream and wait until it is taken; a reader that went away is no error. */
export function writeText(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.write(text, () => resolve());
  });
}

/**
 * Write a file by way of a temporary name beside it, so that a reader never sees half of it.
 * @throws UsageError when the place cannot be written.
 */
export async function writeFileWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'failed';
    throw new UsageError(`cannot write ${path}: ${code}`, {
      hint: 'check the path of --format NAME=FILE or --out',
      cause,
    });
  }
}
