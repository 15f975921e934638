/** What one entry says, under our names: texts as written, nothing filled in yet. */
import { textOf, valueAt } from './containers.ts';
import type { Parsed } from './containers.ts';
import { argumentsIn, first, keyPath, kindOf, namesIn, text, textMap } from './entry-values.ts';
import type { Faults, Keys, Reader } from './entry-values.ts';
import type { ClientFormat, FieldNames } from './format.ts';

export interface EntryFields {
  readonly isEnabled: boolean;
  /** As written, with its key. */
  readonly type?: { readonly key: string; readonly value: string } | undefined;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly envFile?: string | undefined;
  readonly cwd?: string | undefined;
  readonly url?: { readonly key: string; readonly value: string } | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly envNames: readonly string[];
  readonly headerEnvNames: Readonly<Record<string, string>>;
  readonly bearerEnvName?: string | undefined;
  readonly includeTools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  readonly startupTimeoutMs?: number | undefined;
}

/** Read the fields of an entry by the names that its client has for them. */
export function entryFields(entry: Parsed, format: ClientFormat, faults: Faults): EntryFields {
  const { fields } = format;
  const reader = { entry, faults };
  return {
    isEnabled: isEnabled(reader, format),
    type: text(reader, fields.transport),
    ...commandOf(reader, fields),
    env: textMap(reader, fields.env, 'env'),
    envFile: text(reader, fields.envFile)?.value,
    cwd: text(reader, fields.cwd)?.value,
    url: text(reader, fields.url),
    headers: textMap(reader, fields.headers, 'headers'),
    envNames: namesIn(first(reader, fields.envNames, Array.isArray)?.value),
    headerEnvNames: textMap(reader, fields.headerEnvNames, 'headers'),
    bearerEnvName: text(reader, fields.bearerEnvName)?.value,
    includeTools: filter(reader, fields.includeTools, (names) => isAll(names, format)),
    excludeTools: filter(reader, fields.excludeTools, (names) => names.length === 0),
    startupTimeoutMs: startupTimeout(entry, format),
  };
}

function commandOf(
  reader: Reader,
  { command: commandKeys = [], args: argsKeys = [] }: FieldNames,
): Pick<EntryFields, 'command' | 'args'> {
  const line = first(reader, commandKeys, Array.isArray);
  if (line !== undefined) {
    const [command, ...args] = argumentsIn(reader, line);
    const written: unknown = Array.isArray(line.value) ? line.value[0] : undefined;
    if (written !== undefined && textOf(written) !== undefined && typeof written !== 'string')
      reader.faults.mistakes.push(`${line.key}[0] is ${kindOf(written)}, expected text`);
    return { command: command?.trim() === '' ? undefined : command, args };
  }
  const args = first(reader, argsKeys);
  return {
    command: text(reader, commandKeys)?.value,
    args: args === undefined ? undefined : argumentsIn(reader, args),
  };
}

/** The names of a filter; undefined: it has no effect. */
function filter(
  reader: Reader,
  keys: Keys,
  hasNoEffect: (names: readonly string[]) => boolean,
): readonly string[] | undefined {
  const found = first(reader, keys);
  if (found === undefined) return undefined;
  const { key, value } = found;
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) {
    return hasNoEffect(value) ? undefined : value;
  }
  const message = `is ${kindOf(value)}, expected a list of names: ignored`;
  reader.faults.warnings.push({ code: 'not-a-list', field: key, message });
  return undefined;
}

function isAll(names: readonly string[], { isEmptyFilterAll }: ClientFormat): boolean {
  return names.length === 0 ? isEmptyFilterAll === true : names.length === 1 && names[0] === '*';
}

/** The switch of the client, and the other spelling of it, which a person may have meant. */
function isEnabled({ entry, faults }: Reader, { fields }: ClientFormat): boolean {
  const states = (['disabled', 'enabled'] as const).map((key) => {
    const value = valueAt(entry, [key]);
    if (value !== undefined && value !== null && typeof value !== 'boolean')
      faults.warnings.push({ code: 'not-a-boolean', field: key, message: notBoolean(value) });
    const isOff = value === (key === 'disabled');
    if (isOff && fields.enabled !== key) {
      const message = 'the client may not know this key and load the server: taken as disabled';
      faults.warnings.push({ code: 'disabled-key-not-known-to-client', field: key, message });
    }
    return isOff;
  });
  return !states.includes(true);
}

function notBoolean(value: unknown): string {
  const isText = typeof value === 'string' && /^(true|false)$/i.test(value.trim());
  return `is ${isText ? `the text "${value.trim()}"` : kindOf(value)}, not a boolean: ignored`;
}

function startupTimeout(entry: Parsed, { fields }: ClientFormat): number | undefined {
  const limits = (fields.startupTimeout ?? []).flatMap(({ key, unitMs }) => {
    const value = valueAt(entry, keyPath(key));
    return typeof value === 'number' && value > 0 ? [value * unitMs] : [];
  });
  return limits[0];
}
