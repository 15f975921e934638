/** A module of TypeScript, on every Node: those before 22.18 strip no types. */
// The static build holds the transpiler, so that a bundler finds it.
import { createJiti } from 'jiti/static';

/** Import a TypeScript file. It is run anew each time, and nothing is written beside it. */
export async function importTypescript(path: string): Promise<unknown> {
  return createJiti(import.meta.url, { fsCache: false, moduleCache: false }).import(path);
}
