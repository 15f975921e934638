/** What a sign-in is given, and what its steps share. Types only. */
import type * as Sdk from '@modelcontextprotocol/client';
import type { SignInClient } from '../../model/plan.ts';
import type { Fetch } from '../proxy-fetch.ts';
import type { FoundServer } from './authorization-server.ts';
import type { ProbeOptions, Probe } from './probe.ts';
import type { StoredClient, StoredSignIn } from './stored-sign-in.ts';

export interface SignInRequest extends SignInClient {
  readonly url: URL;
  /** For the MCP server alone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly clientSecret?: string | undefined;
  /** Of the redirect; absent: any. */
  readonly port?: number | undefined;
  /** For the person; each request has its own limit. */
  readonly timeoutMs: number;
  /** Even where the server asks for no sign-in. */
  readonly isForced: boolean;
  /** What is stored so far. */
  readonly stored: readonly StoredSignIn[];
}

export interface SignInIo {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  /** A person is to go there. */
  readonly onAuthorize: (url: URL) => Promise<void>;
}

export interface Flow {
  readonly sdk: typeof Sdk;
  readonly request: SignInRequest;
  readonly io: SignInIo;
  /** For authorization servers. */
  readonly oauthFetch: Fetch;
  /** For the MCP server. */
  readonly probeOptions: ProbeOptions;
}

/** What is agreed before the person goes to sign in. */
export interface Agreed {
  readonly found: FoundServer;
  /** The server's answer without a token. */
  readonly before: Probe;
  readonly client: StoredClient;
  /** It is registered since an earlier sign-in, and may be known there no longer. */
  readonly isKnownClient: boolean;
  readonly redirectUri: string;
  readonly scope: string | undefined;
}
