/** `measure`: capture, measure, show. */
import { Option } from 'commander';
import type { Io } from '../io.ts';
import { redactError } from '../report/redact-error.ts';
import type { ViewId } from '../model/measurement.ts';
import type { ExitCode } from '../errors.ts';
import type { Command, CommandInput } from './command.ts';
import {
  captureOptions,
  configOptions,
  DEFAULT_WINDOW,
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
  ],
  takesCommand: true,
  options: () => [
    new Option('--view <id>', 'text that is counted').choices(VIEWS).default('generic'),
    windowOption(),
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
  const { toolsets, gates, secrets, window = DEFAULT_WINDOW } = await resolveTargets(input, io);

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
  try {
    const { measurer, stages } = await load();
    const selected = stages.selectOf(captured.snapshots, gates);
    const measured = await measurer.measureAll(selected);
    const report = stages.buildRedactedReport(
      measured,
      { view, window: numberOption(input.options, 'window') ?? window },
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
