// Write what is derived from the code: the published schemas and the option tables of docs/cli.md. `--check` only
// compares, and fails when a file is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';
import { clientsPage } from './clients-page.mjs';
import { hostsPage } from './hosts-page.mjs';

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
      export { rules } from './src/judge/rules.ts';
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
const { configSchema, reporterIds, reportSchema, rules, snapshotFileSchema, commands } = derived;

const OUTCOMES = {
  finding: 'fails where --fail-on reaches it (exit 1; by default errors)',
  'not-measured': 'counts as not measured (exit 3)',
  mistake: 'a mistake in the config (exit 2)',
};

const schema = (title, zodSchema) =>
  `${JSON.stringify({ ...z.toJSONSchema(zodSchema, { target: 'draft-2020-12' }), title }, null, 2)}\n`;

const configJson = schema('mcp-budget config', configSchema(reporterIds, Object.keys(derived.hosts)));

const files = {
  // At the package's root, so that a config names it as ./node_modules/mcp-budget/schema.json.
  'schema.json': configJson,
  'schemas/report.schema.json': schema('mcp-budget report', reportSchema),
  'schemas/snapshot.schema.json': schema('mcp-budget snapshot', snapshotFileSchema),
  'docs/cli.md': cliPage(),
  'docs/rules.md': rulesPage(),
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

function rulesPage() {
  const sections = rules.map(
    ({ id, severity, outcome, summary, help }) =>
      `## ${id}\n\n${summary} ${help}\n\nSeverity: ${severity}; ${OUTCOMES[outcome]}.\n`,
  );
  return `# What a check can find\n\nWritten by \`npm run generate\` from the rules; do not edit.\n\n${sections.join('\n')}`;
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
