/** Capture toolsets, with progress on a terminal: what `measure`, `snapshot`, `check`, `init` and `compare` have in common. */
import { DEFAULT_CAPTURE_OPTIONS } from '../capture/default-options.ts';
import { captureServers, type Captured } from '../capture/capture.ts';
import { resolveCaptureOptions } from '../config/plan.ts';
import type { Io } from '../io.ts';
import type { ToolsetPlan } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { VERSION } from '../version.ts';
import type { CommandInput } from './command.ts';
import { readCaptureFlags } from './options.ts';
import { startProgress } from './progress.ts';

export interface CaptureHooks {
  /** Called once the servers are on their way: time for work that needs no answer yet. */
  readonly onStarted?: () => void;
  readonly onFirstList?: (listed: Pick<Snapshot, 'tools' | 'instructions'>) => void;
}

/** Capture every toolset of the plan. When interrupted, throws the signal's reason. */
export async function captureToolsets(
  toolsets: readonly ToolsetPlan[],
  { input, io }: { readonly input: CommandInput; readonly io: Io },
  hooks: CaptureHooks,
): Promise<Captured> {
  const watchers = [
    startProgress(io, input.options['quiet'] === true),
    ...(input.options['timings'] === true ? [(await import('./timings.ts')).startTimings(io)] : []),
  ];
  try {
    const capturing = captureServers(
      toolsets,
      resolveCaptureOptions(readCaptureFlags(input), DEFAULT_CAPTURE_OPTIONS),
      {
        env: io.env,
        stdin: io.stdin,
        signal: io.signal,
        clientInfo: { name: 'mcp-budget', version: VERSION },
        onProgress: (server, step) => {
          for (const watcher of watchers) watcher.update(server, step);
        },
        onFirstList: hooks.onFirstList ?? (() => {}),
      },
    );
    hooks.onStarted?.();
    const captured = await capturing;
    if (io.signal.aborted) await captured.closed;
    io.signal.throwIfAborted();
    return captured;
  } finally {
    for (const watcher of watchers) watcher.stop();
  }
}
