/** Our own config, as far as it can be told without running any of it. */
import { findConfigs } from '../config/config-find.ts';
import { readServerNames } from '../config/config-load.ts';
import { isKnownError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ConfigRow } from '../report/clients/page.ts';

/** The nearest config; undefined where there is none. A config in code is not run. */
export async function describeConfig({ cwd }: Io): Promise<ConfigRow | undefined> {
  try {
    const [found] = await findConfigs({ cwd, paths: [] });
    if (found === undefined) return undefined;
    if (found.form === 'code') return { file: found.file };
    return { file: found.file, servers: await readServerNames([found]) };
  } catch (error) {
    if (!isKnownError(error)) throw error;
    return { file: '', problem: error.message };
  }
}
