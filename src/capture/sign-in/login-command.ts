import { quoteWord } from '../../shell-word.ts';
import { describeUrl } from '../describe-url.ts';

/** What a person types to sign in to a server. */
export function loginCommand(url: string | URL): string {
  return `mcp-budget login ${quoteWord(describeUrl(url))}`;
}

/** What a person types to sign in as a client that is registered anew. */
export function anewCommands(url: string | URL): string {
  return `mcp-budget logout ${quoteWord(describeUrl(url))}, then login`;
}
