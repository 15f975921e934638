/** The servers of a file whose shapes are known. */
import type { ClientContext, ClientFile, ClientServer } from '../../model/client.ts';
import type { KeyPath } from '../config-source.ts';
import { readBundle } from './bundle-entry.ts';
import { BUNDLE_KEYS, REGISTRY_KEYS } from './containers.ts';
import type { Parsed } from './containers.ts';
import { declaredInputs } from './declared-inputs.ts';
import type { Detected } from './detect.ts';
import { namedEntries } from './named-entries.ts';
import { readEntry } from './read-entry.ts';
import { readRegistryServer } from './registry-server.ts';
import { switchedOff } from './switches.ts';
import type { ClientText } from './text/client-text.ts';

/** A file whose containers are known. */
export interface Reading {
  readonly path: string;
  readonly shown: string;
  readonly context: ClientContext;
  readonly root: Parsed;
  readonly read: ClientText;
}

/** Of several shapes in one file the first wins per name; a name keeps the place where it stands first. */
export function serversOf(
  detected: readonly Detected[],
  reading: Reading,
): Pick<ClientFile, 'servers' | 'overrides'> {
  const parts = detected.map((one) => serversIn(one, reading));
  const winners = new Map(
    parts.toReversed().flatMap(({ servers }) => servers.map((server) => [server.name, server])),
  );
  return { servers: [...winners.values()], overrides: parts.flatMap(({ overrides }) => overrides) };
}

function serversIn(
  { format, container, isGuess }: Detected,
  { path, shown, context, root, read }: Reading,
): Pick<ClientFile, 'servers' | 'overrides'> {
  const sourceOf = (at: KeyPath): ClientServer['source'] => ({
    file: shown,
    line: read.lineOf(at),
    key: at.join('.'),
  });
  const { name: ownFile, dialect: ownDialect } = format.dialectOfFile ?? {};
  const isOwnFile = ownFile !== undefined && path.split(/[/\\]/).at(-1) === ownFile;
  const world = {
    context,
    path,
    dialect: isOwnFile && ownDialect !== undefined ? ownDialect : format.dialect,
    format,
    isGuess,
    inputs: declaredInputs(root),
    offBecause: switchedOff(root, format, context),
    sourceOf,
  };
  if (container.keys === REGISTRY_KEYS)
    return { servers: readRegistryServer(container, world), overrides: [] };
  if (container.keys === BUNDLE_KEYS) return { servers: readBundle(container, world), overrides: [] };
  const { entries, overrides } = namedEntries(container, format, read.twice);
  return { servers: entries.map((entry) => readEntry(entry, world)), overrides };
}
