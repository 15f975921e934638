/** Where a secret may be sent. */

/** Not `*.localhost`: resolvers that do not follow RFC 6761 ask the network for it. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL's host is this machine. */
export function isLoopback(url: string | URL): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** Https, or plain http on this machine. */
export function isSecure(url: string | URL): boolean {
  const { protocol } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(url));
}
