/** `--client-capabilities`: what this client declares; servers list other tools for it. */
import { UsageError } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { didYouMean } from './nearest.ts';

/** MCP specification 2025-11-25, lifecycle · capability negotiation. */
const CAPABILITIES = {
  roots: { roots: { listChanged: true } },
  sampling: { sampling: {} },
  elicitation: { elicitation: { form: {} } },
  'elicitation.url': { elicitation: { form: {}, url: {} } },
  tasks: {
    tasks: {
      list: {},
      cancel: {},
      requests: { sampling: { createMessage: {} }, elicitation: { create: {} } },
    },
  },
} as const satisfies Record<string, JsonObject>;

export const CAPABILITY_NAMES = [...Object.keys(CAPABILITIES), 'all', 'none'];

/** Parse `roots,sampling`, `all`, `none` or a JSON object. @throws UsageError for an unknown name. */
export function parseClientCapabilities(text: string): JsonObject {
  if (text.trimStart().startsWith('{')) return parseObject(text);
  const names = text.split(',').map((name) => name.trim());
  const declared = names.flatMap((name): readonly JsonObject[] => {
    if (name === 'none') return [];
    if (name === 'all') return Object.values(CAPABILITIES);
    if (isCapability(name)) return [CAPABILITIES[name]];
    throw new UsageError(`--client-capabilities: unknown capability ${name === '' ? '(empty)' : name}`, {
      hint: didYouMean(name, CAPABILITY_NAMES) ?? `known: ${CAPABILITY_NAMES.join(', ')}, or a JSON object`,
    });
  });
  return Object.fromEntries(declared.flatMap((one) => Object.entries(one)));
}

function isCapability(name: string): name is keyof typeof CAPABILITIES {
  return Object.hasOwn(CAPABILITIES, name);
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
    throw new TypeError('not an object');
  } catch (cause) {
    throw new UsageError('--client-capabilities: not a JSON object', {
      hint: 'e.g. \'{"sampling": {}}\'',
      cause,
    });
  }
}
