/** The part of the config's schema that speaks of hosts. */
import * as z from 'zod/mini';
import { confidenceWords } from '../hosts/words.ts';
import type { HostBlock } from '../model/host.ts';
import { hostBlocks } from './config-schema-host-blocks.ts';
import { choice, defined, key, keys, text, windowTokens } from './config-schema-values.ts';

/** Kebab-case, as ids of hosts are. */
const ID = /^[a-z\d]+(?:[.-][a-z\d]+)*$/;
const id = (error: string) => z.string({ error }).check(z.regex(ID, { error }));
const HOST = 'the id of a host, as mcp-budget hosts lists them';

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

const level = defined(
  'hostConfidence',
  choice(Object.keys(confidenceWords) as readonly (keyof typeof confidenceWords)[]),
);
const confidence = (block: HostBlock) =>
  key(level, `How what you state under ${block} is known. Default source.`, 'docs');

const hostProfile = defined(
  'hostProfile',
  keys({
    label: key(text(), 'Name of the host, for people.', 'Our own client'),
    kind: key(
      choice(['api', 'client']),
      'A model API, or a program that loads servers. Default client.',
      'client',
    ),
    extends: key(id(HOST), 'The host whose schema rules also apply.', 'claude-api'),
    versionSeen: key(text(), 'Version of the host that this was seen in.', '2.1.0'),
    asOf: key(
      z
        .string({ error: 'a day, e.g. "2026-11-30"' })
        .check(z.regex(DAY, { error: 'a day, e.g. "2026-11-30"' })),
      'Day on which this was seen.',
      '2026-11-30',
    ),
    confidence: key(
      keys({
        tools: confidence('tools'),
        name: confidence('name'),
        description: confidence('description'),
        instructions: confidence('instructions'),
        loads: confidence('loads'),
        schema: confidence('schema'),
        deferral: confidence('deferral'),
      }),
      'How what you state is known: third-party, derived and unverified never lead to an error.',
      { tools: 'docs' },
    ),
    sources: key(z.array(text(), { error: 'a list of text' }), 'Where it stands.', [
      'our wiki, page Clients',
    ]),
    ...hostBlocks,
    tokenizer: key(
      choice(['claude', 'o200k', 'gemini', 'open']),
      'Family whose tokenizer its models use.',
      'claude',
    ),
    window: key(windowTokens(), 'Context window in tokens.', 200000, '200k'),
    notes: key(z.array(text(), { error: 'a list of text' }), 'Anything else, for people.', ['Only in beta.']),
  }),
);

/** Keys of a config that speak of hosts. Ids are for editors to offer: which are known is told apart later. */
export const hostKeys = (hostIds: readonly string[]) => ({
  hosts: key(
    z
      .array(hostIds.length === 0 ? id(HOST) : z.union([z.enum(hostIds), id(HOST)], { error: HOST }), {
        error: 'a list of ids of hosts',
      })
      .check(z.minLength(1, { error: 'at least one host' })),
    'Hosts whose users load the servers.',
    ['claude-code', 'cursor'],
  ),
  hostProfiles: key(
    z.record(id('an id in lower case, e.g. our-client'), hostProfile, { error: 'an object of hosts' }),
    'What you know better of hosts, or of hosts that are not known, by id. Keys override those of the shipped profile, level by level; a list is replaced whole.',
    { cursor: { tools: { max: 40 } }, 'our-client': { label: 'Our client', name: { prefix: '{tool}' } } },
  ),
});
