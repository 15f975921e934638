/** A JSON report of ours as one side of a comparison: it holds the sizes already. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readText } from '../capture/read-json.ts';
import { CaptureError, UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { parseJson } from '../json-text.ts';
import { recordToolset } from '../judge/record.ts';
import type { RecordedToolset } from '../model/baseline.ts';
import type { Report, ToolsetReport } from '../model/report.ts';
import { METHOD } from './baseline-method.ts';
import type { SidedList } from './compare-lists.ts';
import { rejectNotMeasured } from './not-measured.ts';

/**
 * Read the lists of a report; undefined for whatever else the word names.
 * @throws UsageError for a report that is malformed; CaptureError for sizes that cannot be compared with ours
 */
export async function readReport(
  word: string,
  { cwd, stdin }: Io,
): Promise<readonly SidedList[] | undefined> {
  const path = resolve(cwd, word);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const value = parseJson(await readText(path, word, stdin));
  if (!isJsonObject(value) || !isReport(value)) return undefined;
  const { servers } = await checkForm(value, word);
  return servers.flatMap(({ name: server, toolsets }, index) =>
    toolsets.flatMap((toolset, at): readonly SidedList[] => {
      // Nobody asked for a disabled server.
      if (toolset.status === 'skipped') return [];
      const label = `${word}: ${server}/${toolset.name}`;
      rejectNotMeasured(toolset, { label, secrets: [] });
      const recorded = record(toolset, label);
      if (recorded === undefined)
        throw malformed(word, `servers.${index}.toolsets.${at}`, 'sizes are missing');
      return [{ server, toolset: toolset.name, isDynamic: toolset.status === 'dynamic', recorded }];
    }),
  );
}

function isReport({ generator }: JsonObject): boolean {
  return isJsonObject(generator) && generator['name'] === 'mcp-budget';
}

async function checkForm(value: JsonObject, word: string): Promise<Pick<Report, 'servers'>> {
  const { reportSchema } = await import('../report/schema.ts');
  const checked = reportSchema.pick({ schemaVersion: true, servers: true }).safeParse(value);
  if (checked.success) return value as unknown as Report;
  const [first] = checked.error.issues;
  throw malformed(word, first?.path.join('.') ?? '', first?.message ?? 'invalid');
}

function malformed(word: string, place: string, what: string): UsageError {
  return new UsageError(`${word} is no report this version can read: ${place}: ${what}`, {
    hint: 'measure again: mcp-budget measure --format json',
  });
}

function record(toolset: ToolsetReport, label: string): RecordedToolset | undefined {
  const { tools, bytes, instructions, views, byTool } = toolset;
  if (views !== undefined) rejectOtherMethod(views, label);
  if (tools === undefined || bytes === undefined || instructions === undefined) return undefined;
  if (views === undefined || byTool === undefined) return undefined;
  return recordToolset({ tools, bytes, instructions, views, byTool }, toolset);
}

function rejectOtherMethod({ generic }: NonNullable<ToolsetReport['views']>, label: string): void {
  const tokenizer = generic?.tokens.tokenizer;
  if (tokenizer === METHOD.tokenizer) return;
  const theirs = tokenizer === undefined ? 'not of the generic view' : `counted with ${tokenizer}`;
  throw new CaptureError(
    'unsupported',
    `${label}: its sizes are ${theirs}; compared are those of the ${METHOD.view} view in ${METHOD.tokenizer}`,
    { hint: 'measure it again: mcp-budget measure --format json' },
  );
}
