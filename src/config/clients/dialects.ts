/** How each client writes variables (2026-11-30). Whatever no pattern matches is literal text. */
import type { ClientLaunch, ClientNeed } from '../../model/client.ts';
import type { DialectId } from './format.ts';

export type ReferenceKind = ClientNeed['kind'] | 'builtin';

export interface Dialect {
  /** With the groups `kind`, `name`, `fallback` and `builtin`, each where it has a meaning; global. Absent: none. */
  readonly pattern?: RegExp | undefined;
  /** Of a name that stands without one. */
  readonly kind?: ReferenceKind | undefined;
  /** Fields it holds in; absent: all. */
  readonly fields?: readonly (keyof ClientLaunch)[] | undefined;
}

const NAME = String.raw`(?<name>[A-Za-z_]\w*)`;
const FALLBACK = String.raw`(?::-(?<fallback>[^}]*))?`;
const EDITOR = 'workspaceFolder|workspaceFolderBasename|userHome|pathSeparator|/';

function pattern(source: string): RegExp {
  return new RegExp(source, 'g');
}

export const dialects: Readonly<Record<DialectId, Dialect>> = {
  none: {},
  'names-only': {},
  'claude-code': {
    pattern: pattern(String.raw`\$\{${NAME}${FALLBACK}\}`),
    kind: 'env',
    fields: ['command', 'args', 'env', 'url', 'headers'],
  },
  portable: {
    pattern: pattern(String.raw`\$\{${NAME}${FALLBACK}\}`),
    kind: 'env',
    fields: ['command', 'args', 'env', 'headers'],
  },
  vscode: {
    pattern: pattern(
      String.raw`\$\{(?:(?<kind>input|env|command|config):(?<name>[^{}]+)|(?<builtin>${EDITOR}))\}`,
    ),
  },
  cursor: {
    pattern: pattern(String.raw`\$\{(?:(?<kind>env):(?<name>[^{}]+)|(?<builtin>${EDITOR}))\}`),
  },
  'env-colon': { pattern: pattern(String.raw`\$\{(?<kind>env):(?<name>[^{}]+)\}`) },
  windsurf: { pattern: pattern(String.raw`\$\{(?<kind>env|file):(?<name>[^{}]+)\}`) },
  // The default is unconfirmed.
  dollar: {
    pattern: pattern(String.raw`\$\{${NAME}${FALLBACK}\}|\$(?<bare>[A-Za-z_]\w*)`),
    kind: 'env',
  },
  opencode: { pattern: pattern(String.raw`\{(?<kind>env|file):(?<name>[^{}]+)\}`) },
  continue: { pattern: pattern(String.raw`\$\{\{\s*secrets\.(?<name>[\w.-]+)\s*\}\}`), kind: 'secret' },
  kiro: { pattern: pattern(String.raw`\$\{${NAME}\}`), kind: 'env' },
  // Documented for headers; other fields are assumed.
  openclaw: { pattern: pattern(String.raw`\$\{(?<name>[A-Z_][A-Z0-9_]*)\}`), kind: 'env' },
  bundle: {
    pattern: pattern(
      String.raw`\$\{(?:user_config\.(?<name>[^{}]+)|(?<builtin>__dirname|HOME|DESKTOP|DOCUMENTS|DOWNLOADS|pathSeparator|/))\}`,
    ),
    kind: 'input',
  },
};

/** What looks like a variable of some client. A bare `$NAME` is one where it ends a word: `costs $5`, `a $NAME of` are none. */
const LOOKS_LIKE_ONE =
  /\$\{[^{}]+\}|\$\{\{[^{}]+\}\}|\{(?:env|file):[^{}]+\}|(?<![^\s=:"',])\$[A-Z_][A-Z0-9_]*(?=$|[/\\:"',])/;

/** A text without what looks like a variable, also one of a registry's description. */
export function withoutVariables(text: string): string {
  return text.replaceAll(pattern(String.raw`${LOOKS_LIKE_ONE.source}|\{[\w-]+\}`), '');
}

/** Tell text that the client sends as it is, although it was meant to be filled in. */
export function looksLikeVariable(text: string): boolean {
  return LOOKS_LIKE_ONE.test(text);
}
