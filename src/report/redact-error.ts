import { CaptureError, UsageError } from '../errors.ts';
import { redact } from './redact.ts';

/** A usage or capture error with the secrets taken out of what is told of it; any other error as it is. */
export function redactError(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof UsageError || error instanceof CaptureError)) return error;
  const { value, count } = redact({ message: error.message, hint: error.hint }, secrets);
  if (count === 0) return error;
  const details = { hint: value.hint, cause: error };
  return error instanceof UsageError
    ? new UsageError(value.message, details)
    : new CaptureError(error.status, value.message, details);
}
