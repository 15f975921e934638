import type { ChildProcess } from 'node:child_process';

/** How much of stderr is kept for the report of a failure. */
const STDERR_BYTES = 8 * 1024;
/** A secret may be cut where stderr is; in a line without an end, this much after the cut is not shown. */
const CUT_BYTES = 1_024;

/** Keep the end of a child's stderr; the function returned gives its lines so far. */
export function keepLastLines(child: ChildProcess): () => readonly string[] {
  let kept = Buffer.alloc(0);
  let isCut = false;
  child.stderr?.on('data', (chunk: Buffer) => {
    const all = Buffer.concat([kept, chunk]);
    isCut ||= all.length > STDERR_BYTES;
    kept = all.subarray(-STDERR_BYTES);
  });
  child.stderr?.on('error', () => {});
  return () =>
    (isCut ? withoutCutLine(kept) : kept)
      .toString('utf8')
      .split(/\r?\n/)
      .map((line) => line.trimEnd())
      .filter((line) => line !== '');
}

/** Nothing before the cut can be looked at for a secret, so a part of one behind it would not be known as such. */
function withoutCutLine(kept: Buffer): Buffer {
  const end = kept.indexOf('\n');
  const isOneLine = end === -1 || end === kept.length - 1;
  return kept.subarray(isOneLine ? CUT_BYTES : end + 1);
}
