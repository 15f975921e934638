/** The authorization server of the tests with its MCP servers, a browser, and a home of its own for each test. */
import { mkdtempSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import type { StoredSignIn } from '../src/capture/sign-in/stored-sign-in.ts';
import type { LogEntry } from './http-peers.ts';
import { run, type Ran, type RunOptions } from './run.ts';

export interface Home {
  readonly folder: string;
  readonly store: string;
  readonly signIns: () => readonly StoredSignIn[];
  readonly change: (change: (signIn: StoredSignIn) => StoredSignIn) => void;
  /** What the browser was sent to and shown. */
  readonly seen: () => string;
  readonly run: (args: readonly string[], options?: HomeOptions) => Promise<Ran>;
}

interface HomeOptions extends RunOptions {
  readonly browser?: string;
}

/** All secrets of any home, as they come up. */
const everyToken = new Set<string>();

/** A home for sign-ins; every run in it must keep its tokens to itself. */
export function makeHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-budget-home-'));
  const store = join(folder, 'mcp-budget', 'credentials.json');
  const seenPath = join(folder, 'browser.log');
  const signIns = (): readonly StoredSignIn[] =>
    existsSync(store)
      ? ((JSON.parse(readFileSync(store, 'utf8')) as { signIns?: StoredSignIn[] }).signIns ?? [])
      : [];
  const remember = (): void => {
    for (const { accessToken, refreshToken, client } of signIns())
      for (const secret of [accessToken, refreshToken, client.clientSecret])
        if (secret !== undefined) everyToken.add(secret);
  };
  return {
    folder,
    store,
    signIns,
    change(change) {
      writeFileSync(store, JSON.stringify({ version: 1, signIns: signIns().map(change) }));
    },
    seen: () => (existsSync(seenPath) ? readFileSync(seenPath, 'utf8') : ''),
    async run(args, { browser = 'follow', ...options } = {}) {
      const ran = await run(args, {
        ...options,
        env: {
          MCP_BUDGET_HOME: join(folder, 'mcp-budget'),
          BROWSER: resolve('fixtures/test-browser.mjs'),
          TEST_BROWSER: browser,
          TEST_BROWSER_LOG: seenPath,
          ...options.env,
        },
      });
      remember();
      for (const token of everyToken) expect(`${ran.stdout}${ran.stderr}`).not.toContain(token);
      return ran;
    },
  };
}

/** What was asked of the authorization server's token endpoint. */
export function tokenRequests(log: readonly LogEntry[]): readonly Record<string, string>[] {
  return log
    .filter(({ url, method }) => url === '/token' && method === 'POST')
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
}
