import type { VendorForm } from '../../../model/find.ts';
import { readAll, splitPath } from '../places.ts';

/** Names no tool at all, only the place inside its schema. */
export const moonshot: VendorForm = {
  id: 'moonshot',
  label: 'Moonshot API, Kimi',
  hosts: ['moonshot-api'],
  sources: [
    { text: 'MoonshotAI/kimi-cli#2531', date: '2026-07-22' },
    { text: 'CommandCodeAI/command-code#594', date: '2026-07-27' },
    { text: 'openJiuwen-ai/jiuwenswarm#3942', date: '2026-08-26' },
  ],
  examples: [
    {
      text: "tools.function.parameters is not a valid moonshot flavored json schema, details: <At path 'properties.questions.items.properties.options': when using anyOf, type should be defined in anyOf items instead of the parent schema>",
      reads: {
        field: 'schema',
        path: ['properties', 'questions', 'items', 'properties', 'options'],
        rules: ['schema-type-placement'],
      },
    },
    {
      text: "400 Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <At path 'properties.filters.properties.hiddenPageDuration.$ref':\n  references must start with #/$defs/>",
      reads: {
        field: 'schema',
        path: ['properties', 'filters', 'properties', 'hiddenPageDuration', '$ref'],
        rules: ['schema-ref-portability', 'schema-ref-unresolved'],
      },
    },
    {
      text: "not a valid moonshot flavored json schema, details: <At path 'root': when using anyOf, type should be defined>",
      reads: { field: 'schema', path: [] },
    },
  ],
  read: (text) =>
    readAll(
      text,
      /moonshot flavored json schema(?:, details: <?(?:At path ["']([^"']{1,500})["'])?)?/g,
      ([, path = 'root']) => ({ field: 'schema', path: path === 'root' ? [] : splitPath(path) }),
    ),
};
