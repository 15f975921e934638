/** What is allowed in an entry and hardly ever meant. */
import type { ClientLaunch, ClientWarning } from '../../model/client.ts';

/** Control characters, and those that show nothing or turn the text around. Line ends and tabs may be meant. */
const INVISIBLE = /(?![\t\r\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Warnings of a launch. */
export function odditiesOf(name: string, launch: ClientLaunch): readonly ClientWarning[] {
  const { command, args = [], cwd, url, env = {}, headers = {} } = launch;
  const texts: readonly (readonly [string, string | undefined])[] = [
    ['name', name],
    ['command', command],
    ...args.map((arg, index) => [`args[${index}]`, arg] as const),
    ['cwd', cwd],
    ['url', url],
    ...Object.entries(env).map(([key, value]) => [`env.${key}`, `${key}${value}`] as const),
    ...Object.entries(headers).map(([key, value]) => [`headers.${key}`, `${key}${value}`] as const),
  ];
  const invisible = texts.filter(([, text]) => text !== undefined && INVISIBLE.test(text));
  return [
    ...(command !== undefined && args.length === 0 && /\s/.test(command.trim()) ? [BLANKS] : []),
    ...invisible.map(([field]) => ({
      code: 'invisible-characters',
      field,
      message: 'holds invisible characters',
    })),
  ];
}

const BLANKS: ClientWarning = {
  code: 'command-has-blanks',
  field: 'command',
  message:
    'holds blanks, and there are no args: is it a whole command line? The words after the program go into args',
};
