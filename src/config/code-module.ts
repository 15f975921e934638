/** Run a module of the user: JavaScript, or TypeScript on every Node. */
import { pathToFileURL } from 'node:url';

/** Import a file. What it throws is passed on. */
export async function importModule(path: string): Promise<unknown> {
  return /\.[cm]?ts$/.test(path)
    ? (await import('./config-typescript.ts')).importTypescript(path)
    : import(pathToFileURL(path).href);
}
