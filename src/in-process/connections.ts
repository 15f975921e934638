/** Connections to servers of this process: a pair of objects, or a handler in place of the network. */
import type { Connection, ConnectionHandlers, OpenOptions } from '../capture/connection.ts';
import { CaptureError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { HandlerLike, ServerLike } from './subject.ts';

/** What both SDK generations ask of a transport. */
interface ServerTransport {
  readonly start: () => Promise<void>;
  readonly send: (message: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
  onmessage?: (message: JsonValue) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
}

/**
 * Connect to a server over a pair of objects; each message crosses as the JSON that stdio would carry.
 * @throws CaptureError `start-failed` when the server refuses to connect.
 */
export async function openServer(server: ServerLike, handlers: ConnectionHandlers): Promise<Connection> {
  let isClosing = false;
  const transport: ServerTransport = {
    start: async () => {},
    send: async (message) => {
      const text = writeJson(message, handlers);
      if (text === undefined) return;
      handlers.onFrame({ bytes: Buffer.byteLength(text), text, value: JSON.parse(text) as JsonValue });
    },
    close: async () => {
      if (!isClosing) handlers.onClose(new CaptureError('start-failed', 'the server closed its connection'));
      transport.onclose?.();
    },
  };
  try {
    await server.connect(transport as never);
  } catch (cause) {
    throw new CaptureError('start-failed', `the server does not connect: ${messageOf(cause)}`, { cause });
  }
  return {
    send: async (message: JsonObject) =>
      transport.onmessage?.(JSON.parse(JSON.stringify(message)) as JsonValue),
    setProtocolVersion: () => {},
    close: async () => {
      isClosing = true;
      await server.close().catch(() => {});
    },
  };
}

/** Connect to a handler through the HTTP transport, with the handler's `fetch` as the network. */
export async function openHandler(
  { handler, close }: { readonly handler: HandlerLike; readonly close: () => Promise<unknown> },
  handlers: ConnectionHandlers,
  options: OpenOptions,
): Promise<Connection> {
  const { openStreamableHttp } = await import('../capture/transports/streamable-http.ts');
  const launch = {
    kind: 'url',
    url: 'http://localhost/mcp',
    headers: {},
    transport: 'streamable-http',
  } as const;
  const connection = await openStreamableHttp(launch, handlers, {
    ...options,
    fetch: async (url, init) => (await handler.fetch(new Request(url, init) as never)) as Response,
  });
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await close().catch(() => {});
    },
  };
}

/** A message that is no JSON would be waited for in vain: nothing in the server tells of it. */
function writeJson(message: unknown, handlers: ConnectionHandlers): string | undefined {
  try {
    return JSON.stringify(message);
  } catch (cause) {
    const what = `the server answered what JSON cannot hold: ${messageOf(cause)}`;
    handlers.onClose(new CaptureError('protocol-error', what, { cause }));
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
