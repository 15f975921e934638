/** Read HTTP bodies within a cap, as bytes received, and as the JSON in them. */
import { isUtf8 } from 'node:buffer';
import { CaptureError } from '../errors.ts';
import { describeUrl } from './describe-url.ts';
import { bodyFailure } from './http-failure.ts';

export interface Arrived {
  readonly response: Response;
  readonly url: URL;
}

export interface Body {
  /** As received, after HTTP decompression. */
  readonly bytes: number;
  /** Undefined when the body is not JSON. */
  readonly text: string;
  readonly value: unknown;
  readonly hasBom: boolean;
  /** False when broken bytes were read as U+FFFD. */
  readonly isUtf8: boolean;
}

/**
 * Read an answer as JSON, whatever its content type says.
 * @throws CaptureError `partial` above the cap, `protocol-error` when the body breaks off.
 */
export async function readJson({ response, url }: Arrived, maxBytes: number): Promise<Body> {
  // A page of a failed answer says nothing; JSON in it may be the server's error.
  if (!response.ok && mediaTypeOf(response) === 'text/html') {
    drain(response);
    return { bytes: 0, text: '', value: undefined, hasBom: false, isUtf8: true };
  }
  const body = await readBody(response, maxBytes).catch((error: unknown) => {
    throw bodyFailure(error, url);
  });
  if (body === undefined) throw oversize(url, maxBytes);
  return {
    bytes: body.length,
    isUtf8: isUtf8(body),
    ...parseJson(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)),
  };
}

/** Read a body to its end; undefined when it is larger than the cap. */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return Buffer.alloc(0);
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
}

/** Parse JSON that may stand behind a byte order mark. */
export function parseJson(received: string): {
  readonly value: unknown;
  readonly text: string;
  readonly hasBom: boolean;
} {
  const hasBom = received.startsWith('\uFEFF');
  const text = hasBom ? received.slice(1) : received;
  try {
    return { value: JSON.parse(text), text, hasBom };
  } catch {
    return { value: undefined, text, hasBom };
  }
}

const DRAINED_BYTES = 64 * 1024;

/** Read a small rest in the background, so that the socket can be used again. */
export function drain(response: Response): void {
  if (!response.bodyUsed) readBody(response, DRAINED_BYTES).catch(() => {});
}

/** Media type without parameters, lower case; empty when none is declared. */
export function mediaTypeOf(response: Pick<Response, 'headers'>): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function oversize(url: URL, maxBytes: number): CaptureError {
  return new CaptureError('partial', `${describeUrl(url)}: one answer is larger than ${maxBytes} bytes`, {
    hint: 'raise the cap with --max-bytes',
  });
}
