// The page docs/hosts.md: what the profiles say of names, counts, descriptions and loading, each with its evidence.

/** The page as Markdown. */
export function hostsPage({ hosts, actionWords, confidenceWords, fieldsThat, toolPreamble, configSchema }) {
  const all = Object.values(hosts);
  const shown = (value) => (value === undefined ? '–' : `${value}`.replaceAll('|', String.raw`\|`));
  const code = (value) => (value === undefined ? '–' : `\`${shown(value)}\``);
  const count = (value) => value.toLocaleString('en-US');
  const table = (heads, rows) =>
    [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const limit = (max, action, confidence) =>
    max === undefined ? '–' : `${count(max)} (${confidence}, ${action})`;
  const lengths = ({ min, max, onExceed }, confidence) => {
    const least = min === undefined ? [] : [`at least ${min} (${confidence}, ${onExceed})`];
    return max === undefined && min !== undefined
      ? least[0]
      : [limit(max, onExceed, confidence), ...least].join('<br>');
  };

  const limits = all.map(({ id, label, asOf, confidence, name, tools, description }) => [
    `${code(id)}<br>${shown(label)}`,
    limit(name.maxLength, name.onExceed, confidence.name),
    name.pattern === undefined ? '–' : `${code(name.pattern)} (${confidence.name}, ${name.onPattern})`,
    `${code(name.prefix)} (${confidence.name})`,
    limit(tools.max, tools.onExceed, confidence.tools) +
      (tools.reserve ? `<br>${tools.reserve} for its own` : ''),
    lengths(description, confidence.description),
    asOf,
  ]);
  const loading = all.map((profile) => {
    const { id, confidence, deferral, instructions } = profile;
    const sent = fieldsThat(true, profile);
    const kept = fieldsThat(false, profile);
    const loaded = { true: 'yes', false: 'no' }[String(instructions.loaded)];
    const cut = instructions.max === undefined ? '' : `, at most ${count(instructions.max)} characters`;
    return [
      code(id),
      deferral.default === undefined ? '–' : `${deferral.default} (${confidence.deferral})`,
      shown(deferral.upfront),
      loaded === undefined ? '–' : `${loaded}${cut} (${confidence.instructions})`,
      sent.length === 0 ? '–' : `${sent.join(', ')} (${confidence.loads})`,
      kept.length === 0 ? '–' : `${kept.join(', ')} (${confidence.loads})`,
    ];
  });
  const windows = all.flatMap(({ id, contextWindows = [] }) =>
    contextWindows.map(({ model, tokens, asOf, source, crossChecked }) => [
      code(id),
      code(model),
      count(tokens),
      asOf,
      shown(source),
      crossChecked ? 'yes' : 'no',
    ]),
  );
  const words = (record) => Object.entries(record).map(([id, text]) => [code(id), text]);

  return `# Hosts

Written by \`npm run generate\` from the profiles in the code; do not edit.

What is known of the programs and model APIs that read tool lists. \`mcp-budget hosts <id>\` shows all of one: other values
and when they hold, schemas, lint rules, notes and sources. A dash means not known; it never means unlimited. Whatever is
out of date or wrong for you can be overridden in a config, and hosts can be added:

\`\`\`jsonc
{
  "hosts": ["cursor", "our-client"],
  "hostProfiles": {
    "cursor": { "tools": { "max": 40, "onExceed": "drop-tool" }, "window": 200000 },
    "our-client": { "label": "Our client", "name": { "prefix": "{server}.{tool}" } }
  }
}
\`\`\`

${keysTable(JSON.parse(configSchema))}

Behind each value stands how it is known, and what the host does beyond it:

${table(['evidence', 'meaning'], words(confidenceWords))}

Third-party, derived and unverified values never lead to an error.

${table(['effect', 'meaning'], words(actionWords))}

## Names, counts, descriptions

Lengths are UTF-16 units; that of a name is of the full one, prefix included. Tools are those of all servers together.

${table(['host', 'full name', 'form', 'prefix', 'tools', 'description', 'as of'], limits)}

## Loading

Name, description and input schema reach the model in every host, once they are loaded.

${table(['host', 'deferral', 'in the context at the start', 'instructions', 'also sent', 'not sent'], loading)}

## Context windows

${table(['listed by', 'model', 'tokens', 'as of', 'source', 'confirmed by a second source'], windows)}

## Tool preamble

Tokens that the Claude API adds once to a request that carries tools, as of ${toolPreamble.asOf}. Not known of
${toolPreamble.unknown.map(code).join(', ')}; other vendors publish none. Source: ${toolPreamble.source}.

${table(
  ['model', 'tool_choice auto or none', 'any or tool'],
  toolPreamble.rows.map(({ model, auto, any }) => [code(model), auto, any]),
)}
`;
}

/** What an entry of hostProfiles may state, as the config's schema describes it. */
function keysTable({ $defs }) {
  const rows = [];
  const visit = ({ $ref, properties = {}, items }, path) => {
    if ($ref !== undefined) return visit($defs[$ref.split('/').at(-1)], path);
    if (items !== undefined) return visit(items, `${path}[]`);
    for (const [key, child] of Object.entries(properties)) {
      const name = path === '' ? key : `${path}.${key}`;
      const [example] = child.examples ?? [];
      const shown = JSON.stringify(example).replaceAll('|', String.raw`\|`);
      rows.push(`| \`${name}\` | ${child.description} | \`${shown}\` |`);
      visit(child, name);
    }
  };
  visit($defs.hostProfile, '');
  return ['| key | meaning | example |', '| --- | --- | --- |', ...rows].join('\n');
}
