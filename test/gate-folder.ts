/** A folder with a config, its servers as files where no process is needed, and the gate run in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serializeSnapshot } from '../src/capture/snapshot-file.ts';
import { isJsonObject, type JsonObject } from '../src/json.ts';
import type { Report, ToolsetReport } from '../src/model/report.ts';
import { folderWith } from './config-folder.ts';
import { EXAMPLE, FAKE, run, type Ran, type RunOptions } from './run.ts';

/** A definition with so many characters of description. */
export function definition(name: string, chars = 20, more: JsonObject = {}): JsonObject {
  return { name, description: 'd'.repeat(chars), inputSchema: { type: 'object' }, ...more };
}

/** A list as a file: a server that needs no process. */
export const list = (...tools: readonly JsonObject[]) => ({ tools });

/** The text of a committed snapshot. */
export function snapshotText(server: string, tools: readonly JsonObject[], toolset = 'default'): string {
  return serializeSnapshot(
    { schemaVersion: 1, server, toolset, status: 'measured', warnings: [], tools },
    { bytes: 0, redacted: 0 },
  );
}

/** A server over stdio: the example, or a mode of the fake. */
export const example = { command: process.execPath, args: [resolve(EXAMPLE)] } as const;
export const fake = (...mode: readonly string[]) => ({
  command: process.execPath,
  args: [resolve(FAKE), ...mode],
});

/** A repository's root with these files; the cache stays inside. Rules on definitions are off unless the config has some. */
export function gateFolder(config: unknown, files: Readonly<Record<string, unknown>> = {}): string {
  const own = config === undefined ? {} : { 'mcp-budget.config.json': withoutLint(config) };
  return folderWith({ '.git/HEAD': 'ref: refs/heads/main\n', 'node_modules/.keep': '', ...own, ...files });
}

/** The config, of which budgets and growth alone are meant. */
export function withoutLint(config: unknown): unknown {
  const isOfBudgets = isJsonObject(config) && config['lint'] === undefined && config['plugins'] === undefined;
  return isOfBudgets ? { ...config, lint: false } : config;
}

export interface Checked extends Ran {
  readonly report: Report;
  /** `rule server/toolset`, in order. */
  readonly found: readonly string[];
  readonly toolset: (name: string) => ToolsetReport;
}

/** `check` with its report as JSON. */
export async function check(
  cwd: string,
  flags: readonly string[] = [],
  options: Omit<RunOptions, 'cwd'> = {},
): Promise<Checked> {
  const ran = await run(['check', '--format', 'json', '--settle', '0', ...flags], { ...options, cwd });
  if (ran.stdout === '') throw new Error(`no report, exit ${ran.code}: ${ran.stderr}`);
  const report = JSON.parse(ran.stdout) as Report;
  return {
    ...ran,
    report,
    found: report.findings.map(({ ruleId, server, toolset }) => `${ruleId} ${server}/${toolset}`),
    toolset: (name) => {
      const [server, toolset = 'default'] = name.split('/');
      const found = report.servers
        .find((one) => one.name === server)
        ?.toolsets.find((one) => one.name === toolset);
      if (found === undefined) throw new Error(`no toolset ${name}`);
      return found;
    },
  };
}

/** A run that ends before anything is measured: its code and what it says. */
export async function complaint(cwd: string, args: readonly string[], options: Omit<RunOptions, 'cwd'> = {}) {
  const { code, stdout, stderr } = await run(args, { ...options, cwd });
  return { code, stdout, stderr };
}

/** Every file below a folder, with its text. */
export function filesBelow(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, 'utf8')] as const);
}

export const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');
