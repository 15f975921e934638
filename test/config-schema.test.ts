import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../src/config/config-schema.ts';
import { reporterIds } from '../src/report/reporters/index.ts';

const published = JSON.parse(readFileSync('schema.json', 'utf8')) as Node;
const ajv = new Ajv2020({ strict: false });
const isConfig = ajv.compile(published);
const schema = configSchema(reporterIds);

interface Node {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Node>>;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
}

/** Every key that the schema describes, with a pointer to its schema and a config that holds a value under it. */
function keysOf(node: Node, wrap: (value: unknown) => unknown, name: string): readonly Key[] {
  // Any JSON, which refers to itself.
  if (node.$ref?.includes('__') === true) return [];
  if (node.$ref !== undefined) {
    return keysOf(published.$defs?.[node.$ref.replace('#/$defs/', '')] ?? {}, wrap, name);
  }
  const parent = name.startsWith('servers.x') && name.split('.').length === 2 ? { command: 'node' } : {};
  return [
    ...Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
      // What else must stand there.
      const beside = node.dependentSchemas?.[key]?.anyOf?.[0]?.required ?? [];
      const needed = [...(node.required ?? []), ...(node.dependentRequired?.[key] ?? []), ...beside].filter(
        (other) => other !== key,
      );
      const others = needed.map((other) => [other, node.properties?.[other]?.examples?.[0]]);
      const holder = { ...parent, ...Object.fromEntries(others) };
      const inside = (value: unknown) => wrap({ ...holder, [key]: value });
      const path = name === '' ? key : `${name}.${key}`;
      return [{ path, node: child, configWith: inside }, ...keysOf(child, inside, path)];
    }),
    ...(typeof node.additionalProperties === 'object'
      ? keysOf(node.additionalProperties, (value) => wrap({ x: value }), `${name}.x`)
      : []),
    ...(node.items === undefined ? [] : keysOf(node.items, (value) => wrap([value]), `${name}[]`)),
    ...(node.anyOf ?? []).flatMap((choice) => keysOf(choice, wrap, name)),
  ];
}

interface Key {
  readonly path: string;
  readonly node: Node;
  readonly configWith: (value: unknown) => unknown;
}

const all = keysOf(published, (value) => value, '');

describe('the published schema', () => {
  it('is where a config names it, and where code imports it', () => {
    const { files, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      files: readonly string[];
      exports: Readonly<Record<string, unknown>>;
    };
    expect(files).toContain('schema.json');
    expect(exports['./schema.json']).toBe('./schema.json');
  });

  it('describes every key, with an example', () => {
    expect(all.length).toBeGreaterThan(150);
    const bare = all.filter(({ node }) => !node.description || !node.examples?.length);
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it('has examples that the config takes', () => {
    const examples = all.flatMap(({ path, node, configWith }) =>
      (node.examples ?? []).map((example) => ({ path, config: configWith(example) })),
    );
    const refused = examples.filter(({ config }) => !schema.safeParse(config).success);
    expect(refused).toEqual([]);
    const isServer = /^servers\.x\.(url|snapshot)$/;
    const unpublished = examples.filter(({ path, config }) => !isServer.test(path) && !isConfig(config));
    expect(unpublished).toEqual([]);
  });

  it('refuses null and an unknown key wherever the config does', () => {
    const wrong = all.flatMap(({ configWith }) => [configWith(null), configWith({ surprise: null })]);
    const taken = wrong.filter((config) => schema.safeParse(config).success || isConfig(config));
    // Free names: a server's toolsets may be called anything, but not be null.
    expect(taken.filter((config) => !JSON.stringify(config).includes('"arguments":{"surprise"'))).toEqual([]);
  });
});
