/** A client's file that is named by its path: its content tells whose it is. */
import { UsageError } from '../../errors.ts';
import type { ClientFile, ClientStack } from '../../model/client.ts';
import { pathsOf, type DiscoverContext } from './discover-context.ts';
import { absolutePath } from './discover-folders.ts';
import { openClientFile } from './discover-read.ts';
import { suggestedFormats } from './format-paths.ts';
import { clientFormats, clientFormat } from './formats/index.ts';
import { clientProducts } from './discover.ts';
import { standing } from './launch-env.ts';
import { stackServers } from './stack.ts';

/** Read a file as the whole of a client. @throws UsageError where there is no file, or it declares no server */
export function stackOfFile(word: string, context: DiscoverContext): ClientStack {
  const file = fileAt(word, context);
  if (file === undefined) {
    throw new UsageError(`no such file: ${word}`, {
      hint: 'mcp-budget clients shows the files that are here',
    });
  }
  if (file.answer === 'declares-none') {
    throw new UsageError(`${word} declares no server`, { hint: lookedForKeys(file) });
  }
  const format = clientFormat(file.shape);
  const product = clientProducts.find(({ id }) => id === format?.product);
  return {
    id: product?.id ?? file.shape,
    label: `${product?.label ?? format?.label ?? file.shape} (${file.shown})`,
    host: product?.host,
    files: [file],
    asides: [],
    servers: stackServers([file], { isMerging: false }).map((server) => standing(server, context)),
    warnings: [],
  };
}

/**
 * Tell a client's file among targets: by a key that holds servers, by a form that no list of tools has, or, where it
 * cannot be read, by its place. A file that holds lists of tools is to be told first.
 */
export function isClientFile(path: string, context: DiscoverContext): boolean {
  const file = fileAt(path, context);
  if (file === undefined) return false;
  if (file.container !== undefined || /\.(toml|ya?ml|mcpb)$/i.test(path)) return true;
  return file.answer === 'unreadable' && suggestedFormats(file.path, context).length > 0;
}

/** What a file that declares nothing was searched for: the keys of its client, or of all where nobody said whose it is. */
export function lookedForKeys({ container, scope, shape }: ClientFile): string {
  if (container !== undefined) return `${container} is there and holds none`;
  const product = clientFormat(shape)?.product;
  const fitting =
    scope === 'file' ? clientFormats : clientFormats.filter((format) => format.product === product);
  const keys = [...new Set(fitting.map((format) => format.container.keys))];
  return `looked for ${keys.join(', ')}`;
}

function fileAt(word: string, context: DiscoverContext): ClientFile | undefined {
  const path = absolutePath(word, context);
  if (!context.fileExists(path)) return undefined;
  return openClientFile({ path, scope: 'file', folder: projectOf(path, context) }, context);
}

/** The project whose file it is by its place; that of the working directory for any other. */
function projectOf(path: string, context: DiscoverContext): string {
  const { sep } = pathsOf(context);
  const forward = path.split(sep).join('/');
  const isUsers = clientFormats.some((format) =>
    format.userPaths[context.platform].some((pattern) => absolutePath(pattern, context) === path),
  );
  const patterns = isUsers ? [] : clientFormats.flatMap(({ projectPaths }) => projectPaths);
  const longest = patterns
    .filter((pattern) => forward.endsWith(`/${pattern}`))
    .reduce((best, pattern) => (pattern.length > best.length ? pattern : best), '');
  return longest === '' ? context.workspaceFolder : path.slice(0, -(longest.length + 1)) || sep;
}
