/** Globs over the names of tools, the same wherever a name is chosen. */
import picomatch from 'picomatch';

/** Compile a glob. Names are no paths: a star takes a slash, and a leading dot is nothing special. */
export function compileNameGlob(pattern: string): (name: string) => boolean {
  return picomatch(pattern, { bash: true, dot: true });
}
