/** Calls made after connecting, so that a server offers more of its tools. */
import { CaptureError } from '../errors.ts';
import { compactJson } from '../json-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { ActivationCall, CaptureOptions } from '../model/plan.ts';
import { RpcError } from './envelope.ts';
import type { Session } from './session.ts';

interface CallContext {
  readonly options: CaptureOptions;
  readonly onProgress: (step: string) => void;
  /** The tools listed before the first call, for the hint. */
  readonly offered: readonly JsonValue[];
}

/** The server's words in a failure; a page of text says no more than its beginning. */
const MAX_WORDS_CHARS = 300;
const MAX_NAMES = 8;

/**
 * Make the calls in order, each bounded like a page of a list.
 * @throws CaptureError for the first that fails; `protocol-error` where the server refused it.
 */
export async function makeCalls(
  session: Session,
  calls: readonly ActivationCall[],
  context: CallContext,
): Promise<void> {
  for (const call of calls) {
    context.onProgress(`activating ${call.tool}`);
    const { result } = await session
      .call('tools/call', { name: call.tool, arguments: call.arguments }, context.options.deadlines.pageMs)
      .catch((error: unknown) => {
        throw failureOf(call, error, context);
      });
    if (result['isError'] === true) throw refused(call, textOf(result), context);
  }
}

function failureOf(call: ActivationCall, error: unknown, context: CallContext): unknown {
  if (error instanceof RpcError) return refused(call, `${error.message} (code ${error.code})`, context);
  if (!(error instanceof CaptureError)) return error;
  const { status, hint, message } = error;
  return new CaptureError(status, `${describeCall(call)}: ${message}`, { hint, cause: error });
}

function refused(call: ActivationCall, words: string, { offered }: CallContext): CaptureError {
  const names = offered.flatMap((tool) =>
    isJsonObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [],
  );
  const shown = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '');
  const isOffered = names.includes(call.tool);
  return new CaptureError('protocol-error', `${describeCall(call)} was refused: ${clip(words)}`, {
    hint: isOffered
      ? `check the arguments of this call under activate`
      : `the list before the activation has no tool of this name; it has: ${shown === '' ? 'none' : shown}`,
  });
}

function describeCall({ tool, arguments: given }: ActivationCall): string {
  return `activating with ${tool} ${clip(compactJson(given))}`;
}

function textOf(result: JsonObject): string {
  const { content } = result;
  const texts = (Array.isArray(content) ? content : []).flatMap((block) =>
    isJsonObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  );
  return texts.length === 0 ? 'isError, without a text' : texts.join(' ');
}

function clip(text: string): string {
  return text.length > MAX_WORDS_CHARS ? `${text.slice(0, MAX_WORDS_CHARS)}…` : text;
}
