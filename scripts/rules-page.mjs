// The page docs/rules.md: every rule with its reasons, hosts, options, examples and sources.

/** The page as Markdown. */
export function rulesPage({ explainRules, GROUP_WORDS, hosts, describe, foldJson }) {
  const rules = explainRules(Object.values(hosts));
  const cell = (text) => `${text}`.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
  const table = (heads, rows) =>
    [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
  const toc = Object.entries(GROUP_WORDS).map(([group, title]) => {
    const rows = rules
      .filter((rule) => rule.group === group)
      .map(({ id, severity, summary }) => [`[\`${id}\`](#${id})`, severity, prose(summary)]);
    return `**${title}**\n\n${table(['rule', 'level', 'finds'], rows)}\n`;
  });

  const reasonsOf = ({ reasons }) =>
    reasons.map((one) => [
      `\`${one.code}\``,
      describe.describeConcern(one),
      prose(one.summary),
      prose(one.suggestion),
    ]);
  const hostsOf = ({ hosts }) =>
    describe
      .describeHosts(hosts)
      .map(({ names, reasons, does }) => [prose(names.join(', ')), reasons, prose(does)]);
  const optionsOf = ({ options }) =>
    options.map(({ name, type, describe: meaning, default: value }) => [
      `\`${name}\``,
      type,
      prose(meaning),
      describe.describeDefault(value),
    ]);
  const example = (kind) => (one) => {
    const conditions = describe.describeConditions(one);
    const title = `${kind}: ${prose(one.title)}${conditions === '' ? '' : ` (${prose(conditions)})`}.`;
    const places = (one.pointers ?? []).slice(0, 3).map((pointer) => `\`${pointer}\``);
    const found =
      one.reason === undefined ? '' : ` ${describe.describeFinding(one)}; at ${places.join(', ')}`;
    return `${title}${found}\n\n\`\`\`json\n${foldJson(one.shown, 100)}\n\`\`\`\n`;
  };
  const part = (heads, rows) => (rows.length === 0 ? [] : [`${table(heads, rows)}\n`]);

  const sections = rules.map((rule) =>
    [
      `## ${rule.id}\n`,
      `${prose(rule.summary)} ${prose(rule.why)}\n`,
      `Level: ${prose(describe.describeLevel(rule))}.\n`,
      ...part(['reason', 'level', 'what is wrong', 'what to do'], reasonsOf(rule)),
      ...part(['hosts', 'reasons', 'what they do'], hostsOf(rule)),
      ...part(['option', 'type', 'meaning', 'default'], optionsOf(rule)),
      ...rule.bad.map(example('Bad')),
      ...rule.good.map(example('Good')),
      ...(rule.sources.length === 0
        ? []
        : [`Sources: ${rule.sources.map(({ text, date }) => `${prose(text)} (${date})`).join('; ')}.\n`]),
    ].join('\n'),
  );

  return `# Rules

Written by \`npm run generate\` from the rules in the code; do not edit. \`mcp-budget explain <rule>\` shows the same of one.

Levels are those without a chosen host. With \`--host\`, or \`hosts\` in the config, a finding is as grave as what these hosts
do, and as the evidence allows: see [hosts](hosts.md), which also explains the kinds of evidence that stand behind each
host with the date. Long examples are cut.

${toc.join('\n')}
${sections.join('\n')}`;
}

/** Text in Markdown: what stands between back quotes stays, and nothing else is markup. */
function prose(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll('<', '&lt;').replaceAll(/(?<!\w)[*_]|[*_](?!\w)/g, String.raw`\$&`),
    )
    .join('');
}
