/** Parts of a tool that say nothing, each with the step that leaves it out. */
import { isJsonObject, type JsonValue } from '../../json.ts';
import { compactBytes } from '../../json-text.ts';
import type { LintTool, Path, SchemaDocument, SchemaNode } from '../../model/lint.ts';
import type { PatchStep } from '../../model/patch.ts';
import { unusedDefinitions } from '../../schemas/unused-definitions.ts';
import { bareName, nameWords } from './name-words.ts';
import { toPointer } from './patch.ts';
import { inputNodes, isOfType, own, type ObjectNode } from './schema-nodes.ts';
import { withoutSpareWhiteSpace } from './spare-white-space.ts';

export type NoiseReason =
  | 'whitespace'
  | 'title-restates-key'
  | 'restated-param'
  | 'null-default'
  | 'safe-integer-bounds'
  | 'comment'
  | 'open-object'
  | 'unused-defs';

export interface Noise {
  readonly reason: NoiseReason;
  /** From the tool. */
  readonly at: Path;
  readonly step: PatchStep;
  /** What the text becomes shorter by. */
  readonly bytes: number;
}

/** Find them in the order of the text. No two of them are in one another. */
export function findNoise(tool: LintTool): readonly Noise[] {
  const document = tool.inputSchema;
  const ofTool = whiteSpaceOf(tool.description, ['description']);
  if (document === undefined) return ofTool;
  const unused = unusedOf(document);
  const isLeftOut = nodesUnder(unused);
  // What a reference leads to must stay where it is.
  const targets = new Set(
    document.refs.map(({ target }) => (target.kind === 'found' ? toPointer(target.path) : '')),
  );
  const isOpenNoise = document.nodes.every((node) => own(node, 'unevaluatedProperties') === undefined);
  const ofNodes = inputNodes(tool)
    .filter((node) => !isLeftOut(node))
    .flatMap((node) => [
      ...keywordNoise(node, isOpenNoise).filter(({ at }) => !targets.has(toPointer(at.slice(1)))),
      ...whiteSpaceOf(own(node, 'description'), node.at('description')),
    ]);
  return [...ofTool, ...ofNodes, ...unused];
}

/** Whether a keyword of a schema says nothing there. */
const SPARE: Readonly<
  Record<
    string,
    { readonly reason: NoiseReason; readonly test: (value: JsonValue, node: SchemaNode) => boolean }
  >
> = {
  title: {
    reason: 'title-restates-key',
    test: (title, { keyword, key }) =>
      (keyword === 'properties' || isContainer(keyword)) && typeof title === 'string' && restates(title, key),
  },
  description: {
    reason: 'restated-param',
    test: (text, { keyword, key }) =>
      keyword === 'properties' && typeof text === 'string' && isOfWords(text, String(key)),
  },
  default: { reason: 'null-default', test: (value) => value === null },
  // RFC 8259, section 6: beyond these, readers of JSON do not agree on an integer.
  minimum: {
    reason: 'safe-integer-bounds',
    test: (value, node) => value === Number.MIN_SAFE_INTEGER && isInteger(node),
  },
  maximum: {
    reason: 'safe-integer-bounds',
    test: (value, node) => value === Number.MAX_SAFE_INTEGER && isInteger(node),
  },
  $comment: { reason: 'comment', test: (value) => typeof value === 'string' },
  additionalProperties: {
    reason: 'open-object',
    test: (value) => value === true || (isJsonObject(value) && Object.keys(value).length === 0),
  },
};

function keywordNoise(node: ObjectNode, isOpenNoise: boolean): readonly Noise[] {
  return Object.entries(node.value).flatMap(([keyword, value]): readonly Noise[] => {
    const spare = Object.hasOwn(SPARE, keyword) ? SPARE[keyword] : undefined;
    if (spare === undefined || !spare.test(value, node)) return [];
    // `unevaluatedProperties` asks whether `additionalProperties` has looked at a property.
    if (spare.reason === 'open-object' && !isOpenNoise) return [];
    return [leaveOut(spare.reason, node.at(keyword), value)];
  });
}

function leaveOut(reason: NoiseReason, at: Path, value: JsonValue): Noise {
  // With the key, its quotes, the colon and a comma.
  const bytes = Buffer.byteLength(String(at.at(-1))) + 4 + compactBytes(value);
  return { reason, at, step: { op: 'remove', path: toPointer(at) }, bytes };
}

function whiteSpaceOf(text: JsonValue | undefined, at: Path): readonly Noise[] {
  if (typeof text !== 'string') return [];
  const value = withoutSpareWhiteSpace(text);
  if (value === text) return [];
  const step: PatchStep = { op: 'replace', path: toPointer(at), value };
  return [{ reason: 'whitespace', at, step, bytes: text.length - value.length }];
}

function restates(title: string, key: SchemaNode['key']): boolean {
  const bare = bareName(title);
  return bare !== '' && bare === bareName(String(key));
}

const FILLERS = ['the', 'a', 'an', 'of', 'for', 'to'];

function isOfWords(text: string, key: string): boolean {
  // Most texts are too long to say no more than the name.
  if (text.length > 3 * key.length + 40) return false;
  const words = nameWords(text);
  const known = new Set([...nameWords(key), bareName(key), ...FILLERS]);
  return words.length > 0 && words.every((word) => known.has(word));
}

function isInteger(node: SchemaNode): boolean {
  return isOfType(node, 'integer') && !isOfType(node, 'number');
}

function isContainer(keyword: string): boolean {
  return keyword === '$defs' || keyword === 'definitions';
}

/** Definitions that nothing leads to; all of a keyword's at once where none is left. */
function unusedOf({ field, root }: SchemaDocument): readonly Noise[] {
  if (!isJsonObject(root)) return [];
  const unused = unusedDefinitions(root);
  const containers = [...new Set(unused.map(([container]) => container))];
  return containers.flatMap((container) => {
    const held = root[container];
    const own = unused.filter(([one]) => one === container);
    if (!isJsonObject(held)) return [];
    return Object.keys(held).length === own.length
      ? [leaveOut('unused-defs', [field, container], held)]
      : own.map(([, name]) => leaveOut('unused-defs', [field, container, name], held[name] ?? null));
  });
}

/** Nodes come after those that they are in. */
function nodesUnder(unused: readonly Noise[]): (node: SchemaNode) => boolean {
  const pointers = new Set(unused.map(({ step }) => step.path));
  const known = new Set<SchemaNode>();
  return (node) => {
    const { parent, keyword } = node;
    const isUnder =
      parent !== undefined &&
      (known.has(parent) ||
        (parent.parent === undefined &&
          isContainer(keyword) &&
          (pointers.has(toPointer(node.at())) || pointers.has(toPointer(node.at().slice(0, 2))))));
    if (isUnder) known.add(node);
    return isUnder;
  };
}
