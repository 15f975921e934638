/** What a failed HTTP exchange means and what to do about it: decided by status and error code, never by text. */
import { describeUrl } from './describe-url.ts';
import { CaptureError, type FailureStatus } from '../errors.ts';
import { quoteWord } from '../shell-word.ts';
import { loginCommand } from './sign-in/login-command.ts';

/** An HTTP answer that is no answer to an MCP message. */
export interface Reply {
  readonly url: URL;
  readonly status: number;
  /** Media type without parameters, lower case; empty when the server names none. */
  readonly mediaType: string;
  readonly headers: Headers;
  /** Message of a JSON-RPC error in the body. */
  readonly message?: string | undefined;
  /** It answers the very first request, `initialize`. */
  readonly isFirst: boolean;
}

interface Verdict {
  readonly status: FailureStatus;
  readonly what: string;
  readonly hint: string;
}

const CERTIFICATE: Verdict = {
  status: 'start-failed',
  what: 'its TLS certificate is not trusted',
  hint: 'for a private authority set NODE_EXTRA_CA_CERTS to its certificate file',
};
const CONNECT_TIMEOUT: Verdict = {
  status: 'timeout',
  what: 'the connection was not accepted in time',
  hint: 'check host, port and firewall; behind a proxy set HTTPS_PROXY',
};
const ANSWER_TIMEOUT: Verdict = {
  status: 'timeout',
  what: 'no answer came in time',
  hint: 'the server accepts connections and stays silent; its log may say why',
};
const NAME: Verdict = {
  status: 'start-failed',
  what: 'the host name is not known',
  hint: 'check the spelling and the network; behind a proxy set HTTPS_PROXY',
};
const DROPPED: Verdict = {
  status: 'protocol-error',
  what: 'the connection was closed before an answer came',
  hint: 'the server may have crashed, or the port speaks another protocol; its log may say why',
};
const PROXY: Verdict = {
  status: 'start-failed',
  what: 'the proxy refused the connection',
  hint: 'it may want a login, or admit only certain hosts and ports',
};
const NOT_TLS: Verdict = {
  status: 'start-failed',
  what: 'the port does not speak TLS',
  hint: 'try http:// in place of https://',
};

/** Our own code, for whatever keeps a proxy from connecting. */
export const PROXY_CONNECT_FAILED = 'PROXY_CONNECT_FAILED';

/** By the codes of Node's net, dns and tls, of undici (UND_ERR_*) and its HTTP parser. */
const BY_CODE: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  [
    'ECONNREFUSED',
    {
      status: 'start-failed',
      what: 'nothing listens there',
      hint: 'is the server running, and is the port right?',
    },
  ],
  ['ENOTFOUND', NAME],
  ['EAI_AGAIN', NAME],
  ['UND_ERR_CONNECT_TIMEOUT', CONNECT_TIMEOUT],
  ['ETIMEDOUT', CONNECT_TIMEOUT],
  ['UND_ERR_HEADERS_TIMEOUT', ANSWER_TIMEOUT],
  ['UND_ERR_BODY_TIMEOUT', ANSWER_TIMEOUT],
  ['ECONNRESET', DROPPED],
  ['EPIPE', DROPPED],
  ['UND_ERR_SOCKET', DROPPED],
  [PROXY_CONNECT_FAILED, PROXY],
  ['UND_ERR_PRX_TLS', PROXY],
  // undici's proxy agent: CONNECT answered with another status than 200, and 407 to a plain request.
  ['UND_ERR_ABORTED', PROXY],
  ['UND_ERR_INVALID_ARG', PROXY],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NOT_TLS],
  ['EPROTO', NOT_TLS],
  ...[
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_UNTRUSTED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ].map((code): [string, Verdict] => [code, CERTIFICATE]),
]);

/** Name the failure of a request that got no answer at all. */
export function networkFailure(error: unknown, url: string | URL): CaptureError {
  if (error instanceof CaptureError) return error;
  const codes = errorCodes(error);
  const known = codes.find((code) => BY_CODE.has(code));
  const verdict = known === undefined ? undefined : BY_CODE.get(known);
  const { status, what, hint } = verdict ?? unknownVerdict(codes[0]);
  const code = known ?? codes[0];
  return new CaptureError(status, `${describeUrl(url)}: ${what}${code === undefined ? '' : ` (${code})`}`, {
    hint,
    cause: error,
  });
}

/** Name the failure of an answer whose body broke off. */
export function bodyFailure(error: unknown, url: string | URL): CaptureError {
  if (error instanceof CaptureError) return error;
  const codes = errorCodes(error);
  if (codes.some((code) => BY_CODE.get(code) === ANSWER_TIMEOUT)) return networkFailure(error, url);
  const code = codes[0] === undefined ? '' : ` (${codes[0]})`;
  return new CaptureError('protocol-error', `${describeUrl(url)}: the answer broke off${code}`, {
    hint: 'the server, or a proxy before it, closed the connection in the middle of the answer',
    cause: error,
  });
}

/** The codes of an error and all behind it: undici hides the socket's error in `cause`, net several in `errors`. */
export function errorCodes(error: unknown): readonly string[] {
  const codes: string[] = [];
  const queue: unknown[] = [error];
  // Bounded: a chain of causes may be a circle.
  for (let seen = 0; queue.length > 0 && seen < 20; seen += 1) {
    const next = queue.shift();
    if (!(next instanceof Error)) continue;
    if ('code' in next && typeof next.code === 'string') codes.push(next.code);
    if (next instanceof AggregateError) queue.push(...next.errors);
    queue.push(next.cause);
  }
  return codes;
}

function unknownVerdict(code: string | undefined): Verdict {
  if (code?.startsWith('HPE_')) {
    return {
      status: 'protocol-error',
      what: 'the answer is not HTTP',
      hint: 'the port speaks another protocol',
    };
  }
  if (code?.startsWith('ERR_SSL_')) {
    return {
      status: 'start-failed',
      what: 'the TLS handshake failed',
      hint: 'does the port speak TLS? else try http:// in place of https://',
    };
  }
  return { status: 'start-failed', what: 'cannot be reached', hint: 'check the URL and the network' };
}

/** Statuses an HTTP+SSE endpoint (protocol 2024-11-05) answers a POST with; 2025-11-25, transports, names 400, 404, 405. */
const LEGACY_SSE_STATUSES: ReadonlySet<number> = new Set([400, 404, 405, 406, 411]);

/** Name the failure that an HTTP answer is. */
export function statusFailure(reply: Reply): CaptureError {
  const { status, what, hint } = verdictOf(reply);
  return new CaptureError(status, `${describeUrl(reply.url)} ${what}`, {
    hint,
    authenticate: reply.headers.get('www-authenticate') ?? undefined,
    legacySseCue: reply.isFirst && LEGACY_SSE_STATUSES.has(reply.status),
  });
}

const TOKEN_HINT =
  "or pass a token with --bearer-env NAME (read from the variable NAME) or --header 'Authorization: …'";

function verdictOf(reply: Reply): Verdict {
  const { status, mediaType, message } = reply;
  const type = mediaType === '' ? '' : ` (${mediaType})`;
  const said = message === undefined ? '' : `: ${message}`;
  if (status === 401) return loginVerdict(reply, said);
  if (status === 403) return forbiddenVerdict(reply, said);
  if (status === 407) return { ...PROXY, what: 'is behind a proxy that wants a login (HTTP 407)' };
  if (status === 429) {
    return {
      status: 'start-failed',
      what: 'answered HTTP 429: too many requests',
      hint: 'wait, then try again',
    };
  }
  if (status >= 500) {
    return {
      status: 'start-failed',
      what: `answered HTTP ${status}${type}${said}`,
      hint: 'the server or a gateway before it fails; its log may say why',
    };
  }
  if (status >= 300 && status < 400) return redirectVerdict(reply);
  return {
    status: 'protocol-error',
    what: `answered HTTP ${status}${type}: not an MCP endpoint`,
    hint: `check the path, e.g. ${new URL(reply.url).origin}/mcp`,
  };
}

function loginVerdict({ url, headers }: Reply, said: string): Verdict {
  const metadata = resourceMetadataUrl(headers);
  const where = metadata === undefined ? '' : `\nits authorization server is named in ${metadata}`;
  return {
    status: 'auth-required',
    what: `wants a login (HTTP 401)${said}`,
    hint: `sign in: ${loginCommand(url)}\n${TOKEN_HINT}${where}`,
  };
}

function forbiddenVerdict({ url, headers }: Reply, said: string): Verdict {
  const scope = missingScope(headers);
  const login = scope === undefined ? '' : ` --scope ${quoteWord(scope)}`;
  return {
    status: 'auth-required',
    what: `refuses access (HTTP 403)${said}`,
    hint: `the token may lack a scope, or the server admits only certain hosts or addresses\nsign in: ${loginCommand(url)}${login}\n${TOKEN_HINT}`,
  };
}

function redirectVerdict({ url, status, headers }: Reply): Verdict {
  const location = headers.get('location');
  const isUrl = location !== null && URL.canParse(location, url.href);
  return {
    status: 'protocol-error',
    what: `redirects (HTTP ${status})${isUrl ? ` to ${describeUrl(new URL(location, url))}` : ''}`,
    hint: 'credentials follow a redirect only within one origin; if that is the server you mean, give its URL',
  };
}

/** `scope` of a challenge that says it is missing (RFC 6750, section 3.1). */
export function missingScope(headers: Headers): string | undefined {
  const challenge = headers.get('www-authenticate') ?? '';
  if (!/\berror="?insufficient_scope\b/i.test(challenge)) return undefined;
  return /\bscope="([^"]+)"/i.exec(challenge)?.[1];
}

/** `resource_metadata` of a challenge (RFC 9728, section 5.1), as far as it is safe to show. */
function resourceMetadataUrl(headers: Headers): string | undefined {
  const challenge = headers.get('www-authenticate') ?? '';
  const url = /\bresource_metadata="?([^",\s]+)/i.exec(challenge)?.[1];
  return url !== undefined && URL.canParse(url) ? describeUrl(url) : undefined;
}
