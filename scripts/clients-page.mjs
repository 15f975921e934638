// The page docs/clients.md: which files of clients are read, and how each is understood.

const VARIABLES = {
  none: '–',
  'claude-code': '`${NAME}`, `${NAME:-default}`',
  portable: '`${NAME}`, `${NAME:-default}`',
  vscode: '`${input:ID}`, `${env:NAME}`, `${workspaceFolder}` …',
  cursor: '`${env:NAME}`, `${workspaceFolder}` …',
  'env-colon': '`${env:NAME}`',
  windsurf: '`${env:NAME}`, `${file:PATH}`',
  dollar: '`$NAME`, `${NAME}`, `${NAME:-default}`',
  opencode: '`{env:NAME}`, `{file:PATH}`',
  continue: '`${{ secrets.NAME }}`',
  kiro: '`${NAME}`',
  openclaw: '`${NAME}`',
  'names-only': 'named in keys',
  bundle: '`${user_config.NAME}`, `${__dirname}` …',
};

/** The page as Markdown. */
export function clientsPage({ clientFormats }) {
  const table = (heads, rows) =>
    [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const code = (text) => `\`${text.replaceAll('|', String.raw`\|`)}\``;
  const codes = (texts) => (texts.length === 0 ? '–' : texts.map(code).join('<br>'));
  const users = ({ linux, darwin, win32 }) => {
    const one = (texts, name) => (texts.length === 0 ? [] : [`${name} ${texts.map(code).join(', ')}`]);
    const isSame =
      JSON.stringify(linux) === JSON.stringify(darwin) && JSON.stringify(linux) === JSON.stringify(win32);
    if (isSame) return codes(linux);
    return [...one(linux, 'Linux'), ...one(darwin, 'macOS'), ...one(win32, 'Windows')].join('<br>') || '–';
  };
  const rows = clientFormats.map((format) => [
    `${format.label}${format.product === null ? '' : `<br>${code(format.product)}`}`,
    users(format.userPaths) +
      (format.envOverride ?? []).map(({ env }) => `<br>moved by ${code(env)}`).join(''),
    codes(format.projectPaths),
    `${format.fileFormat}, ${code(format.container.keys)}`,
    VARIABLES[format.dialect],
    ['paths', 'fields', 'variables'].map((block) => `${block} ${format.confidence[block]}`).join('<br>'),
    format.asOf,
  ]);
  const notes = clientFormats.map(
    ({ id, label, precedence, notes, sources }) =>
      `- ${label} (${code(id)}): ${[precedence, ...notes].join('; ')}. Sources: ${sources.join('; ') || 'none'}.`,
  );
  return `# Clients

Written by \`npm run generate\` from the file formats in the code; do not edit.

The path suggests the client, the content decides: a file that is named by its path is read as what it holds. The word in
the second line of the first column is what \`--client\` takes, and \`--host\` where the host is known. Project files are looked for from the
working directory up to the repository's root. *confirmed*: a vendor's page, source or issue, or two packages; *likely*: one source; *unconfirmed*:
general knowledge.

${table(['client', "user's files", "project's files", 'servers at', 'variables', 'known', 'as of'], rows)}

Commands are never run through a shell, variables are filled in once, and a variable without a value makes a server
\`needs-input\`, never an empty text. Text that looks like another client's variable stays as it is, with a warning. No file is ever written to.

## What holds of each

${notes.join('\n')}
`;
}
