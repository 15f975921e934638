/** A config as a module: its default export, or what that function returns. Code has no lines to tell. */
import { types } from 'node:util';
import { ConfigError, firstLineOf } from '../errors.ts';
import { importModule } from './code-module.ts';
import { configError } from './config-problems.ts';
import type { ConfigSource } from './config-source.ts';
import { plainData } from './plain-data.ts';

/** Run a module of JavaScript or TypeScript. @throws ConfigError for one that fails, or exports no plain data */
export async function readCodeConfig(path: string, file: string): Promise<ConfigSource> {
  const exported = await runModule(path, file);
  const made = typeof exported === 'function' ? await call(exported as () => unknown, file) : exported;
  if (made === undefined) {
    throw new ConfigError(`${file}  no config: its default export is ${typeof exported}`, {
      hint: 'export default { servers: { … } }, or a function that returns it',
    });
  }
  const { value, problems } = plainData(made);
  const locate = () => undefined;
  if (problems.length > 0) throw configError(file, problems, locate);
  return { value, locate };
}

async function runModule(path: string, file: string): Promise<unknown> {
  try {
    const loaded = await importModule(path);
    // Awaited here, as a promise or the `then` of what is none may throw.
    return await (loaded as { readonly default?: unknown }).default;
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
  return new ConfigError(`${file}  it cannot be run: ${firstLineOf(cause)}`, {
    hint:
      types.isNativeError(cause) && cause instanceof SyntaxError && file.endsWith('.js')
        ? 'is it an ES module? name it .mjs, or set "type": "module" in package.json'
        : undefined,
    cause,
  });
}
