import { describe, expect, it } from 'vitest';
import { createFrameReader } from '../src/capture/frames.ts';
import type { JsonValue } from '../src/json.ts';

interface Read {
  readonly frames: readonly { readonly bytes: number; readonly value: JsonValue }[];
  readonly noise: readonly string[];
  readonly warnings: readonly string[];
  readonly oversize: readonly number[];
  readonly floods: number;
}

function read(input: Buffer | string, { maxBytes = 1_000_000, chunk = Number.POSITIVE_INFINITY } = {}): Read {
  const result = {
    frames: [] as Read['frames'][number][],
    noise: [] as string[],
    warnings: [] as string[],
    oversize: [] as number[],
    floods: 0,
  };
  const reader = createFrameReader(
    {
      onFrame: (frame) => result.frames.push(frame),
      onNoise: (line) => result.noise.push(line),
      onWarning: ({ id }) => result.warnings.push(id),
      onOversize: (bytes) => result.oversize.push(bytes),
      onFlood: () => (result.floods += 1),
    },
    maxBytes,
  );
  const bytes = Buffer.from(input);
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  reader.end();
  return result;
}

const message = { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'é日😀' }] } };
const text = JSON.stringify(message);
const size = Buffer.byteLength(text);
const pretty = JSON.stringify(message, null, 2);

describe('createFrameReader', () => {
  it.each<[string, string | Buffer, { sizes?: number[]; noise?: string[]; warnings?: string[] }]>([
    ['one line', `${text}\n`, {}],
    ['CRLF', `${text}\r\n`, {}],
    ['no last line end', text, {}],
    ['empty lines around', `\n\n${text}\n\n`, {}],
    ['a byte order mark, which counts', `\uFEFF${text}\n`, { sizes: [size + 3], warnings: ['bom'] }],
    ['a log line before', `starting up\n${text}\n`, { noise: ['starting up'] }],
    ['a log line in brackets', `[INFO] up\n${text}\n`, { noise: ['[INFO] up'] }],
    [
      'a log line that opens a bracket',
      `[2026-11-30 up\n{half\n${text}\n`,
      { noise: ['[2026-11-30 up', '{half'] },
    ],
    ['a JSON log line', `{"level":"info"}\n${text}\n`, { noise: ['{"level":"info"}'] }],
    ['a JSON line of no kind', `42\n"text"\n${text}\n`, { noise: ['42', '"text"'] }],
    ['many lines', `${pretty}\n`, { sizes: [Buffer.byteLength(pretty)], warnings: ['multi-line-json'] }],
    [
      'many lines after half a bracket',
      `[2026-11-30 up\n${pretty}\n`,
      { sizes: [Buffer.byteLength(pretty)], noise: ['[2026-11-30 up'], warnings: ['multi-line-json'] },
    ],
    [
      'a Content-Length header',
      `Content-Length: ${size}\r\n\r\n${text}`,
      { warnings: ['content-length-framing'] },
    ],
    [
      'a Content-Length header among others',
      `content-length: ${size}\r\nContent-Type: application/json\r\n\r\n${text}`,
      { warnings: ['content-length-framing'] },
    ],
  ])('reads a message with %s', (_, input, { sizes = [size], noise = [], warnings = [] }) => {
    for (const chunk of [Number.POSITIVE_INFINITY, 1, 7]) {
      const got = read(input, { chunk });
      expect(got.frames.map(({ value }) => value)).toEqual([message]);
      expect(got.frames.map(({ bytes }) => bytes)).toEqual(sizes);
      expect(got.noise).toEqual(noise);
      expect([...new Set(got.warnings)]).toEqual(warnings);
    }
  });

  it('reads a pretty-printed batch as one frame', () => {
    const batch = JSON.stringify([message, { jsonrpc: '2.0', method: 'notifications/x' }], null, 1);
    expect(read(`${batch}\n`).frames).toEqual([
      { bytes: Buffer.byteLength(batch), text: batch, value: JSON.parse(batch) as JsonValue },
    ]);
  });

  it('takes a pretty-printed message whose lines are not indented', () => {
    const flat = pretty.replaceAll(/^ +/gm, '');
    expect(read(`${flat}\n`).frames.map(({ value }) => value)).toEqual([message]);
  });

  it('gives up a message that never closes after 10,000 lines', () => {
    const got = read(`{\n${'"a": 1,\n'.repeat(10_001)}${text}\n`);
    expect(got.frames.map(({ value }) => value)).toEqual([message]);
    expect(got.noise.length).toBe(10_002);
  });

  it('reports a frame over the cap once, and goes on with the next', () => {
    const got = read(`${'x'.repeat(300)}\n${text}\n`, { maxBytes: 200, chunk: 64 });
    expect(got.oversize).toEqual([256]);
    expect(got.frames.map(({ value }) => value)).toEqual([message]);
  });

  it('says when bytes are no UTF-8', () => {
    const broken = Buffer.from(JSON.stringify({ ...message, result: { text: '\xff' } }), 'latin1');
    const got = read(Buffer.concat([broken, Buffer.from('\n')]));
    expect(got.warnings).toEqual(['invalid-utf8']);
    expect(got.frames).toHaveLength(1);
  });

  it.each([
    ['escaped quotes', `{"${'\\"'.repeat(500_000)}`],
    ['a string without an end', `{"a":"${'x'.repeat(16_000_000)}`],
  ])('reads a line of %s in linear time', (_, line) => {
    const got = read(`${line}\n}\n${text}\n`, { maxBytes: 64_000_000 });
    expect(got.noise).toHaveLength(2);
    expect(got.frames.map(({ value }) => value)).toEqual([message]);
  });

  it('counts no bracket inside a string, whatever is escaped there', () => {
    const odd = { ...message, result: { '}': ['"', '\\', '\\"]', '{[', ']}'] } };
    expect(read(`${JSON.stringify(odd, null, 2)}\n`).frames.map(({ value }) => value)).toEqual([odd]);
  });

  it.each([
    ['100,000 lines', 'y\n'.repeat(100_000), 'y\n'],
    ['100,000 blank lines', '\n'.repeat(100_000), '\n'],
    ['100,000 lines of JSON', '{}\n'.repeat(100_000), '[]\n'],
    ['64 MiB', `${'y'.repeat(1024 * 1024)}\n`.repeat(64), 'y\n'],
  ])('calls more noise than %s a flood, once', (_, most, more) => {
    expect(read(most, { maxBytes: 64_000_000 }).floods).toBe(0);
    expect(read(most + more + more, { maxBytes: 64_000_000 }).floods).toBe(1);
  });

  it('decodes of a line of noise what a sample needs', () => {
    const [noise = ''] = read(`${'日'.repeat(100_000)}\n`).noise;
    expect(noise).toBe('日'.repeat(4_000));
  });

  it('reads 40,000 lines of an open bracket in linear time', () => {
    const got = read(`{"a": [\n${'[1,\n'.repeat(40_000)}`, { maxBytes: 64_000_000 });
    expect(got.noise.length).toBe(40_001);
  });
});
