/**
 * Definitions without secrets, before rules make texts of them: a message shows names in part, and suggests others, so
 * that a secret in it could no longer be found.
 */
import { compactJson } from '../json-text.ts';
import type { JsonValue } from '../json.ts';
import { REDACTED, redact } from '../report/redact.ts';

/** Of letters alone, so that no rule complains of it. */
const PLAIN = 'redacted';

export interface Listed {
  readonly tools: readonly JsonValue[];
  readonly instructions?: string | undefined;
}

/** What a server has listed with its secrets replaced; the very same where there are none. */
export function withoutSecrets(listed: Listed, secrets: readonly string[]): Listed {
  if (secrets.length === 0) return listed;
  const { value, count } = redact({ tools: listed.tools, instructions: listed.instructions ?? '' }, secrets);
  if (count === 0) return listed;
  const plain = JSON.parse(compactJson(value).replaceAll(REDACTED, PLAIN)) as typeof value;
  return {
    tools: plain.tools,
    instructions: listed.instructions === undefined ? undefined : plain.instructions,
  };
}
