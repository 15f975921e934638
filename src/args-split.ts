/** Where a server's command begins among the arguments, as far as programs, configs and clients' files here tell. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from './commands/command.ts';
import { splitCommand, type SplitArgs } from './config/split-command.ts';
import { isKnownError } from './errors.ts';
import type { Io } from './io.ts';

interface Splitting {
  readonly command: Command;
  readonly valueOptions: ReadonlySet<string>;
  readonly io: Io;
}

/** Cut the server's command off what follows a command of ours. */
export async function splitOwn(
  own: readonly string[],
  { command, valueOptions, io }: Splitting,
): Promise<SplitArgs> {
  const context = {
    valueOptions,
    serverNames: new Set<string>(),
    isProgram: () => false,
    isPath: () => false,
  };
  if (!command.takesCommand) return splitCommand(own, context);
  const { default: which } = await import('which');
  const live = {
    ...context,
    isProgram: (word: string) => which.sync(word, { nothrow: true, path: io.env['PATH'] ?? '' }) !== null,
    // No throw for a word that cannot be looked up: too long, a loop of links, a folder that is closed.
    isPath: (word: string) => existsSync(resolve(io.cwd, word)),
  };
  const split = splitCommand(own, live);
  const isByProgram = split.command !== undefined && own[split.own.length] !== '--';
  if (!isByProgram) return split;
  // With a client a bare word is a server of it; nobody wants a program run that is called so by chance.
  if (await namesClient(split.own, valueOptions, io)) return splitCommand(own, context);
  // A server of the config may be named like a program: then it is the one that is meant.
  const serverNames = new Set(await namesInConfigs(own, io));
  return serverNames.size === 0 ? split : splitCommand(own, { ...live, serverNames });
}

/** Tell whether a client is named: by `--client`, or by a file of its own among the targets. */
async function namesClient(
  own: readonly string[],
  valueOptions: ReadonlySet<string>,
  { cwd, env }: Io,
): Promise<boolean> {
  const words = own.filter((_, index) => !valueOptions.has(own[index - 1] ?? ''));
  if (words.some((word) => /^--client(=|$)/.test(word))) return true;
  const paths = words.filter(
    (word) => /^[^-].*\.(json|jsonc|toml|ya?ml|mcpb)$/i.test(word) && existsSync(resolve(cwd, word)),
  );
  if (paths.length === 0) return false;
  const { isClientFile } = await import('./config/clients/plan-file.ts');
  const { discoverContext } = await import('./config/clients/discover-context.ts');
  return paths.some((path) => isClientFile(path, discoverContext({ cwd, env })));
}

async function namesInConfigs(own: readonly string[], io: Io): Promise<readonly string[]> {
  const { findConfigs } = await import('./config/config-find.ts');
  const { readServerNames } = await import('./config/config-load.ts');
  const paths = own.flatMap((word, index) => {
    if (own[index - 1] === '--config') return [word];
    return word.startsWith('--config=') ? [word.slice('--config='.length)] : [];
  });
  try {
    return await readServerNames(await findConfigs({ cwd: io.cwd, paths }));
  } catch (error) {
    // It is told where the config is loaded, if it is.
    if (isKnownError(error)) return [];
    throw error;
  }
}
