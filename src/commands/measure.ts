/** `measure`: capture, measure, show. */
import { Option } from 'commander';
import type { Io } from '../io.ts';
import { redactError } from '../report/redact-error.ts';
import type { ViewId } from '../model/measurement.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import type { Command, CommandInput } from './command.ts';
import {
  captureOptions,
  clientOptions,
  configOptions,
  DEFAULT_WINDOW,
  estimateOptions,
  hostOptions,
  readSelectFlags,
  selectOptions,
  targetOptions,
  windowOption,
} from './options.ts';
import { choiceOption, numberOption } from './option-values.ts';
import { outputOptions, readOutputs, readStyle } from './output.ts';
import type { Output } from '../report/render.ts';

const VIEWS = ['generic', 'wire'] as const satisfies readonly ViewId[];

export const measure: Command = {
  id: 'measure',
  summary: 'show what a tool list costs: servers, heaviest tools, parts',
  usage: '[target…] [options] [-- command…]',
  examples: [
    ['mcp-budget measure -- npx -y @modelcontextprotocol/server-everything', 'a command'],
    ['mcp-budget measure npm:@modelcontextprotocol/server-memory', 'a package'],
    ['mcp-budget measure https://mcp.example.com/mcp --bearer-env MCP_TOKEN', 'a URL'],
    ["mcp-budget measure list.json --include 'get_*'", 'some tools of a saved list'],
    ['mcp-budget measure --client cursor,claude-code', "the servers in clients' own files"],
    ['mcp-budget measure list.json --host claude-code,vscode', 'what a list costs in two hosts'],
  ],
  takesCommand: true,
  options: () => [
    new Option('--view <id>', 'text that is counted').choices(VIEWS).default('generic'),
    windowOption(),
    ...hostOptions(),
    ...estimateOptions(),
    ...clientOptions(),
    ...configOptions(),
    ...selectOptions(),
    ...outputOptions(),
    ...targetOptions(),
    ...captureOptions(),
  ],
  run,
};

async function run(input: CommandInput, io: Io): Promise<ExitCode> {
  const outputs = readOutputs(input);
  const view = choiceOption(input.options, 'view', VIEWS);
  const { captureToolsets, resolveTargets } = await import('./capture-stages.ts');
  const { readExtraFlags, readHosts } = await import('./measure-flags.ts');

  const flags = await readExtraFlags(input, io);
  const targets = await resolveTargets(input, io);
  const { toolsets, gates, clients, window } = targets;
  const hosts = await readHosts(input, io, targets);
  const given = [...targets.secrets, ...(flags.exact === undefined ? [] : [flags.exact.key])];
  if (input.options['dryRun'] === true) {
    const { printStarts } = await import('./clients-starts.ts');
    await printStarts(toolsets, { clients, secrets: given }, { input, io });
    return EXIT.ok;
  }

  // The server starts first; what only its answer needs is loaded while it does.
  let loading: Promise<Measuring> | undefined;
  const load = (): Promise<Measuring> => (loading ??= loadMeasuring(input, outputs));
  const captured = await captureToolsets(
    toolsets,
    { input, io },
    {
      onStarted: () => void load(),
      onFirstList: (listed) => void load().then(({ measurer }) => measurer.measureEarly(listed)),
    },
  );
  const secrets = [...given, ...captured.secrets];
  try {
    const { measurer, stages } = await load();
    const lists = stages.selectOf(captured.snapshots, gates);
    const measured = await measurer.measureAll(stages.filterForClient(lists, clients));
    const tokenizer = await measurer.tokenizer();
    const extras = await stages.measureExtras(
      { lists, measured, tokenizer, flags, hosts, clients, window, secrets },
      { input, io },
    );
    const report = stages.buildRedactedReport(
      measured,
      {
        view,
        window: numberOption(input.options, 'window') ?? window ?? DEFAULT_WINDOW,
        extras: { ...extras, ...(targets.notes.length > 0 && { notes: targets.notes }) },
        isOneStack: clients.length < 2,
        isIncomplete: stages.isIncomplete(toolsets, extras),
      },
      secrets,
    );
    const style = readStyle(input, io);
    const args = stages.redact(style.args, secrets).value;
    await stages.renderReport(report, outputs, { ...style, args, cwd: io.cwd, stdout: io.stdout });
    return report.summary.exitCode;
  } catch (error) {
    // What is told may quote names that a server chose.
    throw redactError(error, secrets);
  } finally {
    await captured.closed;
  }
}

async function loadMeasuring(input: CommandInput, outputs: readonly Output[]) {
  const stages = await import('./measure-stages.ts');
  const views = [choiceOption(input.options, 'view', VIEWS)];
  const measurer = stages.createMeasurer({ views, selection: readSelectFlags(input) });
  measurer.prepare();
  await stages.loadReporters(outputs);
  return { stages, measurer };
}

type Measuring = Awaited<ReturnType<typeof loadMeasuring>>;
