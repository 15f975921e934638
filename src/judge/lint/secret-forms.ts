/** Forms of keys and tokens by which they are known wherever they stand. */

export type SecretReason = 'token' | 'private-key' | 'url-password';

export interface FoundSecret {
  readonly reason: SecretReason;
  /** What it is, with its article. */
  readonly kind: string;
  readonly length: number;
  /** The first four characters: all of it that may be shown. */
  readonly start: string;
}

interface SecretForm {
  readonly kind: string;
  readonly reason: SecretReason;
  readonly pattern: RegExp;
}

/** A token that begins here and ends here, so that each text is looked at once. */
function token(kind: string, source: string): SecretForm {
  return { kind, reason: 'token', pattern: new RegExp(`(?<![\\w-])(?:${source})(?![\\w-])`, 'g') };
}

/** Prefixes and lengths as their issuers state them (State of knowledge: 2026-11-30). */
const FORMS: readonly SecretForm[] = [
  token('an AWS access key id', '(?:AKIA|ASIA)[A-Z0-9]{16}'),
  token('a GitHub token', 'gh[opsur]_[A-Za-z0-9]{30,255}|github_pat_\\w{22,255}'),
  token('a GitLab token', 'glpat-[\\w-]{20,255}'),
  token('a Slack token', 'xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-[A-Za-z0-9-]{20,255}'),
  token('an Anthropic key', 'sk-ant-[\\w-]{20,255}'),
  // Others write words after `sk-` too; a key has digits and capitals.
  token('an OpenAI key', 'sk-(?!ant-)(?=[\\w-]{0,255}\\d)(?=[\\w-]{0,255}[A-Z])[\\w-]{20,255}'),
  token('a Google key', 'AIza[\\w-]{35}'),
  token('a Stripe key', '[rs]k_live_[A-Za-z0-9]{16,255}'),
  token('an npm token', 'npm_[A-Za-z0-9]{36}'),
  token('a Hugging Face token', 'hf_[A-Za-z0-9]{30,255}'),
  token('a signed token (JWT)', 'eyJ[\\w-]{8,4096}\\.eyJ[\\w-]{8,8192}\\.[\\w-]{8,4096}'),
  {
    kind: 'a private key',
    reason: 'private-key',
    // The line alone is how formats are described; what follows makes it a key. `\n` may be written out.
    pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY-----(?:\s|\\[nr]){0,20}[A-Za-z0-9+/]{10,8192}/g,
  },
  {
    kind: 'an address with a password',
    reason: 'url-password',
    pattern:
      /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'`<>]{0,255}:[^\s/:@"'`<>]{1,255}@[^\s/"'`<>]{1,255}/gi,
  },
];

/** Most texts hold none of these, and are done with. */
const BEGINNING =
  /AKIA|ASIA|gh[opsur]_|github_pat_|glpat-|xox|xapp-|sk-|AIza|k_live_|npm_|hf_|eyJ|-----BEGIN|:\/\//;

/** What nobody takes for a secret: it says so itself, is left out, or is filled in later. */
const PLACEHOLDER = /example|x{4}|<|your|placeholder|redacted|dummy|\*{3}|\.{3}|…|\$\{|\{\w*\}|\[\w+\]/i;

/** Words that documentation puts where a password goes. */
const PASSWORD_WORD =
  /^(?:my|db|some)?[_-]?(?:pass|passwd|password|pw|pwd|secret|token|key|user|username|api[_-]?key)\d*$/i;

/** Find secrets in a text, the first of each reason; none of them is given back. */
export function findSecrets(text: string): readonly FoundSecret[] {
  if (!BEGINNING.test(text)) return [];
  const found = new Map<SecretReason, FoundSecret>();
  for (const { kind, reason, pattern } of FORMS) {
    if (found.has(reason)) continue;
    for (const [value] of text.matchAll(pattern)) {
      if (isPlaceholder(value, reason)) continue;
      found.set(reason, { reason, kind, length: value.length, start: value.slice(0, 4) });
      break;
    }
  }
  return [...found.values()];
}

function isPlaceholder(value: string, reason: SecretReason): boolean {
  if (PLACEHOLDER.test(value) || /^(.)\1+$/.test(value.slice(-16))) return true;
  if (reason !== 'url-password') return false;
  const password = /:([^:@]*)@/.exec(value)?.[1] ?? '';
  return PASSWORD_WORD.test(password) || /^(.)\1*$/.test(password);
}
