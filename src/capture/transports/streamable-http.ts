/** Streamable HTTP: one POST a message, answered by JSON or an event stream; an optional stream of the server's own. */
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { CaptureError } from '../../errors.ts';
import type { UrlLaunch } from '../../model/plan.ts';
import type { Connection, ConnectionHandlers, OpenOptions } from '../connection.ts';
import { createExchanges } from '../exchanges.ts';
import { openHttpChannel, sendFailure, toSdkMessage, untilAborted } from '../http-channel.ts';
import { describeUrl } from '../describe-url.ts';
import { createTap } from '../http-tap.ts';

/** How long the server may take to end its session. */
const TERMINATE_MS = 1_000;
/** A server may ask for a reconnect at once; that must not become a storm. */
const MIN_RECONNECT_MS = 100;

/**
 * Open a URL as Streamable HTTP. Nothing is sent before the first message, so most failures show there.
 * @throws UsageError when a header cannot be sent or a proxy variable is malformed.
 */
export async function openStreamableHttp(
  launch: UrlLaunch,
  handlers: ConnectionHandlers,
  options: OpenOptions,
): Promise<Connection> {
  const channel = await openHttpChannel(launch, options);
  const { url } = channel;
  const exchanges = createExchanges();
  const tap = createTap(channel.fetch, {
    handlers,
    exchanges,
    maxBytes: options.maxBytes,
    stream: 'optional',
  });
  const reconnects = createReconnects();
  const closing = new AbortController();
  const sdk = await import('@modelcontextprotocol/client');
  const transport = new sdk.StreamableHTTPClientTransport(url, {
    fetch: tap.fetch,
    requestInit: { headers: channel.headers },
    reconnectionScheduler: (reconnect, delayMs) => reconnects.schedule(reconnect, delayMs),
  });
  await transport.start();
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    closing.abort(new CaptureError('start-failed', 'the connection was closed'));
    await endSession(transport);
    reconnects.stop();
    await transport.close();
    await channel.close();
  }

  return {
    transport: 'streamable-http',
    async send(message, signal = options.signal) {
      const exchange = exchanges.start(message);
      const giveUp = AbortSignal.any([signal, options.signal, closing.signal]);
      const sending = transport.send(toSdkMessage(sdk, message), {
        requestSignal: giveUp,
        onRequestStreamEnd: () => exchange?.fail(endedEarly(url)),
      });
      try {
        await untilAborted(sending, exchange === undefined ? giveUpOnReceipt(url, options, giveUp) : giveUp);
        if (exchange?.isStreaming === true) await untilAborted(exchange.done, giveUp);
      } catch (error) {
        if (exchange?.isAnswered !== true) throw sendFailure(error, url, tap.failure());
      } finally {
        exchanges.end(exchange);
      }
    },
    setProtocolVersion: (version) => transport.setProtocolVersion(version),
    close: () => (closed ??= close()),
  };
}

/** Tell a legacy server that its session is over. It may refuse (405) or stay silent. */
async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  await untilAborted(transport.terminateSession(), AbortSignal.timeout(TERMINATE_MS)).catch(() => {});
}

/** A notification has no deadline of its own, and its receipt (202) needs no work of the server. */
function giveUpOnReceipt(url: URL, { connectMs }: OpenOptions, giveUp: AbortSignal): AbortSignal {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(noReceipt(url, connectMs)), connectMs);
  timer.unref();
  return AbortSignal.any([giveUp, deadline.signal]);
}

function noReceipt(url: URL, connectMs: number): CaptureError {
  return new CaptureError(
    'timeout',
    `${describeUrl(url)}: no receipt of a notification within ${connectMs / 1000} s`,
    {
      hint: 'the server must answer a notification with HTTP 202 at once',
    },
  );
}

function endedEarly(url: URL): CaptureError {
  return new CaptureError(
    'protocol-error',
    `${describeUrl(url)}: the event stream ended without the answer`,
    {
      hint: 'the server, or a proxy before it, closed the stream early; its log may say why',
    },
  );
}

/** The SDK forgets all but its last timer, so that one could outlive `close()`; these are all ended. */
function createReconnects() {
  const timers = new Set<NodeJS.Timeout>();
  return {
    schedule(reconnect: () => void, delayMs: number): () => void {
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          reconnect();
        },
        Math.max(delayMs, MIN_RECONNECT_MS),
      );
      timers.add(timer);
      return () => clearTimeout(timer);
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
