/**
 * What a transport gives to a session: frames as received, and a way to send. Nothing here looks into a message.
 */
import type { CaptureError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { TransportId, Warning } from '../model/snapshot.ts';
import type { Fetch } from './proxy-fetch.ts';

/** One message (or batch) as it came in: the bytes received for it, its text, and its parsed value. */
export interface Frame {
  readonly bytes: number;
  /** Decoded, without a byte order mark. */
  readonly text: string;
  readonly value: JsonValue;
}

export interface ConnectionHandlers {
  /** A JSON value that is a JSON-RPC message or a batch of them. */
  readonly onFrame: (frame: Frame) => void;
  /** Something on the channel that is no message. */
  readonly onNoise: (line: string) => void;
  /** A peculiarity of the channel worth telling; repeated ids are kept once. */
  readonly onWarning: (warning: Warning) => void;
  /** The channel is gone, or cannot deliver; every pending request ends with this error. */
  readonly onClose: (error: CaptureError) => void;
}

export interface OpenOptions {
  readonly connectMs: number;
  /** Cap on one frame. */
  readonly maxBytes: number;
  /** Of this process; proxies are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** A value has come up that must not reach any output: a token. */
  readonly onSecret?: ((value: string) => void) | undefined;
  /** In place of the network: the handler of a server of this process. */
  readonly fetch?: Fetch | undefined;
}

export interface Connection {
  /** Absent for a server of this process. */
  readonly transport?: TransportId | undefined;
  /**
   * Send one message. Rejects with a `CaptureError` when it cannot be delivered; an answer that has arrived as a
   * frame before that counts all the same. `signal` ends the waiting for the answer (HTTP: closes its stream).
   */
  readonly send: (message: JsonObject, signal?: AbortSignal) => Promise<void>;
  /** Tell the transport which version was negotiated. */
  readonly setProtocolVersion: (version: string) => void;
  /** How the process behind it ended, if it has, and what it last wrote to stderr; processes only. */
  readonly facts?: () => ChildFacts;
  /** Leave nothing behind: end the session, stop the process and its group. Never rejects, may be called twice. */
  readonly close: () => Promise<void>;
}

export interface ChildFacts {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stderr: readonly string[];
}
