// Build what is published: one bundle with lazy chunks, declarations, and the notices of what is bundled.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url);
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

rmSync(new URL('dist', root), { recursive: true, force: true });

const result = await build({
  absWorkingDir: fileURLToPath(root),
  entryPoints: ['src/main.ts', 'src/index.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  chunkNames: 'chunks/[name]-[hash]',
  external: Object.keys(dependencies),
  metafile: true,
  logLevel: 'warning',
  // CommonJS packages inside an ESM bundle ask for `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});

writeFileSync(new URL('THIRD-PARTY-NOTICES.txt', root), notices(result.metafile));
execFileSync(process.execPath, ['node_modules/typescript/lib/tsc.js', '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});

/** Names, versions and licence texts of every package with a byte in the bundle, sorted by name. */
function notices({ inputs, outputs }) {
  const used = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  const folders = new Set(
    Object.keys(inputs)
      .filter((input) => used.has(input))
      .flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  const sections = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(new URL(`${folder}/package.json`, root), 'utf8'),
    );
    return `${name} ${version} (${license})\n\n${licenceText(folder)}`;
  });
  return `mcp-budget bundles these packages.\n\n${sections.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
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
