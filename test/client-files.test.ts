/** Every shape of client config file: a folder of `fixtures/clients` each, with what its reader must make of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientFormats } from '../src/config/clients/formats/index.ts';
import { readClientFile } from '../src/config/clients/read-client-file.ts';
import { WORLD } from './client-world.ts';

const ROOT = 'fixtures/clients';

interface Expected {
  readonly file: string;
  readonly place: string;
  readonly servers: readonly { readonly secrets: readonly string[] }[];
}

describe('the list of shapes', () => {
  const ids = clientFormats.map(({ id }) => id).toSorted();

  it('has every file beside it, once', () => {
    const files = readdirSync('src/config/clients/formats').filter((name) => name !== 'index.ts');
    expect(files.map((name) => name.replace(/\.ts$/, '')).toSorted()).toEqual(ids);
  });

  it('has a fixture for each', () => {
    expect(readdirSync(ROOT).toSorted()).toEqual(ids);
  });

  it.each(clientFormats.map((format) => [format.id, format] as const))(
    '%s says where it is from',
    (_, format) => {
      expect(format.asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
      // What no source is known of is never called more than general knowledge.
      if (format.sources.length === 0)
        expect(new Set(Object.values(format.confidence))).toEqual(new Set(['unconfirmed']));
      for (const path of Object.values(format.userPaths).flat()) expect(path).toMatch(/^(~|%\w+%)\/[^\\]+$/);
    },
  );
});

describe.each(readdirSync(ROOT))('%s', (id) => {
  const expected = JSON.parse(readFileSync(`${ROOT}/${id}/expected.json`, 'utf8')) as Expected;
  const { file: name, place } = expected;
  const path = place.replace(/^~/, WORLD.home).replace('<project>', WORLD.workspaceFolder);
  const text = readFileSync(`${ROOT}/${id}/${name}`, 'utf8');
  const file = readClientFile({ path, shown: place, text, hint: id }, WORLD);

  it('gives what is expected', () => {
    expect(file.shape).toBe(id);
    expect(file.isConsentNeeded).toBe(file.scope === 'project');
    expect(view(file, name)).toEqual(expected);
  });

  it('names no secret in what is told of it', () => {
    const told = JSON.stringify(
      file.servers.map(({ reason, needs, warnings }) => ({ reason, needs, warnings })),
    );
    for (const secret of file.servers.flatMap(({ secrets }) => secrets)) expect(told).not.toContain(secret);
  });
});

function view(file: ReturnType<typeof readClientFile>, name: string): unknown {
  const { shown: place, answer, container, scope, elsewhere, overrides, warnings } = file;
  const servers = file.servers.map(({ source, asks: _asks, given: _given, ...server }) => ({
    ...server,
    warnings: server.warnings.map(({ code, field }) => (field === undefined ? code : `${code} ${field}`)),
    line: source.line,
  }));
  const codes = warnings.map(({ code }) => code);
  return { file: name, place, answer, container, scope, elsewhere, overrides, warnings: codes, servers };
}
