/** Words that the screens of clients share. Texts are escaped here. */
import stringWidth from 'fast-string-width';
import type { ClientServerStatus } from '../../model/client.ts';
import { formatNoun } from '../../numbers.ts';
import { escapeForTerminal } from '../escape.ts';
import { nameSome, wrap } from '../layout.ts';
import type { ClientsPage, FileRow } from './page.ts';

/** Below it a table is no help. */
export const NARROW_COLUMNS = 60;

const STATUSES: Readonly<Record<ClientServerStatus, string>> = {
  ready: 'ready',
  disabled: 'disabled',
  'needs-input': 'needs input',
  unsupported: 'unsupported',
  invalid: 'faulty',
};

/** A status for a person. */
export function statusWord(status: ClientServerStatus): string {
  return STATUSES[status];
}

const SCOPES: Readonly<Record<FileRow['scope'], string>> = {
  system: 'system',
  user: 'user',
  local: 'local',
  project: 'project',
  file: 'named',
};

/** Whose file it is: `user`, `project`; of another installation, that. */
export function scopeWord({ scope, installation }: FileRow): string {
  return installation === undefined ? SCOPES[scope] : escapeForTerminal(installation);
}

/** Why a file cannot be read: `line 3, column 5: comma expected`. */
export function problemWords({ problem }: FileRow): string {
  const { message = 'cannot be read', line, column } = problem ?? {};
  const at = [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ];
  return escapeForTerminal(at.length === 0 ? message : `${at.join(', ')}: ${message}`);
}

/** What to type next; the command is never wrapped, so that it can be copied. */
export function nextLines(next: ClientsPage['next'], columns: number): readonly string[] {
  return next.flatMap(({ does, command }) => {
    const line = `${does}  npx ${command}`;
    return line.length <= columns ? [line] : [does, `  npx ${command}`];
  });
}

/** Which tools of a server its client takes. */
export function filterWords({
  includeTools,
  excludeTools,
}: {
  readonly includeTools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
}): readonly string[] {
  const names = (tools: readonly string[]): string => nameSome(tools.map(escapeForTerminal), 8);
  return [
    ...(includeTools === undefined || includeTools.includes('*')
      ? []
      : [
          includeTools.length === 0
            ? 'no tool'
            : `only ${formatNoun(includeTools.length, 'tool')}: ${names(includeTools)}`,
        ]),
    ...(excludeTools === undefined || excludeTools.length === 0
      ? []
      : [`without ${formatNoun(excludeTools.length, 'tool')}: ${names(excludeTools)}`]),
  ];
}

/** A text under a margin, wrapped. */
export function indented(text: string, margin: number, columns: number): readonly string[] {
  return wrap(text, Math.max(20, columns - margin)).map((line) => ' '.repeat(margin) + line);
}

/** A cell filled up to a width; one that is wider stays whole. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}
