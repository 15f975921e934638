/** Which shapes a path suggests. */
import type { ClientContext, ClientScope } from '../../model/client.ts';
import type { ClientFormat, PathPattern } from './format.ts';
import { clientFormats } from './formats/index.ts';

/** Shapes whose usual files are called like this one, best first: the more of the path fits, the better. */
export function suggestedFormats(
  path: string,
  { platform }: Pick<ClientContext, 'platform'>,
): readonly ClientFormat[] {
  const forward = path.replaceAll('\\', '/');
  return clientFormats
    .map((format) => {
      const tails = [...format.userPaths[platform], ...format.projectPaths].map(tailOf);
      const fitting = tails.filter((tail) => tailPattern(tail).test(forward));
      return { format, length: Math.max(0, ...fitting.map((tail) => tail.length)) };
    })
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length)
    .map(({ format }) => format);
}

/** The scope of a file of this shape by where it lies; `file` where that is none of its usual places. */
export function scopeOf(path: string, format: ClientFormat, context: ClientContext): ClientScope {
  if (format.id === 'claude-code-local') return 'local';
  const forward = path.replaceAll('\\', '/');
  const isAt = (pattern: PathPattern): boolean => wholePattern(pattern).test(forward);
  if (format.userPaths[context.platform].some((pattern) => isAt(inHome(pattern, context)))) return 'user';
  const folder = context.workspaceFolder.replaceAll('\\', '/').replace(/\/$/, '');
  return format.projectPaths.some((pattern) => isAt(`${folder}/${pattern}`)) ? 'project' : 'file';
}

function inHome(pattern: PathPattern, { home, env }: ClientContext): PathPattern {
  return pattern
    .replace(/^~(?=\/)/, () => home)
    .replace(/^%(\w+)%/, (written, name: string) => env[name] ?? written)
    .replaceAll('\\', '/');
}

/** Without the start that differs from user to user. */
function tailOf(pattern: PathPattern): string {
  return pattern.replace(/^(?:~|%\w+%)\//, '');
}

function tailPattern(tail: string): RegExp {
  return new RegExp(`(?:^|/)${source(tail)}$`);
}

function wholePattern(pattern: PathPattern): RegExp {
  return new RegExp(`^${source(pattern)}$`);
}

function source(pattern: PathPattern): string {
  return pattern.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`).replaceAll('*', '[^/]*');
}
