import type { VendorForm } from '../../../model/find.ts';
import { fieldAndPath, readAll, splitPath } from '../places.ts';

/**
 * `toolConfig.tools.26.toolSpec.inputSchema.json.type` counts from 0; `toolConfig.tools.1.member.toolSpec.name`, of the
 * validation before it, from 1 (BerriAI/litellm#24668: one tool was sent).
 */
export const bedrock: VendorForm = {
  id: 'bedrock',
  label: 'Amazon Bedrock, Kiro',
  hosts: ['bedrock-converse', 'bedrock-agents', 'kiro'],
  sources: [
    { text: 'kirodotdev/Kiro#11026', date: '2026-08-24' },
    { text: 'BerriAI/litellm#24668', date: '2026-11-30' },
    { text: 'BerriAI/litellm#19384', date: '2026-11-30' },
    { text: 'aws-samples/remote-swe-agents#457', date: '2026-09-07' },
    { text: 'elastic/kibana#206487', date: '2025-01-13' },
  ],
  examples: [
    {
      text: 'Bedrock error message: The value at toolConfig.tools.26.toolSpec.inputSchema.json.type must be one of the following: object. (request_id: 3e8e6713)',
      reads: {
        index: 26,
        field: 'schema',
        path: ['type'],
        rules: ['schema-root-type', 'schema-object-no-properties'],
      },
    },
    {
      text: "Value 'Complete Session' at 'toolConfig.tools.22.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
      reads: {
        index: 21,
        name: 'Complete Session',
        field: 'name',
        rules: ['tool-name-charset', 'tool-name-length'],
      },
    },
    {
      text: "Value '' at 'toolConfig.tools.1.member.toolSpec.description' failed to satisfy constraint: Member must have length greater than or equal to 1",
      reads: { index: 0, field: 'description', rules: ['description-missing'] },
    },
  ],
  read: (text) =>
    readAll(
      text,
      /(?:Value '([^']{0,300})' at ')?toolConfig\.tools\.(\d+)(\.member)?\.toolSpec((?:\.[\w$-]+)+)/g,
      ([, value = '', index, member, rest = '']) => {
        const { field, path } = fieldAndPath(splitPath(rest));
        return {
          index: Number(index) - (member === undefined ? 0 : 1),
          field,
          path,
          ...(field === 'name' && value !== '' && { name: value }),
        };
      },
    ),
};
