/** Run the program in this process, with streams that remember. */
import { PassThrough, Writable } from 'node:stream';
import { main } from '../src/main.ts';
import type { Report } from '../src/model/report.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly columns?: number;
  readonly isTTY?: boolean;
  readonly signal?: AbortSignal;
}

/** Path of the fake server; its first argument is the mode. */
export const FAKE = 'fixtures/servers/stdio-fake.mjs';
export const EXAMPLE = 'fixtures/servers/example.mjs';

/** Call `main` as the binary would. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const out = recorder(options);
  const err = recorder(options);
  const stdin = new PassThrough();
  stdin.end(options.stdin ?? '');
  const code = await main(args, {
    cwd: options.cwd ?? process.cwd(),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...options.env },
    stdin: Object.assign(stdin, { isTTY: options.isTTY }),
    stdout: out.stream,
    stderr: err.stream,
    now: () => performance.now(),
    signal: options.signal ?? new AbortController().signal,
  });
  return { code, stdout: out.text(), stderr: err.text() };
}

/** `measure --format json` of one fake mode, with what a test usually asks for. */
export async function measureFake(
  mode: string,
  ...flags: readonly string[]
): Promise<Ran & { readonly toolset: Report['servers'][number]['toolsets'][number] }> {
  const ran = await run(['measure', '--format', 'json', '--settle', '0', ...flags, '--', 'node', FAKE, mode]);
  const report = JSON.parse(ran.stdout) as Report;
  const toolset = report.servers[0]?.toolsets[0];
  if (toolset === undefined) throw new Error(`no toolset in the report of ${mode}: ${ran.stderr}`);
  return { ...ran, toolset };
}

function recorder({ columns, isTTY }: RunOptions): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return {
    stream: Object.assign(stream, { columns, isTTY }),
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}
