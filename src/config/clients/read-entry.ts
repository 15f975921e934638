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
import { emptyFilling } from './fill.ts';
import type { Filling, FillWorld } from './fill.ts';
import type { ClientFormat } from './format.ts';
import { launchSecrets } from './launch-secrets.ts';
import { odditiesOf } from './oddities.ts';
import type { SwitchedOff } from './switches.ts';

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
  /** Names of what its description asks for. */
  readonly asks?: readonly string[] | undefined;
  /** Why it cannot be started by us, whatever it says. */
  readonly unsupported?: string | undefined;
}

/** What is the same for every entry of a file. */
export interface EntryWorld extends FillWorld {
  readonly format: ClientFormat;
  /** The shape is a guess: what its client knows of an entry is not. */
  readonly isGuess: boolean;
  /** Why a server is switched off elsewhere in the file. */
  readonly offBecause: (name: string) => SwitchedOff | undefined;
  readonly sourceOf: (path: KeyPath) => ClientServer['source'];
}

/** Read one entry. What is wrong with it is told in it; it never stops the others. */
export function readEntry(named: NamedEntry, world: EntryWorld): ClientServer {
  const { name, value, path, warnings } = named;
  const source = world.sourceOf(path);
  if (!isJsonObject(value)) return noEntry(named, source);
  const { format, isGuess } = world;
  const isWithheld = world.context.isWithheld?.(name) === true;
  const entry = unnested(value, format);
  const faults: Faults = { warnings: [...warnings], mistakes: [] };
  const fields = entryFields(entry, format, faults);
  const unsupported = named.unsupported ?? whyUnsupported(entry, fields, format);
  const off = fields.isEnabled ? world.offBecause(name) : undefined;
  const filling = fillingOf(named, entry, { warnings: faults.warnings, format });
  const transport = transportIn(fields, format, faults);
  const launch = filledLaunch(fields, transport, { world: { ...world, isWithheld }, filling });
  const closed = closedFiles(filling, isWithheld ? launch.envFile : undefined);
  const state = { entry, fields, format, launch, needs: filling.needs, mistakes: faults.mistakes };
  const server = { ...launch, enabled: launch.enabled && off === undefined };
  const status = statusOf(
    state,
    unsupported,
    server.enabled ? undefined : (off?.reason ?? 'switched off in its entry'),
  );
  return {
    name,
    ...status,
    needs: status.status === 'needs-input' ? filling.needs : [],
    warnings: [...faults.warnings, ...odditiesOf(name, launch)].filter(
      ({ code }) => !(isGuess && code === 'disabled-key-not-known-to-client'),
    ),
    server: isDescribed(fields, format) ? server : { enabled: server.enabled },
    ...clientTraits(entry, format),
    source,
    ...(off === undefined ? {} : { offAt: `${source.file} ${off.key}` }),
    asks: [...new Set(filling.asks)],
    ...(closed.length > 0 ? { withheld: [...new Set(closed)] } : {}),
    given: [...new Set(filling.secrets)],
    secrets: launchSecrets({ launch, entry, known: filling.secrets }, format),
  };
}

/** Where entries are merged, a part of one counts too. */
function isDescribed({ command, url }: EntryFields, { hasOverrides }: ClientFormat): boolean {
  return hasOverrides === true || command !== undefined || url !== undefined;
}

/** What filling in starts from. */
function fillingOf(
  { name, needs = [], given = [], asks = [] }: NamedEntry,
  entry: Parsed,
  { warnings, format }: { readonly warnings: Faults['warnings']; readonly format: ClientFormat },
): Filling {
  return {
    ...emptyFilling(),
    needs: [...clientNeeds(entry, name, format), ...needs],
    warnings,
    secrets: [...given],
    asks: [...asks],
  };
}

function noEntry({ name, value, warnings }: NamedEntry, source: ClientServer['source']): ClientServer {
  return {
    name,
    status: 'invalid',
    reason: `it is ${kindOf(value)}, expected an object`,
    needs: [],
    warnings,
    server: { enabled: true },
    source,
    asks: [],
    secrets: [],
    given: [],
  };
}

/** What the client does with the server's tools. */
function clientTraits(
  entry: Parsed,
  format: ClientFormat,
): Pick<ClientServer, 'isWildcardFilter' | 'isAlwaysLoaded'> {
  return {
    ...(format.hasWildcardFilter === true ? { isWildcardFilter: true } : {}),
    ...(isTrue(entry, format.alwaysLoadedKey) ? { isAlwaysLoaded: true } : {}),
  };
}

/** Files that are not opened before somebody has allowed it. */
function closedFiles({ withheld }: Filling, envFile: string | undefined): readonly string[] {
  return envFile === undefined ? withheld : [...withheld, envFile];
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
