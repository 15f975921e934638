/** Tool lists from files: a snapshot, any JSON that holds a list, a folder of them, or standard input. */
import { isJsonObject, type JsonValue } from '../json.ts';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { UsageError } from '../errors.ts';
import type { FileLaunch } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { ACCEPTED_SHAPES, findListsByServer, findToolList, isTool, type FoundList } from './list-shapes.ts';
import { cannotRead, parseJsonOrLines, readText, type Stdin } from './read-json.ts';
import { looksLikeSnapshot, readSnapshotFile } from './snapshot-file.ts';

interface Source {
  /** Name of the server if the file does not tell one. */
  readonly server: string;
  /** The path as shown in messages. */
  readonly shown: string;
}

/**
 * Read every list that a path holds.
 * @throws UsageError when there is no file, no JSON or no list.
 */
export async function readListFiles(
  server: string,
  launch: FileLaunch,
  stdin: Stdin,
): Promise<readonly Snapshot[]> {
  if (launch.path === '-') return readOne('-', { server, shown: 'standard input' }, stdin);
  const found = await stat(launch.path).catch(() => undefined);
  if (found?.isDirectory() === true) return readFolder(server, launch, stdin);
  return readOne(launch.path, { server, shown: launch.shown }, stdin);
}

async function readOne(path: string, source: Source, stdin: Stdin): Promise<readonly Snapshot[]> {
  const value = await parseJsonOrLines(await readText(path, source.shown, stdin), source.shown);
  return toSnapshots(value, source);
}

async function toSnapshots(value: JsonValue, source: Source): Promise<readonly Snapshot[]> {
  if (looksLikeSnapshot(value)) return [await readSnapshotFile(value, source.shown)];
  const found = findToolList(value) ?? (isTool(value) ? { tools: [value] } : undefined);
  if (found !== undefined) return [toSnapshot(source.server, found)];
  const byServer = findListsByServer(value);
  if (byServer !== undefined) return byServer.map(([server, list]) => toSnapshot(server, list));
  throw noList(value, source.shown);
}

async function readFolder(server: string, launch: FileLaunch, stdin: Stdin): Promise<readonly Snapshot[]> {
  const entries = await readdir(launch.path).catch((cause: unknown) => {
    throw cannotRead(launch.shown, cause);
  });
  const names = entries.filter((name) => name.endsWith('.json')).sort();
  if (names.length === 0)
    throw new UsageError(`${launch.shown} holds no .json file`, { hint: acceptedHint() });
  const files = await Promise.all(
    names.map(async (name) => {
      const shown = join(launch.shown, name);
      return {
        name,
        shown,
        value: await parseJsonOrLines(await readText(join(launch.path, name), shown, stdin), shown),
      };
    }),
  );
  if (files.every(({ value }) => isTool(value)))
    return [toSnapshot(server, { tools: files.map(({ value }) => value) })];
  const snapshots = await Promise.all(
    files.map(({ name, shown, value }) => toSnapshots(value, { server: serverNameOf(name), shown })),
  );
  return snapshots.flat();
}

/** A file's name without what only tells its kind: `media.default.snapshot.json` is `media.default`. */
export function serverNameOf(path: string): string {
  return basename(path).replace(/(\.snapshot|\.tools)?\.(jsonl?|ndjson|log|txt)$/i, '') || basename(path);
}

function toSnapshot(server: string, { cutOff, ...list }: FoundList): Snapshot {
  return {
    schemaVersion: 1,
    server,
    toolset: 'default',
    status: cutOff === undefined ? 'measured' : 'partial',
    warnings: cutOff === undefined ? [] : [cutOff],
    ...list,
  };
}

function noList(value: JsonValue, shown: string): UsageError {
  if (isJsonObject(value) && ('mcpServers' in value || 'servers' in value)) {
    return new UsageError(`${shown} names servers but holds no tool list`, {
      hint: 'give the command of one of them: mcp-budget measure -- <command>',
    });
  }
  return new UsageError(`${shown} holds no tool list`, { hint: acceptedHint() });
}

function acceptedHint(): string {
  return `accepted: ${ACCEPTED_SHAPES.join('\n          ')}`;
}
