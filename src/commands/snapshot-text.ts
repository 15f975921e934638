/** A snapshot as the file it is written to. */
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

/** `media.core.snapshot.json`; what no file system takes is replaced. `suffix` tells equal names apart. */
export function snapshotFileName(server: string, toolset: string, suffix = ''): string {
  return `${fileSafe(server)}${suffix}.${fileSafe(toolset)}.snapshot.json`;
}

function fileSafe(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '_').replace(/^\.+/, '_');
}
