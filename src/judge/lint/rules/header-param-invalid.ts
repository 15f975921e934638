import type { JsonObject } from '../../../json.ts';
import type { LintRule } from '../../../model/lint.ts';
import { faultyHeaders, type FaultyHeader } from '../header-params.ts';
import { andMore } from '../words.ts';

const query = (properties: JsonObject, transport: 'streamable-http' | 'stdio' = 'streamable-http') => ({
  transport,
  tools: [
    {
      name: 'run_query',
      description: 'Run a query in one region.',
      inputSchema: { type: 'object', properties },
    },
  ],
});

export const headerParamInvalid: LintRule = {
  id: 'header-param-invalid',
  group: 'conventions',
  severity: 'error',
  summary: 'A parameter that goes into an HTTP header is declared in a way that clients must refuse.',
  why: 'MCP 2026-07-28 lets `x-mcp-header` name a header that repeats a parameter, so that gateways can route a call. A client that finds one declared wrongly must leave the tool out.',
  reasons: {
    value: {
      summary: '`x-mcp-header` is not a text, is empty, or has characters that a header name cannot have.',
      suggestion: 'Take letters, digits and hyphens.',
      concerns: 'everyone',
    },
    type: {
      summary: 'The parameter is not a string, an integer or a boolean.',
      suggestion: 'Give it one of these types, or leave the header out; `number` is not permitted.',
      concerns: 'everyone',
    },
    place: {
      summary: 'The parameter cannot be reached by `properties` alone.',
      suggestion: 'Move it out of lists, unions, conditions and definitions, or leave the header out.',
      concerns: 'everyone',
    },
    duplicate: {
      summary: 'Two parameters have one header, whatever the case of its letters.',
      suggestion: 'Give each its own name.',
      concerns: 'everyone',
    },
    secret: {
      severity: 'warning',
      summary:
        'A parameter that looks like a secret goes into a header, which proxies read and write to their logs.',
      suggestion: 'Leave the header out, and take secrets from the authorization of the connection.',
      concerns: 'everyone',
    },
  },
  fix: 'none',
  sources: [
    { text: 'MCP specification 2026-07-28, Streamable HTTP, Custom Headers', date: '2026-07-28' },
    { text: '@modelcontextprotocol/client@2.4.0', date: '2026-11-30' },
  ],
  bad: [
    {
      title: 'a header name with a blank',
      reason: 'value',
      lists: [query({ region: { type: 'string', 'x-mcp-header': 'My Region' } })],
      pointers: ['/tools/0/inputSchema/properties/region/x-mcp-header'],
      severity: 'error',
    },
    {
      title: 'the same in a server that is started on the machine, which has no headers',
      reason: 'value',
      lists: [query({ region: { type: 'string', 'x-mcp-header': '' } }, 'stdio')],
      pointers: ['/tools/0/inputSchema/properties/region/x-mcp-header'],
      severity: 'warning',
    },
    {
      title: 'a number',
      reason: 'type',
      lists: [query({ limit: { type: 'number', 'x-mcp-header': 'Limit' } })],
      pointers: ['/tools/0/inputSchema/properties/limit/x-mcp-header'],
      severity: 'error',
    },
    {
      title: 'an item of a list',
      reason: 'place',
      lists: [query({ regions: { type: 'array', items: { type: 'string', 'x-mcp-header': 'Region' } } })],
      pointers: ['/tools/0/inputSchema/properties/regions/items/x-mcp-header'],
      severity: 'error',
    },
    {
      title: 'one header for two parameters',
      reason: 'duplicate',
      lists: [
        query({
          from: { type: 'string', 'x-mcp-header': 'Region' },
          to: { type: 'string', 'x-mcp-header': 'region' },
        }),
      ],
      pointers: ['/tools/0/inputSchema/properties/to/x-mcp-header'],
      severity: 'error',
    },
    {
      title: 'a token in a header',
      reason: 'secret',
      lists: [query({ accessToken: { type: 'string', 'x-mcp-header': 'Access' } })],
      pointers: ['/tools/0/inputSchema/properties/accessToken/x-mcp-header'],
      severity: 'warning',
    },
  ],
  good: [
    {
      title: 'a header of its own for a parameter and for one inside another',
      lists: [
        query({
          region: { type: 'string', 'x-mcp-header': 'Region' },
          options: {
            type: 'object',
            properties: { monkey: { type: 'boolean', 'x-mcp-header': 'X-Monkey' } },
          },
        }),
      ],
    },
    {
      title: 'a parameter that is called x-mcp-header',
      lists: [query({ 'x-mcp-header': { type: 'string', description: 'Name of the header.' } })],
    },
  ],
  *checkTool(tool, _context, { transport }) {
    const groups = new Map<string, FaultyHeader[]>();
    for (const one of faultyHeaders(tool)) {
      const known = groups.get(one.fault);
      if (known === undefined) groups.set(one.fault, [one]);
      else known.push(one);
    }
    // Where there are no headers, nobody drops the tool.
    const isHttp = transport === 'streamable-http' || transport === 'sse';
    for (const [reason, found] of groups) {
      const [first] = found;
      if (first === undefined) continue;
      yield {
        reason,
        at: first.at,
        places: found.map(({ at }) => at),
        what: `${first.what}${andMore(found)}`,
        severity: isHttp ? undefined : 'warning',
      };
    }
  },
};
