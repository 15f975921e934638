/** One request to the token counting endpoint, tried again where that may help. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureError } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import { startDeadline } from './deadline.ts';
import { describeUrl } from './describe-url.ts';
import { readJson } from './http-body.ts';
import { networkFailure } from './http-failure.ts';
import type { ProviderAccess } from './provider-count-access.ts';
import type { Fetch } from './proxy-fetch.ts';

export interface CountRequest extends ProviderAccess {
  readonly fetch: Fetch;
  /** Aborted by the user. */
  readonly signal: AbortSignal;
  /** For one count with all its tries; 60 s. */
  readonly deadlineMs?: number | undefined;
  /** Before the first further try, doubled for each; 500 ms. */
  readonly backoffMs?: number | undefined;
}

/** The provider's answer, or why there is none. */
export type Counted = { readonly tokens: number } | Refusal;

export interface Refusal {
  readonly reason: string;
  readonly hint: string;
}

interface Try {
  readonly answer: Counted;
  /** Absent: another try would end the same. */
  readonly retryAfterMs?: number | undefined;
}

/** Of the Claude API; https://docs.anthropic.com/en/api/versioning, 2026-11. */
const API_VERSION = '2023-06-01';
const MAX_TRIES = 6;
const MAX_BACKOFF_MS = 8000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const CHECK_BASE = 'does ANTHROPIC_BASE_URL name a Claude API?';
/** Of a provider's own words. */
const MAX_QUOTED_CHARS = 300;

/** Ask for one count. When the user interrupts, throws the signal's reason. */
export async function requestCount(body: string, request: CountRequest): Promise<Counted> {
  const { signal, deadlineMs = 60_000, backoffMs = 500 } = request;
  const until = performance.now() + deadlineMs;
  const deadline = startDeadline(deadlineMs, signal);
  try {
    for (let tries = 1; ; tries += 1) {
      const { answer, retryAfterMs } = await tryOnce(body, request, deadline.signal);
      signal.throwIfAborted();
      if (retryAfterMs === undefined || tries === MAX_TRIES) return answer;
      const waitMs = Math.max(retryAfterMs, Math.min(backoffMs * 2 ** (tries - 1), MAX_BACKOFF_MS));
      // To wait past the deadline would only delay the same answer.
      if (performance.now() + waitMs >= until) return answer;
      // Interrupted, the next try ends at once, and with it the loop.
      await sleep(waitMs, undefined, { signal: deadline.signal }).catch(() => {});
    }
  } finally {
    deadline.clear();
  }
}

async function tryOnce(body: string, { url, key, fetch }: CountRequest, signal: AbortSignal): Promise<Try> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'anthropic-version': API_VERSION },
      body,
      signal,
      // A redirect would take the key elsewhere.
      redirect: 'manual',
    });
    const { value } = await readJson({ response, url }, MAX_ANSWER_BYTES);
    return readAnswer(response, value, { url, key });
  } catch (error) {
    const failure = signal.aborted ? tooSlow(url) : networkFailure(error, url);
    return {
      answer: {
        reason: failure.message,
        // An answer that is too large is no count.
        hint: failure.status === 'partial' ? CHECK_BASE : (failure.hint ?? 'try again later'),
      },
      // A dropped connection may be passing, a wrong name or certificate is not.
      retryAfterMs: failure.status === 'protocol-error' ? 0 : undefined,
    };
  }
}

function tooSlow(url: URL): CaptureError {
  return new CaptureError('timeout', `${describeUrl(url)}: no answer came in time`, {
    hint: 'try again later',
  });
}

function readAnswer(response: Response, value: unknown, { url, key }: ProviderAccess): Try {
  const { status, headers } = response;
  const where = describeUrl(url);
  if (response.ok) {
    const tokens = isJsonObject(value) ? value['input_tokens'] : undefined;
    if (typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0)
      return { answer: { tokens } };
    return refuse(`${where} answered without a count`, CHECK_BASE);
  }
  if (status === 401 || status === 403) {
    return refuse(
      `${where} refuses the key (HTTP ${status})`,
      'check ANTHROPIC_API_KEY, and that ANTHROPIC_BASE_URL is where it belongs',
    );
  }
  const said = quoteProvider(value, key);
  if (status === 429 || status >= 500) {
    return {
      ...refuse(`${where} answered HTTP ${status}${said}`, 'try again later; what was counted is kept'),
      retryAfterMs: readRetryAfter(headers.get('retry-after')),
    };
  }
  return refuse(
    `${where} refuses to count (HTTP ${status})${said}`,
    status === 404
      ? 'check the model after --exact claude:'
      : 'the API may refuse these tools in a request too',
  );
}

function refuse(reason: string, hint: string): Try {
  return { answer: { reason, hint } };
}

/** The provider's own words, without the key, should they repeat it. */
function quoteProvider(value: unknown, key: string): string {
  const error = isJsonObject(value) && isJsonObject(value['error']) ? value['error'] : {};
  const { message } = error;
  if (typeof message !== 'string' || message === '') return '';
  return `: ${message.replaceAll(key, '[key]').slice(0, MAX_QUOTED_CHARS)}`;
}

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), in milliseconds; 0 where there is none. */
function readRetryAfter(header: string | null): number {
  if (header === null) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, 1000 * seconds) : 0;
}
