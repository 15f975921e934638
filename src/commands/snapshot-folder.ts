/** Committed snapshots: found by the server and toolset that each names inside, not by their file names. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { looksLikeSnapshot, readSnapshotFile } from '../capture/snapshot-file.ts';
import { parseJson, repeatsKey } from '../json-text.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Cache } from './cache.ts';

export interface CommittedSnapshot {
  readonly snapshot: Snapshot;
  readonly path: string;
  /** SHA-256 of the file's text. */
  readonly sha256: string;
}

/** By `server` and `toolset` as JSON; see `snapshotKey`. */
export type CommittedSnapshots = ReadonlyMap<string, CommittedSnapshot>;

export function snapshotKey(server: string, toolset: string): string {
  return JSON.stringify([server, toolset]);
}

/**
 * Read every snapshot under the paths: files, or folders and what is in them. A text whose form was right once, by the
 * cache, is not checked again.
 * @throws UsageError for a file that is no snapshot, two of one toolset, or a path that is not there.
 */
export async function readSnapshots(paths: readonly string[], cache: Cache): Promise<CommittedSnapshots> {
  const files = (await Promise.all(paths.map(filesOf))).flat();
  const read = await Promise.all(files.map((path) => readOne(path, cache)));
  const found = new Map<string, CommittedSnapshot>();
  for (const one of read) {
    const key = snapshotKey(one.snapshot.server, one.snapshot.toolset);
    const other = found.get(key);
    if (other !== undefined && other.sha256 !== one.sha256) {
      throw new UsageError(
        `${one.path} and ${other.path} are both of ${one.snapshot.server}/${one.snapshot.toolset}`,
        { hint: 'delete the older one' },
      );
    }
    found.set(key, one);
  }
  return found;
}

async function filesOf(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new UsageError(`there is no ${path}`, {
      hint: 'record snapshots first: mcp-budget snapshot --out <dir>',
      cause,
    });
  });
  if (!found.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => name.endsWith('.snapshot.json'))
    .sort()
    .map((name) => join(path, name));
}

async function readOne(path: string, cache: Cache): Promise<CommittedSnapshot> {
  const read = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`cannot read ${path}`, { cause });
  });
  // Some editors put a byte order mark before what they save.
  const text = read.replace(/^\uFEFF/, '');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const value = parseJson(text);
  if (value === undefined || !looksLikeSnapshot(value)) {
    throw new UsageError(`${path} is no snapshot`, {
      hint: 'record it with mcp-budget snapshot --out <dir>',
    });
  }
  const isChecked = (await cache.get(`form ${sha256}`)) !== undefined;
  if (!isChecked && repeatsKey(text, value)) {
    throw new UsageError(`${path} names a key twice: it was edited by hand`, {
      hint: 'record it again with mcp-budget snapshot --out <dir>',
    });
  }
  const snapshot = await readSnapshotFile(value, path, { isChecked });
  if (!isChecked) await cache.put(`form ${sha256}`, '');
  return { snapshot, path, sha256 };
}
