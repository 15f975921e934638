/** The URL without userinfo, query and fragment: those hold secrets. */
export function describeUrl(url: string | URL): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
