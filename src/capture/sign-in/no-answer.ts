/** A request of a sign-in that got no answer, or none that is taken. */
import { startDeadline } from '../deadline.ts';
import { describeUrl } from '../describe-url.ts';
import { errorCodes, networkFailure } from '../http-failure.ts';

/** For one answer; a sign-in asks several times. */
const ANSWER_MS = 20_000;

/** Whoever began the sign-in says what has failed by it. */
export class NoAnswer extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/**
 * Do what ends with an answer of a URL, within a time.
 * @throws NoAnswer; what an abort of `signal` throws
 */
export async function withDeadline<T>(
  url: string | URL,
  signal: AbortSignal | null | undefined,
  work: (ends: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline(ANSWER_MS, signal);
  try {
    return await work(deadline.signal);
  } catch (error) {
    if (error instanceof NoAnswer || signal?.aborted === true) throw error;
    if (!deadline.isOver()) throw unreachable(error, url);
    throw new NoAnswer(
      `${describeUrl(url)} did not answer within ${ANSWER_MS / 1000} s`,
      'it accepts connections and stays silent; try again later',
    );
  } finally {
    deadline.clear();
  }
}

function unreachable(error: unknown, url: string | URL): NoAnswer {
  const [code] = errorCodes(error);
  const where = describeUrl(url);
  // Without a code it is `fetch` itself that does not want to.
  if (code === undefined) {
    return new NoAnswer(
      `${where} cannot be reached`,
      'check host and port; Node asks nothing of some ports, e.g. 9 and 6000 (Fetch standard, "port blocking")',
    );
  }
  return new NoAnswer(`${where} cannot be reached (${code})`, networkFailure(error, url).hint ?? '');
}
