/** What `init` is about to write: where, and for which servers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serverNameOf } from '../capture/read-list-file.ts';
import { findConfigs } from '../config/config-find.ts';
import { draftServers, type DraftServers } from '../config/draft.ts';
import { ConfigError, UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { CommandInput } from './command.ts';
import { readTargetFlags } from './options.ts';
import { splitWords } from './resolve-targets.ts';

export const CONFIG_NAME = 'mcp-budget.config.jsonc';
export const BASELINE_NAME = 'mcp-budget.baseline.json';

/** Nothing is overwritten unasked, and no second config is put beside another. @throws UsageError */
export async function rejectExisting(cwd: string, isForced: boolean): Promise<void> {
  const found = await findHere(cwd);
  if (found !== undefined && found !== CONFIG_NAME) {
    throw new UsageError(`there is a config already: ${found}`, {
      hint: 'add the server to it; or delete it, and init again',
    });
  }
  const there = [CONFIG_NAME, BASELINE_NAME].filter((name) => existsSync(join(cwd, name)));
  if (there.length === 0 || isForced) return;
  throw new UsageError(`there is ${there.join(' and ')} already`, {
    hint: 'to write anew: --force; to renew the baseline alone: mcp-budget check --update',
  });
}

async function findHere(cwd: string): Promise<string | undefined> {
  try {
    const [found] = await findConfigs({ cwd, paths: [] });
    // One further up is another project's.
    return found === undefined || found.file.startsWith('..') ? undefined : found.file;
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, { hint: error.hint });
    throw error;
  }
}

/** The config as it will be, before anything was tried. */
export function draftConfig(input: CommandInput, io: Io, toolsets: readonly string[]): DraftServers {
  return draftServers({
    targets: input.targets,
    command: input.command,
    toolsets,
    flags: readTargetFlags(input),
    shell: io.env,
    context: {
      cwd: io.cwd,
      pathExists: (word) => existsSync(join(io.cwd, word)),
      splitWords,
      serverNames: [],
      fileName: serverNameOf,
    },
  });
}
