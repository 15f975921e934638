/** `oauth` of a server in a config: how it is signed in to, without a person or, by `login`, with one. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PrivateKey, UrlLaunch } from '../model/plan.ts';
import type { Problem } from './config-problems.ts';
import type { ServerEntry } from './config-schema.ts';
import type { KeyPath } from './config-source.ts';
import { readPrivateKey } from './private-key.ts';

type OauthEntry = NonNullable<ServerEntry['oauth']>;
const PROOFS = ['clientSecret', 'privateKey', 'privateKeyFile'] as const;

/** Keys of `oauth` that exclude or need each other. */
export function oauthProblems({ oauth, headers, toolsets }: ServerEntry, path: KeyPath): readonly Problem[] {
  if (oauth === undefined) return [];
  const at = [...path, 'oauth'];
  const proofs = PROOFS.filter((key) => oauth[key] !== undefined);
  const [proof, second] = proofs;
  const isSent = [headers, ...Object.values(toolsets ?? {}).map((toolset) => toolset.headers)].some((one) =>
    Object.keys(one ?? {}).some((name) => name.toLowerCase() === 'authorization'),
  );
  return [
    ...(second === undefined
      ? []
      : [{ path: [...at, second], message: `${proof} proves the client already` }]),
    ...(proof !== undefined && oauth.clientId === undefined
      ? [{ path: at, message: `${proof} needs a clientId` }]
      : []),
    ...(oauth.algorithm !== undefined && (proof === undefined || proof === 'clientSecret')
      ? [{ path: [...at, 'algorithm'], message: 'belongs to a privateKey or privateKeyFile' }]
      : []),
    ...(isSent
      ? [{ path: at, message: 'an Authorization header is sent already: which one is meant?' }]
      : []),
  ];
}

interface OauthContext {
  readonly fill: (text: string, path: KeyPath) => string;
  readonly path: KeyPath;
  /** The config's folder. */
  readonly folder: string;
}

interface Wrong {
  readonly problem: string;
  readonly at: KeyPath;
}

/**
 * Resolve `oauth`: with a secret or key it is used whenever the server asks for a token, without by `login`. Gives
 * what is wrong as text.
 */
export function resolveOauth(
  oauth: OauthEntry | undefined,
  context: OauthContext,
): Pick<UrlLaunch, 'clientCredentials' | 'signIn'> | Wrong {
  if (oauth === undefined) return {};
  const { path } = context;
  const filled = Object.fromEntries(
    Object.entries(oauth).map(([key, text]) => [key, context.fill(text, [...path, 'oauth', key]).trim()]),
  ) as OauthEntry;
  const { clientId, clientSecret, scope, issuer } = filled;
  if (issuer !== undefined && !URL.canParse(issuer))
    return { problem: 'not a URL', at: [...path, 'oauth', 'issuer'] };
  const common = { ...(scope !== undefined && { scope }), ...(issuer !== undefined && { issuer }) };
  if (clientId === undefined) return { signIn: common };
  if (clientSecret !== undefined) return { clientCredentials: { clientId, clientSecret, ...common } };
  const privateKey = keyOf(filled, context);
  if (privateKey === undefined) return { signIn: { clientId, ...common } };
  return 'problem' in privateKey ? privateKey : { clientCredentials: { clientId, privateKey, ...common } };
}

function keyOf(
  { privateKey, privateKeyFile, algorithm }: OauthEntry,
  { path, folder }: OauthContext,
): PrivateKey | Wrong | undefined {
  const name = privateKeyFile === undefined ? 'privateKey' : 'privateKeyFile';
  const at = [...path, 'oauth', name];
  if (privateKey === undefined && privateKeyFile === undefined) return undefined;
  const pem = privateKeyFile === undefined ? privateKey : readKeyFile(resolve(folder, privateKeyFile));
  if (pem === undefined) return { problem: 'the file cannot be read', at };
  const key = readPrivateKey(pem, algorithm);
  return typeof key === 'string' ? { problem: key, at } : key;
}

function readKeyFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
