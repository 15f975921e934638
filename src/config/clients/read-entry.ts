/** One entry of a client's file as a server with its status. */
import { isJsonObject } from '../../json.ts';
import type { ClientLaunch, ClientNeed, ClientServer, ClientWarning } from '../../model/client.ts';
import type { KeyPath } from '../config-source.ts';
import type { Parsed } from './containers.ts';
import { clientNeeds, statusOf, whyUnsupported } from './entry-status.ts';
import { entryFields } from './entry-fields.ts';
import type { EntryFields } from './entry-fields.ts';
import { kindOf } from './entry-values.ts';
import type { Faults } from './entry-values.ts';
import { filledLaunch, transportOf } from './entry-launch.ts';
import type { Filling, FillWorld } from './fill.ts';
import type { ClientFormat } from './format.ts';
import { launchSecrets } from './launch-secrets.ts';
import { odditiesOf } from './oddities.ts';

export interface NamedEntry {
  readonly name: string;
  readonly value: unknown;
  readonly path: KeyPath;
  /** Found where it stands, as a name that stands there twice. */
  readonly warnings: readonly ClientWarning[];
  /** What its description asks for and has no answer to. */
  readonly needs?: readonly ClientNeed[] | undefined;
  /** Values in it that came from outside the file. */
  readonly given?: readonly string[] | undefined;
  /** Why it cannot be started by us, whatever it says. */
  readonly unsupported?: string | undefined;
}

/** What is the same for every entry of a file. */
export interface EntryWorld extends FillWorld {
  readonly format: ClientFormat;
  /** The shape is a guess: what its client knows of an entry is not. */
  readonly isGuess: boolean;
  /** Why a server is switched off elsewhere in the file. */
  readonly offBecause: (name: string) => string | undefined;
  readonly sourceOf: (path: KeyPath) => ClientServer['source'];
}

/** Read one entry. What is wrong with it is told in it; it never stops the others. */
export function readEntry(named: NamedEntry, world: EntryWorld): ClientServer {
  const { name, value, path, warnings } = named;
  const source = world.sourceOf(path);
  if (!isJsonObject(value)) {
    const reason = `it is ${kindOf(value)}, expected an object`;
    return {
      name,
      status: 'invalid',
      reason,
      needs: [],
      warnings,
      server: { enabled: true },
      source,
      secrets: [],
    };
  }
  const { format, isGuess } = world;
  const entry = unnested(value, format);
  const faults: Faults = { warnings: [...warnings], mistakes: [] };
  const fields = entryFields(entry, format, faults);
  const unsupported = named.unsupported ?? whyUnsupported(entry, fields, format);
  const off = fields.isEnabled ? world.offBecause(name) : undefined;
  const filling: Filling = {
    needs: [...clientNeeds(entry, name, format), ...(named.needs ?? [])],
    warnings: faults.warnings,
    secrets: [...(named.given ?? [])],
  };
  const launch = filledLaunch(fields, transportIn(fields, format, faults), { world, filling });
  const state = { entry, fields, format, launch, needs: filling.needs, mistakes: faults.mistakes };
  const server = { ...launch, enabled: launch.enabled && off === undefined };
  // Where entries are merged, a part of one counts too.
  const isDescribed =
    format.hasOverrides === true || fields.command !== undefined || fields.url !== undefined;
  const status = statusOf(
    state,
    unsupported,
    server.enabled ? undefined : (off ?? 'switched off in its entry'),
  );
  return {
    name,
    ...status,
    needs: status.status === 'needs-input' ? filling.needs : [],
    warnings: [...faults.warnings, ...odditiesOf(name, launch)].filter(
      ({ code }) => !(isGuess && code === 'disabled-key-not-known-to-client'),
    ),
    server: isDescribed ? server : { enabled: server.enabled },
    ...(format.hasWildcardFilter === true ? { isWildcardFilter: true } : {}),
    ...(isTrue(entry, format.alwaysLoadedKey) ? { isAlwaysLoaded: true } : {}),
    source,
    secrets: launchSecrets({ launch, entry, known: filling.secrets }, format),
  };
}

function unnested(entry: Parsed, { nestedUnder }: ClientFormat): Parsed {
  const inner = nestedUnder === undefined ? undefined : entry[nestedUnder];
  return isJsonObject(inner) ? { ...entry, ...inner } : entry;
}

function isTrue(entry: Parsed, key: string | undefined): boolean {
  return key !== undefined && entry[key] === true;
}

function transportIn(fields: EntryFields, format: ClientFormat, faults: Faults): ClientLaunch['transport'] {
  const isKnownType = Object.hasOwn(format.unsupportedTypes ?? {}, fields.type?.value ?? '');
  return isKnownType ? undefined : transportOf(fields, format, faults);
}
