/**
 * A `fetch` that hands every message to the session before the SDK sees the answer. Bodies are measured as received
 * (after HTTP decompression) and never re-encoded; the SDK gets an empty stand-in, because it would refuse, or hang
 * on, envelopes that deviate, and its parsed messages are not used.
 */
import { isJsonObject, type JsonObject } from '../json.ts';
import { CaptureError } from '../errors.ts';
import type { Warning } from '../model/snapshot.ts';
import type { ConnectionHandlers, Frame } from './connection.ts';
import { tapEventStream } from './event-stream-tap.ts';
import type { Exchange, Exchanges } from './exchanges.ts';
import { drain, mediaTypeOf, oversize, parseJson, readJson, type Arrived, type Body } from './http-body.ts';
import { describeUrl } from './describe-url.ts';
import { bodyFailure, networkFailure, statusFailure, type Reply } from './http-failure.ts';
import type { Fetch } from './proxy-fetch.ts';
import { isMessageOrBatch } from './message.ts';

export interface TapOptions {
  readonly handlers: ConnectionHandlers;
  readonly exchanges: Exchanges;
  /** Cap on one body and on one event, in bytes. */
  readonly maxBytes: number;
  /**
   * What a GET is for: messages the server starts by itself, which it need not offer (Streamable HTTP), or the
   * channel of all messages (HTTP+SSE), whose end is the end of the connection.
   */
  readonly stream: 'optional' | 'main';
}

export interface Tap {
  readonly fetch: Fetch;
  /**
   * What the last request failed with, for the places where the SDK's own error says less: an event source keeps
   * only the text, and a redirect that was not followed has no location.
   */
  readonly failure: () => CaptureError | undefined;
}

/** Wrap `base` for one connection. Failures are thrown as `CaptureError`, which the SDK passes on as it is. */
export function createTap(base: Fetch, tap: TapOptions): Tap {
  let failure: CaptureError | undefined;
  return {
    failure: () => failure,
    async fetch(input, init) {
      const url = new URL(input);
      failure = undefined;
      try {
        const response = await base(url, init);
        // The SDK follows those that stay within the origin, and fails with the others.
        if (response.status >= 300 && response.status < 400) failure = redirected(url, response);
        else return await take({ response, url }, init, tap);
        return response;
      } catch (error) {
        if (init?.signal?.aborted === true) throw error;
        failure = networkFailure(error, url);
        throw failure;
      }
    },
  };
}

function redirected(url: URL, { status, headers }: Response): CaptureError {
  return statusFailure({ url, status, headers, mediaType: '', isFirst: false });
}

async function take(arrived: Arrived, init: RequestInit | undefined, tap: TapOptions): Promise<Response> {
  const { response } = arrived;
  if (response.headers.has('content-encoding')) {
    tap.handlers.onWarning({
      id: 'content-encoding',
      message: 'answers were compressed on the wire; sizes are those after decompression',
    });
  }
  if (init?.method === 'POST') return takeAnswer(arrived, readRequest(init.body), tap);
  if (init?.method === 'DELETE') return standIn(response);
  return tap.stream === 'main' ? takeMainStream(arrived, tap) : takeOptionalStream(arrived, tap);
}

async function takeAnswer(arrived: Arrived, request: JsonObject, tap: TapOptions): Promise<Response> {
  const { response, url } = arrived;
  const exchange = tap.exchanges.find(request);
  const mediaType = mediaTypeOf(response);
  if (response.ok && tap.stream === 'main') return standIn(response);
  if (response.ok && mediaType === 'text/event-stream') {
    if (exchange === undefined) return takeUnaskedStream(arrived, tap);
    exchange.isStreaming = true;
    return takeEventStream(arrived, tap, (error) => {
      if (error instanceof CaptureError) exchange.fail(error);
    });
  }
  // Accepted: the answer, if there is one, comes another way.
  if (response.status === 202 || response.status === 204) return standIn(response);

  const body = await readJson(arrived, tap.maxBytes);
  const isFirst = request['method'] === 'initialize' && tap.stream === 'optional';
  const reply: Reply = { url, status: response.status, headers: response.headers, mediaType, isFirst };
  if (response.status === 401 || response.status === 403) {
    throw statusFailure({ ...reply, message: errorMessage(body.value) });
  }
  takeJson(reply, body, { tap, request, exchange });
  return standIn(response);
}

interface Outgoing {
  readonly tap: TapOptions;
  readonly request: JsonObject;
  readonly exchange: Exchange | undefined;
}

/** Hand over the message of a body, or fail: no other answer will come to this request. */
function takeJson(reply: Reply, body: Body, { tap, request, exchange }: Outgoing): void {
  const value = withRequestId(body.value, exchange);
  if (!isMessageOrBatch(value)) {
    if (exchange !== undefined) throw noMessage(reply, body);
    if (reply.status >= 400) tap.handlers.onWarning(notificationRefused(reply, request));
    return;
  }
  const isDeclared = reply.status >= 300 || reply.mediaType === 'application/json';
  if (!isDeclared) tap.handlers.onWarning(wrongContentType(reply.mediaType));
  if (body.hasBom) tap.handlers.onWarning(BOM_WARNING);
  if (!body.isUtf8) tap.handlers.onWarning(INVALID_UTF8);
  deliver({ bytes: body.bytes, text: body.text, value }, tap);
  if (exchange?.isAnswered === false) throw anotherRequest(reply);
}

/** Messages streamed in answer to a notification. The SDK would wait for the end of the stream. */
function takeUnaskedStream(arrived: Arrived, tap: TapOptions): Response {
  const { body } = takeEventStream(arrived, tap, () => {});
  body?.pipeTo(new WritableStream()).catch(() => {});
  return new Response(null, { status: 202, headers: sessionHeader(arrived.response) });
}

/**
 * The stream for messages the server starts by itself. A server need not offer one, so whatever else comes is told to
 * the SDK as 405, on which it stays without.
 */
function takeOptionalStream(arrived: Arrived, tap: TapOptions): Response {
  const { response } = arrived;
  if (!response.ok || mediaTypeOf(response) !== 'text/event-stream') return standIn(response, 405);
  return takeEventStream(arrived, tap, (error) => {
    if (error instanceof CaptureError) tap.handlers.onClose(error);
  });
}

/** The one stream of HTTP+SSE, without which no answer can come. */
async function takeMainStream(arrived: Arrived, tap: TapOptions): Promise<Response> {
  const { response, url } = arrived;
  const mediaType = mediaTypeOf(response);
  if (response.status !== 200 || mediaType !== 'text/event-stream') {
    const { value } = response.ok ? { value: undefined } : await readJson(arrived, tap.maxBytes);
    drain(response);
    const { status, headers } = response;
    throw statusFailure({ url, status, headers, mediaType, isFirst: false, message: errorMessage(value) });
  }
  return takeEventStream(arrived, tap, (error) => {
    tap.handlers.onClose(
      error === undefined
        ? new CaptureError('protocol-error', `${describeUrl(url)}: the server closed its event stream`, {
            hint: 'the server, or a proxy before it, ends streams early; its log may say why',
          })
        : bodyFailure(error, url),
    );
  });
}

function takeEventStream(
  { response, url }: Arrived,
  tap: TapOptions,
  onEnd: (error?: unknown) => void,
): Response {
  if (response.body === null) return standIn(response);
  const stream = tapEventStream(response.body, {
    maxBytes: tap.maxBytes,
    onMessage: (data) => takeEvent(data, tap),
    onOversize: () => oversize(url, tap.maxBytes),
    onEnd,
  });
  return new Response(stream, {
    status: 200,
    headers: { ...sessionHeader(response), 'content-type': 'text/event-stream' },
  });
}

/** Hand over one event's data; gives the SDK an answer's id, or nothing. */
function takeEvent(data: string, tap: TapOptions): string {
  const { value, text, hasBom } = parseJson(data);
  if (!isMessageOrBatch(value)) {
    tap.handlers.onNoise(data);
    return '';
  }
  if (hasBom) tap.handlers.onWarning(BOM_WARNING);
  deliver({ bytes: Buffer.byteLength(data), text, value }, tap);
  const answer = [value]
    .flat()
    .find((message) => isJsonObject(message) && typeof message['method'] !== 'string');
  return isJsonObject(answer) ? JSON.stringify({ jsonrpc: '2.0', id: answer['id'], result: {} }) : '';
}

function deliver(frame: Frame, tap: TapOptions): void {
  tap.handlers.onFrame(frame);
  tap.exchanges.settle(frame.value);
}

/**
 * JSON-RPC has an error carry `"id": null` when the id could not be read, and SDK servers do so in a 400. Which
 * request it answers is plain from the POST, so the parsed value says it.
 */
function withRequestId(value: unknown, exchange: Exchange | undefined): unknown {
  if (exchange === undefined || !isJsonObject(value) || typeof value['method'] === 'string') return value;
  const { id, error } = value;
  return (id === null || id === undefined) && isJsonObject(error) && typeof error['code'] === 'number'
    ? { ...value, id: exchange.id }
    : value;
}

function errorMessage(value: unknown): string | undefined {
  const error = isJsonObject(value) ? value['error'] : undefined;
  const message = isJsonObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** An empty answer for the SDK, with the session id it keeps; 202 makes it look for no message. */
function standIn(response: Response, status = 202): Response {
  drain(response);
  return new Response(null, { status, headers: sessionHeader(response) });
}

function sessionHeader(response: Response): Record<string, string> {
  const id = response.headers.get('mcp-session-id');
  return response.ok && id !== null ? { 'mcp-session-id': id } : {};
}

function readRequest(body: unknown): JsonObject {
  const value: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
  return isJsonObject(value) ? value : {};
}

const BOM_WARNING: Warning = { id: 'bom', message: 'a byte order mark stands before the JSON' };
const INVALID_UTF8: Warning = {
  id: 'invalid-utf8',
  message: 'a message is not valid UTF-8; broken bytes were read as U+FFFD',
};

function wrongContentType(mediaType: string): Warning {
  const declared = mediaType === '' ? 'have no content type' : `are declared as ${mediaType}`;
  return {
    id: 'wrong-content-type',
    message: `JSON answers ${declared}; clients refuse what is not application/json`,
  };
}

function notificationRefused({ status }: Reply, { method }: JsonObject): Warning {
  const what = typeof method === 'string' ? method : 'an answer to the server';
  return { id: 'notification-refused', message: `${what} was answered HTTP ${status}; it should be 202` };
}

function noMessage(reply: Reply, body: Body): CaptureError {
  const isBroken = reply.mediaType === 'application/json' && body.value === undefined;
  if (reply.status >= 300 || (body.bytes > 0 && !isBroken)) return statusFailure(reply);
  const what = body.bytes === 0 ? 'an empty body' : `JSON that does not parse (${body.bytes} bytes)`;
  return new CaptureError(
    'protocol-error',
    `${describeUrl(reply.url)} answered HTTP ${reply.status} with ${what}`,
    {
      hint: 'the server fails while it answers; its log may say why',
    },
  );
}

function anotherRequest({ url }: Reply): CaptureError {
  return new CaptureError(
    'protocol-error',
    `${describeUrl(url)} answered with a message for another request`,
    {
      hint: 'the server mixes up its answers; its log may say why',
    },
  );
}
