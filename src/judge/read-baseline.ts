/** Read a baseline's text, and find out whether it can be compared with. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { parseJson, repeatsKey } from '../json-text.ts';
import type { Baseline, Method, Raise } from '../model/baseline.ts';
import type { AcceptedFinding } from '../model/lint-settings.ts';

export type ReadBaseline =
  | { readonly baseline: Baseline }
  | {
      readonly problem: 'unreadable' | 'other-method';
      readonly message: string;
      /** Of another method, and readable all the same. */
      readonly outdated?: Baseline | undefined;
    };

/** Read a baseline's text. What it cannot be compared with is a value, as budgets are judged all the same. */
export function parseBaseline(text: string, method: Method): ReadBaseline {
  if (/^(<{7}|={7}|>{7})( |$)/m.test(text)) return unreadable('it holds the marks of an unsettled merge');
  const value = parseJson(text);
  if (value === undefined) return unreadable('it is no JSON');
  if (!isJsonObject(value)) return unreadable('it is no JSON object');
  if (repeatsKey(text, value)) return unreadable('a name stands in it twice, as after a merge');
  if (value['schemaVersion'] !== 1)
    return otherMethod(`it has schema version ${JSON.stringify(value['schemaVersion'] ?? null)}, not 1`);
  const { method: stamp, servers, raises, accepted } = value;
  const theirs = isJsonObject(stamp) ? describeMethod(stamp) : 'no method';
  const ours = describeMethod({ ...method });
  const wrong = findWrong(servers) ?? findWrongRaise(raises) ?? findWrongAccepted(accepted);
  if (wrong !== undefined) return unreadable(`${wrong} is not what a baseline holds`);
  const baseline: Baseline = {
    schemaVersion: 1,
    method,
    servers: servers as unknown as Baseline['servers'],
    raises: (raises ?? []) as unknown as readonly Raise[],
    ...(accepted !== undefined && { accepted: accepted as unknown as readonly AcceptedFinding[] }),
  };
  if (theirs === ours) return { baseline };
  return { ...otherMethod(`its sizes are of ${theirs}, these of ${ours}`), outdated: baseline };
}

function unreadable(message: string) {
  return { problem: 'unreadable', message } as const;
}

function otherMethod(message: string) {
  return { problem: 'other-method', message } as const;
}

function describeMethod({ tokenizer, view, viewVersion }: JsonObject): string {
  const text = (value: JsonValue = null): string =>
    typeof value === 'string' ? value : JSON.stringify(value);
  return `${text(tokenizer)}, view ${text(view)}, version ${text(viewVersion)}`;
}

/** Key path of the first value that has not the type it must have. */
function findWrong(servers: JsonValue | undefined): string | undefined {
  if (!isJsonObject(servers)) return 'servers';
  for (const [server, toolsets] of Object.entries(servers)) {
    if (!isJsonObject(toolsets)) return `servers.${server}`;
    for (const [name, toolset] of Object.entries(toolsets)) {
      const wrong = findWrongInToolset(toolset);
      if (wrong !== undefined) return `servers.${server}.${name}${wrong}`;
    }
  }
  return undefined;
}

function findWrongRaise(raises: JsonValue | undefined): string | undefined {
  return findWrongEntry('raises', raises, isRaise);
}

function findWrongAccepted(accepted: JsonValue | undefined): string | undefined {
  return findWrongEntry('accepted', accepted, isAcceptedFinding);
}

function findWrongEntry(
  key: string,
  list: JsonValue | undefined,
  isRight: (entry: JsonValue) => boolean,
): string | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) return key;
  const wrong = list.findIndex((entry) => !isRight(entry));
  return wrong === -1 ? undefined : `${key}.${wrong}`;
}

function isAcceptedFinding(entry: JsonValue): boolean {
  if (!isJsonObject(entry)) return false;
  const { because = '', also = [], severity } = entry;
  const isList = Array.isArray(also) && also.every((one) => typeof one === 'string');
  if (!isList || (severity !== 'error' && severity !== 'warning')) return false;
  const texts = ['server', 'toolset', 'rule', 'reason', 'tool', 'pointer'].map((key) => entry[key]);
  return [...texts, because].every((text) => typeof text === 'string');
}

function isRaise(raise: JsonValue): boolean {
  if (!isJsonObject(raise) || !isCount(raise['from']) || !isCount(raise['to'])) return false;
  return ['server', 'toolset', 'metric', 'reason'].every((key) => typeof raise[key] === 'string');
}

function findWrongInToolset(toolset: JsonValue): string | undefined {
  if (!isJsonObject(toolset)) return '';
  const { tools, bytes, tokens, instructions, prompts, resources, byTool } = toolset;
  if (!isCount(tools)) return '.tools';
  if (!isCount(bytes)) return '.bytes';
  for (const [key, value] of Object.entries({ tokens, prompts, resources })) {
    if (!isCountOrAbsent(value)) return `.${key}`;
  }
  if (!isJsonObject(instructions)) return '.instructions';
  const { chars, bytes: ofInstructions, tokens: theirTokens } = instructions;
  if (!isCount(chars) || !isCount(ofInstructions) || !isCountOrAbsent(theirTokens)) return '.instructions';
  if (!isJsonObject(byTool)) return '.byTool';
  const tool = Object.entries(byTool).find(([, one]) => !isTool(one));
  return tool === undefined ? undefined : `.byTool.${tool[0]}`;
}

function isTool(tool: JsonValue): boolean {
  if (!isJsonObject(tool) || !isCount(tool['bytes']) || typeof tool['sha256'] !== 'string') return false;
  const { fields, canonical } = tool;
  if (!isCountOrAbsent(tool['tokens'])) return false;
  if (canonical !== undefined && !isCanonical(canonical)) return false;
  return (
    isJsonObject(fields) &&
    Object.values(fields).every(
      (field) => isJsonObject(field) && isCount(field['chars']) && typeof field['sha256'] === 'string',
    )
  );
}

function isCanonical(hashes: JsonValue): boolean {
  return (
    isJsonObject(hashes) &&
    typeof hashes['tool'] === 'string' &&
    Object.values(hashes).every((hash) => typeof hash === 'string')
  );
}

function isCountOrAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || isCount(value);
}

function isCount(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
