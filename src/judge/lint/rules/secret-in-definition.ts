import type { LintRule, Path, Place } from '../../../model/lint.ts';
import { formatCount } from '../../../numbers.ts';
import { toPointer } from '../patch.ts';
import { findSecrets, type FoundSecret, type SecretReason } from '../secret-forms.ts';
import { instructionsOf, textsOf, type DefinitionText } from '../texts.ts';
import { andMore, quote } from '../words.ts';

/** In pieces, as this file is searched for secrets too. */
const KEY = ['AKIA', 'Q3EGP7VN', 'L5TRJW2K'].join('');
const PASSWORD = ['correct', 'horse'].join('-');
const HEADER = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');

const tool = (schema: Readonly<Record<string, string>>) => ({
  name: 'query',
  description: 'Runs a query.',
  inputSchema: { type: 'object', properties: { connection: { type: 'string', ...schema } } },
});
const pointers = ['/tools/0/inputSchema/properties/connection/default'];

export const secretInDefinition: LintRule = {
  id: 'secret-in-definition',
  group: 'security',
  severity: 'error',
  summary: 'A definition holds what looks like a key, a token or a password.',
  why: 'Definitions go to every client, model provider and log on the way. Only the kind, the length and the first four characters are shown here.',
  reasons: {
    token: {
      summary: 'A text holds a key or token of a known form.',
      suggestion: 'Revoke it, take it out, and read it in the server from its environment.',
      concerns: 'everyone',
    },
    'private-key': {
      summary: 'A text holds a private key.',
      suggestion: 'Revoke it, take it out, and read it in the server from a file.',
      concerns: 'everyone',
    },
    'url-password': {
      summary: 'An address holds a user and a password.',
      suggestion: 'Change the password, and write the address without it.',
      concerns: 'everyone',
    },
  },
  fix: 'none',
  sources: [{ text: 'Snyk agent-scan, issue code W008', date: '2026-11-30' }],
  bad: [
    {
      title: 'an access key as a default',
      reason: 'token',
      tool: tool({ default: KEY }),
      pointers,
      severity: 'error',
    },
    {
      title: 'a private key as a default',
      reason: 'private-key',
      tool: tool({ default: `${HEADER}\nMIIEvQIBADANBgkqhkiG9w0B` }),
      pointers,
      severity: 'error',
    },
    {
      title: 'an address with a password as a default',
      reason: 'url-password',
      tool: tool({ default: `postgres://admin:${PASSWORD}@db.internal/shop` }),
      pointers,
      severity: 'error',
    },
  ],
  good: [
    {
      title: 'an address that shows where the password goes',
      tool: tool({ description: 'Such as postgres://user:password@host/name or redis://:<password>@host.' }),
    },
    {
      title: 'keys that are examples, and how a private key begins',
      tool: tool({
        description: `Such as AKIAIOSFODNN7EXAMPLE, ghp_${'x'.repeat(36)}, or a file that begins with ${HEADER}.`,
      }),
    },
  ],
  *checkTool(one) {
    yield* placesOf(textsOf(one));
  },
  *checkList(list) {
    yield* placesOf(instructionsOf(list));
  },
};

interface Found {
  readonly secret: FoundSecret;
  readonly at: Path;
  readonly isKey: boolean;
}

function* placesOf(texts: readonly DefinitionText[]): Iterable<Place> {
  const found = new Map<SecretReason, Found[]>();
  for (const { text, at, isKey } of texts)
    for (const secret of findSecrets(text)) {
      const own = found.get(secret.reason) ?? [];
      own.push({ secret, at: withoutSecrets(at()), isKey });
      found.set(secret.reason, own);
    }
  for (const [reason, all] of found) {
    const [first] = all;
    if (first === undefined) continue;
    const { secret, at, isKey } = first;
    const place = `${isKey ? 'a key of ' : ''}${quote(toPointer(at))}${andMore(all)}`;
    yield {
      reason,
      at,
      places: all.map((one) => one.at),
      what: `what looks like ${secret.kind} (${formatCount(secret.length)} characters, \`${secret.start}…\`) in ${place}`,
    };
  }
}

/** A pointer is shown: it ends before a key that is itself a secret. */
function withoutSecrets(path: Path): Path {
  const end = path.findIndex((key) => findSecrets(String(key)).length > 0);
  return end === -1 ? path : path.slice(0, end);
}
