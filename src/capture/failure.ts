/** Put what happened into words: the target as resolved, how the process ended, its last lines. */
import { quoteWord } from '../shell-word.ts';
import { CaptureError } from '../errors.ts';
import type { LiveLaunch } from './connect.ts';
import type { Failure } from '../model/snapshot.ts';
import type { ChildFacts, Connection } from './connection.ts';
import { describeUrl } from './describe-url.ts';
import { RpcError } from './envelope.ts';

/** How many of the kept stderr lines are reported. */
const STDERR_LINES = 10;

/** Turn what a capture threw into the one class that carries a status. Our own mistakes are thrown on. */
export function toCaptureError(error: unknown): CaptureError {
  if (error instanceof CaptureError) return error;
  if (error instanceof RpcError) {
    return new CaptureError(
      'protocol-error',
      `the server answered an error: ${error.message} (code ${error.code})`,
      {
        hint: 'the list itself fails; the server may need a variable, a login or its network: --env NAME=value, "env" in a config',
        cause: error,
      },
    );
  }
  throw error;
}

/** Describe a failed capture for the report. */
export function describeFailure(
  error: CaptureError,
  launch: LiveLaunch | undefined,
  connection: Connection | undefined,
): Failure {
  const facts = connection?.facts?.();
  return {
    message: error.message,
    hint: hintFor(error, launch, facts ?? {}),
    target: launch === undefined ? undefined : describeLaunch(launch),
    exitCode: facts?.exitCode,
    signal: facts?.signal,
    stderr: facts === undefined ? undefined : lastWords(facts.stderr),
    authenticate: error.authenticate,
  };
}

/** A variable that is named as missing, in English as nearly all servers say it. */
const VARIABLE =
  /\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b[^\n]*(?:required|missing|must be|not set|not provided|undefined)/;

/** The variable that a server said it misses before it ended; undefined where it named none. */
export function missingVariable({ stderr = [], message }: Failure): string | undefined {
  return VARIABLE.exec([...stderr, message].join('\n'))?.[1];
}

/** POSIX, Shell Command Language, 2.8.2: the command was not found. */
const NOT_FOUND_CODE = 127;
const NOT_INSTALLED = 'the command, or one that it starts, is not installed or not on the PATH';

/** What a server that ended by itself has often said, and what helps then; the first that fits. */
const LAST_WORDS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/npm (?:error|ERR!) code E404/, () => 'there is no such package: check its name'],
  [/npm (?:error|ERR!) code ETARGET/, () => 'the package has no such version: check it, or leave it out'],
  [
    // As shells, env, Node and cmd.exe say it of a command that a script starts.
    /command not found|^(?:(?:\S*\/)?(?:a|ba|da|k|z)?sh|\S+: (?:line )?\d+): .*not found$|^env: .*No such file|\bspawn \S+ ENOENT|is not recognized as an internal/m,
    () => NOT_INSTALLED,
  ],
  [
    /MODULE_NOT_FOUND|Cannot find module/,
    () => 'a file or module is not there: check the path, and whether it was built',
  ],
  [
    VARIABLE,
    ([, name = '']) =>
      `it names a variable: --env ${name}=value, or --env ${name} for this shell's value; in a config "env"`,
  ],
];

function hintFor(
  error: CaptureError,
  launch: LiveLaunch | undefined,
  { stderr = [], exitCode }: Partial<ChildFacts>,
): string | undefined {
  const isRefused =
    error.status === 'auth-required' &&
    launch?.kind === 'url' &&
    launch.headers['authorization'] !== undefined;
  if (isRefused) return 'the token that was sent is refused: is it the right one, and still valid?';
  if (error.status !== 'start-failed') return error.hint;
  for (const [pattern, hint] of LAST_WORDS) {
    const match = pattern.exec(stderr.join('\n'));
    if (match !== null) return hint(match);
  }
  return exitCode === NOT_FOUND_CODE ? NOT_INSTALLED : error.hint;
}

/** The last lines, without the frames of a stack: its message stands before them and would be lost. */
function lastWords(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !/^\s+at\s|^[\s^~]+$/.test(line)).slice(-STDERR_LINES);
}

/** The launch as one line: a command as a shell would take it, or a URL without its userinfo and query. */
function describeLaunch(launch: LiveLaunch): string {
  if (launch.kind === 'command') return [launch.command, ...launch.args].map(quoteWord).join(' ');
  return describeUrl(launch.url);
}
