/** Where a tool is declared: the line of a source file that gives it its name, or else of a committed snapshot. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { shownPath } from '../config/config-find.ts';
import { isJsonObject } from '../json.ts';
import { parseJson } from '../json-text.ts';
import type { Source } from '../model/budget.ts';
import type { Finding } from '../model/report.ts';

export interface Where {
  /** Folders of committed snapshots: where a tool is sent whose declaration is not found. */
  readonly snapshots: readonly string[];
  /** Shown paths start from it. */
  readonly cwd: string;
  /** What is searched. */
  readonly root: string;
}

/** Sources of servers: the languages that have an SDK. */
const SOURCE = /\.([cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|swift)$/;
/** What holds no source of the repository's own, or what would name every tool: tests, snapshots, built code. */
const PASSED_OVER =
  /^(\..*|node_modules|vendor|dist|build|out|target|coverage|tests?|__tests__|fixtures|snapshots|.*\.(test|spec)\..*|mcp-budget\.config\..*)$/;
/** `name: "x"`, `"name": "x"`, `Name = "x"`, `name("x")` of a builder, and what registers a tool by its first argument. */
const NAMING =
  /(?:\b[nN]ame["']?\s*(?:[:=]>?|\()|\b(?:tool|registerTool|register_tool|[aA]ddTool|add_tool|[nN]ewTool|defineTool|define_tool)\s*\()\s*$/;
/** Enough for the words above with a line break and an indent behind them. */
const MAX_NAMING_CHARS = 120;
const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 1_000_000;

/**
 * Send findings that name a tool to the line that declares it. A name that stands in several files names none of them
 * surely: such a finding is sent to the tool in the committed snapshot, or keeps the line of its limit.
 */
export async function locateFindings(
  findings: readonly Finding[],
  where: Where,
): Promise<readonly Finding[]> {
  const names = new Set(findings.flatMap(({ tool }) => tool ?? []));
  const places = await findDeclarations(names, where);
  const recorded = await findRecorded(names, where);
  return findings.map((finding) => {
    const { tool, server } = finding;
    if (tool === undefined) return finding;
    const location = places.get(tool) ?? recorded.get(keyOf(server, tool));
    return location === undefined ? finding : { ...finding, location };
  });
}

function keyOf(server: string, tool: string): string {
  // Snapshots know a server by its name inside its config.
  return JSON.stringify([server.split(' › ').at(-1), tool]);
}

/** The line of each tool in the committed snapshots of its server. */
async function findRecorded(
  names: ReadonlySet<string>,
  { cwd, snapshots }: Where,
): Promise<ReadonlyMap<string, Omit<Source, 'key'>>> {
  const found = new Map<string, Omit<Source, 'key'>>();
  for (const folder of new Set(snapshots)) {
    const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.snapshot.json'));
    for (const path of files.toSorted().map((name) => join(folder, name))) {
      const text = await readSource(path);
      const value = parseJson(text);
      const server = isJsonObject(value) ? value['server'] : undefined;
      if (typeof server !== 'string') continue;
      for (const name of names) {
        const at = text.indexOf(`"name": ${JSON.stringify(name)}`);
        const line = text.slice(0, at).split('\n').length;
        const key = keyOf(server, name);
        if (at !== -1 && !found.has(key)) found.set(key, { file: shownPath(path, cwd), line });
      }
    }
  }
  return found;
}

async function findDeclarations(
  names: ReadonlySet<string>,
  { cwd, root }: Where,
): Promise<ReadonlyMap<string, Omit<Source, 'key'>>> {
  const found = new Map<string, Omit<Source, 'key'>[]>();
  for (const path of await sourcesBelow(root)) {
    const text = await readSource(path);
    for (const name of names) {
      const line = lineOf(text, name);
      if (line === undefined) continue;
      found.set(name, [...(found.get(name) ?? []), { file: shownPath(path, cwd), line }]);
    }
  }
  const single = [...found].flatMap(([name, places]) => {
    const [place] = places;
    return places.length === 1 && place !== undefined ? [[name, place] as const] : [];
  });
  return new Map(single);
}

/** The line of the first quoted name that is given to something. */
function lineOf(text: string, name: string): number | undefined {
  const at = [`'${name}'`, `"${name}"`, `\`${name}\``]
    .flatMap((quoted) => placesOf(quoted, text))
    .filter((index) => NAMING.test(text.slice(Math.max(0, index - MAX_NAMING_CHARS), index)));
  return at.length === 0 ? undefined : text.slice(0, Math.min(...at)).split('\n').length;
}

function placesOf(part: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

async function sourcesBelow(root: string): Promise<readonly string[]> {
  const sources: string[] = [];
  const folders = [root];
  for (
    let folder = folders.shift();
    folder !== undefined && sources.length < MAX_FILES;
    folder = folders.shift()
  ) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (PASSED_OVER.test(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && SOURCE.test(entry.name)) sources.push(path);
    }
  }
  return sources.slice(0, MAX_FILES);
}

async function readSource(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.size > MAX_FILE_BYTES) return '';
  return readFile(path, 'utf8').catch(() => '');
}
