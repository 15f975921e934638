/** A config as a module: its default export, or what that function returns. Code has no lines to tell. */
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../errors.ts';
import type { ConfigSource } from './config-source.ts';

/** Run a module of JavaScript or TypeScript. @throws ConfigError for one that fails or exports nothing */
export async function readCodeConfig(path: string, file: string): Promise<ConfigSource> {
  const exported = await runModule(path, file);
  const value = typeof exported === 'function' ? await call(exported as () => unknown, file) : exported;
  if (value === undefined) {
    throw new ConfigError(`${file}  no config: its default export is ${typeof exported}`, {
      hint: 'export default { servers: { … } }, or a function that returns it',
    });
  }
  return { value, locate: () => undefined };
}

async function runModule(path: string, file: string): Promise<unknown> {
  try {
    const loaded: unknown = path.endsWith('.ts')
      ? await (await import('./config-typescript.ts')).importTypescript(path)
      : await import(pathToFileURL(path).href);
    return (loaded as { readonly default?: unknown }).default;
  } catch (cause) {
    throw failed(file, cause);
  }
}

async function call(make: () => unknown, file: string): Promise<unknown> {
  try {
    return await make();
  } catch (cause) {
    throw failed(file, cause);
  }
}

function failed(file: string, cause: unknown): ConfigError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ConfigError(`${file}  it cannot be run: ${message.split('\n')[0]}`, {
    hint:
      cause instanceof SyntaxError && file.endsWith('.js')
        ? 'is it an ES module? name it .mjs, or set "type": "module" in package.json'
        : undefined,
    cause,
  });
}
