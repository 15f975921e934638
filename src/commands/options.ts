/** Options that several commands share, and the one place where commander's untyped values get their types. */
import { Option } from 'commander';
import { CAPABILITY_NAMES, parseClientCapabilities } from '../config/client-capabilities.ts';
import { KEY_ALGORITHMS } from '../config/key-algorithms.ts';
import type { CaptureFlags, TargetFlags } from '../config/plan.ts';
import { parseBytes, parseCount, parseDurationMs, parseTokens } from '../config/units.ts';
import { UsageError } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import type { Selection } from '../model/plan.ts';
import type { CommandInput } from './command.ts';
import { choiceOption, numberOption, read, textOption, textsOption } from './option-values.ts';

const TRANSPORTS = ['auto', 'streamable-http', 'sse'] as const;
const PROTOCOLS = ['auto', 'legacy', 'modern'] as const;

/** Parser of an option that may be repeated. */
export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

const collectGlob = (value: string, before: readonly string[] | undefined): readonly string[] => {
  if (value === '')
    throw new UsageError('--include and --exclude: the glob is empty', { hint: "e.g. --include 'get_*'" });
  return collect(value, before);
};

/** Which server, and with what. */
export const targetOptions = (): readonly Option[] => [
  new Option('--name <name>', 'name of the server in the report'),
  new Option(
    '--env <NAME=value>',
    "set a variable for the server; NAME alone passes this shell's value",
  ).argParser(collect),
  new Option('--inherit-env', "give the server this shell's whole environment"),
  new Option('--cwd <dir>', 'working directory of the server'),
  new Option('--header <"Name: value">', 'send a header to the URL').argParser(collect),
  new Option('--bearer-env <NAME>', 'send the token in this variable to the URL'),
  new Option('--oauth-client-id <id>', 'sign in to the URL with OAuth client credentials'),
  new Option('--oauth-client-secret-env <NAME>', "variable that holds the OAuth client's secret"),
  new Option(
    '--oauth-private-key <file>',
    "the OAuth client's private key, in place of a secret (private_key_jwt)",
  ),
  new Option('--oauth-private-key-env <NAME>', 'variable that holds that key'),
  new Option('--oauth-algorithm <alg>', "how it signs (default: the key's own, RS256 for RSA)").choices(
    KEY_ALGORITHMS,
  ),
  new Option('--oauth-issuer <url>', 'the only authorization server that may see secret or signature'),
  new Option('--oauth-scope <scope>', 'OAuth scope to ask for'),
  new Option('--transport <id>', 'how to reach a URL').choices(TRANSPORTS).default('auto'),
];

/** Whose view of the lists. */
export const hostOptions = (): readonly Option[] => [
  new Option(
    '--host <ids>',
    "hosts to show: what each would send, drop and defer; mcp-budget hosts lists them (default: the config's)",
  ).argParser(collect),
];

/** What the lists cost where the tokenizer is not public, and in money. */
export const estimateOptions = (): readonly Option[] => [
  new Option(
    '--tokenizer <ids>',
    'families of models to estimate for: claude, claude-4-7, claude-3, gpt, gemini, deepseek, open (default: claude)',
  ).argParser(collect),
  new Option(
    '--exact <claude[:model]>',
    "let the provider count too, with your own key in ANTHROPIC_API_KEY; it is sent the tools' definitions",
  ),
  new Option(
    '--price <model>',
    'cost of 1,000 requests: a model, or input=5,cacheRead=0.5,cacheWrite=6.25 in US dollars per million',
  ).argParser(collect),
];

/** Which clients' servers. */
export const clientOptions = (): readonly Option[] => [
  new Option(
    '--client <ids>',
    'servers of a client as its files declare them: ids, all, or the path of a file; may be repeated',
  ).argParser(collect),
  inputOption(),
  new Option('--allow-project-servers', "start what a project's files declare for a client, without asking"),
  new Option('--dry-run', 'show what would be started, and start nothing'),
];

/** Answers to what clients ask their users. */
export const inputOption = (): Option =>
  new Option('--input <id=value>', "answer to an input of a client's file; may be repeated").argParser(
    collect,
  );

/** Which configs, and which of their toolsets. */
export const configOptions = (): readonly Option[] => [
  new Option(
    '--config <file>',
    'config file or glob; may be repeated (default: the nearest above)',
  ).argParser(collect),
  new Option('--toolset <name>', 'only toolsets of this name; may be repeated').argParser(collect),
];

/** How to capture. */
export const captureOptions = (): readonly Option[] => [
  new Option('--protocol <era>', 'force a protocol era').choices(PROTOCOLS).default('auto'),
  new Option(
    '--client-capabilities <names>',
    `what to declare: ${CAPABILITY_NAMES.join(', ')}, or JSON (default: none)`,
  ).argParser(parseClientCapabilities),
  duration('--timeout <duration>', 'deadline of each phase (default: 60s to start, 30s for a page)'),
  duration('--total-timeout <duration>', 'deadline of a whole server (default: 5m)'),
  duration(
    '--settle <duration>',
    'how long the list must stay quiet before it is read again (default: 300ms)',
    0,
  ),
  new Option('--max-pages <n>', 'stop a list after this many pages (default: 1000)').argParser(
    (text: string) => parseCount(text, '--max-pages'),
  ),
  new Option('--max-bytes <size>', 'stop a list after this many bytes (default: 64MiB)').argParser(
    (text: string) => parseBytes(text, '--max-bytes'),
  ),
  new Option('--timings', 'how long each step of each server took, on stderr'),
  new Option('--concurrency <n>', 'servers captured side by side (default: 4)').argParser((text: string) =>
    parseCount(text, '--concurrency'),
  ),
];

/** Which tools of the list. */
export const selectOptions = (): readonly Option[] => [
  new Option('--include <glob>', 'only tools whose name matches; may be repeated').argParser(collectGlob),
  new Option('--exclude <glob>', 'leave out tools whose name matches; wins over --include').argParser(
    collect,
  ),
];

/** Tokens; what most models had in 2026-11. */
export const DEFAULT_WINDOW = 200_000;

export const windowOption = (): Option =>
  new Option(
    '--window <tokens>',
    "context window of shares and of limits in % (default: the config's, else 200k for shares)",
  ).argParser((text: string) => parseTokens(text, '--window'));

function duration(flags: string, description: string, leastMs = 1): Option {
  const name = flags.split(' ')[0] ?? flags;
  return new Option(flags, description).argParser((text: string) => parseDurationMs(text, name, leastMs));
}

/** Read the options of `targetOptions`; commander has parsed and checked them. */
export function readTargetFlags({ options }: CommandInput): TargetFlags {
  return {
    name: textOption(options, 'name'),
    env: textsOption(options, 'env'),
    inheritEnv: options['inheritEnv'] === true,
    cwd: textOption(options, 'cwd'),
    header: textsOption(options, 'header'),
    bearerEnv: textOption(options, 'bearerEnv'),
    oauthClientId: textOption(options, 'oauthClientId'),
    oauthClientSecretEnv: textOption(options, 'oauthClientSecretEnv'),
    oauthPrivateKey: textOption(options, 'oauthPrivateKey'),
    oauthPrivateKeyEnv: textOption(options, 'oauthPrivateKeyEnv'),
    oauthAlgorithm: textOption(options, 'oauthAlgorithm'),
    oauthIssuer: textOption(options, 'oauthIssuer'),
    oauthScope: textOption(options, 'oauthScope'),
    transport: choiceOption(options, 'transport', TRANSPORTS),
  };
}

/** Read the options of `captureOptions`. */
export function readCaptureFlags({ options }: CommandInput): CaptureFlags {
  return {
    protocol: choiceOption(options, 'protocol', PROTOCOLS),
    clientCapabilities: read(options, 'clientCapabilities', isJsonObject),
    timeoutMs: numberOption(options, 'timeout'),
    totalTimeoutMs: numberOption(options, 'totalTimeout'),
    settleMs: numberOption(options, 'settle'),
    maxPages: numberOption(options, 'maxPages'),
    maxBytes: numberOption(options, 'maxBytes'),
    concurrency: numberOption(options, 'concurrency'),
  };
}

/** Read the options of `selectOptions`. */
export function readSelectFlags({ options }: CommandInput): Selection {
  return { include: textsOption(options, 'include'), exclude: textsOption(options, 'exclude') };
}
