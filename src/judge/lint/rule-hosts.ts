/** What each host does about a rule, as its profile says: rows of `schema.rules`, and values that the rule tests itself. */
import type { HostKeyword, HostProfile } from '../../model/host.ts';
import type { RuleInHost } from '../../model/explanation.ts';

interface Fact extends Pick<RuleInHost, 'what' | 'action' | 'confidence'> {
  /** Absent: all. */
  readonly reasons?: readonly string[] | undefined;
  /** Counts only beside a row of the profile. */
  readonly isDetail?: boolean | undefined;
}

/** Rules that test values of profiles. */
const FACTS: Readonly<Record<string, (profile: HostProfile) => readonly Fact[]>> = {
  'tool-name-charset': ({ name: { pattern, onPattern, sanitize }, confidence: { name: confidence } }) => [
    ...(pattern === undefined
      ? []
      : [{ what: `the full name matches \`${pattern}\``, action: onPattern, confidence }]),
    ...(sanitize?.part === 'all'
      ? [
          {
            what: `\`${sanitize.replace}\` becomes \`${sanitize.with}\``,
            action: 'rewrite' as const,
            confidence,
          },
        ]
      : []),
  ],
  'tool-name-length': ({ name: { maxLength, prefix, onExceed }, confidence }) =>
    maxLength === undefined
      ? []
      : [
          {
            what: `at most ${maxLength} characters, as \`${prefix}\``,
            action: onExceed,
            confidence: confidence.name,
          },
        ],
  'tool-name-collision': ({ kind, name: { sanitize, prefix }, confidence: { name: confidence } }) => [
    ...(sanitize?.part === 'all'
      ? [
          {
            reasons: ['sanitised'],
            what: `\`${sanitize.replace}\` becomes \`${sanitize.with}\``,
            action: 'degrade' as const,
            confidence,
          },
        ]
      : []),
    ...(kind === 'client'
      ? [
          {
            reasons: [prefix.includes('{server}') ? 'prefixed' : 'cross-server'],
            what: `the full name is \`${prefix}\``,
            action: 'degrade' as const,
            confidence,
          },
        ]
      : []),
  ],
  'server-name-repeated': ({ name: { prefix }, confidence }) =>
    prefix.includes('{server}')
      ? [{ what: `the full name is \`${prefix}\``, action: 'unknown', confidence: confidence.name }]
      : [],
  'description-missing': ({ description: { min, onExceed }, confidence }) =>
    min === undefined
      ? []
      : [
          {
            reasons: ['empty'],
            what: `at least ${min} ${min === 1 ? 'character' : 'characters'} where there is one`,
            action: onExceed,
            confidence: confidence.description,
          },
        ],
  'description-truncated': ({ description: { max, onExceed, variants = [] }, confidence }) =>
    [{ when: undefined, max, confidence: confidence.description }, ...variants].flatMap((one) =>
      one.max === undefined
        ? []
        : [{ what: limitOf(one.max, one.when), action: onExceed, confidence: one.confidence }],
    ),
  'instructions-truncated': ({ instructions: { max, onExceed }, confidence }) =>
    max === undefined
      ? []
      : [{ reasons: ['cut'], what: limitOf(max), action: onExceed, confidence: confidence.instructions }],
  'schema-property-key': ({ schema: { propertyKeyPattern, propertyKeyScope }, confidence }) =>
    propertyKeyPattern === undefined
      ? []
      : [
          {
            what: `\`${propertyKeyPattern}\`${propertyKeyScope === 'any' ? '' : ', at the root'}`,
            action: 'unknown',
            confidence: confidence.schema,
          },
        ],
  'schema-unsupported-keyword': ({ schema: { refusedKeywords, droppedKeywords } }) => [
    ...keywordFacts(refusedKeywords, 'refused'),
    ...keywordFacts(droppedKeywords, 'dropped'),
  ],
  'schema-size-limit': ({ schema: { limits = {} } }) => {
    const known = Object.entries(limits).flatMap(([name, { value }]) =>
      value === undefined ? [] : [`${name} ${value}`],
    );
    if (known.length === 0) return [];
    return [{ what: known.join(', '), action: 'unknown', confidence: 'unverified', isDetail: true }];
  },
  'tool-count': ({ tools: { max, onExceed, reserve = 0 }, confidence }) =>
    max === undefined
      ? []
      : [
          {
            reasons: ['host-limit', 'near'],
            what: `at most ${max} tools${reserve === 0 ? '' : `, ${reserve} of them its own`}`,
            action: onExceed,
            confidence: confidence.tools,
          },
        ],
};

/** What every host of the registry does about a rule, in their order; those that do nothing are left out. */
export function ruleInHosts(rule: string, profiles: Iterable<HostProfile>): readonly RuleInHost[] {
  return [...profiles].flatMap((profile) => {
    const { id, asOf, schema } = profile;
    const rows = schema.rules?.filter((row) => row.rule === rule) ?? [];
    const facts = (Object.hasOwn(FACTS, rule) ? FACTS[rule]?.(profile) : undefined) ?? [];
    const own = { id, label: profile.shortLabel ?? profile.label, asOf };
    const isOfRow = (fact: Fact): boolean => rows.some((row) => isSameReason(row.reasons, fact.reasons));
    return [
      ...rows.map(({ reasons, action, confidence, note, sources = [] }) => ({
        ...own,
        reasons,
        what: [...facts.filter((fact) => isSameReason(reasons, fact.reasons)).map(({ what }) => what), note]
          .filter((text) => text !== undefined)
          .join('; '),
        action,
        confidence,
        sources,
      })),
      ...facts
        .filter((fact) => !isOfRow(fact) && fact.isDetail !== true)
        .map(({ reasons = [], what, action, confidence }) => ({
          ...own,
          reasons,
          what,
          action,
          confidence,
          sources: [],
        })),
    ];
  });
}

function isSameReason(row: readonly string[], fact: readonly string[] = []): boolean {
  return row.length === 0 || fact.length === 0 || fact.some((reason) => row.includes(reason));
}

function limitOf(max: number, when?: string): string {
  return `${when === undefined ? '' : `${when}: `}at most ${max} characters`;
}

/** Those of one effect and evidence together. */
function keywordFacts(keywords: readonly HostKeyword[] = [], reason: string): readonly Fact[] {
  const groups = new Map<string, Fact & { readonly names: string[] }>();
  for (const one of keywords) {
    const { keyword, except = [], at, action, confidence } = one;
    const key = JSON.stringify([at, action, confidence]);
    const group = groups.get(key) ?? { reasons: [reason], what: at, action, confidence, names: [] };
    groups.set(key, group);
    const others = except.length === 0 ? 'every keyword' : `every keyword but ${except.join(', ')}`;
    group.names.push(keyword === '*' ? others : `\`${keyword}\``);
  }
  return [...groups.values()].map(({ names, what, ...group }) => ({
    ...group,
    what: `${names.join(', ')}${what === 'root' ? ' at the root' : ''}`,
  }));
}
