/** `snapshot`: capture, and write what the server sent. */
import { Option } from 'commander';
import { EXIT, UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Command, CommandInput } from './command.ts';
import { textOption } from './option-values.ts';
import { captureOptions, targetOptions } from './options.ts';

export const snapshot: Command = {
  id: 'snapshot',
  summary: 'record what a server lists, as a file that can be measured and compared later',
  usage: '[target…] [options] [-- command…]',
  examples: [
    ['mcp-budget snapshot -- node server.mjs > server.snapshot.json', 'to standard output'],
    ['mcp-budget snapshot npm:pkg https://mcp.example.com/mcp --out snapshots', 'one file a server'],
  ],
  options: () => [
    new Option('--out <dir>', 'folder for one file a toolset: <server>.<toolset>.snapshot.json'),
    new Option('--quiet', 'no progress'),
    ...targetOptions(),
    ...captureOptions(),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const out = textOption(input.options, 'out');
  const stages = await import('./snapshot-stages.ts');
  const captured = await stages.capturePlan(input, io, {
    onPlan: (servers) => requireFolder(servers.length, out),
    onStarted: () => {},
    onFirstList: () => {},
  });
  try {
    // One file may hold several lists.
    requireFolder(captured.snapshots.length, out);
    const taken = new Set<string>();
    for (const one of captured.snapshots) {
      await stages.writeSnapshot(one, { out, io, secrets: captured.secrets, taken });
    }
  } finally {
    await captured.closed;
  }
  const isWhole = captured.snapshots.every(({ status }) => status === 'measured' || status === 'dynamic');
  return isWhole ? EXIT.ok : EXIT.notMeasured;
}

function requireFolder(snapshots: number, out: string | undefined): void {
  if (out !== undefined || snapshots <= 1) return;
  throw new UsageError(`${snapshots} snapshots do not fit one output`, {
    hint: 'give them a folder: --out snapshots',
  });
}
