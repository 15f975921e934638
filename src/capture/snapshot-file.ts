/** The form of a snapshot on disk: deterministic, server order kept, one line a value so that a diff can be read. */
import { compactJson } from '../json-text.ts';
import { UsageError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { Snapshot, Warning } from '../model/snapshot.ts';
import type { SnapshotFile } from './snapshot-schema.ts';

/** Warnings that depend on timing; they would change the file from run to run. */
const TIMING_WARNINGS: ReadonlySet<string> = new Set(['list-announced', 'list-changed', 'stray-response']);

/**
 * Write a captured snapshot as the text of its file. `bytes` and `redacted` tell the size before secrets were
 * replaced, and how many were.
 */
export function serializeSnapshot(
  snapshot: Snapshot,
  { bytes, redacted }: { readonly bytes: number; readonly redacted: number },
): string {
  const { schemaVersion, server, toolset, status, transport, protocol, serverInfo, capabilities } = snapshot;
  const {
    clientCapabilities,
    instructions,
    frameBytes,
    pages,
    listing,
    tools,
    prompts,
    resources,
    resourceTemplates,
  } = snapshot;
  return `${indentJson({
    schemaVersion,
    server,
    toolset,
    status,
    transport,
    protocol,
    serverInfo,
    capabilities,
    clientCapabilities,
    instructions,
    sizes: { bytes, ...(frameBytes !== undefined && { frameBytes }), ...(pages !== undefined && { pages }) },
    redacted,
    listing,
    warnings: snapshot.warnings.filter((warning) => !TIMING_WARNINGS.has(warning.id)),
    tools,
    prompts,
    resources,
    resourceTemplates,
  })}\n`;
}

/** Indented, or compact where it is nested too deep for JSON.stringify (near 4,000 levels, Node 20). */
function indentJson(value: object): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const isThere = ([, member]: [string, unknown]): boolean => member !== undefined;
    const members: JsonObject = Object.fromEntries(Object.entries(value).filter(isThere));
    return compactJson(members);
  }
}

/** Tell a snapshot of ours from other JSON by the keys only it has. */
export function looksLikeSnapshot(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    'schemaVersion' in value &&
    'toolset' in value &&
    'tools' in value
  );
}

/**
 * Read a parsed snapshot file. The schema decides, unless this very text has passed it before (`isChecked`); the values
 * returned are the file's own, never rebuilt ones.
 * @throws UsageError naming the first key that is wrong.
 */
export async function readSnapshotFile(
  value: JsonObject,
  name: string,
  { isChecked = false }: { readonly isChecked?: boolean } = {},
): Promise<Snapshot> {
  const { sizes, redacted, warnings, ...own } = isChecked
    ? (value as unknown as SnapshotFile)
    : await checkForm(value, name);
  return {
    ...(own as unknown as Omit<Snapshot, 'warnings'>),
    warnings: [...warnings, ...redactionWarning(redacted, sizes.bytes)],
    frameBytes: sizes.frameBytes,
    pages: sizes.pages,
  };
}

async function checkForm(value: JsonObject, name: string): Promise<SnapshotFile> {
  const { snapshotFileSchema } = await import('./snapshot-schema.ts');
  const checked = snapshotFileSchema.safeParse(value);
  // zod's copy of the entries is set aside: it is the file's own objects that are measured.
  if (checked.success) return value as unknown as SnapshotFile;
  const [first] = checked.error.issues;
  throw new UsageError(
    `${name} is no snapshot this version can read: ${first?.path.join('.') || '(root)'}: ${first?.message ?? 'invalid'}`,
    { hint: 'record it again with mcp-budget snapshot' },
  );
}

function redactionWarning(redacted: number, bytes: number): readonly Warning[] {
  if (redacted === 0) return [];
  const message = `${redacted} occurrences of secrets were replaced when it was recorded; the list was ${bytes} bytes before`;
  return [{ id: 'redacted-snapshot', message }];
}
