/** The list that plain definitions become when they are registered on an `McpServer`, as each SDK writes it. */
import { CaptureError, UsageError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import {
  convertStandard,
  convertZod3,
  isRawShape,
  isStandard,
  isZod3,
  isZod4,
  isZod4Object,
  wrapShape,
  type Direction,
} from './schemas.ts';
import type { ToolDefinition } from './subject.ts';

/** Generation of the official SDK: `@modelcontextprotocol/sdk`, or `@modelcontextprotocol/server`. */
export type SdkGeneration = 1 | 2;

type Convert = (schema: unknown, direction: Direction) => Promise<JsonObject | undefined>;

/** Both SDKs, for a tool without arguments. */
const EMPTY_OBJECT: JsonObject = { type: 'object', properties: {} };

/**
 * Write definitions as `tools/list` would answer them. Without `sdk`: as SDK 1 where any schema is of zod 3, which
 * SDK 2 refuses, else as SDK 2. A definition in JSON Schema is sent as it is, whatever the SDK.
 * @throws UsageError for a schema the SDK does not take; CaptureError for one that cannot be converted.
 */
export async function writeDefinitions(
  definitions: readonly ToolDefinition[],
  sdk: SdkGeneration = definitions.some(usesZod3) ? 1 : 2,
): Promise<readonly JsonValue[]> {
  const write = sdk === 1 ? writeForSdk1 : writeForSdk2;
  const tools: JsonValue[] = [];
  for (const definition of definitions) {
    const tool = isJsonSchemaOnly(definition)
      ? definition
      : await write(definition, convertOf(definition, sdk));
    tools.push(JSON.parse(JSON.stringify(tool)) as JsonValue);
  }
  return tools;
}

/** Order of keys, `execution`, and what becomes of other roots than objects: `server/mcp.js` of sdk@1.32.2. */
async function writeForSdk1(definition: ToolDefinition, convert: Convert): Promise<object> {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = definition;
  const output = isGiven(outputSchema) ? await convert(outputSchema, 'output') : undefined;
  return {
    name,
    title,
    description,
    inputSchema: (isGiven(inputSchema) ? await convert(inputSchema, 'input') : undefined) ?? EMPTY_OBJECT,
    annotations,
    execution: definition['execution'] ?? { taskSupport: 'forbidden' },
    _meta,
    ...(output !== undefined && { outputSchema: output }),
  };
}

/** Order of keys: `McpServer` of server@2.4.0. */
async function writeForSdk2(definition: ToolDefinition, convert: Convert): Promise<object> {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = definition;
  return {
    name,
    title,
    description,
    inputSchema: isGiven(inputSchema) ? await convert(inputSchema, 'input') : EMPTY_OBJECT,
    annotations,
    icons: definition['icons'],
    execution: definition['execution'],
    _meta,
    ...(isGiven(outputSchema) && { outputSchema: await convert(outputSchema, 'output') }),
  };
}

function convertOf({ name }: ToolDefinition, sdk: SdkGeneration): Convert {
  return async (schema, direction) => {
    rejectForeign(schema, sdk, `${name}: its ${direction}Schema`);
    try {
      const whole = isRawShape(schema) ? await wrapShape(schema) : schema;
      return await (sdk === 1 ? convertForSdk1(whole, direction) : convertForSdk2(whole, direction));
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      throw new CaptureError('protocol-error', `${name}: its ${direction}Schema cannot be listed: ${what}`, {
        hint: 'the SDK would answer tools/list with an error, or refuse the tool',
        cause,
      });
    }
  };
}

/** SDK 1 lists object schemas only; any other root is left out. */
async function convertForSdk1(schema: unknown, direction: Direction): Promise<JsonObject | undefined> {
  if (isZod3(schema)) return schema.shape === undefined ? undefined : convertZod3(schema, direction);
  return isZod4(schema) && isZod4Object(schema) ? convertStandard(schema, direction, 'draft-07') : undefined;
}

/** SDK 2 puts the type first, and takes any root for output. */
async function convertForSdk2(schema: unknown, direction: Direction): Promise<JsonObject> {
  const json = await convertStandard(schema, direction, 'draft-2020-12');
  if (direction === 'output') {
    return json['type'] === undefined && isObjectShaped(json, json) ? { type: 'object', ...json } : json;
  }
  if (json['type'] !== undefined && json['type'] !== 'object') {
    throw new TypeError(`it describes no object but ${JSON.stringify(json['type'])}`);
  }
  return { type: 'object', ...json };
}

const LOCAL_DEFINITION = /^#\/(\$defs|definitions)\/([^/~%]+)$/;

/** `isProvablyObjectShapedRoot` of server@2.4.0. */
function isObjectShaped(schema: JsonObject, root: JsonObject): boolean {
  const keywords = ['properties', 'patternProperties', 'additionalProperties', 'required'];
  if (keywords.some((keyword) => keyword in schema)) return true;
  const [, place = '', key = ''] =
    LOCAL_DEFINITION.exec(typeof schema['$ref'] === 'string' ? schema['$ref'] : '') ?? [];
  const target = (root[place] as JsonObject | undefined)?.[key] as JsonObject | undefined;
  if (target?.['type'] === 'object') return true;
  for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
    const members = schema[keyword] as readonly JsonObject[] | undefined;
    if (members === undefined || members.length === 0) continue;
    return members.every(
      (member) => member['type'] === 'object' || isObjectShaped(member, '$id' in member ? {} : root),
    );
  }
  return false;
}

function rejectForeign(schema: unknown, sdk: SdkGeneration, what: string): void {
  if (sdk === 1 && !isZod3(schema) && !isZod4(schema) && !isRawShape(schema)) {
    throw new UsageError(`${what} is not of zod, and SDK 1 takes no other`, { hint: 'set sdk: 2' });
  }
  if (sdk === 2 && holdsZod3(schema)) {
    throw new UsageError(`${what} is of zod 3, which SDK 2 cannot convert`, {
      hint: 'set sdk: 1, or use zod 4',
    });
  }
}

function isJsonSchemaOnly({ inputSchema, outputSchema }: ToolDefinition): boolean {
  return [inputSchema ?? outputSchema].some((schema) => isGiven(schema) && !isConvertible(schema));
}

function isConvertible(schema: unknown): boolean {
  return isZod3(schema) || isZod4(schema) || isStandard(schema) || isRawShape(schema);
}

function usesZod3({ inputSchema, outputSchema }: ToolDefinition): boolean {
  return [inputSchema, outputSchema].some(holdsZod3);
}

function holdsZod3(schema: unknown): boolean {
  return isZod3(schema) || (isRawShape(schema) && Object.values(schema).some(isZod3));
}

function isGiven(schema: unknown): boolean {
  return schema !== undefined && schema !== null && schema !== false;
}
