// Build what is published: one bundle with lazy chunks, the vocabulary, declarations, and the notices.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { makeVocabulary, vocabularyNotices } from './vocabulary.mjs';

const root = new URL('..', import.meta.url);

// Built beside and put in place at the end, so that what runs from `dist` meanwhile finds its chunks.
const fresh = `dist-${process.pid}`;

// For what runs from `src`; left alone where it is the same, as tests may be reading it.
const vocabulary = makeVocabulary();
const source = new URL('src/tokens/o200k_base.bin', root);
if (!existsSync(source) || !vocabulary.equals(readFileSync(source))) writeFileSync(source, vocabulary);

// Program and library apart: chunks shared between them would be loaded by a run that needs one of them.
const results = await Promise.all(
  [['src/main.ts'], ['src/index.ts', 'src/vitest.ts']].map((entryPoints) =>
    build({
      absWorkingDir: fileURLToPath(root),
      entryPoints,
      // The matcher registers itself with the vitest of the project that imports it.
      external: ['vitest'],
      outdir: fresh,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.18',
      // The UMD builds that some packages name as `main` hide their files from a bundler.
      mainFields: ['module', 'main'],
      minify: true,
      keepNames: true,
      legalComments: 'none',
      // All in one folder: whichever file the code that reads the vocabulary lands in, it finds it beside itself.
      chunkNames: '[name]-[hash]',
      metafile: true,
      logLevel: 'warning',
      // CommonJS packages inside an ESM bundle ask for `require`; making one takes a millisecond a chunk.
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module'; let __require; const require = (id) => (__require ??= __createRequire(import.meta.url))(id);",
      },
    }),
  ),
);

writeFileSync(new URL(`${fresh}/o200k_base.bin`, root), vocabulary);
writeFileSync(new URL('THIRD-PARTY-NOTICES.txt', root), notices(results.map(({ metafile }) => metafile)));
const tsc = ['node_modules/typescript/lib/tsc.js', '-p', 'tsconfig.build.json', '--outDir', `${fresh}/types`];
execFileSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' });

rmSync(new URL('dist', root), { recursive: true, force: true });
renameSync(new URL(fresh, root), new URL('dist', root));

/** Names, versions and licence texts of every package with a byte in the bundle, sorted by name. */
function notices(metafiles) {
  const used = new Set(
    metafiles.flatMap(({ outputs }) =>
      Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
    ),
  );
  const folders = new Set(
    [...used].flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  const sections = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(new URL(`${folder}/package.json`, root), 'utf8'),
    );
    return `${name} ${version} (${license})\n\n${licenceText(folder)}`;
  });
  sections.push(...vocabularyNotices());
  return `mcp-budget bundles these packages, and a vocabulary.\n\n${sections.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}

function licenceText(folder) {
  for (const file of [
    'LICENSE',
    'LICENSE.md',
    'LICENSE.txt',
    'license',
    'LICENCE',
    'license.md',
    'LICENSE-MIT',
  ]) {
    try {
      return readFileSync(new URL(`${folder}/${file}`, root), 'utf8').trim();
    } catch {
      // Try the next spelling.
    }
  }
  return '(the package ships no licence file; its package.json names the licence above)';
}
