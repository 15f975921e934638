/** Capture what the command line named: what `measure` and `snapshot` have in common. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { tokenizeArgs } from 'args-tokenizer';
import { DEFAULT_CAPTURE_OPTIONS } from '../capture/capture-server.ts';
import { captureServers, type Captured } from '../capture/capture.ts';
import { serverNameOf } from '../capture/read-list-file.ts';
import { resolveCaptureOptions, resolvePlan, type Plan } from '../config/plan.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { VERSION } from '../version.ts';
import type { CommandInput } from './command.ts';
import { readCaptureFlags, readTargetFlags } from './options.ts';
import { startProgress } from './progress.ts';

export interface CapturedPlan extends Captured, Pick<Plan, 'secrets'> {}

export interface CaptureHooks {
  /** Called before anything is started; may throw. */
  readonly onPlan?: (servers: Plan['servers']) => void;
  /** Called once the servers are on their way: time for work that needs no answer yet. */
  readonly onStarted: () => void;
  readonly onFirstList: (listed: Pick<Snapshot, 'tools' | 'instructions'>) => void;
}

/**
 * Resolve the plan and capture it, with progress on a terminal.
 * @throws UsageError for what was typed; when interrupted, the signal's reason.
 */
export async function capturePlan(input: CommandInput, io: Io, hooks: CaptureHooks): Promise<CapturedPlan> {
  const plan = resolvePlan({
    targets: input.targets,
    command: input.command,
    flags: readTargetFlags(input),
    shell: io.env,
    context: {
      cwd: io.cwd,
      // As in `isPath` of args.ts; what cannot be looked up is told when it is read.
      pathExists: (word) => existsSync(resolve(io.cwd, word)),
      splitWords,
      serverNames: [],
      fileName: serverNameOf,
    },
  });
  hooks.onPlan?.(plan.servers);
  const watchers = [
    startProgress(io, input.options['quiet'] === true),
    ...(input.options['timings'] === true ? [(await import('./timings.ts')).startTimings(io)] : []),
  ];
  try {
    const capturing = captureServers(
      plan.servers,
      resolveCaptureOptions(readCaptureFlags(input), DEFAULT_CAPTURE_OPTIONS),
      {
        env: io.env,
        stdin: io.stdin,
        signal: io.signal,
        clientInfo: { name: 'mcp-budget', version: VERSION },
        onProgress: (server, step) => {
          for (const watcher of watchers) watcher.update(server, step);
        },
        onFirstList: hooks.onFirstList,
      },
    );
    hooks.onStarted();
    const captured = await capturing;
    if (io.signal.aborted) await captured.closed;
    io.signal.throwIfAborted();
    return { ...captured, secrets: plan.secrets };
  } finally {
    for (const watcher of watchers) watcher.stop();
  }
}

function splitWords(text: string): readonly string[] {
  try {
    return tokenizeArgs(text);
  } catch (cause) {
    throw new UsageError('cannot split a quoted command into words', {
      hint: 'a quote is open; or put the command after --',
      cause,
    });
  }
}
