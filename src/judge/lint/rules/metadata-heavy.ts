import { isJsonObject } from '../../../json.ts';
import { compactBytes } from '../../../json-text.ts';
import type { HostProfile } from '../../../model/host.ts';
import type { LintRule } from '../../../model/lint.ts';
import { formatCount, formatPercent } from '../../../numbers.ts';

const FIELDS = ['title', 'annotations', 'outputSchema', 'icons', '_meta', 'execution'];
const MIN_BYTES = 1_000;

const report = {
  name: 'get_report',
  description: 'Get one report.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  annotations: { title: 'Get a report', readOnlyHint: true },
};

export const metadataHeavy: LintRule = {
  id: 'metadata-heavy',
  group: 'cost',
  severity: 'info',
  summary: 'Most of a tool is what models do not read.',
  why: 'Title, annotations, output schema, icons and `_meta` travel with every list, and most hosts keep them from the model: a size measured on the wire says little of what this tool costs. It is no fault by itself.',
  reasons: {
    wire: {
      summary: 'More than half of the bytes, and more than 1,000, are metadata.',
      suggestion:
        'Budget what reaches the model, not the wire. Output schemas serve those that validate answers and stay; icons can be links in place of data.',
      concerns: 'everyone',
    },
  },
  fix: 'none',
  sources: [{ text: 'athakur3/mcp-context-cost, methodology document', date: '2026-08' }],
  bad: [
    {
      title: 'an icon inside the definition',
      reason: 'wire',
      tool: {
        ...report,
        icons: [{ src: `data:image/png;base64,${'A'.repeat(1_200)}`, mimeType: 'image/png' }],
      },
      pointers: ['/tools/0'],
      severity: 'info',
    },
  ],
  good: [
    {
      title: 'annotations, and an icon behind a link',
      tool: { ...report, icons: [{ src: 'https://example.com/report.png' }] },
    },
    {
      title: 'much metadata beside a schema that is as large',
      tool: {
        ...report,
        description: 'Get one report. '.repeat(100),
        _meta: { 'example.com/notes': 'x'.repeat(1_200) },
      },
    },
  ],
  *checkTool({ raw }, { hosts, isChosen }) {
    if (!isJsonObject(raw)) return;
    const parts = FIELDS.flatMap((field) => {
      const value = Object.hasOwn(raw, field) ? raw[field] : undefined;
      // With the key, its quotes, the colon and a comma.
      return value === undefined ? [] : [{ field, bytes: field.length + 4 + compactBytes(value) }];
    });
    const actual = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    if (actual <= MIN_BYTES) return;
    const whole = compactBytes(raw);
    if (2 * actual <= whole) return;
    const listed = parts
      .toSorted((a, b) => b.bytes - a.bytes)
      .map(({ field, bytes }) => `\`${field}\` ${formatCount(bytes)}`);
    yield {
      reason: 'wire',
      at: [],
      what: `${formatCount(actual)} of ${formatCount(whole)} bytes on the wire (${formatPercent(actual, whole)}) in metadata (${listed.join(', ')}), beside ${formatCount(whole - actual)} bytes of other fields${isChosen ? readersOf(hosts, parts) : ''}`,
      actual,
      limit: MIN_BYTES,
      unit: 'bytes',
    };
  },
};

/** Which of the chosen hosts hand any of it to the model. */
function readersOf(hosts: readonly HostProfile[], parts: readonly { readonly field: string }[]): string {
  const readers = hosts.filter((host) => parts.some(({ field }) => isLoaded(host, field) === true));
  if (readers.length > 0) {
    const names = readers.map(({ shortLabel, label }) => shortLabel ?? label);
    return `; ${names.join(', ')} show${names.length === 1 ? 's' : ''} some of it to the model`;
  }
  const isKnown = hosts.every((host) => parts.every(({ field }) => isLoaded(host, field) === false));
  return isKnown ? '; no chosen host shows any of it to the model' : '';
}

/** Undefined where it is not known. `execution` is for clients; no profile speaks of it. */
function isLoaded({ loads }: HostProfile, field: string): boolean | undefined {
  const known: Readonly<Record<string, boolean>> = { ...loads, execution: false };
  return known[field.replace(/^_/, '')];
}
