/** The stages that `compare` wires. */
import { CaptureError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ComparedLists } from '../model/baseline.ts';
import type { ReporterOptions } from '../model/report.ts';
import { compareReporters, compareFormats } from '../report/compare/index.ts';
import { redact } from '../report/redact.ts';
import { writeText } from '../report/render.ts';
import { quoteWord } from '../shell-word.ts';
import type { CommandInput } from './command.ts';
import { captureSide, type CapturedSide } from './compare-capture.ts';
import type { Side } from './compare-lists.ts';
import { readReport } from './compare-report.ts';
import { choiceOption } from './option-values.ts';

export { compareSides } from './compare-lists.ts';

interface Context {
  readonly input: CommandInput;
  readonly io: Io;
}

/** A target, or the command after `--`. */
type Word = string | readonly string[];

/** Read or capture both sides, one after the other. @throws CaptureError for what could not be measured */
export async function listSides([before, after]: readonly [Word, Word], context: Context) {
  const first = await listSide(before, context);
  try {
    const second = await listSide(after, context);
    return {
      before: first,
      after: second,
      secrets: [...first.secrets, ...second.secrets],
      closed: Promise.all([first.closed, second.closed]),
    };
  } catch (error) {
    await first.closed;
    throw error;
  }
}

async function listSide(word: Word, { input, io }: Context): Promise<Side & CapturedSide> {
  const label = typeof word === 'string' ? word : word.map(quoteWord).join(' ');
  const reported = typeof word === 'string' ? await readReport(word, io) : undefined;
  const side =
    reported === undefined
      ? await captureSide({ input: inputOf(word, input), io, label })
      : { lists: reported, secrets: [], closed: Promise.resolve() };
  if (side.lists.length > 0) return { ...side, label };
  await side.closed;
  throw new CaptureError(
    'unsupported',
    redact(`${label} holds no list that was measured`, side.secrets).value,
  );
}

function inputOf(word: Word, input: CommandInput): CommandInput {
  return typeof word === 'string'
    ? { ...input, targets: [word], command: undefined }
    : { ...input, targets: [], command: word };
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
