// Write what is derived from the code: the published schemas and the option tables of docs/cli.md. `--check` only
// compares, and fails when a file is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';
import { clientsPage } from './clients-page.mjs';
import { hostsPage } from './hosts-page.mjs';
import { rulesPage } from './rules-page.mjs';

const root = new URL('..', import.meta.url);
const isCheck = process.argv.includes('--check');

// The sources are TypeScript, which Node 20 does not read: bundle what is needed, packages stay where they are.
const outfile = new URL('node_modules/.cache/mcp-budget/generate.mjs', root);
await build({
  absWorkingDir: fileURLToPath(root),
  stdin: {
    contents: `
      export { configSchema } from './src/config/config-schema.ts';
      export { reporterIds } from './src/report/reporters/index.ts';
      export { reportSchema } from './src/report/schema.ts';
      export { snapshotFileSchema } from './src/capture/snapshot-schema.ts';
      export { commands } from './src/commands/index.ts';
      export { explainRules, GROUP_WORDS } from './src/judge/explain-rules.ts';
      export * as describe from './src/report/explain/describe.ts';
      export { foldJson } from './src/report/explain/fold-json.ts';
      export { lintRules } from './src/judge/lint/rules/index.ts';
      export { clientFormats } from './src/config/clients/formats/index.ts';
      export { hosts } from './src/hosts/index.ts';
      export { actionWords, confidenceWords } from './src/hosts/words.ts';
      export { toolPreamble } from './src/hosts/preamble.ts';
      export { fieldsThat } from './src/report/hosts/describe.ts';
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
const derived = await import(outfile);
const { configSchema, reporterIds, reportSchema, snapshotFileSchema, commands } = derived;

const schema = (title, zodSchema) =>
  `${JSON.stringify({ ...z.toJSONSchema(zodSchema, { target: 'draft-2020-12' }), title }, null, 2)}\n`;

const configJson = schema(
  'mcp-budget config',
  configSchema(reporterIds, {
    hostIds: Object.keys(derived.hosts),
    rules: Object.values(derived.lintRules),
  }),
);

const files = {
  // At the package's root, so that a config names it as ./node_modules/mcp-budget/schema.json.
  'schema.json': configJson,
  'schemas/report.schema.json': schema('mcp-budget report', reportSchema),
  'schemas/snapshot.schema.json': schema('mcp-budget snapshot', snapshotFileSchema),
  'docs/cli.md': cliPage(),
  'docs/rules.md': rulesPage(derived),
  'docs/clients.md': clientsPage(derived),
  'docs/hosts.md': hostsPage({ ...derived, configSchema: configJson }),
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
