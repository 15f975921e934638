/**
 * The provider's own count of a tool list: a request with all tools minus the same without. Never tool by tool: each
 * request carries the provider's preamble, and the sum would hold it as often.
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { compactJson } from '../json-text.ts';
import type { NotCounted, ProviderCount } from '../model/estimate.ts';
import type { ExactRequest } from './provider-count-access.ts';
import { requestCount, type Counted, type CountRequest } from './provider-count-request.ts';

export interface ProviderCountOptions extends ExactRequest, CountRequest {
  /** Kept by hash of what was asked; the key is no part of it. */
  readonly cache: {
    readonly get: (key: string) => Promise<string | undefined>;
    readonly put: (key: string, text: string) => Promise<void>;
  };
}

/** Count one list. When the user interrupts, rejects with the signal's reason. */
export type CountTools = (tools: readonly JsonValue[]) => Promise<ProviderCount | NotCounted>;

type Kept = Counted & { readonly isCached: boolean };

/** Prepare to count lists with the provider; nothing is sent yet. */
export function createProviderCounter(options: ProviderCountOptions): CountTools {
  const { family, model } = options;
  let bare: Promise<Kept> | undefined;
  return async (tools) => {
    if (tools.length === 0) return { family, model, tokens: 0, isCached: false };
    const sent = tools.map(toApiTool);
    if (!sent.every((tool) => tool !== undefined)) {
      const hint = 'its server has to be fixed';
      return { family, model, reason: 'an entry of the list is no tool', hint };
    }
    const loaded = await countOnce(writeBody(model, sent), options);
    if ('reason' in loaded) return { family, model, reason: loaded.reason, hint: loaded.hint };
    const empty = await (bare ??= countOnce(writeBody(model), options));
    if ('reason' in empty) {
      // The next list may have better luck.
      bare = undefined;
      return { family, model, reason: empty.reason, hint: empty.hint };
    }
    const tokens = loaded.tokens - empty.tokens;
    if (tokens > 0) return { family, model, tokens, isCached: loaded.isCached && empty.isCached };
    const hint = 'does ANTHROPIC_BASE_URL name a Claude API?';
    return { family, model, reason: 'the tools made no difference to the count', hint };
  };
}

/** The fields of a tool that the API takes; undefined for what is no tool. */
function toApiTool(tool: JsonValue): JsonObject | undefined {
  if (!isJsonObject(tool)) return undefined;
  const fields = [
    ['name', tool['name']],
    ['description', tool['description']],
    ['input_schema', tool['inputSchema']],
  ] as const;
  return Object.fromEntries(fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

function writeBody(model: string, tools?: readonly JsonObject[]): string {
  // The API wants one message; both requests hold the same.
  const messages = [{ role: 'user', content: 'x' }];
  return compactJson({ model, messages, ...(tools && { tools }) });
}

async function countOnce(body: string, options: ProviderCountOptions): Promise<Kept> {
  const { cache, url } = options;
  const key = `provider-count ${createHash('sha256').update(`${url.href}\n${body}`).digest('hex')}`;
  const kept = Number(await cache.get(key));
  if (Number.isSafeInteger(kept) && kept > 0) return { tokens: kept, isCached: true };
  const counted = await requestCount(body, options);
  if ('tokens' in counted) await cache.put(key, String(counted.tokens));
  return { ...counted, isCached: false };
}
