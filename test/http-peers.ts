/** Start the HTTP peers of the tests and drive one connection without a session. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, ConnectionHandlers, Frame, OpenOptions } from '../src/capture/connection.ts';
import { CaptureError } from '../src/errors.ts';
import type { JsonObject } from '../src/json.ts';
import type { UrlLaunch } from '../src/model/plan.ts';
import type { Warning } from '../src/model/snapshot.ts';

export interface Peer {
  readonly url: string;
  readonly log: () => Promise<LogEntry[]>;
  readonly stop: () => Promise<void>;
}

export interface LogEntry {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | undefined>;
  readonly body: string;
  readonly authorization?: string;
  readonly apiKey?: string;
}

/** Start `fixtures/servers/<name>.mjs`, which prints its URL and ends with its stdin. */
export async function startPeer(name: string, ...args: string[]): Promise<Peer> {
  const child = spawn(process.execPath, [`fixtures/servers/${name}.mjs`, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url,
    log: async () => (await (await fetch(`${url}/log`)).json()) as LogEntry[],
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Start server-everything on a free port. */
export async function startEverything(transport: 'streamableHttp' | 'sse'): Promise<Omit<Peer, 'log'>> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['node_modules/@modelcontextprotocol/server-everything/dist/index.js', transport],
    { stdio: 'ignore', env: { ...process.env, PORT: String(port) } },
  );
  for (let left = 200; !(await isOpen(port)); left -= 1) {
    if (left === 0) throw new Error('server-everything did not start');
    await wait(100);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export interface Recording {
  readonly frames: Frame[];
  readonly warnings: Warning[];
  readonly noise: string[];
  readonly closed: CaptureError[];
  readonly handlers: ConnectionHandlers;
}

export function record(): Recording {
  const frames: Frame[] = [];
  const warnings: Warning[] = [];
  const noise: string[] = [];
  const closed: CaptureError[] = [];
  return {
    frames,
    warnings,
    noise,
    closed,
    handlers: {
      onFrame: (frame) => frames.push(frame),
      onWarning: (warning) => warnings.push(warning),
      onNoise: (line) => noise.push(line),
      onClose: (error) => closed.push(error),
    },
  };
}

export function launchOf(url: string, more: Partial<UrlLaunch> = {}): UrlLaunch {
  return { kind: 'url', url, headers: {}, transport: 'auto', ...more };
}

export function openOptions(more: Partial<OpenOptions> = {}): OpenOptions {
  return { connectMs: 5_000, maxBytes: 1_000_000, env: {}, signal: new AbortController().signal, ...more };
}

export const INITIALIZE: JsonObject = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};
export const INITIALIZED: JsonObject = { jsonrpc: '2.0', method: 'notifications/initialized' };
export const LIST: JsonObject = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

/** A request of the 2026-07-28 era. */
export function modern(id: number, method: string): JsonObject {
  return {
    jsonrpc: '2.0',
    id,
    method,
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
      },
    },
  };
}

/** The handshake of the legacy era. */
export async function greet(connection: Connection): Promise<void> {
  await connection.send(INITIALIZE);
  connection.setProtocolVersion('2025-11-25');
  await connection.send(INITIALIZED);
}

/** What a promise rejects with, which must be a CaptureError. */
export async function failureOf(work: Promise<unknown>): Promise<CaptureError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CaptureError) return error;
  throw new Error(`expected a CaptureError, got ${String(error)}`, { cause: error });
}

/** Wait until a recording satisfies a condition. */
export async function until(condition: () => boolean, ms = 5_000): Promise<void> {
  for (const end = Date.now() + ms; !condition();) {
    if (Date.now() > end) throw new Error('condition not met in time');
    await wait(10);
  }
}
