// Write what is derived from the code: the published schemas and the option tables of docs/cli.md. `--check` only
// compares, and fails when a file is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';

const root = new URL('..', import.meta.url);
const isCheck = process.argv.includes('--check');

// The sources are TypeScript, which Node 20 does not read: bundle what is needed, packages stay where they are.
const outfile = new URL('node_modules/.cache/mcp-budget/generate.mjs', root);
await build({
  absWorkingDir: fileURLToPath(root),
  stdin: {
    contents: `
      export { reportSchema } from './src/report/schema.ts';
      export { snapshotFileSchema } from './src/capture/snapshot-schema.ts';
      export { commands } from './src/commands/index.ts';
    `,
    resolveDir: fileURLToPath(root),
    loader: 'ts',
  },
  outfile: fileURLToPath(outfile),
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
});
const { reportSchema, snapshotFileSchema, commands } = await import(outfile);

const schema = (title, zodSchema) =>
  `${JSON.stringify({ ...z.toJSONSchema(zodSchema, { target: 'draft-2020-12' }), title }, null, 2)}\n`;

const files = {
  'schemas/report.schema.json': schema('mcp-budget report', reportSchema),
  'schemas/snapshot.schema.json': schema('mcp-budget snapshot', snapshotFileSchema),
  'docs/cli.md': cliPage(),
};

const stale = [];
for (const [path, text] of Object.entries(files)) {
  const url = new URL(path, root);
  const before = readIfThere(url);
  if (before === text) continue;
  stale.push(path);
  if (!isCheck) {
    mkdirSync(new URL('.', url), { recursive: true });
    writeFileSync(url, text);
  }
}
if (stale.length > 0)
  console.log(`${isCheck ? 'out of date (run npm run generate)' : 'wrote'}: ${stale.join(', ')}`);
if (isCheck && stale.length > 0) process.exitCode = 1;

function cliPage() {
  const sections = Object.values(commands).map(({ id, summary, usage, examples, options }) => {
    const rows = options()
      .filter((option) => !option.hidden)
      .map((option) => `| \`${option.flags.replaceAll('|', '\\|')}\` | ${describeOption(option)} |`);
    const lines = examples.map(([command, does]) => `${command}   # ${does}`);
    return `## ${id}\n\n${summary[0].toUpperCase()}${summary.slice(1)}.\n\n\`mcp-budget ${id} ${usage}\`\n\n\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n\n| option | meaning |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Commands and options\n\nWritten by \`npm run generate\` from the command registry; do not edit.\n\n${sections.join('\n')}`;
}

function describeOption({ description, argChoices, defaultValue }) {
  const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`;
  const byDefault = typeof defaultValue === 'string' ? `; default ${defaultValue}` : '';
  return `${description}${choices}${byDefault}`.replaceAll('|', '\\|');
}

function readIfThere(url) {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return undefined;
  }
}
