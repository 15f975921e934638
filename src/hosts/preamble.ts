/** What the Claude API adds once to a request that carries tools; never per tool. OpenAI, Google and others publish none. */

interface PreambleRow {
  readonly model: string;
  /** Tokens with `tool_choice` auto or none. */
  readonly auto: number;
  /** Tokens with `tool_choice` any or tool. */
  readonly any: number;
}

/**
 * The vendor has corrected its page before: older copies give 346 and 313 for the whole range from 3.7 to 4.5. So none
 * of these is worth anything without `asOf`.
 */
export const toolPreamble = {
  asOf: '2026-11-30',
  source:
    'Anthropic documentation, Tool use, pricing table (newest copy, 2026); Opus 5 row as quoted in pipeshub-ai, issue 3412',
  rows: [
    { model: 'claude-opus-5', auto: 286, any: 406 },
    { model: 'claude-opus-4-8', auto: 290, any: 410 },
    { model: 'claude-opus-4-7', auto: 675, any: 804 },
    { model: 'claude-opus-4-6', auto: 497, any: 589 },
    { model: 'claude-sonnet-4-6', auto: 497, any: 589 },
    { model: 'claude-opus-4-5', auto: 496, any: 588 },
    { model: 'claude-sonnet-4-5', auto: 496, any: 588 },
    { model: 'claude-haiku-4-5', auto: 496, any: 588 },
    { model: 'claude-sonnet-5', auto: 354, any: 474 },
    { model: 'claude-opus-4-1', auto: 313, any: 315 },
    { model: 'claude-opus-4', auto: 313, any: 315 },
    { model: 'claude-sonnet-4', auto: 313, any: 315 },
  ],
  /** Models of which no number is known: none is printed. */
  unknown: ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'],
} as const satisfies {
  readonly asOf: string;
  readonly source: string;
  readonly rows: readonly PreambleRow[];
  readonly unknown: readonly string[];
};
