/** What the program may touch of the world; handed to `main`, so that tests run it in-process. */
import type { Readable, Writable } from 'node:stream';

export interface OutputStream extends Writable {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  /** Aborted by SIGINT, SIGTERM, SIGHUP, or a reader of our output that went away. */
  readonly signal: AbortSignal;
}
