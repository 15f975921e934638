/** Whom to ask for a count, and with which key; read before anything is captured. */
import { UsageError } from '../errors.ts';
import { describeUrl } from './describe-url.ts';
import { isSecure } from './secure-url.ts';

/** What `--exact` asks for. */
export interface ExactRequest {
  /** Id of the family of estimates that the count stands beside. */
  readonly family: 'claude';
  readonly model: string;
}

export interface ProviderAccess {
  /** A secret. */
  readonly key: string;
  /** Of the token counting endpoint. */
  readonly url: URL;
}

type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_MODEL = 'claude-opus-5';
const DEFAULT_BASE_URL = 'https://api.anthropic.com';
const PATH = '/v1/messages/count_tokens';

/** Parse `claude` or `claude:<model>`. @throws UsageError */
export function parseExact(text: string): ExactRequest {
  const [family, model = DEFAULT_MODEL] = text.split(/:(.*)/s, 2);
  if (family !== 'claude' || !/^[\w.@/:-]{1,100}$/.test(model)) {
    throw new UsageError(`--exact ${text}: not a model whose provider counts tokens`, {
      hint: `write claude for ${DEFAULT_MODEL}, or claude:<model> with a model id of the Claude API`,
    });
  }
  return { family, model };
}

/** Read ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL. @throws UsageError when one is missing or cannot be used. */
export function readProviderAccess(env: Env): ProviderAccess {
  return { key: readKey(env), url: countUrl(env['ANTHROPIC_BASE_URL']) };
}

function readKey({ ANTHROPIC_API_KEY: key = '' }: Env): string {
  if (key === '') {
    throw new UsageError('--exact claude needs your API key in the variable ANTHROPIC_API_KEY', {
      hint: 'counting is free of charge; without a key: --tokenizer claude estimates',
    });
  }
  // Checked here because the platform's own error repeats the value.
  if (!/^[\u{21}-\u{7e}]+$/u.test(key)) {
    throw new UsageError('the variable ANTHROPIC_API_KEY cannot be sent as a header', {
      hint: 'it holds a character that no key has, e.g. a line break at its end',
    });
  }
  return key;
}

function countUrl(base: string | undefined): URL {
  const text = base === undefined || base === '' ? DEFAULT_BASE_URL : base;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isSecure(url) || url.username !== '' || url.password !== '') {
    const shown = url === undefined ? '' : `: ${describeUrl(url)}`;
    throw new UsageError(`the variable ANTHROPIC_BASE_URL is no URL that a key may be sent to${shown}`, {
      hint: 'it should look like https://gateway.example.com, without a user name; http:// on this machine alone',
    });
  }
  url.pathname = url.pathname.replace(/\/+$/, '') + PATH;
  url.search = '';
  url.hash = '';
  return url;
}
