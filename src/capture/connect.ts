/** Open a server and agree on a protocol, with the one second try that its first failure may call for. */
import type { CaptureError } from '../errors.ts';
import type { CaptureOptions, CommandLaunch, UrlLaunch } from '../model/plan.ts';
import type { Failure } from '../model/snapshot.ts';
import type { CaptureContext } from './capture-server.ts';
import type { Connection, ConnectionHandlers, OpenOptions } from './connection.ts';
import { describeFailure, toCaptureError } from './failure.ts';
import { greet, type Greeting } from './handshake.ts';
import { createSession, type Session } from './session.ts';
import { openConnection } from './transports/index.ts';

export type LiveLaunch = CommandLaunch | UrlLaunch;

export interface Connected {
  readonly ok: true;
  /** Absent for a server of this process. */
  readonly launch: LiveLaunch | undefined;
  readonly session: Session;
  readonly connection: Connection;
  readonly greeting: Greeting;
}

export interface NotConnected {
  readonly ok: false;
  readonly error: CaptureError;
  readonly failure: Failure;
  /** True when the server was reached and the handshake failed. */
  readonly isOpened: boolean;
}

/** Open a connection: of a launch, or to a server of this process. */
export type Open = (handlers: ConnectionHandlers, options: OpenOptions) => Promise<Connection>;

/** Reach a server, or say why not. On failure nothing is left open. */
export type Connect = (context: CaptureContext) => Promise<Connected | NotConnected>;

interface Try {
  readonly launch: LiveLaunch;
  readonly protocol: CaptureOptions['protocol'];
  readonly handshakeMs: number;
}

/** Start or reach a launch; see `Connect`. */
export async function connect(
  launch: LiveLaunch,
  context: CaptureContext,
): Promise<Connected | NotConnected> {
  context.onProgress(launch.kind === 'url' ? 'connecting' : 'starting');
  const { protocol, deadlines } = context.options;
  const first = await tryOnce({ launch, protocol, handshakeMs: deadlines.startMs }, context);
  if (first.ok) return first;
  const again = secondTry(launch, first, context);
  if (again === undefined) return first;
  context.onProgress(
    launch.kind === 'url' ? 'connecting again, as HTTP+SSE' : 'starting again, with server/discover',
  );
  const second = await tryOnce(again, context);
  return second.ok ? second : { ...first, failure: mentionSecond(first.failure, again, second.error) };
}

function tryOnce(
  { launch, protocol, handshakeMs }: Try,
  { options, ...context }: CaptureContext,
): Promise<Connected | NotConnected> {
  const open: Open = (handlers, openOptions) => openConnection(launch, handlers, openOptions);
  const deadlines = { ...options.deadlines, startMs: handshakeMs };
  return connectThrough(open, launch, { ...context, options: { ...options, protocol, deadlines } });
}

/** Connect over what `open` opens, once. */
export async function connectThrough(
  open: Open,
  launch: LiveLaunch | undefined,
  context: CaptureContext,
): Promise<Connected | NotConnected> {
  let connection: Connection | undefined;
  try {
    const { env, signal, onSecret, options } = context;
    const { maxBytes, deadlines } = options;
    const limits = { env, signal, onSecret, maxBytes, connectMs: deadlines.connectMs };
    const opened = await createSession((handlers) => open(handlers, limits), {
      clientCapabilities: options.clientCapabilities,
      clientInfo: context.clientInfo,
      signal,
    });
    ({ connection } = opened);
    const greeting = await greet(opened.session, options, context.clientInfo);
    return { ok: true, launch, ...opened, greeting };
  } catch (thrown) {
    try {
      const error = toCaptureError(thrown);
      // Before the teardown, so that the exit code told is the server's own doing.
      const failure = describeFailure(error, launch, connection);
      return { ok: false, error, failure, isOpened: connection !== undefined };
    } finally {
      await connection?.close();
    }
  }
}

/**
 * A process that is gone or silent on `initialize` is started once more with `server/discover`; a URL that answers
 * like an endpoint of the older HTTP+SSE transport is tried as one.
 */
function secondTry(launch: LiveLaunch, first: NotConnected, context: CaptureContext): Try | undefined {
  const { protocol, deadlines } = context.options;
  if (context.signal.aborted || protocol === 'modern') return undefined;
  if (launch.kind === 'url') {
    const isCue = launch.transport === 'auto' && first.error.legacySseCue;
    const asSse = {
      launch: { ...launch, transport: 'sse' },
      protocol: 'legacy',
      handshakeMs: deadlines.startMs,
    } as const;
    return isCue ? asSse : undefined;
  }
  const isSilent = first.error.status === 'start-failed' || first.error.status === 'timeout';
  // A silent server is given as long again only as a modern one could need.
  return protocol === 'auto' && first.isOpened && isSilent
    ? { launch, protocol: 'modern', handshakeMs: deadlines.discoverMs }
    : undefined;
}

function mentionSecond(failure: Failure, { launch }: Try, second: CaptureError): Failure {
  // Of a URL the first answer tells more: it is the endpoint's own.
  if (launch.kind === 'url') return { ...failure, message: `${failure.message}, nor an HTTP+SSE one` };
  if (second.message === failure.message) return { ...failure, message: `${failure.message}, twice` };
  return { ...failure, message: `${failure.message}; started again with server/discover: ${second.message}` };
}
