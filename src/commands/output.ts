/** Where a report goes and how it looks: `--format`, colours, width. */
import { quoteWord } from '../shell-word.ts';
import { shownArgs } from '../shown-args.ts';
import { normalize } from 'node:path';
import { Option } from 'commander';
import { didYouMean } from '../config/nearest.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ReporterOptions } from '../model/report.ts';
import type { Output } from '../report/render.ts';
import { reporterIds, type ReporterId } from '../report/reporters/index.ts';
import type { CommandInput } from './command.ts';
import { read } from './option-values.ts';

export const outputOptions = (): readonly Option[] => [
  new Option(
    '--format <name[=file]>',
    `${reporterIds.join(' or ')}; with =file into a file; may be repeated`,
  ).argParser((text: string, before: readonly Output[] | undefined) => [
    ...(before ?? []),
    parseOutput(text),
  ]),
  ...styleOptions(),
];

export const styleOptions = (): readonly Option[] => [
  new Option('--verbose', 'every tool, and what else was noticed'),
  new Option('--quiet', 'one line'),
  new Option('--no-color', 'no colours'),
];

function parseOutput(text: string): Output {
  const at = text.indexOf('=');
  const format = at === -1 ? text : text.slice(0, at);
  const file = at === -1 ? undefined : text.slice(at + 1);
  if (!isReporterId(format)) {
    throw new UsageError(`--format ${format}: no such format`, {
      hint: didYouMean(format, reporterIds) ?? `known: ${reporterIds.join(', ')}`,
    });
  }
  if (file === '') throw new UsageError(`--format ${text}: the file's name is missing`);
  return { format, file };
}

function isOutputs(value: unknown): value is readonly Output[] {
  return Array.isArray(value);
}

function isReporterId(text: string): text is ReporterId {
  return reporterIds.some((id) => id === text);
}

/** Tell whether a flag names a format. */
export function isOutputAsked({ options }: CommandInput): boolean {
  return options['format'] !== undefined;
}

/** The outputs asked for; a table to standard output when none is. @throws UsageError for two on one place. */
export function readOutputs({ options }: CommandInput): readonly Output[] {
  return requireOwnPlaces(read(options, 'format', isOutputs) ?? [{ format: 'table' }], '--format');
}

/** Pass outputs of which each has a place of its own. @throws UsageError */
export function requireOwnPlaces(outputs: readonly Output[], where: string): readonly Output[] {
  const places = outputs.map(({ file }) => (file === undefined ? 'standard output' : normalize(file)));
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice === undefined) return outputs;
  throw new UsageError(`${where}: two reports for ${twice}`, {
    hint: 'give one of them a file: --format json=report.json',
  });
}

const MIN_COLUMNS = 40;
const MAX_COLUMNS = 400;

/** How a person's terminal wants it; whoever prints adds what only it knows. */
export function readStyle(input: CommandInput, io: Io): ReporterOptions {
  return {
    columns: Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, readColumns(io))),
    colorLevel: colorLevel(input.options['color'] !== false, io),
    verbose: input.options['verbose'] === true,
    quiet: input.options['quiet'] === true,
    args: quoteArgs(input),
    pathPrefix: '',
    rules: [],
  };
}

/** A terminal that does not know its width reports 0. */
function readColumns({ stdout, env }: Io): number {
  const fromEnv = Number(env['COLUMNS']);
  if (stdout.columns !== undefined && stdout.columns > 0) return stdout.columns;
  return Number.isInteger(fromEnv) && fromEnv > 0 ? fromEnv : 80;
}

/** `--no-color` beats `FORCE_COLOR`, which beats `NO_COLOR` (https://no-color.org), which beats the terminal. */
function colorLevel(isWanted: boolean, { env, stdout }: Io): ReporterOptions['colorLevel'] {
  if (!isWanted) return 0;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '')
    return forced === '0' || forced === 'false' ? 0 : forced === '2' ? 2 : forced === '3' ? 3 : 1;
  if ((env['NO_COLOR'] ?? '') !== '') return 0;
  return stdout.isTTY === true && env['TERM'] !== 'dumb' ? 1 : 0;
}

/** What was typed, for the next command to offer, without how it was shown; a command is put after `--`. */
function quoteArgs({ own, command }: CommandInput): string {
  const kept = own.filter((word, index) => {
    const isShown = /^--(verbose|quiet)$|^--format(=|$)/.test(word);
    return !isShown && own[index - 1] !== '--format';
  });
  const ofCommand = command === undefined ? [] : ['--', ...command.map(quoteWord)];
  return [shownArgs(kept), ...ofCommand].filter((text) => text !== '').join(' ');
}
