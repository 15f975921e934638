/** A snapshot as the file it is written to. */
import { join } from 'node:path';
import { serializeSnapshot } from '../capture/snapshot-file.ts';
import { measureBytes } from '../measure/bytes.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { redact } from '../report/redact.ts';

/** The file's text, its secrets replaced, and the snapshot that it holds. */
export function snapshotText(
  snapshot: Snapshot,
  secrets: readonly string[],
): { readonly text: string; readonly redacted: Snapshot } {
  const { value, count } = redact(snapshot, secrets);
  return {
    text: serializeSnapshot(value, { bytes: measureBytes(snapshot.tools), redacted: count }),
    redacted: value,
  };
}

/**
 * The path of a new snapshot, `media.core.snapshot.json` in its folder; taken ones are told apart by a number. Different
 * servers may come to one name, and some file systems do not tell upper from lower case: `taken` holds paths in lower
 * case, and is added to.
 */
export function freeSnapshotPath(
  folder: string,
  { server, toolset }: Pick<Snapshot, 'server' | 'toolset'>,
  taken: Set<string>,
): string {
  const pathFor = (suffix: string): string =>
    join(folder, `${fileSafe(server)}${suffix}.${fileSafe(toolset)}.snapshot.json`);
  let path = pathFor('');
  for (let count = 2; taken.has(path.toLowerCase()); count += 1) path = pathFor(`-${count}`);
  taken.add(path.toLowerCase());
  return path;
}

/** What no file system takes is replaced. */
function fileSafe(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '_').replace(/^\.+/, '_');
}
