/** One sign-in as it is kept: for which server, from whom, with which client and tokens. */
import * as z from 'zod/mini';

/** The client that signed in; its secret is needed again to renew and to revoke. */
export interface StoredClient {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** `token_endpoint_auth_method` of its registration. */
  readonly authMethod?: string | undefined;
  /** Seconds since 1970; 0: never (RFC 7591, section 3.2.1). */
  readonly secretExpiresAt?: number | undefined;
  /** It was registered by us, for this redirect alone. */
  readonly registeredFor?: string | undefined;
}

export interface StoredSignIn {
  /** Canonical URI of the server, or of what holds several (RFC 8707): the token goes nowhere else. */
  readonly resource: string;
  /** The resource as people may see it, where it holds a secret of the launch; absent: as it is. */
  readonly shown?: string | undefined;
  /** Authorization server that gave the tokens, and that alone is asked to renew them. */
  readonly issuer: string;
  readonly client: StoredClient;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** ISO 8601; absent: the server did not say. */
  readonly expiresAt?: string | undefined;
  readonly scope?: string | undefined;
  /** ISO 8601. */
  readonly obtainedAt: string;
}

const text = () => z.string().check(z.minLength(1));

const client = z.strictObject({
  clientId: text(),
  clientSecret: z.optional(text()),
  authMethod: z.optional(text()),
  secretExpiresAt: z.optional(z.number()),
  registeredFor: z.optional(z.url()),
});

const signIn = z.strictObject({
  resource: z.url(),
  shown: z.optional(text()),
  issuer: z.url(),
  client,
  accessToken: text(),
  refreshToken: z.optional(text()),
  expiresAt: z.optional(z.iso.datetime()),
  scope: z.optional(z.string()),
  obtainedAt: z.iso.datetime(),
});

const file = z.strictObject({ version: z.literal(1), signIns: z.array(signIn) });

/** Read what `formatSignIns` wrote; undefined for anything else. */
export function parseSignIns(text: string): readonly StoredSignIn[] | undefined {
  try {
    return file.parse(JSON.parse(text)).signIns;
  } catch {
    return undefined;
  }
}

/** The file that holds all sign-ins. */
export function formatSignIns(signIns: readonly StoredSignIn[]): string {
  return `${JSON.stringify({ version: 1, signIns }, undefined, 2)}\n`;
}

/** The values of sign-ins that must reach no output. */
export function storedSecrets(signIns: readonly StoredSignIn[]): readonly string[] {
  return signIns.flatMap(({ accessToken, refreshToken, client: { clientSecret } }) =>
    [accessToken, refreshToken, clientSecret].filter((value) => value !== undefined),
  );
}

/** The sign-ins whose token may be sent to a URL, the one to send first: the closest, then the newest. */
export function signInsFor(signIns: readonly StoredSignIn[], url: string | URL): readonly StoredSignIn[] {
  return signIns
    .filter(({ resource }) => isWithin(url, resource))
    .toSorted(
      (a, b) =>
        pathOf(b.resource).length - pathOf(a.resource).length || (a.obtainedAt < b.obtainedAt ? 1 : -1),
    );
}

/**
 * Whether a URL is the resource or lies in it: the same origin, and a path that begins with the resource's. The rule
 * of the SDK's `checkResourceAllowed`, which would load all of it.
 */
export function isWithin(url: string | URL, resource: string): boolean {
  return new URL(url).origin === new URL(resource).origin && pathOf(url).startsWith(pathOf(resource));
}

function pathOf(url: string | URL): string {
  return new URL(url).pathname.replace(/\/?$/, '/');
}

/** Whether two are of the same resource and issuer, of which one is kept. */
export function isSameSignIn(a: StoredSignIn, b: StoredSignIn): boolean {
  return a.resource === b.resource && a.issuer === b.issuer;
}
