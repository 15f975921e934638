/** The config's one schema: checks what is read, and is published as `schema.json`. */
import * as z from 'zod/mini';
import { KEY_ALGORITHMS } from './key-algorithms.ts';
import { budget, growthRules, toolLimits } from './config-schema-budget.ts';
import { hostKeys } from './config-schema-hosts.ts';
import { lintKeys, type RuleFacts } from './config-schema-lint.ts';
import { defined, flag, key, keys, text, windowTokens } from './config-schema-values.ts';

const texts = (error = 'a list of text') => z.array(text(), { error });
const globs = () =>
  texts('a list of globs, e.g. ["get_*"]').check(z.minLength(1, { error: 'at least one glob' }));

/** Names stand in front of `/` and `›` in every output, and on the command line. */
const NAME = /^(?![\s(-])[^\p{Cc}/›]+(?<!\s)$/u;
const names = (of: string) =>
  z.string().check(z.regex(NAME, { error: `a ${of}'s name without /, › and control characters` }));
/** RFC 9110, section 5.1: a field name is a token. */
const headerName = () =>
  z.string().check(z.regex(/^[!#$%&'*+.^`|~\w-]+$/, { error: 'the name of a header' }));
const variableName = () =>
  z.string().check(z.regex(/^[^\s=]+$/, { error: 'the name of an environment variable' }));

const environment = () =>
  key(
    z.record(variableName(), z.string({ error: 'text' }), { error: 'an object of variables' }),
    'Environment variables, over the small environment that is passed on by default.',
    { API_KEY: '${env:API_KEY:-placeholder}' },
  );
const headers = () =>
  key(z.record(headerName(), text(), { error: 'an object of headers' }), 'HTTP headers.', {
    Authorization: 'Bearer ${env:MCP_TOKEN}',
  });
const args = (description: string, ...examples: readonly unknown[]) =>
  key(z.array(z.string({ error: 'text' }), { error: 'a list of text' }), description, ...examples);
const url = () => key(text('a URL'), 'Endpoint of the server.', 'https://mcp.example.com/mcp');

const activation = keys({
  tool: text('the name of a tool').check(
    z.meta({ description: 'Tool to call.', examples: ['enable_group'] }),
  ),
  arguments: key(
    z.record(z.string(), z.json(), { error: 'an object of arguments' }),
    'Arguments of the call.',
    {
      group: 'video',
    },
  ),
});

/** The four of MCP specification 2025-11-25, `ToolAnnotations`. */
const hint = () => key(flag(), "The server's own claim.", true);
const annotations = keys({
  readOnlyHint: hint(),
  destructiveHint: hint(),
  idempotentHint: hint(),
  openWorldHint: hint(),
});

const toolset = defined(
  'toolset',
  keys({
    env: environment(),
    headers: headers(),
    args: args("Arguments in place of the server's.", ['server.mjs', '--read-only']),
    extraArgs: args("Arguments appended to the server's.", ['--caps', 'vision']),
    url: url(),
    include: key(globs(), 'Only tools whose name one of these globs matches.', ['get_*', 'list_*']),
    exclude: key(globs(), 'No tools whose name one of these globs matches; wins over include.', ['delete_*']),
    annotations: key(annotations, 'Only tools whose annotations have these values.', { readOnlyHint: true }),
    activate: key(
      z
        .array(activation, { error: 'a list of {tool, arguments}' })
        .check(z.minLength(1, { error: 'at least one call' })),
      'Tool calls made after connecting; the list is then read again.',
      [{ tool: 'enable_group', arguments: { group: 'video' } }],
    ),
    budget: key(budget, "What this toolset is held to; its keys override the server's.", { bytes: '8 kB' }),
    default: key(flag(), 'What a client loads at first: counted in the sum of all servers.', true),
  }),
);

const oauth = keys({
  clientId: key(text(), 'Client that the authorization server knows.', 'ci'),
  clientSecret: key(text(), 'Its secret.', '${env:OAUTH_SECRET}'),
  privateKey: key(text(), 'Its private key in PEM form.', '${env:OAUTH_KEY}'),
  privateKeyFile: key(text('a file'), "File of that key, from the config's folder.", 'key.pem'),
  algorithm: key(
    z.enum(KEY_ALGORITHMS, { error: `one of ${KEY_ALGORITHMS.join(', ')}` }),
    "How the key signs. Default: the key's own, RS256 for RSA.",
    'ES256',
  ),
  scope: key(text(), 'Scopes to ask for, with spaces between.', 'tools:read'),
  issuer: key(
    text('a URL'),
    'The only authorization server that may see secret or signature.',
    'https://auth.example.com',
  ),
});

const server = defined(
  'server',
  keys({
    command: key(text('a command'), 'Program that speaks MCP over stdio.', 'node'),
    args: args('Its arguments.', ['server.mjs']),
    env: environment(),
    cwd: key(text('a folder'), "Where it is started, from the config's folder.", 'packages/server'),
    inheritEnv: key(flag(), 'Pass the whole environment on, secrets included.', false),
    url: url(),
    headers: headers(),
    oauth: key(
      oauth,
      'How the URL is signed in to: with a secret or key by itself, without by `mcp-budget login`.',
      { clientId: 'ci', clientSecret: '${env:OAUTH_SECRET}' },
    ),
    transport: key(
      z.enum(['auto', 'streamable-http', 'sse'], { error: 'one of auto, streamable-http, sse' }),
      'How the URL is spoken to. Default auto.',
      'streamable-http',
    ),
    snapshot: key(
      text('a file'),
      'File that holds the list, in place of a server.',
      'snapshots/saved.default.json',
    ),
    toolsets: key(
      z.record(names('toolset'), toolset, { error: 'an object of toolsets' }),
      'Groups of tools that are loaded together, by name.',
      { core: { env: { MEDIA_TOOLSETS: '' } }, read: { include: ['get_*'] } },
    ),
    budget: key(
      budget,
      "What the server's base list is held to; its toolsets inherit `tool` and `instructions`.",
      { tokens: '12k', instructions: { chars: 2000 } },
    ),
    toolOverrides: key(
      z.record(text('a glob over the names of tools'), toolLimits, { error: 'an object of globs' }),
      'Limits in place of `tool` for tools whose name the glob matches.',
      { 'media_enhance*': { tokens: 900 } },
    ),
    disabled: key(flag(), 'Not started.', true),
    allowDynamic: key(flag(), 'A list that differs from reading to reading passes.', true),
  }),
  { oneOf: ['command', 'url', 'snapshot'].map((name) => ({ type: 'object', required: [name] })) },
);

/** What editors are to offer. */
export interface Offered {
  readonly hostIds?: readonly string[];
  readonly rules?: readonly RuleFacts[];
}

/** The schema of a config file, which reports in one of these formats. */
export function configSchema(reporterIds: readonly string[], { hostIds = [], rules = [] }: Offered = {}) {
  const error = `one of ${reporterIds.join(', ')}, or {"format": …, "file": …}`;
  const format = () => z.enum(reporterIds, { error: `one of ${reporterIds.join(', ')}` });
  const report = keys({
    format: format().check(z.meta({ description: 'Format of the report.', examples: [reporterIds[0]] })),
    file: key(text('a file'), 'Where it is written; without one, to standard output.', 'budget-report.txt'),
  });
  return keys({
    $schema: key(z.string({ error: 'text' }), 'For editors.', './node_modules/mcp-budget/schema.json'),
    window: key(windowTokens(), 'Context window in tokens that percentages are of.', 200000, '200k'),
    ...hostKeys(hostIds),
    servers: key(z.record(names('server'), server, { error: 'an object of servers' }), 'Servers, by name.', {
      media: { command: 'node', args: ['server.mjs'], budget: { tokens: '12k' } },
    }),
    budget: key(
      budget,
      'What all servers together are held to; `tool` and `instructions` are defaults for each server.',
      { tokens: '10k', tools: 100, warnAt: '95%' },
    ),
    baseline: key(
      keys({
        file: key(text('a file'), 'Default mcp-budget.baseline.json.', 'mcp-budget.baseline.json'),
        growth: key(growthRules(), 'How far sizes may rise over the baseline.', {
          tokens: '5% and 100',
          tools: 'none',
        }),
      }),
      'The committed sizes, and how far they may rise.',
      { growth: { tokens: '5% and 100' } },
    ),
    ...lintKeys(rules),
    snapshots: key(text('a folder'), 'Folder of committed snapshots. Default snapshots.', 'snapshots'),
    reports: key(
      z.array(z.union([format(), report], { error }), { error: 'a list of formats' }),
      'Reports to write.',
      [reporterIds[0]],
    ),
    configs: key(globs(), 'Configs of members of a monorepo, as paths or globs from this folder.', [
      'packages/*/mcp-budget.config.json',
    ]),
  });
}

/** A config file that the schema accepts; a test holds the two equal. */
export type {
  BudgetConfig as BudgetEntry,
  Config as ConfigFile,
  RulesConfig as RulesEntry,
  ServerConfig as ServerEntry,
  ToolLimits as ToolLimitsEntry,
  ToolsetConfig as ToolsetEntry,
} from '../model/config.ts';
