/**
 * Cut a stdio stream into frames without touching their bytes: one message a line, by byte 0x0A, as the
 * specification says (2025-11-25, transports · stdio), and the deviations real servers show: log lines, CRLF, BOM,
 * pretty-printed messages over many lines, and `Content-Length` framing.
 */
import { createLineReader, type LineHandlers } from './message-lines.ts';

export interface FrameHandlers extends LineHandlers {
  /** One frame is larger than the cap; called once, with the bytes seen so far. */
  readonly onOversize: (bytes: number) => void;
}

export interface FrameReader {
  readonly push: (chunk: Buffer) => void;
  /** Hand over a last line that has no line end. */
  readonly end: () => void;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Read frames from chunks of bytes. `maxBytes` bounds one frame, whatever its form. */
export function createFrameReader(handlers: FrameHandlers, maxBytes: number): FrameReader {
  let pieces: Buffer[] = [];
  let pendingBytes = 0;
  let oversize = false;
  /** Content-Length framing: `headers` until the blank line, then a body of that many bytes. */
  let expected: { bytes: number; inHeaders: boolean } | undefined;
  const lines = createLineReader(handlers, maxBytes);

  function take(): Buffer {
    const whole = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
    pieces = [];
    pendingBytes = 0;
    return whole;
  }

  function keep(piece: Buffer): void {
    if (!oversize) pieces.push(piece);
    pendingBytes += piece.length;
    if (pendingBytes > maxBytes && !oversize) {
      oversize = true;
      pieces = [];
      handlers.onOversize(pendingBytes);
    }
  }

  function onLine(line: Buffer): void {
    const content = line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
    if (expected?.inHeaders === true) {
      if (content.length === 0) expected.inHeaders = false;
      return;
    }
    const length =
      content.length < 64 ? /^content-length:\s*(\d+)\s*$/i.exec(content.toString('latin1'))?.[1] : undefined;
    if (length !== undefined) {
      handlers.onWarning({
        id: 'content-length-framing',
        message: 'answers come with Content-Length headers; MCP over stdio is one JSON message a line',
      });
      expected = { bytes: Number(length), inHeaders: true };
      return;
    }
    lines.line(content);
  }

  function push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (expected !== undefined && !expected.inHeaders) {
        const missing = expected.bytes - pendingBytes;
        keep(rest.subarray(0, missing));
        rest = rest.subarray(missing);
        if (pendingBytes < expected.bytes) return;
        expected = undefined;
        const body = take();
        if (oversize) oversize = false;
        else lines.line(body);
        continue;
      }
      const end = rest.indexOf(LINE_FEED);
      if (end === -1) {
        keep(rest);
        return;
      }
      keep(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const line = take();
      if (oversize) oversize = false;
      else onLine(line);
    }
  }

  function end(): void {
    if (pendingBytes > 0 && !oversize) lines.line(take());
    lines.flush();
  }

  return { push, end };
}
