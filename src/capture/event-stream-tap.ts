/**
 * Read an event stream while it passes. The SDK downstream needs event ids, `retry` and the fact that an answer came,
 * to resume a stream that breaks; it gets exactly that, so nothing a server sends can trip its schemas.
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface EventStreamReader {
  /** Cap on one event, in characters while it is incomplete and in bytes when whole. */
  readonly maxBytes: number;
  /** Take the data of a message event; returns what the SDK gets in its place, one line. */
  readonly onMessage: (data: string) => string;
  readonly onOversize: () => Error;
  /** The stream is over: at its end, or broken off with an error. */
  readonly onEnd: (error?: unknown) => void;
}

/** Wrap the body of an event stream. Events are taken before any byte goes on. */
export function tapEventStream(
  body: ReadableStream<Uint8Array>,
  reader: EventStreamReader,
): ReadableStream<Uint8Array> {
  const source = body.getReader();
  const events = createEventRewriter(reader);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (;;) {
          const { done, value } = await source.read();
          const text = events.feed(value, done);
          if (text !== '') controller.enqueue(Buffer.from(text));
          if (done) {
            reader.onEnd();
            controller.close();
          }
          if (done || text !== '') return;
        }
      } catch (error) {
        reader.onEnd(error);
        controller.error(error);
        await source.cancel(error).catch(() => {});
      }
    },
    cancel: (reason) => source.cancel(reason),
  });
}

function createEventRewriter(reader: EventStreamReader) {
  // Streaming, so that a character cut by a chunk is whole again; strips the BOM a stream may start with.
  const decoder = new TextDecoder();
  let output = '';
  let isOversize = false;
  const parser = createParser({
    maxBufferSize: reader.maxBytes,
    onEvent(event) {
      if (Buffer.byteLength(event.data) > reader.maxBytes) isOversize = true;
      else output += rewrite(event, reader);
    },
    onRetry(milliseconds) {
      output += `retry: ${milliseconds}\n\n`;
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') isOversize = true;
    },
  });
  return {
    feed(chunk: Uint8Array | undefined, isLast: boolean): string {
      output = '';
      parser.feed(decoder.decode(chunk, { stream: !isLast }));
      if (isOversize) throw reader.onOversize();
      return output;
    },
  };
}

function rewrite(event: EventSourceMessage, reader: EventStreamReader): string {
  const isMessage = event.event === undefined || event.event === 'message';
  // An event without data only says which id was last, or keeps the stream open.
  const data = isMessage && event.data !== '' ? reader.onMessage(event.data) : event.data;
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  const name = isMessage ? '' : `event: ${event.event}\n`;
  return `${id}${name}${data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;
}
