/** Indented JSON in which GitHub's runner finds no `##[`, should it come by way of a log; the value stays the same. */
export function stringify(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll('##[', String.raw`##\u005b`)}\n`;
}
