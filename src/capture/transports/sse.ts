/**
 * HTTP+SSE, the transport of protocol 2024-11-05: all answers come on one event stream, which first names the URL to
 * POST to. Deprecated since 2025-03-26 and still met.
 */
import { startDeadline } from '../deadline.ts';
import { CaptureError } from '../../errors.ts';
import type { UrlLaunch } from '../../model/plan.ts';
import type { Connection, ConnectionHandlers, OpenOptions } from '../connection.ts';
import { createExchanges } from '../exchanges.ts';
import { openHttpChannel, sendFailure, toSdkMessage, untilAborted } from '../http-channel.ts';
import { describeUrl } from '../describe-url.ts';
import { createTap } from '../http-tap.ts';

/**
 * Open a URL as HTTP+SSE and wait for its `endpoint` event, `connectMs` at most: the SDK would wait for ever.
 * @throws CaptureError when the URL does not answer like such a server; UsageError as for Streamable HTTP.
 */
export async function openSse(
  launch: UrlLaunch,
  handlers: ConnectionHandlers,
  options: OpenOptions,
): Promise<Connection> {
  const channel = await openHttpChannel(launch, options);
  const { url } = channel;
  const exchanges = createExchanges();
  const closing = new AbortController();
  const failed = (error: CaptureError): void => {
    if (closing.signal.aborted) return;
    closing.abort(error);
    handlers.onClose(error);
    // At once: the event source would connect again, to a session that knows nothing of this one.
    void transport.close();
  };
  const tap = createTap(channel.fetch, {
    handlers: { ...handlers, onClose: failed },
    exchanges,
    maxBytes: options.maxBytes,
    stream: 'main',
  });
  const sdk = await import('@modelcontextprotocol/client');
  const transport = new sdk.SSEClientTransport(url, {
    fetch: tap.fetch,
    requestInit: { headers: channel.headers },
  });

  async function close(): Promise<void> {
    closing.abort(new CaptureError('start-failed', 'the connection was closed'));
    await transport.close();
    await channel.close();
  }

  const either = AbortSignal.any([options.signal, closing.signal]);
  const deadline = startDeadline(options.connectMs, either, () => noEndpoint(url, options.connectMs));
  try {
    await untilAborted(transport.start(), deadline.signal);
  } catch (error) {
    await close();
    throw sendFailure(error, url, tap.failure());
  } finally {
    deadline.clear();
  }

  return {
    transport: 'sse',
    async send(message, signal = options.signal) {
      const exchange = exchanges.start(message);
      const giveUp = AbortSignal.any([signal, options.signal, closing.signal]);
      try {
        await untilAborted(transport.send(toSdkMessage(sdk, message)), giveUp);
      } catch (error) {
        if (exchange?.isAnswered !== true) throw sendFailure(error, url, tap.failure());
      } finally {
        exchanges.end(exchange);
      }
    },
    setProtocolVersion: (version) => transport.setProtocolVersion(version),
    close,
  };
}

function noEndpoint(url: URL, connectMs: number): CaptureError {
  return new CaptureError('timeout', `${describeUrl(url)}: no endpoint event within ${connectMs / 1000} s`, {
    hint: 'the URL opens an event stream but is not an MCP server of the HTTP+SSE transport; check the path, e.g. /sse',
  });
}
