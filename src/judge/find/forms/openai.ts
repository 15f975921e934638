import type { Path } from '../../../model/lint.ts';
import type { VendorForm } from '../../../model/find.ts';
import { complaintAfter, fieldAndPath, readAll, splitPath, type ReadPlace } from '../places.ts';

/** Chat: `tools[3].function.parameters`. Responses: `tools[3].parameters`. */
const PARAM = /(?<![\w.])tools\[(\d+)\]((?:\.[\w$-]+)*)/g;

/** `Invalid schema for function 'x': In context=('properties', 'a'), …`, and the same of Azure and of Copilot. */
export const openai: VendorForm = {
  id: 'openai',
  label: 'OpenAI, Azure OpenAI, Codex, Copilot, DeepSeek',
  hosts: ['openai-chat', 'openai-responses', 'azure-openai', 'codex', 'copilot-cli'],
  sources: [
    { text: 'modelscope/ms-agent#610', date: '2025-01-20' },
    { text: 'makenotion/notion-mcp-server#102', date: '2025-08-07' },
    { text: 'nspady/google-calendar-mcp#39', date: '2025-06-01' },
    { text: 'openai/codex#8174', date: '2025-12-17' },
    { text: 'mrexodia/ida-pro-mcp#129', date: '2025-09-06' },
    { text: 'catatafishen/agentbridge#424', date: '2026-05-02' },
  ],
  examples: [
    {
      text: "Error code: 400 - {'error': {'message': \"Invalid schema for function 'get_room_layout': In context=('properties', 'objects'), array schema missing items.\", 'type': 'invalid_request_error', 'param': 'tools[0].function.parameters', 'code': 'invalid_function_parameters'}}",
      reads: {
        name: 'get_room_layout',
        index: 0,
        field: 'schema',
        path: ['properties', 'objects'],
        rules: ['schema-array-no-items'],
      },
    },
    {
      text: "Invalid schema for function 'update-event': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
      reads: { name: 'update-event', path: [], rules: ['schema-root-combinator', 'schema-root-type'] },
    },
    {
      text: '{ "error": { "message": "Invalid \'tools[48].name\': string does not match pattern. Expected a string that matches the pattern \'^[a-zA-Z0-9_-]+$\'.", "param": "tools[48].name", "code": "invalid_value" } }',
      reads: { index: 48, field: 'name', rules: ['tool-name-charset', 'tool-name-length'] },
    },
    {
      text: "Invalid 'tools[43].function.name': string too long. Expected a string with maximum length 64, but got a string with length 71 instead.",
      reads: { index: 43, field: 'name', rules: ['tool-name-length'] },
    },
    { text: 'tools[3].function.parameters', reads: { index: 3, field: 'schema', path: [] } },
  ],
  read: (text) => {
    const functions = readAll(
      text,
      /Invalid schema for function ["'`]([^"'`]{1,256})["'`]:?(?: In context=\(([^)]{0,2000})\),?)?/g,
      ([, name, context = '']) => ({ name, field: 'schema', path: contextOf(context) }),
    ).map((place) => withIndex(place, text));
    // The same place once more, as the parameter that is wrong.
    return functions.length > 0 ? functions : readParams(text);
  },
};

function contextOf(text: string): Path {
  return [...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\d+)/g)].map(
    ([, single, double, index]) => (index === undefined ? (single ?? double ?? '') : Number(index)),
  );
}

/** The first parameter behind it is its own. */
function withIndex(place: ReadPlace, text: string): ReadPlace {
  const rest = text.slice(text.indexOf(place.text) + place.text.length);
  const index = /^.{0,600}?tools\[(\d+)\]/s.exec(rest)?.[1];
  const complaint = complaintAfter(rest, 0);
  return { ...place, complaint, ...(index !== undefined && { index: Number(index) }) };
}

function readParams(text: string): readonly ReadPlace[] {
  const places = readAll(text, PARAM, ([, index, rest = '']) => ({
    index: Number(index),
    ...fieldAndPath(splitPath(rest.replace(/^\.function/, ''))),
  }));
  const seen = new Set<string>();
  return places.filter(({ text: one }) => seen.size !== seen.add(one).size);
}
