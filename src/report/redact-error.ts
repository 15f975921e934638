import { UsageError } from '../errors.ts';
import { redact } from './redact.ts';

/** A usage error with the secrets taken out of its message and hint; any other error as it is. */
export function redactError(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof UsageError)) return error;
  const { value, count } = redact({ message: error.message, hint: error.hint }, secrets);
  return count === 0 ? error : new UsageError(value.message, { hint: value.hint, cause: error });
}
