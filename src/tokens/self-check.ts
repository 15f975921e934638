import { CaptureError } from '../errors.ts';
import type { Tokenizer } from '../model/measurement.ts';

/** English, Chinese, Japanese, Spanish, a character of several tokens, a special token's spelling, digits, escapes. */
const PLANTED =
  '{"name":"planted_text","description":"Lists files, 列出文件。 ファイル一覧。 Añade índices 👩‍🚀 <|endoftext|>\\n1234567"}';

/** Counted with tiktoken 1.0.22, o200k_base, 2026-11. */
const PLANTED_TOKENS = 41;

/**
 * Make sure that a counter for o200k_base counts before anything is judged by it.
 *
 * @throws CaptureError when it miscounts: then nothing could be measured.
 */
export function checkTokenizer(tokenizer: Tokenizer): void {
  const counted = tokenizer.count(PLANTED);
  const listed = tokenizer.lengths(PLANTED).length;
  if (counted === PLANTED_TOKENS && listed === PLANTED_TOKENS) return;
  throw new CaptureError(
    'unsupported',
    `The token counter ${tokenizer.id} is broken: it counts ${counted} and lists ${listed} tokens in a text of ${PLANTED_TOKENS}.`,
    { hint: 'Reinstall mcp-budget; if that changes nothing, report it with your Node.js version.' },
  );
}
