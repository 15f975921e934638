/** Config files in a folder of their own, loaded and resolved. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rulesOfConfig } from '../src/commands/lint-plugins.ts';
import { findConfigs } from '../src/config/config-find.ts';
import { loadConfigs } from '../src/config/config-load.ts';
import { resolveConfigs, type ResolveOptions } from '../src/config/config-resolve.ts';
import type { ConfigPlan } from '../src/model/plan.ts';

export const REPORTER_IDS = ['table', 'json'];

/** Write files into a new folder; an object is written as JSON. */
export function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-budget-config-')));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  }
  return folder;
}

/** Find, load and resolve as `check` does. */
export async function plansOf(
  cwd: string,
  { paths = [], ...options }: Partial<ResolveOptions> & { readonly paths?: readonly string[] } = {},
) {
  const found = await findConfigs({ cwd, paths });
  const loaded = await loadConfigs(found, { cwd, reporterIds: REPORTER_IDS, rulesOf: rulesOfConfig });
  return resolveConfigs(loaded, { cwd, env: {}, isOffline: false, ...options });
}

/** The plan of one config, given as the value of its JSON file. */
export async function planOf(
  config: unknown,
  options: Partial<ResolveOptions> = {},
): Promise<{ readonly plan: ConfigPlan; readonly secrets: readonly string[]; readonly cwd: string }> {
  const cwd = folderWith({ 'mcp-budget.config.json': config, '.git/HEAD': '' });
  const { plans, secrets } = await plansOf(cwd, options);
  const [plan] = plans;
  if (plan === undefined) throw new Error('no plan');
  return { plan, secrets, cwd };
}

/** What loading complains about. */
export async function complaintOf(
  files: Readonly<Record<string, unknown>>,
  paths: readonly string[] = [],
): Promise<{ readonly name: string; readonly lines: readonly string[]; readonly hint: string | undefined }> {
  try {
    await plansOf(folderWith({ ...files, '.git/HEAD': '' }), { paths });
  } catch (error) {
    const { name, message, hint } = error as Error & { hint?: string };
    return { name, lines: message.split('\n'), hint };
  }
  throw new Error('nothing to complain about');
}
