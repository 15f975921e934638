/** Read JSON that a person named, and say where it is wrong. */
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ParseError } from 'jsonc-parser';
import { UsageError } from '../errors.ts';
import type { JsonValue } from '../json.ts';

export type Stdin = Readable & { readonly isTTY?: boolean | undefined };

/**
 * Read a file as text, named `shown` in messages; `-` is standard input. A byte order mark is dropped, UTF-16 (PowerShell's `>`) is decoded.
 * @throws UsageError when it cannot be read.
 */
export async function readText(path: string, shown: string, stdin: Stdin): Promise<string> {
  const bytes =
    path === '-' ? await readAll(stdin) : await readFile(path).catch((cause: unknown) => fail(shown, cause));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * Parse JSON, or a log of one JSON value a line as an array of its values.
 * @throws UsageError with line and column when it is neither.
 */
export async function parseJsonOrLines(text: string, name: string): Promise<JsonValue> {
  const whole = parse(text);
  if (whole !== undefined) return whole;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1) {
    // A log may hold lines of other kinds between the messages; it must hold messages.
    const values = lines.flatMap((line) => parse(line) ?? []);
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

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readAll(stdin: Stdin): Promise<Buffer> {
  if (stdin.isTTY === true) {
    throw new UsageError('standard input is a terminal', {
      hint: 'pipe a list into it: cat list.json | mcp-budget measure -',
    });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function fail(path: string, cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
  if (code === 'ENOENT')
    throw new UsageError(`no such file: ${path}`, {
      hint: 'check the path; a server is named by a URL, npm:package, or a command after --',
    });
  throw new UsageError(`cannot read ${path}: ${code}`, { cause });
}
