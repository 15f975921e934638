/** Measure a server of this process, with the capture and the figures of the command line. */
import { captureServer, type CaptureContext } from '../capture/capture-server.ts';
import { connectThrough, type Open } from '../capture/connect.ts';
import { DEFAULT_CAPTURE_OPTIONS } from '../capture/default-options.ts';
import { CaptureError, type FailureStatus } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { measureTools } from '../measure/measure-tools.ts';
import type { Measurement, ViewId } from '../model/measurement.ts';
import type { CaptureOptions } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { repairs } from '../reduce/index.ts';
import { loadO200k } from '../tokens/o200k.ts';
import { VERSION } from '../version.ts';
import { openHandler, openServer } from './connections.ts';
import { writeDefinitions, type SdkGeneration } from './definitions.ts';
import { resolveSubject, type MeasureSubject, type Subject } from './subject.ts';

export interface MeasureServerOptions {
  /** `generic` is measured always. */
  readonly views?: readonly ViewId[] | undefined;
  /**
   * Definitions only: the SDK they will be registered on, which decides how their schemas are written. Left out: 1
   * where any schema is of zod 3, else 2.
   */
  readonly sdk?: SdkGeneration | undefined;
  /** Servers may list more for a client that can do more. Default: none. */
  readonly clientCapabilities?: JsonObject | undefined;
  /** Default `auto`: legacy first. */
  readonly protocol?: CaptureOptions['protocol'] | undefined;
  /** How long the list must be quiet before it is read a second time. Default 0. */
  readonly settleMs?: number | undefined;
  /** Count the tokens of each tool's fields too. */
  readonly fieldTokens?: boolean | undefined;
}

export interface ServerMeasurement {
  /** Status `measured`, `dynamic` (two readings differ) or `partial` (cut off). */
  readonly snapshot: Snapshot;
  readonly measurement: Measurement;
}

/**
 * Measure an `McpServer` or `Server` of either SDK generation, a handler with `fetch`, plain tool definitions, or
 * what a factory of these returns. Servers are connected in memory, listed twice, and closed afterwards.
 * @throws UsageError for what is none of these or is connected already; CaptureError when there is no list.
 */
export async function measureServer(
  subject: MeasureSubject,
  options: MeasureServerOptions = {},
): Promise<ServerMeasurement> {
  const [snapshot, tokenizer] = await Promise.all([
    record(await resolveSubject(subject), options),
    loadO200k(),
  ]);
  if (snapshot.failure !== undefined) {
    const { message, hint } = snapshot.failure;
    throw new CaptureError(snapshot.status as FailureStatus, message, { hint });
  }
  const { views, fieldTokens } = options;
  const { tools, instructions } = snapshot;
  return {
    snapshot,
    measurement: measureTools(tools, tokenizer, {
      views,
      instructions,
      fieldTokens,
      repairs: Object.values(repairs),
    }),
  };
}

async function record(subject: Subject, options: MeasureServerOptions): Promise<Snapshot> {
  if (subject.kind === 'definitions') {
    return {
      schemaVersion: 1,
      server: 'definitions',
      toolset: 'default',
      status: 'measured',
      warnings: [],
      tools: await writeDefinitions(subject.definitions, options.sdk),
    };
  }
  const open: Open = (handlers, openOptions) =>
    subject.kind === 'server'
      ? openServer(subject.server, handlers)
      : openHandler(subject, handlers, openOptions);
  const closing: Promise<void>[] = [];
  const { base } = await captureServer((context) => connectThrough(open, undefined, context), [], {
    ...context(options),
    onClosing: (closed) => closing.push(closed),
  });
  await Promise.all(closing);
  const name = base.serverInfo?.['name'];
  return { server: typeof name === 'string' && name !== '' ? name : 'server', toolset: 'default', ...base };
}

function context({
  clientCapabilities = {},
  protocol = 'auto',
  settleMs = 0,
}: MeasureServerOptions): Omit<CaptureContext, 'onClosing'> {
  return {
    options: { ...DEFAULT_CAPTURE_OPTIONS, clientCapabilities, protocol, settleMs },
    clientInfo: { name: 'mcp-budget', version: VERSION },
    env: {},
    signal: new AbortController().signal,
    onProgress: () => {},
    onFirstList: () => {},
  };
}
