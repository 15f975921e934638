/** The clients that have config files here, and what each would load. Nothing is started. */
import type { ClientFile, ClientStack, ClientWarning, StackServer } from '../../model/client.ts';
import { readClaudeSwitches, switchOff } from './claude-settings.ts';
import type { DiscoverContext } from './discover-context.ts';
import { findFiles, type FoundFile } from './discover-places.ts';
import { openClientFile } from './discover-read.ts';
import type { ClientFormat } from './format.ts';
import { clientFormats } from './formats/index.ts';
import { standing } from './launch-env.ts';
import { stackServers } from './stack.ts';

/** The shapes of one product's files. */
export interface ClientProduct {
  /** The value of `--client`. */
  readonly id: string;
  readonly label: string;
  readonly host?: string | undefined;
  readonly formats: readonly ClientFormat[];
}

/** Every product whose files are known, in the order of the registry. */
export const clientProducts: readonly ClientProduct[] = [
  ...new Set(clientFormats.map(({ product }) => product).filter((product) => product !== null)),
].map((id) => {
  const formats = clientFormats.filter(({ product }) => product === id);
  const [first] = formats;
  // `Cursor (IDE and agent CLI)`, `Claude Code, user scope`.
  const label = first?.label.replace(/,.*| \(.*/, '') ?? id;
  return { id, label, host: first?.hostProfile, formats };
});

/**
 * Every client that has a file of its own here, or those of `only` that have any: its files, nearest scope first, and
 * what it would load. One that only reads another client's file is named there.
 */
export function discoverClients(
  context: DiscoverContext,
  { only }: { readonly only?: readonly string[] | undefined } = {},
): readonly ClientStack[] {
  const all = clientProducts.map((product) => ({ product, found: findFiles(product.formats, context) }));
  const readersOf = (path: string, id: string): readonly string[] =>
    all.flatMap(({ product, found }) =>
      product.id !== id && found.some((file) => file.path === path) ? [product.label] : [],
    );
  return all.flatMap(({ product, found }) => {
    const isWanted =
      only === undefined ? found.some((file) => !isBorrowed(file, product.id)) : only.includes(product.id);
    if (!isWanted) return [];
    const read = (file: FoundFile): ClientFile => {
      const others = readersOf(file.path, product.id);
      const opened = openClientFile(file, context);
      return { ...opened, alsoReadBy: others, isBorrowed: isBorrowed(file, product.id) };
    };
    const stack = buildStack(
      product,
      found.map((one) => ({ found: one, file: read(one) })),
      context,
    );
    return stack.files.length + stack.asides.length + stack.warnings.length === 0 ? [] : [stack];
  });
}

/** Whose file it is: the client that gave the file its name. */
const OWNERS: readonly (readonly [RegExp, string])[] = [
  [/(^|[\\/])\.mcp\.json$/, 'claude-code'],
  [/[\\/]mcp-config\.json$/, 'copilot-cli'],
];

function isBorrowed({ path }: FoundFile, product: string): boolean {
  const owner = OWNERS.find(([sign]) => sign.test(path))?.[1];
  return owner !== undefined && owner !== product;
}

interface ReadFile {
  readonly found: FoundFile;
  readonly file: ClientFile;
}

function buildStack(
  { id, label, host }: ClientProduct,
  read: readonly ReadFile[],
  context: DiscoverContext,
): ClientStack {
  const main = mainInstallation(read, id);
  const isUsed = ({ found }: ReadFile): boolean =>
    found.installation === (found.scope === 'user' && !isBorrowed(found, id) ? main : '');
  const files = read.filter((one) => isUsed(one) && !isEmptyLocal(one)).map(({ file }) => file);
  const asides = read
    .filter((one) => !isUsed(one))
    .map(({ found, file }) => ({ installation: found.installation || 'the usual place', file }));
  const isMerging = id === 'opencode';
  const stack = { id, label, host, asides };
  const stand = (server: StackServer): StackServer => standing(server, context);
  if (id !== 'claude-code') {
    const servers = stackServers(files, { isMerging }).map(stand);
    return { ...stack, files, servers, warnings: [] };
  }
  const switches = readClaudeSwitches(context);
  const left = switchOff(files, switches);
  return {
    ...stack,
    files: left.files,
    servers: left.servers.map(stand),
    warnings: [...switches.warnings, ...deadPath(files, context)],
  };
}

/** The same file is there for the user's scope. */
function isEmptyLocal({ file }: ReadFile): boolean {
  return file.scope === 'local' && file.servers.length === 0;
}

/** Of several installations the usual one counts, unless only another one declares servers. */
function mainInstallation(read: readonly ReadFile[], product: string): string {
  const own = read.filter(({ found }) => found.scope === 'user' && !isBorrowed(found, product));
  const declaring = own.filter(({ file }) => file.answer !== 'declares-none');
  const installations = (declaring.length > 0 ? declaring : own).map(({ found }) => found.installation);
  return installations.includes('') ? '' : (installations[0] ?? '');
}

/** Claude Code does not read it, and people put servers there (anthropics/claude-code#9427, 2026-11-30). */
function deadPath(files: readonly ClientFile[], context: DiscoverContext): readonly ClientWarning[] {
  const isThere = context.fileExists(`${context.home}/.claude/.mcp.json`);
  if (!isThere || files.some(({ answer }) => answer !== 'declares-none')) return [];
  const message =
    '~/.claude/.mcp.json is read by no version: put its servers into ~/.claude.json or .mcp.json';
  return [{ code: 'dead-path', message }];
}
