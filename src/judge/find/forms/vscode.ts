import type { VendorForm } from '../../../model/find.ts';
import { readAll, type ReadPlace } from '../places.ts';

/** Names the tool, in a log or in the chat. */
export const vscode: VendorForm = {
  id: 'vscode',
  label: 'VS Code, GitHub Copilot in JetBrains IDEs, Cursor',
  hosts: ['vscode', 'copilot-jetbrains', 'cursor'],
  sources: [
    { text: 'microsoft/vscode#257537', date: '2025-07-23' },
    { text: 'microsoft/vscode#308463', date: '2026-04-08' },
    { text: 'IvanMurzak/Unity-MCP#171', date: '2025-07-27' },
    { text: 'microsoft/copilot-intellij-feedback#1583', date: '2026-04-08' },
    { text: 'webstudio-is/webstudio#5960', date: '2026-07-30' },
  ],
  examples: [
    {
      text: 'Failed to validate tool mcp_windows-mcp_Click-Tool: Error: tool parameters array type must have items. Please open a Github issue',
      reads: { name: 'mcp_windows-mcp_Click-Tool', field: 'schema', rules: ['schema-array-no-items'] },
    },
    {
      text: '2026-04-08 08:17:07.451 [warning] Tool "auth.who-am-i" is invalid. Tools names may only contain [a-z0-9_-]',
      reads: { name: 'auth.who-am-i', field: 'name', rules: ['tool-name-charset', 'tool-name-length'] },
    },
    {
      text: 'Tool `Assets_Copy` has invalid JSON parameters:\n\t- The schema uses meta-schema features ($dynamicRef) that are not yet supported by the validator. (at /$schema)',
      reads: { name: 'Assets_Copy', field: 'schema', path: ['$schema'], rules: ['schema-dialect-uri'] },
    },
    {
      text: 'webstudio: meta.index - Tool name must only contain alphanumeric characters and underscores',
      reads: { name: 'meta.index', field: 'name', rules: ['tool-name-charset', 'tool-name-length'] },
    },
  ],
  read: (text) => [
    ...readAll(text, /Failed to validate tool ([^\s:]{1,256}):/g, ([, name]) => ({ name, field: 'schema' })),
    ...readAll(text, /Tool ["'`]?([^"'`\n]{1,256}?)["'`]? has invalid JSON parameters:/g, ([, name]) => ({
      name,
      field: 'schema',
    })).map(withPointer),
    ...readAll(text, /Tool ["'`]?([^"'`\n]{1,256}?)["'`]? is invalid\. /g, ([, name]) => ({
      name,
      field: 'name',
    })),
    ...readAll(
      text,
      /(?<=: )(\S{1,256}) - Tool name must only contain alphanumeric characters and underscores/g,
      ([whole, name]) => ({ name, field: 'name', complaint: whole }),
    ),
  ],
};

function withPointer(place: ReadPlace): ReadPlace {
  const pointer = /\(at (\/[^)\s]*)\)/.exec(place.complaint)?.[1];
  return pointer === undefined ? place : { ...place, path: pointer.split('/').slice(1).filter(Boolean) };
}
