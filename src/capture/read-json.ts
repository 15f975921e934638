/** Read JSON that a person named, and say where it is wrong. */
import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ParseError } from 'jsonc-parser';
import { UsageError } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import { parseJson } from '../json-text.ts';

export type Stdin = Readable & { readonly isTTY?: boolean | undefined };

const MIB = 2 ** 20;
/** Half of what V8 can hold in one string, and thousands of times what a host would take. */
const MAX_BYTES = 256 * MIB;
/** A writer started together with us may not have opened its end yet. */
const WRITER_GRACE_MS = 1_000;
const PIPE_POLL_MS = 5;

/**
 * Read a file as text, named `shown` in messages; `-` is standard input. A byte order mark is dropped, UTF-16 (PowerShell's `>`) is decoded.
 * @throws UsageError when it cannot be read.
 */
export async function readText(path: string, shown: string, stdin: Stdin): Promise<string> {
  const bytes = path === '-' ? await readStdin(stdin, shown) : await readPath(path, shown);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * Parse JSON, or a log of one JSON value a line as an array of its values.
 * @throws UsageError with line and column when it is neither.
 */
export async function parseJsonOrLines(text: string, name: string): Promise<JsonValue> {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1) {
    // A log may hold lines of other kinds between the messages; it must hold messages.
    const values = lines.flatMap((line) => parseJson(line) ?? []);
    if (values.length > lines.length / 2) return values;
  }
  throw await notJson(text, name);
}

async function notJson(text: string, name: string): Promise<UsageError> {
  if (text.trim() === '')
    return new UsageError(`${name} is empty`, { hint: 'a JSON file with a tool list was expected' });
  const { parse: parseTolerant, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  parseTolerant(text, errors, { disallowComments: true });
  const [first] = errors;
  const before = text.slice(0, first?.offset ?? 0).split('\n');
  const place = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  const what =
    first === undefined
      ? 'not JSON'
      : printParseErrorCode(first.error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return new UsageError(`${name}:${place} is not JSON: ${what.toLowerCase()}`, {
    hint: 'to measure a program, put its command after --: mcp-budget measure -- ./server',
  });
}

async function readStdin(stdin: Stdin, shown: string): Promise<Buffer> {
  if (stdin.isTTY === true) {
    throw new UsageError('standard input is a terminal', {
      hint: 'pipe a list into it: cat list.json | mcp-budget measure -',
    });
  }
  return readChunks(stdin, shown);
}

async function readPath(path: string, shown: string): Promise<Buffer> {
  try {
    const found = await stat(path);
    if (found.isFIFO()) return await readChunks(readPipe(path), shown);
    if (!found.isFile() && !found.isDirectory()) {
      throw new UsageError(`${shown} is no file`, {
        hint: 'give a file, a folder or a pipe; - is standard input',
      });
    }
    if (found.size > MAX_BYTES && found.isFile()) throw tooLarge(shown, `${mebibytes(found.size)} MiB`);
    return await readFile(path);
  } catch (cause) {
    throw cannotRead(shown, cause);
  }
}

async function readChunks(source: AsyncIterable<Uint8Array | string>, shown: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      // What is left unread may have no end.
      if (size > MAX_BYTES) throw tooLarge(shown, `more than ${MAX_BYTES / MIB} MiB`);
      chunks.push(bytes);
    }
  } catch (cause) {
    throw cannotRead(shown, cause);
  }
  return Buffer.concat(chunks);
}

/** Read a named pipe without ever waiting inside a system call, where no signal would end us. */
async function* readPipe(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const until = performance.now() + WRITER_GRACE_MS;
    let hasWriter = false;
    for (;;) {
      const read = await handle.read(Buffer.allocUnsafe(65_536), 0).catch((cause: unknown) => {
        if (codeOf(cause) === 'EAGAIN') return undefined;
        throw cause;
      });
      // Nothing yet, but a writer is there; without one the pipe is at its end.
      if (read === undefined || read.bytesRead > 0) hasWriter = true;
      else if (hasWriter || performance.now() > until) return;
      if (read !== undefined && read.bytesRead > 0) yield read.buffer.subarray(0, read.bytesRead);
      else await sleep(PIPE_POLL_MS);
    }
  } finally {
    await handle.close();
  }
}

function tooLarge(shown: string, size: string): UsageError {
  return new UsageError(`${shown} holds ${size}; at most ${MAX_BYTES / MIB} MiB are read`, {
    hint: 'a tool list is far smaller: is this the right file?',
  });
}

function mebibytes(bytes: number): string {
  return (bytes / MIB).toFixed(1).replace(/\.0$/, '');
}

const HINTS: Readonly<Record<string, string>> = {
  ENOENT: 'check the path; a server is named by a URL, npm:package, or a command after --',
  EACCES: 'its permissions, or those of a folder above it, do not let you read it',
  EISDIR: 'it is a folder; a file was expected here',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'a name in this path is longer than the file system allows',
};

/** Why a file or folder, named `shown`, could not be read; an error that says so already stays as it is. */
export function cannotRead(shown: string, cause: unknown): UsageError {
  if (cause instanceof UsageError) return cause;
  const code = codeOf(cause) ?? 'unreadable';
  const message = code === 'ENOENT' ? `no such file: ${shown}` : `cannot read ${shown}: ${code}`;
  return new UsageError(message, { hint: HINTS[code] ?? 'check the path and its permissions', cause });
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
