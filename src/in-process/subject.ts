/** What can be measured without starting a process, told apart by what it can do; no SDK is imported for it. */
import { UsageError } from '../errors.ts';

/** An `McpServer` or `Server` of either SDK generation. */
export interface ServerLike {
  connect(transport: never): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Anything that answers a web `Request`, as the handler `createMcpHandler` of SDK 2 makes. */
export interface HandlerLike {
  fetch(request: never): unknown;
}

/** A tool as it is registered. Schemas are zod 3 or 4 (objects or raw shapes), Standard JSON Schema, or JSON Schema. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  readonly _meta?: unknown;
  /** Handlers are left out; of a definition in JSON Schema all else is sent as it is. */
  readonly [key: string]: unknown;
}

export type Measurable = ServerLike | HandlerLike | readonly ToolDefinition[];

/** What `measureServer` takes: the thing itself, or a function that makes it. */
export type MeasureSubject = Measurable | (() => Measurable | Promise<Measurable>);

export type Subject =
  | { readonly kind: 'server'; readonly server: ServerLike }
  | { readonly kind: 'handler'; readonly handler: HandlerLike; readonly close: () => Promise<unknown> }
  | { readonly kind: 'definitions'; readonly definitions: readonly ToolDefinition[] };

/**
 * Tell what was given, calling it first if it is a factory. A handler made here is closed with the connection; one
 * that was passed in may be asked again and stays open.
 * @throws UsageError for anything else, and for a server that is connected already.
 */
export async function resolveSubject(given: unknown): Promise<Subject> {
  if (has(given, 'fetch') || typeof given !== 'function') return classify(given, false);
  return classify(await (given as () => unknown)(), true);
}

function classify(given: unknown, isOwned: boolean): Subject {
  if (Array.isArray(given)) return { kind: 'definitions', definitions: checkDefinitions(given) };
  if (has(given, 'connect') && has(given, 'close')) {
    rejectConnected(given);
    return { kind: 'server', server: given as unknown as ServerLike };
  }
  if (has(given, 'fetch')) {
    const close = isOwned && has(given, 'close') ? () => given.close() as Promise<unknown> : async () => {};
    return { kind: 'handler', handler: given as unknown as HandlerLike, close };
  }
  throw new UsageError(`nothing that can be measured: ${describe(given)}`, {
    hint: 'give an McpServer or Server, a handler with fetch(), an array of tool definitions, or a function that returns one',
  });
}

function rejectConnected(server: object): void {
  const inner = 'server' in server && isObject(server.server) ? server.server : server;
  if (!('transport' in inner) || inner.transport === undefined) return;
  throw new UsageError('the server is connected already, and a server has one connection', {
    hint: 'give a function that makes a new one: measureServer(() => createServer())',
  });
}

function checkDefinitions(given: readonly unknown[]): readonly ToolDefinition[] {
  const at = given.findIndex(
    (entry) => !isObject(entry) || !('name' in entry) || typeof entry.name !== 'string',
  );
  if (at === -1) return given as readonly ToolDefinition[];
  throw new UsageError(`definition ${at + 1} has no name: ${describe(given[at])}`, {
    hint: 'a definition is {name, description, inputSchema, …}',
  });
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : `${/^[aeiou]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function has<Name extends string>(value: unknown, name: Name): value is Record<Name, () => unknown> {
  const isHolder = isObject(value) || typeof value === 'function';
  return isHolder && typeof (value as Record<string, unknown>)[name] === 'function';
}
