// Fit the Claude formula again on the rows of `src/tokens/calibration.ts` and print it with its errors. `--check`
// compares with what `src/tokens/calibration-formula.ts` states, and fails where the two differ.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url);
const outfile = new URL('node_modules/.cache/mcp-budget/refit.mjs', root);
await build({
  absWorkingDir: fileURLToPath(root),
  stdin: {
    contents: `
      export * from './src/tokens/calibration.ts';
      export * from './src/tokens/calibration-fit.ts';
      export * from './src/tokens/calibration-formula.ts';
    `,
    resolveDir: fileURLToPath(root),
    loader: 'ts',
  },
  outfile: fileURLToPath(outfile),
  bundle: true,
  format: 'esm',
  platform: 'node',
});
const {
  applyFormula,
  CALIBRATION_ROWS: rows,
  errorQuantile,
  fitFormula,
  FORMULA,
  FORMULA_DOMAIN,
  FORMULA_ERRORS,
  HOLD_OUT,
  leaveEachOut,
  MINIMAL_TOOL,
} = await import(outfile);

const fitted = fitFormula(rows);
const leftOut = leaveEachOut(rows);
const rounded = [Number(fitted[0].toFixed(3)), Number(fitted[1].toFixed(3)), Math.round(fitted[2])];
const span = (key) => [Math.min(...rows.map((row) => row[key])), Math.max(...rows.map((row) => row[key]))];
const minimal = applyFormula(rounded, MINIMAL_TOOL);

const found = {
  perO200k: rounded[0],
  perStructuralChar: rounded[1],
  constant: rounded[2],
  looMedian: errorQuantile(leftOut, 0.5),
  looP90: errorQuantile(leftOut, 0.9),
  looMax: errorQuantile(leftOut, 1),
  holdOut: Math.abs(applyFormula(rounded, HOLD_OUT) / HOLD_OUT.claudeTokens - 1),
  'domain o200k': span('o200k').join('–'),
  'domain tools': span('tools').join('–'),
};
const stated = {
  ...FORMULA,
  ...FORMULA_ERRORS,
  'domain o200k': FORMULA_DOMAIN.o200k.join('–'),
  'domain tools': FORMULA_DOMAIN.tools.join('–'),
};

const show = (value) => (typeof value === 'number' ? String(Number(value.toFixed(4))) : value);
const differing = Object.keys(found).filter((key) => show(found[key]) !== show(stated[key]));
for (const [key, value] of Object.entries(found)) {
  const note = differing.includes(key) ? `   stated: ${show(stated[key])}` : '';
  console.log(`${key.padEnd(18)} ${show(value)}${note}`);
}
console.log(`minimal tool       ${Math.round(minimal)}, published ${MINIMAL_TOOL.claudeTokens}`);
console.log(`\n${'left out'.padEnd(18)} published  estimate   error`);
for (const { row, estimate, error } of leftOut) {
  const columns = [String(row.claudeTokens), estimate.toFixed(0), `${(100 * error).toFixed(1)} %`];
  console.log(row.server.padEnd(18), columns.map((column) => column.padStart(9)).join(' '));
}
if (process.argv.includes('--check') && differing.length > 0) {
  console.log(`\nsrc/tokens/calibration-formula.ts states other values: ${differing.join(', ')}`);
  process.exitCode = 1;
}
