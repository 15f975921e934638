import type { Repair } from '../model/measurement.ts';
import { isJsonObject } from '../json.ts';
import { omitKeys } from './schemas.ts';

/** Leave output schemas out: no model sees them as far as known, but they validate `structuredContent`. */
export const outputSchemas: Repair = {
  id: 'output-schemas',
  lossless: false,
  describe: 'output schemas',
  part: 'outputSchema',
  apply: (tools) =>
    tools.map((tool) =>
      isJsonObject(tool) && Object.hasOwn(tool, 'outputSchema')
        ? omitKeys(tool, (key) => key === 'outputSchema')
        : tool,
    ),
};
