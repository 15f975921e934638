/** Find which of very many secrets a text may hold, in one pass over the text. */
import type { SecretForm } from './secret-forms.ts';

/** Fewer tell too little; more would cost time wherever a text looks like a secret. */
const MIN_KEY_CHARS = 3;
const MAX_KEY_CHARS = 32;

/** Secrets of one kind start alike, so that their ends are compared. */
function keyOf(need: string): string {
  return need.slice(-MAX_KEY_CHARS);
}

/** Prepare forms; what is given back tells which of them a text holds a needed part of. */
export function formIndex(forms: readonly SecretForm[]): (text: string) => readonly SecretForm[] {
  const scattered = forms.filter(({ needs }) => needs.some(({ length }) => length < MIN_KEY_CHARS));
  const byKey = new Map<string, SecretForm[]>();
  const lengthsAt = new Map<number, Set<number>>();
  const mayStart = new Uint8Array(STARTS);
  for (const form of forms) {
    for (const key of new Set(form.needs.map(keyOf))) {
      if (key.length < MIN_KEY_CHARS) continue;
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [form]);
      else same.push(form);
      const start = startOf(key, 0);
      mayStart[start] = 1;
      lengthsAt.set(start, (lengthsAt.get(start) ?? new Set()).add(key.length));
    }
  }
  return (text) => {
    const found = new Set(scattered);
    for (let at = 0; at <= text.length - MIN_KEY_CHARS; at += 1) {
      const start = startOf(text, at);
      if (mayStart[start] !== 1) continue;
      for (const length of lengthsAt.get(start) ?? [])
        for (const form of byKey.get(text.slice(at, at + length)) ?? []) found.add(form);
    }
    return [...found].filter(({ needs }) => needs.some((need) => text.includes(need)));
  };
}

const STARTS = 2 ** 16;

/** A number for the three characters at a place; others may have the same. */
function startOf(text: string, at: number): number {
  const mixed = (text.charCodeAt(at) << 10) ^ (text.charCodeAt(at + 1) << 5) ^ text.charCodeAt(at + 2);
  return mixed & (STARTS - 1);
}
