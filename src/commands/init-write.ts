/** Write what `init` has measured, and say what was done. */
import { join } from 'node:path';
import { EXIT, UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import { escapeForTerminal } from '../report/escape.ts';
import { redact } from '../report/redact.ts';
import { writeFileWhole, writeText } from '../report/render.ts';
import { BASELINE_NAME, CONFIG_NAME } from './init-draft.ts';
import { describeInit, measureInit } from './init-files.ts';
import type { Tried } from './init-try.ts';

/** Write both files, and say what is in them. */
export async function writeInit(tried: Tried, io: Io): Promise<ExitCode> {
  const measured = await measureInit(tried);
  // The draft has refused all it could tell; what is left must not be written, and cannot be left out either.
  if (redact(measured.configText, tried.secrets).count > 0) {
    throw new UsageError('a secret would be written into the config', {
      hint: "put it into a variable and name that in single quotes: '${env:NAME}'",
    });
  }
  await writeFileWhole(join(io.cwd, CONFIG_NAME), measured.configText);
  await writeFileWhole(join(io.cwd, BASELINE_NAME), measured.baselineText);
  const text = describeInit(tried, measured).map(escapeForTerminal).join('\n');
  await writeText(io.stdout, `${redact(text, tried.secrets).value}\n`);
  return EXIT.ok;
}
