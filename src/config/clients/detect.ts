/** Which shape a file has: its path suggests a client, its content decides. */
import { isJsonObject } from '../../json.ts';
import { containersOf, entriesOf, LOCAL_KEYS } from './containers.ts';
import type { Container, Parsed } from './containers.ts';
import type { ClientFormat } from './format.ts';
import { clientFormat, clientFormats } from './formats/index.ts';

export interface Detected {
  readonly format: ClientFormat;
  readonly container: Container;
  /** Neither path nor content tell it from others with this container. */
  readonly isGuess: boolean;
}

export interface DetectHints {
  /** Id of the shape that the reader of the file expects. */
  readonly hint?: string | undefined;
  /** Shapes that the path suggests, best first. */
  readonly suggested: readonly ClientFormat[];
  /** The key of this project under `projects`. */
  readonly project?: string | undefined;
}

/** What holds the servers of a file; several where it has two shapes, the one that wins per name first. */
export function detectShapes(root: Parsed, hints: DetectHints): readonly Detected[] {
  const found = containersOf(root, hints.hint, hints.project)
    .filter(
      ({ keys }) =>
        hints.hint === undefined || (keys === LOCAL_KEYS) === (hints.hint === 'claude-code-local'),
    )
    .map((container) => ({ container, ...formatOf(container, hints) }))
    .toSorted((a, b) => rankOf(a.container, hints) - rankOf(b.container, hints));
  const [first] = found;
  if (first === undefined) return [];
  if (first.format.product !== 'opencode') return [first];
  // OpenCode reads both of its shapes, and the second wins.
  return found
    .filter(({ format }) => format.product === 'opencode')
    .toSorted((a, b) => b.format.id.localeCompare(a.format.id));
}

/** What the client reads goes first, then what holds something, then the order of the search. */
function rankOf({ keys, value }: Container, { hint }: DetectHints): number {
  if (hint !== undefined && clientFormat(hint)?.container.keys === keys) return 0;
  return entriesOf(value).length > 0 ? 1 : 2;
}

function formatOf(container: Container, hints: DetectHints): Pick<Detected, 'format' | 'isGuess'> {
  const { keys, value } = container;
  const fitting = clientFormats.filter((format) => format.container.keys === keys);
  const list = fitting.find((format) => format.container.kind === 'array');
  const known = list !== undefined && Array.isArray(value) ? list : tellApart(fitting, container, hints);
  return { format: known ?? usual(fitting, keys), isGuess: known === undefined };
}

/** By what is sure first: three clients keep servers at `mcp.servers`, and only their entries differ. */
function tellApart(
  fitting: readonly ClientFormat[],
  { keys, value }: Container,
  { hint, suggested }: DetectHints,
): ClientFormat | undefined {
  const entries = entriesOf(value).filter(isJsonObject);
  const bySigns = (): ClientFormat | undefined =>
    fitting.find(({ signs = [] }) =>
      entries.some((entry) => signs.some((sign) => Object.hasOwn(entry, sign))),
    );
  const byCommand = entries.some((entry) => Array.isArray(entry['command']))
    ? fitting.find(({ id }) => id === 'opencode-v2')
    : undefined;
  const byContent = keys === 'mcp.servers' ? (byCommand ?? bySigns()) : undefined;
  const product = hint === undefined ? undefined : clientFormat(hint)?.product;
  return (
    byContent ??
    fitting.find(({ id }) => id === hint) ??
    (product === undefined ? undefined : fitting.find((format) => format.product === product)) ??
    suggested.find((format) => fitting.includes(format)) ??
    bySigns()
  );
}

/** Where nothing tells, the shape that asks least of an entry. */
function usual(fitting: readonly ClientFormat[], keys: string): ClientFormat {
  const id = keys === 'mcpServers' ? 'claude-code-project' : 'openclaw';
  const format = fitting.find((one) => one.id === id) ?? fitting[0];
  if (format === undefined) throw new Error(`no shape of client file has its servers at ${keys}`);
  return format;
}
