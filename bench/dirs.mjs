// One temporary folder for everything, made when first needed and removed at the end, whatever ends this process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

let temporary;

export const dirs = {
  project: fileURLToPath(new URL('..', import.meta.url)),
  temporary: () => (temporary ??= mkdtempSync(join(tmpdir(), 'mcp-budget-bench-'))),
};

process.on('exit', () => {
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
});
