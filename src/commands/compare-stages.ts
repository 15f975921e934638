/** The stages that `compare` wires. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CaptureError } from '../errors.ts';
import type { Io } from '../io.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { compareToolsets } from '../judge/difference.ts';
import { recordToolset } from '../judge/record.ts';
import type { ComparedList, ComparedLists, RecordedToolset } from '../model/baseline.ts';
import type { Report, ReporterOptions } from '../model/report.ts';
import { compareReporters, compareFormats } from '../report/compare/index.ts';
import { redact } from '../report/redact.ts';
import { writeText } from '../report/render.ts';
import { quoteWord } from '../shell-word.ts';
import { VERSION } from '../version.ts';
import { captureToolsets } from './capture-plan.ts';
import type { CommandInput } from './command.ts';
import { METHOD } from './gate-judge.ts';
import { selectOf } from './measure-stages.ts';
import { createMeasurer } from './measurer.ts';
import { choiceOption } from './option-values.ts';
import { resolveTargets } from './resolve-targets.ts';

interface SidedList {
  readonly server: string;
  readonly toolset: string;
  readonly recorded: RecordedToolset;
}

export interface Side {
  readonly label: string;
  readonly lists: readonly SidedList[];
}

interface Context {
  readonly input: CommandInput;
  readonly io: Io;
}

/** Read or capture both sides, one after the other. @throws CaptureError for what could not be measured */
export async function listSides(sides: readonly (string | readonly string[])[], context: Context) {
  const read = [];
  for (const side of sides)
    read.push((await readReport(side, context.io)) ?? (await captureSide(side, context)));
  const [before, after] = read;
  if (before === undefined || after === undefined) throw new TypeError('two sides are needed');
  return {
    before: before.side,
    after: after.side,
    secrets: read.flatMap(({ secrets }) => secrets),
    closed: Promise.all(read.map(({ closed }) => closed)),
  };
}

interface Listed {
  readonly side: Side;
  readonly secrets: readonly string[];
  readonly closed: Promise<void>;
}

/** A JSON report of ours holds the sizes already; undefined for whatever else the word names. */
async function readReport(side: string | readonly string[], { cwd }: Io): Promise<Listed | undefined> {
  if (typeof side !== 'string') return undefined;
  const path = resolve(cwd, side);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const value = parse(await readFile(path, 'utf8'));
  if (value === undefined || !isReport(value)) return undefined;
  const lists = value.servers.flatMap(({ name, toolsets }) =>
    toolsets.flatMap((toolset): readonly SidedList[] => {
      const { tools, bytes, instructions, views, byTool, prompts, resources } = toolset;
      if (tools === undefined || bytes === undefined || instructions === undefined) return [];
      const measured = { tools, bytes, instructions, views: views ?? {}, byTool: byTool ?? [] };
      return [
        { server: name, toolset: toolset.name, recorded: recordToolset(measured, { prompts, resources }) },
      ];
    }),
  );
  return { side: { label: side, lists }, secrets: [], closed: Promise.resolve() };
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isReport(value: JsonObject): value is JsonObject & Report {
  const { generator, schemaVersion, servers } = value;
  return (
    isJsonObject(generator) &&
    generator['name'] === 'mcp-budget' &&
    schemaVersion === 1 &&
    Array.isArray(servers)
  );
}

async function captureSide(side: string | readonly string[], { input, io }: Context): Promise<Listed> {
  const own: CommandInput =
    typeof side === 'string'
      ? { ...input, targets: [side], command: undefined }
      : { ...input, targets: [], command: side };
  const { toolsets, gates, secrets } = await resolveTargets(own, io);
  const { snapshots, closed } = await captureToolsets(toolsets, { input, io }, {});
  const label = typeof side === 'string' ? side : side.map(quoteWord).join(' ');
  const failed = snapshots.find(({ failure }) => failure !== undefined);
  if (failed?.failure !== undefined && failed.status !== 'measured') {
    await closed;
    const { message, hint } = failed.failure;
    const status = failed.status === 'dynamic' || failed.status === 'skipped' ? 'unsupported' : failed.status;
    throw new CaptureError(status, redact(`${label}: ${message}`, secrets).value, { hint });
  }
  const measurer = createMeasurer({ views: ['generic'], selection: { include: [], exclude: [] } });
  const measured = await measurer.measureAll(selectOf(snapshots, gates));
  const lists = measured.flatMap(({ snapshot, measurement }): readonly SidedList[] => {
    if (measurement === undefined) return [];
    const { server, toolset, prompts, resources } = snapshot;
    const counts = { prompts: prompts?.length, resources: resources?.length };
    return [{ server, toolset, recorded: recordToolset(measurement, counts) }];
  });
  return { side: { label, lists }, secrets, closed };
}

/** Hold one side against the other. Pure. */
export function compareSides(before: Side, after: Side): ComparedLists {
  return {
    schemaVersion: 1,
    generator: { name: 'mcp-budget', version: VERSION },
    method: METHOD,
    before: before.label,
    after: after.label,
    lists: pair(before, after),
  };
}

/** Single lists belong together whatever they are named; of single servers, toolsets of one name; else both names. */
function pair(before: Side, after: Side): readonly ComparedList[] {
  const keyOf = keyFor(before, after);
  const old = new Map(before.lists.map((list) => [keyOf(list), list]));
  const now = new Map(after.lists.map((list) => [keyOf(list), list]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    const named = is ?? was;
    if (named === undefined) return [];
    const { server, toolset } = named;
    const difference =
      was === undefined || is === undefined
        ? undefined
        : compareToolsets(was.recorded, is.recorded, before.label);
    return [{ server, toolset, before: was?.recorded, after: is?.recorded, difference }];
  });
}

function keyFor(before: Side, after: Side): (list: SidedList) => string {
  const sides = [before, after];
  if (sides.every(({ lists }) => lists.length === 1)) return () => '';
  const isOneServer = sides.every(({ lists }) => new Set(lists.map(({ server }) => server)).size === 1);
  return isOneServer ? ({ toolset }) => toolset : ({ server, toolset }) => JSON.stringify([server, toolset]);
}

/** Print the comparison, its secrets replaced. */
export async function printCompared(
  compared: ComparedLists,
  {
    input,
    io,
    secrets,
    style,
  }: Context & { readonly secrets: readonly string[]; readonly style: ReporterOptions },
): Promise<void> {
  const reporter = await compareReporters[choiceOption(input.options, 'format', compareFormats)]();
  await writeText(io.stdout, reporter(redact(compared, secrets).value, style));
}
