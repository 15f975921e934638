/** What a JSON value must look like to be a JSON-RPC message; as tolerant as real servers need. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';

/** Tell a request, response or notification from any other JSON: it has an id with an outcome, or a method. */
export function isMessage(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  if (typeof value['method'] === 'string')
    return value['jsonrpc'] !== undefined || 'id' in value || 'params' in value;
  return 'id' in value && ('result' in value || 'error' in value);
}

/** A message, or the batch of them that protocol 2025-03-26 allowed. */
export function isMessageOrBatch(value: unknown): value is JsonValue {
  return Array.isArray(value) ? value.length > 0 && value.every(isMessage) : isMessage(value);
}
