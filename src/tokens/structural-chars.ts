const STRUCTURAL = new Set(Array.from('{}[]":,', (char) => char.charCodeAt(0)));

/** Count the characters `{ } [ ] " : ,` of a text, those inside strings too: what the estimates are fitted on. */
export function countStructuralChars(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (STRUCTURAL.has(text.charCodeAt(at))) count += 1;
  return count;
}
