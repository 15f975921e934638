/** `snapshot`: capture, and write what the server sent. */
import { Option } from 'commander';
import { parseShard } from '../config/shard.ts';
import { EXIT, UsageError, type ExitCode } from '../errors.ts';
import type { Io } from '../io.ts';
import type { ToolsetStatus } from '../model/snapshot.ts';
import type { Command, CommandInput } from './command.ts';
import { textOption } from './option-values.ts';
import { captureOptions, clientOptions, configOptions, targetOptions } from './options.ts';

export const snapshot: Command = {
  id: 'snapshot',
  summary: 'record what a server lists, as a file that can be measured and compared later',
  usage: '[target…] [options] [-- command…]',
  examples: [
    ['mcp-budget snapshot -- node server.mjs > server.snapshot.json', 'to standard output'],
    ['mcp-budget snapshot npm:pkg https://mcp.example.com/mcp --out snapshots', 'one file a server'],
    ['mcp-budget snapshot', 'every toolset of the config, into its folder of snapshots'],
    ['mcp-budget snapshot --client cursor --out snapshots', "the servers in a client's own files"],
    ['mcp-budget snapshot --shard 2/5 --out part', 'the second fifth of them, in a CI matrix'],
  ],
  takesCommand: true,
  options: () => [
    new Option('--out <dir>', 'folder for one file a toolset: <server>.<toolset>.snapshot.json'),
    new Option('--shard <n/of>', "only this part of the config's captures").argParser(parseShard),
    new Option('--quiet', 'no progress'),
    ...clientOptions(),
    ...configOptions(),
    ...targetOptions(),
    ...captureOptions(),
  ],
  run,
};

/** A server that is switched off has nothing to record. */
const WHOLE: ReadonlySet<ToolsetStatus> = new Set(['measured', 'dynamic', 'skipped']);

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const out = textOption(input.options, 'out');
  const stages = await import('./snapshot-stages.ts');
  const { recordings, clients, ...given } = await stages.planRecordings(input, io);
  if (input.options['dryRun'] === true) {
    const toolsets = recordings.map(({ plan }) => plan);
    await stages.printStarts(toolsets, { clients, secrets: given.secrets }, { input, io });
    return EXIT.ok;
  }
  requireFolder(recordings.filter(({ folder }) => folder === undefined).length, out);
  const captured = await stages.captureToolsets(
    recordings.map(({ plan }) => plan),
    { input, io },
    {},
  );
  try {
    // One file may hold several lists.
    if (recordings.every(({ folder }) => folder === undefined)) requireFolder(captured.snapshots.length, out);
    const secrets = [...given.secrets, ...captured.secrets];
    const write = stages.startWriting({ out, io, secrets, recordings });
    for (const one of captured.snapshots) await write(one);
  } finally {
    await captured.closed;
  }
  const isWhole = captured.snapshots.every(({ status }) => WHOLE.has(status));
  return isWhole && !stages.waitsForConsent(recordings) ? EXIT.ok : EXIT.notMeasured;
}

function requireFolder(snapshots: number, out: string | undefined): void {
  if (out !== undefined || snapshots <= 1) return;
  throw new UsageError(`${snapshots} snapshots do not fit one output`, {
    hint: 'give them a folder: --out snapshots',
  });
}
