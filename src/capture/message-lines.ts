/**
 * Decide line by line what is a message, noise, or a piece of a message that a server has pretty-printed over many
 * lines, which the protocol forbids and some do.
 */
import { isUtf8 } from 'node:buffer';
import type { JsonValue } from '../json.ts';
import type { ConnectionHandlers } from './connection.ts';
import { isMessage, isMessageOrBatch } from './message.ts';
import { NOISE_SAMPLE_CHARS } from './peculiarities.ts';

export interface LineHandlers extends Pick<ConnectionHandlers, 'onFrame' | 'onNoise' | 'onWarning'> {
  /** There is more noise than any server has a reason for; called once. */
  readonly onFlood: () => void;
}

/** Noise of more than this, in one of the two, is a flood. Blank lines count. */
const FLOOD = { lines: 100_000, bytes: 64 * 1024 * 1024 } as const;
/** Of a line that can be no message, so much is decoded: a character takes up to 3 bytes a UTF-16 unit. */
const NOISE_BYTES = 3 * NOISE_SAMPLE_CHARS;

const BOM = [0xef, 0xbb, 0xbf] as const;
const CODE = {
  quote: 0x22,
  backslash: 0x5c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;
/** A pretty-printed message of more lines than this is given up as noise. */
const MAX_JOINED_LINES = 10_000;

/** A message that may have begun at one of the kept lines, with the brackets still open. */
interface Candidate {
  readonly from: number;
  depth: number;
}

/** Where several lines could begin a message, so many are followed at once. */
const MAX_CANDIDATES = 8;

/**
 * Decide line by line what is a message. A line that starts like JSON and is none by itself is kept and joined with
 * the next ones until its brackets close; a line that is a message by itself always wins over that.
 */
export function createLineReader(handlers: LineHandlers, maxBytes: number) {
  let lines: { text: string; bytes: number }[] = [];
  let bytes = 0;
  let candidates: Candidate[] = [];
  const noise = { lines: 0, bytes: 0, isFlood: false };

  function noteNoise(text: string, size: number): void {
    noise.lines += 1;
    noise.bytes += size;
    if (text.trim() !== '') handlers.onNoise(text);
    if (noise.isFlood || (noise.lines <= FLOOD.lines && noise.bytes <= FLOOD.bytes)) return;
    noise.isFlood = true;
    handlers.onFlood();
  }

  function flush(): void {
    for (const one of lines) noteNoise(one.text, one.bytes);
    lines = [];
    bytes = 0;
    candidates = [];
  }

  function line(content: Buffer): void {
    const body = withoutBom(content);
    const isJson = opensBracket(body);
    if (!isJson && candidates.length === 0) {
      noteNoise(body.toString('utf8', 0, NOISE_BYTES), content.length);
      return;
    }
    if (isJson && body !== content) {
      handlers.onWarning({ id: 'bom', message: 'a byte order mark stands before the JSON' });
    }
    const text = body.toString('utf8');
    const value = isJson ? parse(text) : undefined;
    if (value !== undefined && !isUtf8(body)) {
      const message = 'a message is not valid UTF-8; broken bytes were read as U+FFFD';
      handlers.onWarning({ id: 'invalid-utf8', message });
    }
    if (isMessageOrBatch(value) && (lines.length === 0 || isMessage(value))) {
      flush();
      handlers.onFrame({ bytes: content.length, text, value });
    } else if (candidates.length > 0 || (value === undefined && startsLikeJson(text))) {
      join(text, content.length);
    } else noteNoise(text, content.length);
  }

  function join(text: string, lineBytes: number): void {
    lines.push({ text, bytes: lineBytes });
    bytes += lineBytes + 1;
    // Inside a message printed with indentation no line begins another one.
    const isStart = startsLikeJson(text) && (candidates.length === 0 || !/^\s/.test(text));
    if (isStart && candidates.length < MAX_CANDIDATES) candidates.push({ from: lines.length - 1, depth: 0 });
    const change = depthChange(text);
    for (const candidate of candidates) {
      candidate.depth += change;
      if (candidate.depth > 0) continue;
      const own = lines.slice(candidate.from);
      const value =
        candidate.depth === 0 && own.length > 1 ? parse(own.map((one) => one.text).join('\n')) : undefined;
      if (isMessageOrBatch(value)) {
        accept(candidate.from, value);
        return;
      }
    }
    candidates = candidates.filter(({ depth }) => depth > 0);
    if (candidates.length === 0 || lines.length >= MAX_JOINED_LINES || bytes > maxBytes) flush();
  }

  function accept(from: number, value: JsonValue): void {
    handlers.onWarning({
      id: 'multi-line-json',
      message:
        'messages are spread over several lines; MCP over stdio is one JSON message a line, and most clients fail here',
    });
    const own = lines.splice(from);
    flush();
    // The line ends between them were received too; the last one only ends the frame.
    const text = own.map((one) => one.text).join('\n');
    handlers.onFrame({ bytes: own.reduce((sum, one) => sum + one.bytes + 1, -1), text, value });
  }

  return { line, flush };
}

/** An opening bracket followed by what JSON allows there; `[INFO] …` and `{broken` are none. */
function startsLikeJson(text: string): boolean {
  return /^\s*(\{\s*(["}]|$)|\[\s*([[{"\]\d-]|true|false|null|$))/.test(text);
}

/**
 * Brackets opened less those closed, outside strings: JSON strings hold no raw line break, so one that is not closed
 * ends with its line.
 */
function depthChange(text: string): number {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CODE.quote) isInString = !isInString;
    else if (isInString) at += code === CODE.backslash ? 1 : 0;
    else if (code === CODE.openBrace || code === CODE.openBracket) depth += 1;
    else if (code === CODE.closeBrace || code === CODE.closeBracket) depth -= 1;
  }
  return depth;
}

function withoutBom(content: Buffer): Buffer {
  const hasBom = content[0] === BOM[0] && content[1] === BOM[1] && content[2] === BOM[2];
  return hasBom ? content.subarray(BOM.length) : content;
}

/** The first byte that is no white space opens an object or an array, as every message does. */
function opensBracket(body: Buffer): boolean {
  // Space, tab, line feed, carriage return: what JSON allows there, and no more.
  const first = body.find((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  return first === CODE.openBrace || first === CODE.openBracket;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
