/** The entries of a container by name: a map, or a list whose entries carry theirs. */
import { isJsonObject } from '../../json.ts';
import type { ClientFile, ClientWarning } from '../../model/client.ts';
import type { KeyPath } from '../config-source.ts';
import { isLaunch } from './containers.ts';
import type { Container } from './containers.ts';
import type { ClientFormat } from './format.ts';
import type { NamedEntry } from './read-entry.ts';

/** Entries in the order of the file, and those that only switch a server of another file. */
export function namedEntries(
  { value, path, keys }: Container,
  format: ClientFormat,
  twice: readonly KeyPath[],
): { readonly entries: readonly NamedEntry[]; readonly overrides: ClientFile['overrides'] } {
  const all = Array.isArray(value) ? listed(value, path, format) : mapped(value, path, twice);
  // Beside servers of the first shape, `servers` holds those of the second.
  const entries = all.filter(({ name, value }) => keys !== 'mcp' || name !== 'servers' || isLaunch(value));
  const isOverride = (entry: NamedEntry): boolean =>
    format.hasOverrides === true && isSwitchOnly(entry.value);
  return {
    entries: entries.filter((entry) => !isOverride(entry)),
    overrides: entries.filter(isOverride).map(({ name, value }) => ({ name, enabled: isOn(value) })),
  };
}

function isSwitchOnly(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const [key, ...others] = Object.keys(value);
  return others.length === 0 && (key === 'enabled' || key === 'disabled') && typeof value[key] === 'boolean';
}

function isOn(value: unknown): boolean {
  return isJsonObject(value) && value['enabled'] !== false && value['disabled'] !== true;
}

function mapped(value: unknown, path: KeyPath, twice: readonly KeyPath[]): readonly NamedEntry[] {
  return Object.entries(value ?? {}).map(([name, entry]: readonly [string, unknown]) => {
    const at = [...path, name];
    const repeated = twice.filter((one) => at.every((part, index) => one[index] === part));
    return {
      name,
      value: entry,
      path: at,
      warnings: repeated.map((one) => repeatedWarning(one.slice(at.length))),
    };
  });
}

function repeatedWarning(inside: KeyPath): ClientWarning {
  return inside.length === 0
    ? { code: 'duplicate-name', message: 'the name stands in the file twice: the last one counts' }
    : {
        code: 'duplicate-key',
        field: inside.join('.'),
        message: 'stands in the entry twice: the last one counts',
      };
}

function listed(value: readonly unknown[], path: KeyPath, { fields }: ClientFormat): readonly NamedEntry[] {
  const last = new Map<string, NamedEntry>();
  for (const [index, entry] of value.entries()) {
    const named = isJsonObject(entry) ? entry[fields.name ?? 'name'] : undefined;
    const name = typeof named === 'string' && named !== '' ? named : `${path.join('.')}[${index}]`;
    const warnings = last.has(name) ? [repeatedWarning([])] : [];
    last.set(name, { name, value: entry, path: [...path, index], warnings });
  }
  return [...last.values()];
}
