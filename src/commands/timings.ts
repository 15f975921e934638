/** How long each step took. Loaded only when asked for: laying out columns would delay every server's start. */
import type { Io } from '../io.ts';
import { escapeForTerminal } from '../report/escape.ts';
import { layColumns } from '../report/columns.ts';
import type { Progress } from './progress.ts';

/** Record the steps of each server and write their times to stderr at the end: `--timings`. */
export function startTimings(io: Io): Progress {
  const taken: {
    readonly server: string;
    readonly step: string;
    readonly startedAt: number;
    endedAt?: number;
  }[] = [];
  const end = (server: string): void => {
    const open = taken.findLast((one) => one.server === server && one.endedAt === undefined);
    if (open !== undefined) open.endedAt = io.now();
  };
  return {
    update: (server, step) => {
      end(server);
      if (step !== undefined) taken.push({ server, step, startedAt: io.now() });
    },
    stop: () => {
      for (const { server } of taken) end(server);
      const rows = taken.map(({ server, step, startedAt, endedAt = startedAt }) => [
        escapeForTerminal(server),
        step,
        `${Math.round(endedAt - startedAt)} ms`,
      ]);
      if (rows.length > 0) io.stderr.write(`${layColumns(rows, [{}, {}, { align: 'right' }])}\n`);
    },
  };
}
