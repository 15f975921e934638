/** `--oauth-…`: how a program signs in to a URL without a person. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { ClientCredentials, PrivateKey } from '../model/plan.ts';
import { readPrivateKey } from './private-key.ts';
import { requireVariable, type Env } from './variables.ts';

export interface ClientCredentialFlags {
  readonly oauthClientId: string | undefined;
  /** Name of the variable that holds the client's secret. */
  readonly oauthClientSecretEnv: string | undefined;
  /** Path of the client's private key. */
  readonly oauthPrivateKey: string | undefined;
  /** Name of the variable that holds it. */
  readonly oauthPrivateKeyEnv: string | undefined;
  readonly oauthAlgorithm: string | undefined;
  readonly oauthIssuer: string | undefined;
  readonly oauthScope: string | undefined;
}

export interface Shell {
  readonly env: Env;
  readonly cwd: string;
}

/** Read the flags; undefined where none is given. @throws UsageError for some without the others, or a bad key */
export function readClientCredentials(
  flags: ClientCredentialFlags,
  shell: Shell,
): ClientCredentials | undefined {
  const { oauthClientId: clientId, oauthScope: scope, oauthIssuer: issuer } = flags;
  const proofs = [flags.oauthClientSecretEnv, flags.oauthPrivateKey, flags.oauthPrivateKeyEnv].filter(
    (one) => one !== undefined,
  );
  const isAsked = [clientId, scope, issuer, flags.oauthAlgorithm, ...proofs].some((one) => one !== undefined);
  if (!isAsked) return undefined;
  if (clientId === undefined || clientId === '' || proofs.length !== 1) {
    throw new UsageError(
      'OAuth client credentials need --oauth-client-id together with one of --oauth-client-secret-env, --oauth-private-key and --oauth-private-key-env',
    );
  }
  if (issuer !== undefined && !URL.canParse(issuer))
    throw new UsageError('--oauth-issuer: not a URL', { hint: 'e.g. https://auth.example.com' });
  const { oauthClientSecretEnv: secretName } = flags;
  const proof =
    secretName === undefined
      ? { privateKey: readKey(flags, shell) }
      : { clientSecret: requireVariable('--oauth-client-secret-env', secretName, shell.env) };
  if (secretName !== undefined && flags.oauthAlgorithm !== undefined)
    throw new UsageError('--oauth-algorithm: only with a private key');
  return {
    clientId,
    ...proof,
    ...(scope !== undefined && { scope }),
    ...(issuer !== undefined && { issuer }),
  };
}

function readKey(flags: ClientCredentialFlags, { env, cwd }: Shell): PrivateKey {
  const { oauthPrivateKey: path, oauthPrivateKeyEnv: name = '', oauthAlgorithm: algorithm } = flags;
  const flag = path === undefined ? '--oauth-private-key-env' : '--oauth-private-key';
  const pem = path === undefined ? requireVariable(flag, name, env) : readKeyFile(resolve(cwd, path), path);
  const key = readPrivateKey(pem, algorithm);
  if (typeof key !== 'string') return key;
  throw new UsageError(`${flag}: ${key}`, {
    hint: 'PKCS #8, PKCS #1 or SEC 1; a passphrase is removed by: openssl pkey -in key.pem -out plain.pem',
  });
}

function readKeyFile(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`--oauth-private-key ${shown}: cannot be read`, { cause });
  }
}
