/** The repairs that a measurement tries to say what to cut first, by id. */
import type { Repair } from '../model/measurement.ts';
import { outputSchemas } from './output-schemas.ts';
import { schemaLine } from './schema-line.ts';
import { unusedDefs } from './unused-defs.ts';

export const repairs = {
  'unused-defs': unusedDefs,
  'schema-line': schemaLine,
  'output-schemas': outputSchemas,
} satisfies Record<string, Repair>;

export type RepairId = keyof typeof repairs;
