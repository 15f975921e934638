/** Capture plans without the command line. */
import { resolve } from 'node:path';
import { captureServers, type Captured } from '../src/capture/capture.ts';
import { DEFAULT_CAPTURE_OPTIONS } from '../src/capture/default-options.ts';
import { compactJson } from '../src/json-text.ts';
import type { ActivationCall, CaptureOptions, CommandLaunch, ToolsetPlan } from '../src/model/plan.ts';
import type { Snapshot } from '../src/model/snapshot.ts';

export interface PlanCapture extends Captured {
  readonly progress: readonly string[];
  /** Snapshots by `server › toolset`. */
  readonly named: (name: string) => Snapshot;
}

/** Capture and wait for the teardown. */
export async function capturePlans(
  plans: readonly ToolsetPlan[],
  options: Partial<CaptureOptions> = {},
  /** Filled as it goes, also where the capture throws. */
  progress: string[] = [],
): Promise<PlanCapture> {
  const captured = await captureServers(
    plans,
    { ...DEFAULT_CAPTURE_OPTIONS, settleMs: 100, ...options },
    {
      env: {},
      stdin: process.stdin,
      signal: new AbortController().signal,
      clientInfo: { name: 'test', version: '0' },
      onProgress: (server, step) => progress.push(`${server}: ${step ?? 'done'}`),
      onFirstList: () => {},
    },
  );
  await captured.closed;
  const named = (name: string): Snapshot => {
    const found = captured.snapshots.find(({ server, toolset }) => `${server} › ${toolset}` === name);
    if (found === undefined) throw new Error(`no snapshot ${name}`);
    return found;
  };
  return { ...captured, progress, named };
}

/** `node` with arguments, as a launch. */
export function nodeLaunch(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): CommandLaunch {
  const own = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  return { kind: 'command', command: process.execPath, args, env: { ...own, ...env }, cwd: resolve('.') };
}

/** One entry of a plan. */
export function plan(
  server: string,
  toolset: string,
  launch: ToolsetPlan['launch'],
  activate: readonly ActivationCall[] = [],
): ToolsetPlan {
  return { server, toolset, launch, activate };
}

/** Names of a snapshot's tools. */
export function toolNames({ tools }: Snapshot): readonly string[] {
  return tools.map((tool) => (tool as { readonly name: string }).name);
}

/** Bytes of the tools array, as the report gives them. */
export function listBytes({ tools }: Snapshot): number {
  return Buffer.byteLength(compactJson(tools));
}
