import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { CaptureError, EXIT } from '../src/errors.ts';
import { NO_RANK, readVocabulary } from '../src/tokens/vocabulary.ts';
import { startProgram } from './spawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcp-budget-vocabulary-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const whole = readFileSync('src/tokens/o200k_base.bin');

/** Change one thing in the file. */
const DAMAGES: Readonly<Record<string, (file: Buffer) => Buffer>> = {
  'is empty': () => Buffer.alloc(0),
  'has half a header': (file) => file.subarray(0, 10),
  'is cut off': (file) => file.subarray(0, -1),
  'is too long': (file) => Buffer.concat([file, Buffer.of(0)]),
  'is of another version': (file) => Buffer.concat([Buffer.from('o200k v2'), file.subarray(8)]),
  'says more tokens than it has': (file) => {
    file.writeUInt32LE(file.readUInt32LE(8) + 1, 8);
    return file;
  },
  'has a wrong length of a token': (file) => {
    file[16 + 5000] = 1 + (file[16 + 5000] ?? 0);
    return file;
  },
  'has no token for a byte': (file) => {
    file.copy(file, 16 + file.readUInt32LE(8), 16 + file.readUInt32LE(8) + 1, 16 + file.readUInt32LE(8) + 2);
    return file;
  },
  'was taken for text': (file) => Buffer.from(file.toString()),
};

describe('a vocabulary file', () => {
  test('gives the rank of exactly the bytes asked for', async () => {
    const { rankOf } = await readVocabulary();
    const bytes = Buffer.from('the description of');
    // Ranks from tiktoken 1.0.22.
    expect(rankOf(bytes, 3, 15)).toBe(6_496);
    expect(rankOf(bytes, 0, bytes.length)).toBe(NO_RANK);
    expect(rankOf(Buffer.alloc(300, 'a'), 0, 300)).toBe(NO_RANK);
  });

  test.each(Object.entries(DAMAGES))('that %s is refused with a hint', async (_, damage) => {
    const file = join(folder, 'damaged.bin');
    writeFileSync(file, damage(Buffer.from(whole)));
    const refusal = readVocabulary(pathToFileURL(file));
    await expect(refusal).rejects.toThrow(CaptureError);
    await expect(refusal).rejects.toMatchObject({
      status: 'unsupported',
      exitCode: EXIT.notMeasured,
      message: expect.stringContaining('is damaged'),
      hint: expect.stringContaining('npm run build'),
    });
  });

  test('that is missing is refused with a hint', async () => {
    await expect(readVocabulary(pathToFileURL(join(folder, 'none.bin')))).rejects.toMatchObject({
      status: 'unsupported',
      message: expect.stringContaining('ENOENT'),
      hint: expect.stringContaining('npm run build'),
    });
  });
});

describe('the built program', () => {
  const list = JSON.stringify({ tools: [{ name: 'a', inputSchema: { type: 'object' } }] });

  test.each([
    ['finds the vocabulary wherever it is', (): void => {}, EXIT.ok, /^$/],
    ['cannot measure without', (file: string) => rmSync(file), EXIT.notMeasured, /cannot be read/],
    ['cannot measure with a part', (file: string) => truncateSync(file, 999), EXIT.notMeasured, /damaged/],
  ])('%s', async (name, change, code, message) => {
    const app = join(folder, name);
    for (const part of ['bin', 'dist', 'package.json']) cpSync(part, join(app, part), { recursive: true });
    writeFileSync(join(app, 'list.json'), list);
    change(join(app, 'dist/o200k_base.bin'));
    const ended = await startProgram(
      process.execPath,
      [join(app, 'bin/mcp-budget.js'), 'measure', '--quiet', 'list.json'],
      { cwd: app },
    ).ended;
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(message) });
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });
});
