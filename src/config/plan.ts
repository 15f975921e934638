/** Resolve flags and targets into one frozen plan, in this one place. */
import { UsageError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { CaptureOptions, Launch, ToolsetPlan } from '../model/plan.ts';
import { readHeaders, type HeaderFlags } from './headers.ts';
import { secretsOf } from './secrets.ts';
import { resolveServerEnv, type EnvFlags } from './server-env.ts';
import { nameOfTarget, readTarget, uniqueNames, type Target, type TargetContext } from './targets.ts';

export interface TargetFlags extends EnvFlags, HeaderFlags {
  readonly name: string | undefined;
  readonly cwd: string | undefined;
  readonly transport: 'auto' | 'streamable-http' | 'sse';
}

export interface PlanInput {
  readonly targets: readonly string[];
  readonly command: readonly string[] | undefined;
  /** How many toolsets of a config are captured beside these. */
  readonly ofConfig: number;
  /** A client was named; that its files declare nothing is an answer. */
  readonly isClientNamed: boolean;
  readonly flags: TargetFlags;
  readonly shell: Readonly<Record<string, string | undefined>>;
  readonly context: TargetContext & { readonly fileName: (path: string) => string };
}

export interface Plan {
  readonly toolsets: readonly ToolsetPlan[];
  /** Values that must not reach any output. */
  readonly secrets: readonly string[];
}

/** Turn what was typed into servers to capture. @throws UsageError for a target or flag that makes no sense. */
export function resolvePlan({
  targets,
  command,
  ofConfig,
  isClientNamed,
  flags,
  shell,
  context,
}: PlanInput): Plan {
  const read = targets.map((word) => readTarget(word, context));
  if (command !== undefined) read.push(readCommand(command));
  if (read.length + ofConfig === 0 && !isClientNamed) {
    throw new UsageError('no target, and no config with servers', {
      hint: 'name one: npm:package, a URL, a file, or -- and its command',
    });
  }
  rejectStrayFlags(read, ofConfig, flags);
  const names = uniqueNames(read.map((target) => flags.name ?? nameOfTarget(target, context.fileName)));
  const launches = read.map((target) => resolveLaunch(target, { flags, shell, cwd: context.cwd }));
  return {
    toolsets: launches.map(({ launch }, index) => ({
      server: names[index] ?? '',
      toolset: 'default',
      launch,
      activate: [],
    })),
    secrets: [...new Set(launches.flatMap(({ secrets }) => secrets))],
  };
}

function readCommand(words: readonly string[]): Target {
  if ((words[0] ?? '') === '')
    throw new UsageError('no command after --', { hint: 'e.g. mcp-budget measure -- node server.mjs' });
  return { kind: 'command', words };
}

/** Flags that belong to one server would leak credentials to the others, or do nothing. */
function rejectStrayFlags(targets: readonly Target[], ofConfig: number, flags: TargetFlags): void {
  const oauth = [flags.oauthClientId, flags.oauthClientSecretEnv, flags.oauthPrivateKey, flags.oauthScope];
  const isHttp = flags.header.length > 0 || [flags.bearerEnv, ...oauth].some((one) => one !== undefined);
  const given = [
    ['--name', flags.name !== undefined, undefined],
    ['--env', flags.env.length > 0, 'command'],
    ['--cwd', flags.cwd !== undefined, 'command'],
    ['--header, --bearer-env and --oauth-client-id', isHttp, 'url'],
  ] as const;
  for (const [flag, isGiven, kind] of given) {
    if (!isGiven) continue;
    if (targets.length === 0) {
      throw new UsageError(`${flag}: for a server of a config, say it there`);
    }
    if (targets.length + ofConfig > 1) {
      throw new UsageError(`${flag} with ${targets.length + ofConfig} targets: which one is meant?`, {
        hint: 'measure that server by itself, so that nothing of it reaches the others',
      });
    }
    if (kind !== undefined && targets[0]?.kind !== kind) {
      throw new UsageError(`${flag}: only for a ${kind === 'url' ? 'URL' : 'command'}`);
    }
  }
}

interface LaunchInput {
  readonly flags: TargetFlags;
  readonly shell: PlanInput['shell'];
  readonly cwd: string;
}

function resolveLaunch(
  target: Target,
  { flags, shell, cwd }: LaunchInput,
): { launch: Launch; secrets: readonly string[] } {
  if (target.kind === 'file') return { launch: target, secrets: [] };
  if (target.kind === 'url') {
    const launch = {
      kind: 'url',
      url: target.url,
      transport: flags.transport,
      ...readHeaders(flags, { env: shell, cwd }),
    } as const;
    return { launch, secrets: secretsOf(launch, []) };
  }
  const [command = '', ...args] = target.words;
  const { env, secretNames } = resolveServerEnv(command, flags, shell);
  const launch = { kind: 'command', command, args, env, cwd: flags.cwd ?? cwd } as const;
  return { launch, secrets: secretsOf(launch, secretNames) };
}

export interface CaptureFlags {
  readonly protocol: CaptureOptions['protocol'];
  readonly clientCapabilities: JsonObject | undefined;
  readonly timeoutMs: number | undefined;
  readonly totalTimeoutMs: number | undefined;
  readonly settleMs: number | undefined;
  readonly maxPages: number | undefined;
  readonly maxBytes: number | undefined;
  readonly concurrency: number | undefined;
}

/**
 * Lay the flags over the defaults. `--timeout` is the deadline of the phases that a slow server stretches; those that
 * only a broken one does are never given longer than by default.
 */
export function resolveCaptureOptions(flags: CaptureFlags, defaults: CaptureOptions): CaptureOptions {
  const { timeoutMs } = flags;
  const { discoverMs, otherListMs } = defaults.deadlines;
  const phases =
    timeoutMs === undefined
      ? {}
      : {
          startMs: timeoutMs,
          connectMs: timeoutMs,
          pageMs: timeoutMs,
          discoverMs: Math.min(timeoutMs, discoverMs),
          otherListMs: Math.min(timeoutMs, otherListMs),
        };
  return {
    protocol: flags.protocol,
    clientCapabilities: flags.clientCapabilities ?? defaults.clientCapabilities,
    deadlines: {
      ...defaults.deadlines,
      ...phases,
      totalMs: flags.totalTimeoutMs ?? Math.max(defaults.deadlines.totalMs, 3 * (timeoutMs ?? 0)),
    },
    settleMs: flags.settleMs ?? defaults.settleMs,
    maxPages: flags.maxPages ?? defaults.maxPages,
    maxBytes: flags.maxBytes ?? defaults.maxBytes,
    concurrency: flags.concurrency ?? defaults.concurrency,
  };
}
