/** The stages that `snapshot` wires. */
import { join, resolve } from 'node:path';
import { serializeSnapshot } from '../capture/snapshot-file.ts';
import type { Io } from '../io.ts';
import { measureBytes } from '../measure/bytes.ts';
import type { Report } from '../model/report.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { buildReport } from '../report/build-report.ts';
import { redact } from '../report/redact.ts';
import { writeFileWhole, writeText } from '../report/render.ts';
import { describeNotMeasured, describeRemarks } from '../report/reporters/table-remarks.ts';
import { listToolsets } from '../report/totals.ts';
import { VERSION } from '../version.ts';

export { capturePlan } from './capture-plan.ts';

interface Where {
  /** Folder; absent: standard output. */
  readonly out: string | undefined;
  readonly io: Io;
  readonly secrets: readonly string[];
  /** Names of the files written so far, in lower case; added to. */
  readonly taken: Set<string>;
}

/** Write one snapshot, its secrets replaced. A capture that failed writes no file and says why on stderr. */
export async function writeSnapshot(snapshot: Snapshot, { out, io, secrets, taken }: Where): Promise<void> {
  const { value, count } = redact(snapshot, secrets);
  const [named] = listToolsets(describe(value));
  if (named === undefined) return;
  const style = { columns: 100, colorLevel: 0, verbose: false, quiet: false, args: '' } as const;
  if (value.failure !== undefined) {
    await writeText(io.stderr, `${describeNotMeasured(named, style)}\n`);
    return;
  }
  const remarks = describeRemarks([named], style);
  if (remarks !== '') await writeText(io.stderr, `${remarks}\n`);
  const text = serializeSnapshot(value, { bytes: measureBytes(snapshot.tools), redacted: count });
  if (out === undefined) await writeText(io.stdout, text);
  else {
    const name = freeName(value, taken);
    await writeFileWhole(resolve(io.cwd, join(out, name)), text);
    await writeText(io.stderr, `wrote ${join(out, name)}\n`);
  }
}

function describe(snapshot: Snapshot): Report {
  const unmeasured = { snapshot, measurement: undefined, comparison: undefined };
  return buildReport([unmeasured], { version: VERSION, view: 'generic', window: 1 });
}

/** Different servers may come to the same name; some file systems do not tell upper from lower case. */
function freeName({ server, toolset }: Snapshot, taken: Set<string>): string {
  const nameFor = (suffix: string): string =>
    `${fileSafe(server)}${suffix}.${fileSafe(toolset)}.snapshot.json`;
  let name = nameFor('');
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = nameFor(`-${count}`);
  taken.add(name.toLowerCase());
  return name;
}

function fileSafe(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '_').replace(/^\.+/, '_');
}
