/** The key that a client proves itself with (RFC 7523), and how it signs. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { PrivateKey } from '../model/plan.ts';
import { KEY_ALGORITHMS } from './key-algorithms.ts';

/**
 * Read a private key in PEM form. Without an algorithm that of the key: RS256 for RSA, else the one of its curve.
 * Gives what is wrong with it as text, in which nothing of the key stands.
 */
export function readPrivateKey(pem: string, algorithm: string | undefined): PrivateKey | string {
  const key = parse(pem);
  if (key === undefined) return 'not a private key in PEM form, or one with a passphrase';
  const fitting = algorithmsOf(key);
  const [first] = fitting;
  if (first === undefined) return `a key of the kind ${key.asymmetricKeyType ?? 'unknown'} signs no token`;
  if (algorithm !== undefined && !fitting.includes(algorithm))
    return `the key does not sign with ${algorithm}; it does with ${fitting.join(', ')}`;
  return { pem, algorithm: algorithm ?? first };
}

function parse(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

function algorithmsOf({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject): readonly string[] {
  if (type === 'rsa') return KEY_ALGORITHMS.filter((name) => /^[RP]S/.test(name));
  if (type === 'ed25519') return ['EdDSA'];
  const curve = type === 'ec' ? CURVES[asymmetricKeyDetails?.namedCurve ?? ''] : undefined;
  return curve === undefined ? [] : [curve];
}
