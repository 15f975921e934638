/**
 * The two kinds of failure meet here: a finding is a value and never thrown; what stops something is one of
 * these errors. Each carries the exit code and a hint that says what to do next.
 */

/** Process exit codes. 2 wins over 3, 3 over 1. */
export const EXIT = {
  ok: 0,
  findings: 1,
  usage: 2,
  notMeasured: 3,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface Details {
  /** What the reader can do about it, one or more lines. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

abstract class KnownError extends Error {
  abstract readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(message: string, details: Details = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.hint = details.hint;
  }
}

/** A bad flag, argument or file that the user named. */
export class UsageError extends KnownError {
  override readonly name = 'UsageError';
  readonly exitCode = EXIT.usage;
}

/** A mistake inside a config file. */
export class ConfigError extends KnownError {
  override readonly name = 'ConfigError';
  readonly exitCode = EXIT.usage;
}

/** Something outside could not be measured: the command, the URL or the answer. */
export class CaptureError extends KnownError {
  override readonly name = 'CaptureError';
  readonly exitCode = EXIT.notMeasured;
  readonly status: FailureStatus;
  /** `WWW-Authenticate` of a 401. */
  readonly authenticate: string | undefined;
  /** The URL answered as an endpoint of the older HTTP+SSE transport does. */
  readonly legacySseCue: boolean;

  constructor(
    status: FailureStatus,
    message: string,
    details: Details & {
      readonly authenticate?: string | undefined;
      readonly legacySseCue?: boolean | undefined;
    } = {},
  ) {
    super(message, details);
    this.status = status;
    this.authenticate = details.authenticate;
    this.legacySseCue = details.legacySseCue ?? false;
  }
}

/** The statuses an exception can end a capture with; `measured`, `dynamic` and `skipped` are no failures. */
export type FailureStatus =
  | 'partial'
  | 'start-failed'
  | 'timeout'
  | 'auth-required'
  | 'needs-input'
  | 'unsupported'
  | 'protocol-error';

/** Tell whether an error is one of ours, with a message fit for the user. */
export function isKnownError(error: unknown): error is UsageError | ConfigError | CaptureError {
  return error instanceof KnownError;
}

/** The first line of what somebody's code has thrown. Anything can be, also what cannot be made a text. */
export function firstLineOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown).split('\n')[0] ?? '';
  } catch {
    return 'it throws what has no text';
  }
}
