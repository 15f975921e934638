/**
 * Find the tool list in any JSON that holds one: a bare array, `{tools}`, an answer `{result: {tools}}`, a log of
 * JSON-RPC messages, one tool, or one list a server. Entries are kept as they are.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { Snapshot, Warning } from '../model/snapshot.ts';
import { isMessage } from './message.ts';

/** What a file can say of a list, without the parts only a capture knows. */
export interface FoundList extends Pick<
  Snapshot,
  'tools' | 'prompts' | 'resources' | 'resourceTemplates' | 'instructions' | 'serverInfo' | 'protocol'
> {
  readonly cutOff?: Warning | undefined;
}

/** For messages: every shape that is understood. */
export const ACCEPTED_SHAPES = [
  '[{"name": …}, …]',
  '{"tools": […]}',
  '{"result": {"tools": […]}}',
  'a log of JSON-RPC messages, one a line or in an array',
  'a snapshot of this tool',
  'a folder with one tool or one list a file',
] as const;

/** Find one list, or undefined when the value holds none. */
export function findToolList(value: JsonValue): FoundList | undefined {
  if (Array.isArray(value)) return value.some(isMessage) ? findInMessages(value) : findInArray(value);
  if (!isJsonObject(value)) return undefined;
  if (isMessage(value)) return findInMessages([value]);
  if (Array.isArray(value['tools'])) return listOf(value, value['tools']);
  const { result } = value;
  if (isJsonObject(result) && Array.isArray(result['tools'])) return listOf(result, result['tools']);
  return undefined;
}

/** Find the lists of a file that maps server names to lists. */
export function findListsByServer(
  value: JsonValue,
): readonly (readonly [server: string, list: FoundList])[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value);
  const found = entries.flatMap(([server, entry]) => {
    const list = findToolList(entry);
    return list === undefined || list.tools.length === 0 ? [] : [[server, list] as const];
  });
  return found.length > 0 && found.length === entries.length ? found : undefined;
}

/** Tell a single tool definition, as in a folder with one file a tool; a package.json has a name too. */
export function isTool(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value['name'] === 'string' && 'inputSchema' in value;
}

function findInArray(entries: readonly JsonValue[]): FoundList | undefined {
  // An empty array is an empty list; an array of other things is none.
  const isLikeTool = (entry: JsonValue): boolean =>
    isJsonObject(entry) && 'name' in entry && ('inputSchema' in entry || 'description' in entry);
  return entries.length === 0 || entries.some(isLikeTool) ? { tools: entries } : undefined;
}

/** The last complete listing of a log, its pages joined, with what the handshake said. */
function findInMessages(messages: readonly JsonValue[]): FoundList | undefined {
  let found: FoundList | undefined;
  let greeting: JsonObject = {};
  let isOpen = false;
  for (const message of messages) {
    const result = isJsonObject(message) ? message['result'] : undefined;
    if (!isJsonObject(result)) continue;
    const { tools } = result;
    if (Array.isArray(tools)) {
      found = { ...listOf(result, isOpen ? [...(found?.tools ?? []), ...tools] : tools) };
      isOpen = typeof result['nextCursor'] === 'string';
    } else if ('protocolVersion' in result || 'serverInfo' in result) greeting = result;
  }
  return found === undefined ? undefined : { ...found, ...describeServer(greeting) };
}

function listOf(holder: JsonObject, tools: readonly JsonValue[]): FoundList {
  const cursor = holder['nextCursor'];
  return {
    tools,
    ...listsBeside(holder),
    ...describeServer(holder),
    ...(typeof cursor === 'string'
      ? { cutOff: { id: 'page-missing', message: 'the file ends with a cursor: further pages are missing' } }
      : {}),
  };
}

function listsBeside(holder: JsonObject): Partial<FoundList> {
  const names = ['prompts', 'resources', 'resourceTemplates'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (Array.isArray(holder[name]) ? [[name, holder[name]]] : [])),
  );
}

function describeServer(holder: JsonObject): Partial<FoundList> {
  const { serverInfo, instructions, protocolVersion } = holder;
  return {
    ...(isJsonObject(serverInfo) ? { serverInfo } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    ...(typeof protocolVersion === 'string'
      ? {
          protocol: {
            version: protocolVersion,
            era: protocolVersion >= '2026-07-28' ? 'modern' : 'legacy',
            foundBy: 'the file',
          } as const,
        }
      : {}),
  };
}
