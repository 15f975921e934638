/** JSON-RPC envelopes: what an answer says, and what is peculiar about how it says it. */
import { CaptureError } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { Warning } from '../model/snapshot.ts';
import type { Frame } from './connection.ts';

/** The answer to one request: its envelope's outcome, and the bytes of the frame that brought it. */
export interface Answer {
  readonly bytes: number;
  readonly result: JsonObject;
}

/** A JSON-RPC error as the server sent it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: JsonValue | undefined;

  constructor(code: number, message: string, data: JsonValue | undefined) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** JSON-RPC 2.0, section 5.1. */
export const METHOD_NOT_FOUND = -32601;

const ENVELOPE_KEYS = new Set(['jsonrpc', 'id', 'result', 'error']);

/** Name every deviation of an answer from JSON-RPC 2.0 and MCP that strict clients refuse. */
export function* envelopeWarnings(message: JsonObject): Generator<Warning> {
  const extra = Object.keys(message).filter((key) => !ENVELOPE_KEYS.has(key));
  if (extra.length > 0) {
    yield {
      id: 'envelope-extra-key',
      message: `answers carry keys JSON-RPC does not have: ${extra.sort().join(', ')}`,
    };
  }
  if (message['jsonrpc'] !== '2.0')
    yield { id: 'envelope-no-jsonrpc', message: 'answers lack "jsonrpc": "2.0"' };
  if (typeof message['id'] === 'string')
    yield { id: 'envelope-id-string', message: 'an answer returned its id as a string' };
  const { result } = message;
  if ('error' in message && 'result' in message) {
    yield { id: 'envelope-null-error', message: 'answers carry a result and an error together' };
  }
  if (isJsonObject(result) && result['_meta'] === null) {
    yield { id: 'result-meta-null', message: 'a result has "_meta": null, which strict clients refuse' };
  }
}

/**
 * Read the outcome of an answer. A result beside `error: null` is a success.
 * @throws RpcError for an error; CaptureError for an answer without a result object, or one that asks for input.
 */
export function readAnswer(method: string, frame: Frame, message: JsonObject): Answer {
  const { result, error } = message;
  if (isJsonObject(error)) {
    const code = error['code'];
    const text = error['message'];
    throw new RpcError(
      typeof code === 'number' ? code : 0,
      typeof text === 'string' ? text : 'no message',
      error['data'],
    );
  }
  if (!isJsonObject(result)) {
    throw new CaptureError('protocol-error', `${method} was answered without a result object`);
  }
  if (result['resultType'] === 'input_required') {
    throw new CaptureError('needs-input', `${method} asks for input before it answers`, {
      hint: 'the server wants a person first; look for a setting that gives the value at the start',
    });
  }
  return { bytes: frame.bytes, result };
}
