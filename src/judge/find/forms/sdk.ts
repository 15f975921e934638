import type { Path } from '../../../model/lint.ts';
import type { VendorForm } from '../../../model/find.ts';
import { fieldAndPath, readAll, splitPath } from '../places.ts';

/** Paths into the server's own answer: of zod in clients on the TypeScript SDK, and JSON pointers such as ours. */
export const sdk: VendorForm = {
  id: 'sdk',
  label: 'TypeScript SDK, JSON pointers',
  hosts: ['mcp-ts-sdk-1'],
  sources: [
    { text: 'modelcontextprotocol/servers#3051, as cited in kerlenton/mcpsnoop#199', date: '2026-08-01' },
  ],
  examples: [
    {
      text: '[ { "code": "invalid_literal", "expected": "object", "path": [ "tools", 7, "inputSchema", "type" ], "message": "Invalid literal value, expected \\"object\\"" } ]',
      reads: {
        index: 7,
        field: 'schema',
        path: ['type'],
        rules: ['schema-root-type', 'schema-object-no-properties'],
      },
    },
    {
      text: '/tools/3/inputSchema/properties/a~1b/items',
      reads: { index: 3, field: 'schema', path: ['properties', 'a/b', 'items'] },
    },
    { text: 'tools[3].inputSchema.properties.a', reads: { index: 3, path: ['properties', 'a'] } },
  ],
  read: (text) => [
    ...readAll(text, /\[ ?"tools", ?(\d+)((?:, ?(?:"[^"]{0,200}"|\d+))*) ?\]/g, ([, index, rest = '']) => ({
      index: Number(index),
      ...fieldAndPath(
        [...rest.matchAll(/"([^"]*)"|(\d+)/g)].map(([, key, at]): Path[number] => key ?? Number(at)),
      ),
    })),
    ...readAll(text, /(?<![\w.])\/tools\/(\d+)((?:\/[^\s/"',;)]+)*)/g, ([, index, rest = '']) => ({
      index: Number(index),
      ...fieldAndPath(
        rest
          .split('/')
          .slice(1)
          .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')),
      ),
    })),
    ...readAll(
      text,
      /(?<![\w.])tools\[(\d+)\](\.inputSchema(?:\.[\w$-]+|\[\d+\])*)/g,
      ([, index, rest = '']) => ({
        index: Number(index),
        ...fieldAndPath(splitPath(rest)),
      }),
    ),
  ],
};
