/**
 * Cut a stdio stream into frames without touching their bytes: one message a line, by byte 0x0A, as the
 * specification says (2025-11-25, transports · stdio), and the deviations real servers show: log lines, CRLF, BOM,
 * pretty-printed messages over many lines, and `Content-Length` framing.
 */
import { isUtf8 } from 'node:buffer';
import type { Warning } from '../model.ts';
import type { Frame } from './connection.ts';
import { isMessage, isMessageOrBatch } from './message.ts';

export interface FrameHandlers {
  readonly onFrame: (frame: Frame) => void;
  readonly onNoise: (line: string) => void;
  readonly onWarning: (warning: Warning) => void;
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
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** A pretty-printed message of more lines than this is given up as noise. */
const MAX_JOINED_LINES = 10_000;

/** Read frames from chunks of bytes. `maxBytes` bounds one frame, whatever its form. */
export function createFrameReader(handlers: FrameHandlers, maxBytes: number): FrameReader {
  let pieces: Buffer[] = [];
  let pendingBytes = 0;
  let oversize = false;
  /** Content-Length framing: `headers` until the blank line, then a body of that many bytes. */
  let expected: { bytes: number; inHeaders: boolean } | undefined;
  const joined = createLineJoiner(handlers, maxBytes);

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
    joined.line(content);
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
        else joined.line(body);
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
    if (pendingBytes > 0 && !oversize) joined.line(take());
    joined.flush();
  }

  return { push, end };
}

/**
 * Decide line by line what is a message. A line that starts like JSON and is none by itself is kept and joined with
 * the next ones until its brackets close; a line that is a message by itself always wins over that.
 */
function createLineJoiner(handlers: FrameHandlers, maxBytes: number) {
  let lines: string[] = [];
  let bytes = 0;
  const brackets = createBracketCounter();

  function flush(): void {
    for (const line of lines) handlers.onNoise(line);
    lines = [];
    bytes = 0;
    brackets.reset();
  }

  function line(content: Buffer): void {
    const { text, value } = parseLine(content, handlers.onWarning);
    if (lines.length > 0 && !isMessage(value)) {
      join(text, content.length);
      return;
    }
    if (lines.length > 0) flush();
    if (isMessageOrBatch(value)) handlers.onFrame({ bytes: content.length, value });
    else if (value === undefined && /^\s*[{[]/.test(text)) join(text, content.length);
    else if (text.trim() !== '') handlers.onNoise(text);
  }

  function join(text: string, lineBytes: number): void {
    lines.push(text);
    bytes += lineBytes + (lines.length > 1 ? 1 : 0);
    const depth = brackets.read(text);
    if (depth > 0 && lines.length < MAX_JOINED_LINES && bytes <= maxBytes) return;
    const value = depth === 0 && lines.length > 1 ? parse(lines.join('\n')) : undefined;
    if (!isMessageOrBatch(value)) {
      flush();
      return;
    }
    handlers.onWarning({
      id: 'multi-line-json',
      message:
        'messages are spread over several lines; MCP over stdio is one JSON message a line, and most clients fail here',
    });
    handlers.onFrame({ bytes, value });
    lines = [];
    bytes = 0;
    brackets.reset();
  }

  return { line, flush };
}

/** Count open brackets outside strings over several lines; -1 once they can no longer become JSON. */
function createBracketCounter() {
  let depth = 0;
  return {
    read(text: string): number {
      // JSON strings hold no raw line break, so each line can be freed of its strings by itself.
      for (const bracket of text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[{}[\]]/g)) {
        depth += bracket[0] === '{' || bracket[0] === '[' ? 1 : -1;
        if (depth < 0) return -1;
      }
      return depth;
    },
    reset(): void {
      depth = 0;
    },
  };
}

function parseLine(content: Buffer, warn: (warning: Warning) => void): { text: string; value: unknown } {
  const hasBom = content.subarray(0, BOM.length).equals(BOM);
  if (hasBom) warn({ id: 'bom', message: 'a byte order mark stands before the JSON' });
  const body = hasBom ? content.subarray(BOM.length) : content;
  const text = body.toString('utf8');
  const value = parse(text);
  if (value !== undefined && !isUtf8(body)) {
    warn({ id: 'invalid-utf8', message: 'a message is not valid UTF-8; broken bytes were read as U+FFFD' });
  }
  return { text, value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
