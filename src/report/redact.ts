/** Replace secrets by value, in whatever form they come back: plain, URL-, JSON- or base64-encoded. */

export const REDACTED = '[redacted]';

export interface Redacted<T> {
  readonly value: T;
  /** Occurrences replaced. */
  readonly count: number;
}

/**
 * Replace every secret in every string of a JSON-like value, keys included. Numbers stay: only text can carry a
 * secret. With no secrets the very same value is returned.
 */
export function redact<T>(value: T, secrets: readonly string[]): Redacted<T> {
  const forms = formsOf(secrets);
  if (forms.length === 0) return { value, count: 0 };
  let count = 0;
  const replaceIn = (text: string): string => {
    let clean = text;
    for (const form of forms) {
      if (!clean.includes(form)) continue;
      const pieces = clean.split(form);
      count += pieces.length - 1;
      clean = pieces.join(REDACTED);
    }
    return clean;
  };
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return replaceIn(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    // `fromEntries` defines `__proto__` as a property of its own, as JSON.parse does.
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [replaceIn(key), walk(child)]));
  };
  const clean = walk(value);
  return { value: count === 0 ? value : (clean as T), count };
}

/** All spellings of the secrets, longest first, so that a secret inside another does not leave half of it. */
function formsOf(secrets: readonly string[]): readonly string[] {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    ...base64Forms(secret),
  ]);
  return [...new Set(forms)]
    .filter((form) => form.length >= 4)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** Base64 of a secret anywhere inside an encoded text: its middle looks different at each of three offsets. */
function base64Forms(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const skipped = Math.ceil((offset * 4) / 3);
    // The last group depends on what follows; the whole groups before it do not.
    const whole = Math.floor(bytes.length / 3) * 4;
    const middle = bytes.toString('base64').slice(skipped, whole);
    const forms = offset === 0 ? [bytes.toString('base64'), bytes.toString('base64url'), middle] : [middle];
    return forms
      .filter((form) => form.length >= 8)
      .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
  });
}
