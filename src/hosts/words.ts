/** The codes of the profiles in words. */
import type { Confidence, HostAction, HostProfile } from '../model/host.ts';

/** How a fact is known. */
export const confidenceWords: Readonly<Record<Confidence, string>> = {
  source: 'read in shipped code or public source',
  docs: 'vendor document',
  issue: 'error text or behaviour reported in a public thread',
  'third-party': "someone else's reading",
  derived: 'computed from other profiles',
  unverified: 'not confirmed',
};

/** What a host does. */
export const actionWords: Readonly<Record<HostAction, string>> = {
  'reject-request': 'the API refuses the whole request, every tool is lost',
  'reject-list': 'the client refuses the whole list or server',
  'drop-tool': 'only this tool is lost',
  truncate: 'the text is cut',
  rewrite: 'the host changes the definition or name',
  strip: 'the keyword is removed',
  degrade: 'the tool stays but works worse',
  warn: 'the host only warns',
  unknown: 'effect not known',
};

export const deferralWords: Readonly<Record<NonNullable<HostProfile['deferral']['default']>, string>> = {
  none: 'none: every definition is in the context from the start',
  all: 'all: no definition is in the context until it is searched for',
  threshold: 'threshold: definitions are kept out once there are many tools',
  'opt-in': 'opt-in: definitions are kept out where the caller asks for it',
};

/** Whose tokenizer a family is, and what counts its tokens offline. */
export const tokenizerWords: Readonly<Record<NonNullable<HostProfile['tokenizer']>, string>> = {
  claude:
    'Claude 3 and later; a second, denser tokenizer since Opus 4.7 (reported up to 35 % more tokens than 4.6, 2026-04); offline an estimate with its range',
  o200k: 'OpenAI from GPT-4o on; exact offline',
  gemini: 'Gemini; offline an estimate',
  open: 'open-weight and other vendors; offline an estimate',
};
