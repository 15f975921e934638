import type { Path } from '../../../model/lint.ts';
import type { VendorForm } from '../../../model/find.ts';
import { fieldAndPath, readAll, splitPath } from '../places.ts';

/** `tools[0].function_declarations[12].parameters.properties[a].enum`: the second number counts the tools. */
export const gemini: VendorForm = {
  id: 'gemini',
  label: 'Gemini API, Gemini CLI',
  hosts: ['gemini-api', 'gemini-cli'],
  sources: [
    { text: 'directus/directus#27100', date: '2026-04-12' },
    { text: 'google-gemini/gemini-cli#6704', date: '2025-08-21' },
    { text: 'google-gemini/gemini-cli#7878', date: '2025-09-06' },
    { text: 'google-gemini/deprecated-generative-ai-js#320', date: '2025-01-04' },
    { text: 'baguskto/threads-mcp#1', date: '2026-01-25' },
  ],
  examples: [
    {
      text: 'GenerateContentRequest.tools[0].function_declarations[11].parameters.properties[accountability].enum: only allowed for STRING type',
      reads: {
        index: 11,
        field: 'schema',
        path: ['properties', 'accountability', 'enum'],
        rules: ['schema-enum-portability', 'schema-type-placement'],
      },
    },
    {
      text: '\\"* GenerateContentRequest.tools[0].function_declarations[37].name: \n  Invalid function name. Must start with a letter or an underscore.\\\\n',
      reads: { index: 37, field: 'name', rules: ['tool-name-charset', 'tool-name-length'] },
    },
    {
      text: 'Invalid JSON payload received. Unknown name "values" at \'tools.function_declarations[2].parameters.properties[1].value\': Cannot find field.',
      reads: { index: 2, field: 'schema', path: ['properties', 1, 'values'] },
    },
    {
      text: 'Request Failed: 400 GenerateContentRequest.tools\\[0\\].function\\_declarations\\[18\\].name: Invalid function name.',
      reads: { index: 18, field: 'name' },
    },
    {
      text: 'Duplicate function declaration found: mcp__threads__schedule_post',
      reads: { name: 'mcp__threads__schedule_post', rules: ['tool-name-duplicate', 'tool-name-collision'] },
    },
  ],
  read: (text) => [
    ...readAll(
      text,
      /(?:Unknown name \\?["']([^"']{1,200})["'] at ["']?)?(?:GenerateContentRequest\.)?tools(?:\[\d+\])?\.function_?[dD]eclarations\[(\d+)\]((?:\.\w+|\[[^\]]{0,200}\])*)/g,
      ([, unknown, index, rest = '']) => {
        const { field, path } = fieldAndPath(splitPath(rest));
        const inside = path.flatMap(toJsonSchema(path));
        return {
          index: Number(index),
          field,
          path: unknown === undefined ? inside : [...inside, unknown],
          ...(unknown !== undefined && { complaint: `unknown name ${unknown}` }),
        };
      },
    ),
    ...readAll(text, /Duplicate function declaration found: ([\w.:-]+)/g, ([whole, name]) => ({
      name,
      field: 'name',
      complaint: whole,
    })),
  ],
};

/** The words of the protocol buffer; an entry of a map stands there as its key and its value. */
function toJsonSchema(path: Path): (segment: string | number, at: number) => Path {
  return (segment, at) => {
    if (segment === 'value' && typeof path[at - 1] === 'number') return [];
    if (typeof segment !== 'string' || path[at - 1] === 'properties') return [segment];
    return [segment.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())];
  };
}
