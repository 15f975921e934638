/** Replace secrets by value, in whatever form they come back: plain, URL-, JSON-, HTML-, hex- or base64-encoded. */
import { type SecretForm, secretForms } from './secret-forms.ts';
import { formIndex } from './secret-index.ts';

export const REDACTED = '[redacted]';

export interface Redacted<T> {
  readonly value: T;
  /** Occurrences replaced. */
  readonly count: number;
}

/**
 * Replace every secret in every string of a JSON-like value, keys included. Numbers stay: only text can carry a
 * secret. Where there is nothing to hide the very same value is returned.
 */
export function redact<T>(value: T, secrets: readonly string[]): Redacted<T> {
  const formsIn = finderOf(secrets);
  if (formsIn === undefined) return { value, count: 0 };
  let count = 0;
  const clean = mapTexts(value, (text) => {
    let left = text;
    for (const form of formsIn(text)) {
      left = left.replaceAll(form.pattern(), () => {
        count += 1;
        return REDACTED;
      });
    }
    return left;
  });
  return { value: count === 0 ? value : clean, count };
}

/** Gives the forms that a text may hold, in the order in which they are replaced. */
type Finder = (text: string) => readonly SecretForm[];

/** Made once a list of secrets: it takes longer than most texts take to be searched. */
const finders = new WeakMap<readonly string[], Finder>();

function finderOf(secrets: readonly string[]): Finder | undefined {
  if (secrets.length === 0) return undefined;
  const finder = finders.get(secrets) ?? makeFinder(secrets);
  finders.set(secrets, finder);
  return finder;
}

function makeFinder(secrets: readonly string[]): Finder {
  const forms = secretForms(secrets);
  const ranks = new Map(forms.map((form, rank) => [form, rank]));
  const rankOf = (form: SecretForm): number => ranks.get(form) ?? 0;
  const plainIn = formIndex(forms.filter(({ isGapped }) => !isGapped));
  const gappedIn = formIndex(forms.filter(({ isGapped }) => isGapped));
  return (text) => {
    const gapped = WRAPPED.test(text) ? gappedIn(text.replaceAll(GAPS, '')) : [];
    return [...plainIn(text), ...gapped].toSorted((a, b) => rankOf(a) - rankOf(b));
  };
}

/** What may be wrapped base64, and what wraps it. */
const WRAPPED = /(?<=[\w+/-]{16})[\r\n\\]/;
const GAPS = /\s+|\\+[rn]/g;

/** Change every string, keys included; without recursion, as a server may nest a schema as deep as it likes. */
function mapTexts<T>(root: T, change: (text: string) => string): T {
  const changed = new Map<unknown, unknown>();
  const mapped = (node: unknown): unknown =>
    typeof node === 'string' ? change(node) : (changed.get(node) ?? node);
  // What stands in another comes behind it, and is changed before it.
  for (const node of containersIn(root).toReversed()) {
    const copy: unknown = Array.isArray(node)
      ? node.map(mapped)
      : // `fromEntries` defines `__proto__` as a property of its own, as JSON.parse does.
        Object.fromEntries(Object.entries(node).map(([key, child]) => [change(key), mapped(child)]));
    changed.set(node, copy);
  }
  return mapped(root) as T;
}

function containersIn(root: unknown): readonly object[] {
  const found: object[] = [];
  const open = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    found.push(next);
    for (const child of Object.values(next) as readonly unknown[]) open.push(child);
  }
  return found;
}
