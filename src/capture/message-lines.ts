/**
 * Decide line by line what is a message, noise, or a piece of a message that a server has pretty-printed over many
 * lines, which the protocol forbids and some do.
 */
import { isUtf8 } from 'node:buffer';
import type { JsonValue } from '../json.ts';
import type { Warning } from '../model/snapshot.ts';
import type { ConnectionHandlers } from './connection.ts';
import { isMessage, isMessageOrBatch } from './message.ts';

type LineHandlers = Pick<ConnectionHandlers, 'onFrame' | 'onNoise' | 'onWarning'>;

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
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

  function flush(): void {
    for (const { text } of lines) handlers.onNoise(text);
    lines = [];
    bytes = 0;
    candidates = [];
  }

  function line(content: Buffer): void {
    const { text, value } = parseLine(content, handlers.onWarning);
    if (isMessageOrBatch(value) && (lines.length === 0 || isMessage(value))) {
      flush();
      handlers.onFrame({ bytes: content.length, text, value });
    } else if (candidates.length > 0 || (value === undefined && startsLikeJson(text))) {
      join(text, content.length);
    } else if (text.trim() !== '') handlers.onNoise(text);
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

/** Brackets opened less those closed, outside strings: JSON strings hold no raw line break. */
function depthChange(text: string): number {
  let depth = 0;
  for (const [bracket] of text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[{}[\]]/g)) {
    depth += bracket === '{' || bracket === '[' ? 1 : -1;
  }
  return depth;
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
