/** Definitions at the root of a schema that nothing leads to. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { collectAnchors, collectReferences, type Reference } from './references.ts';

/** A definition by the keyword that holds it and its name there: `['$defs', 'Point']`. */
export type DefinitionPath = readonly [container: '$defs' | 'definitions', name: string];

/** List them in the order of the text; none where a reference is unclear. */
export function unusedDefinitions(schema: JsonObject): readonly DefinitionPath[] {
  const definitions = listDefinitions(schema);
  if (definitions.size === 0) return [];
  const root: JsonObject = Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => !isContainer(key) || !isJsonObject(value)),
  );
  const reached = reachDefinitions(root, definitions);
  if (reached === undefined) return [];
  return [...definitions].filter(([id]) => !reached.has(id)).map(([, { path }]) => path);
}

interface Definition {
  readonly path: DefinitionPath;
  readonly value: JsonValue;
}

/** By container and name, as `$defs/name`; the container's name holds no slash. */
type Definitions = ReadonlyMap<string, Definition>;

function isContainer(key: string): key is DefinitionPath[0] {
  return key === '$defs' || key === 'definitions';
}

function listDefinitions(schema: JsonObject): Definitions {
  return new Map(
    Object.entries(schema).flatMap(([key, held]): [string, Definition][] =>
      isContainer(key) && isJsonObject(held)
        ? Object.entries(held).map(([name, value]) => [`${key}/${name}`, { path: [key, name], value }])
        : [],
    ),
  );
}

/** Follow the references from the root to a fixed point; `undefined` when one of them is unclear. */
function reachDefinitions(root: JsonObject, definitions: Definitions): ReadonlySet<string> | undefined {
  const reached = new Set<string>();
  let anchors: Anchors | undefined;
  const waiting: JsonValue[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const reference of collectReferences(value)) {
      if (reference.kind === 'anchor') anchors ??= indexAnchors(definitions);
      const targets = findTargets(reference, anchors);
      if (targets === undefined) return undefined;
      for (const id of targets) {
        const definition = definitions.get(id);
        if (definition === undefined || reached.has(id)) continue;
        reached.add(id);
        waiting.push(definition.value);
      }
    }
  }
  return reached;
}

/** Definitions by the anchors in them. */
type Anchors = ReadonlyMap<string, readonly string[]>;

function indexAnchors(definitions: Definitions): Anchors {
  const index = new Map<string, string[]>();
  for (const [id, { value }] of definitions) {
    for (const name of collectAnchors(value)) {
      const known = index.get(name);
      if (known === undefined) index.set(name, [id]);
      else known.push(id);
    }
  }
  return index;
}

/** The definitions a reference leads to or into, if any; `undefined` when that is unclear. */
function findTargets(
  reference: Reference,
  anchors: Anchors | undefined,
): readonly string[] | undefined {
  if (reference.kind === 'unknown') return undefined;
  if (reference.kind === 'anchor') return anchors?.get(reference.name) ?? [];
  const [container, name] = reference.path;
  if (container === undefined || !isContainer(container)) return [];
  return name === undefined ? undefined : [`${container}/${name}`];
}
