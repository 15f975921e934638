/** Everything that is known of a host, as labelled lines of raw text; what is not known is said to be so. */
import { deferralWords, tokenizerWords } from '../../hosts/words.ts';
import { windowOf, windowsOf, type HostLookup } from '../../hosts/windows.ts';
import type { ContextWindow, DeferralSetting, HostProfile } from '../../model/host.ts';
import { formatCount } from '../../numbers.ts';
import { describeDescription, describeName, describePrefix, describeTools } from './describe-limits.ts';
import { describeRules, describeSchemas } from './describe-schemas.ts';
import { consequence, evidenceOf, groupBy, NOT_KNOWN } from './evidence.ts';

export interface HostRow {
  readonly label: string;
  readonly lines: readonly string[];
}

/** All rows of a host; one without lines is left out. */
export function describeHost(profile: HostProfile, lookup: HostLookup): readonly HostRow[] {
  const rows: readonly HostRow[] = [
    { label: 'as of', lines: describeDay(profile) },
    { label: 'full name', lines: describeName(profile) },
    { label: 'prefix', lines: describePrefix(profile) },
    { label: 'tools', lines: describeTools(profile) },
    { label: 'description', lines: describeDescription(profile) },
    { label: 'instructions', lines: describeInstructions(profile) },
    { label: 'other fields', lines: describeLoads(profile) },
    { label: 'deferral', lines: describeDeferral(profile) },
    { label: 'schemas', lines: describeSchemas(profile) },
    { label: 'lint rules', lines: describeRules(profile) },
    { label: 'window', lines: describeWindows(profile, lookup) },
    {
      label: 'tokenizer',
      lines: [profile.tokenizer === undefined ? NOT_KNOWN : tokenizerWords[profile.tokenizer]],
    },
    { label: 'notes', lines: profile.notes ?? [] },
    { label: 'sources', lines: profile.sources },
  ];
  return rows.filter(({ lines }) => lines.length > 0);
}

function describeDay({ asOf, versionSeen, fromConfig }: HostProfile): readonly string[] {
  const seen = versionSeen === undefined ? asOf : `${asOf}; version seen: ${versionSeen}`;
  if (fromConfig === undefined) return [seen];
  const { blocks, shippedAsOf, place } = fromConfig;
  const stated = blocks.length === 0 ? '' : `: ${blocks.join(', ')}`;
  return [
    seen,
    `stated in ${place}${stated}`,
    ...(shippedAsOf === undefined ? [] : [`all else as shipped, ${shippedAsOf}`]),
  ];
}

function describeInstructions(profile: HostProfile): readonly string[] {
  const { loaded, max, onExceed } = profile.instructions;
  const isKnown = loaded !== undefined || max !== undefined;
  return [
    loaded === undefined
      ? `whether they reach the model: ${NOT_KNOWN}`
      : loaded
        ? 'reach the model'
        : 'do not reach the model',
    ...(max === undefined
      ? loaded === true
        ? [`longest: ${NOT_KNOWN}`]
        : []
      : [`at most ${formatCount(max)} characters a server; ${consequence('beyond', onExceed)}`]),
    ...(isKnown ? [`evidence: ${evidenceOf(profile, 'instructions')}`] : []),
  ];
}

/** Fields beside name, description and input schema, as people know them. */
const FIELDS = {
  title: 'title',
  annotations: 'annotations',
  outputSchema: 'outputSchema',
  icons: 'icons',
  meta: '_meta',
  examples: 'examples in schemas',
} as const satisfies Record<keyof HostProfile['loads'], string>;

/** Names of the fields that reach the model, that do not, or of which it is not known. */
export function fieldsThat(loaded: boolean | undefined, { loads }: HostProfile): readonly string[] {
  return Object.entries(FIELDS).flatMap(([field, shown]) =>
    loads[field as keyof typeof FIELDS] === loaded ? [shown] : [],
  );
}

function describeLoads(profile: HostProfile): readonly string[] {
  const rows = [
    ['reach the model', fieldsThat(true, profile)],
    ['not sent', fieldsThat(false, profile)],
    [NOT_KNOWN, fieldsThat(undefined, profile)],
  ] as const;
  const isKnown = Object.keys(profile.loads).length > 0;
  return [
    ...rows.flatMap(([what, fields]) => (fields.length === 0 ? [] : [`${what}: ${fields.join(', ')}`])),
    ...(isKnown ? [`evidence: ${evidenceOf(profile, 'loads')}`] : []),
  ];
}

function describeDeferral(profile: HostProfile): readonly string[] {
  const { default: byDefault, rule, upfront, setting, threshold } = profile.deferral;
  const isKnown = byDefault !== undefined || rule !== undefined || setting !== undefined;
  return [
    ...(setting === undefined ? [] : [`${describeSetting(setting)} (${setting.from})`]),
    ...(byDefault === undefined ? [] : [`by default ${deferralWords[byDefault]}`]),
    ...(byDefault === undefined && setting === undefined ? [NOT_KNOWN] : []),
    ...(threshold === undefined
      ? []
      : [
          `certainly none up to ${formatCount(threshold.from)} tools, certainly some above ${formatCount(threshold.above)}`,
        ]),
    ...(rule === undefined ? [] : [rule]),
    ...(upfront === undefined ? [] : [`at the start: ${upfront}`]),
    ...(isKnown ? [`evidence: ${evidenceOf(profile, 'deferral')}`] : []),
  ];
}

/** A setting in words. */
function describeSetting({ state, percent = 10, threshold }: DeferralSetting): string {
  const words = {
    ...deferralWords,
    auto: `from ${percent} % of the window on`,
    threshold: threshold === undefined ? deferralWords.threshold : `from ${formatCount(threshold)} tools on`,
    unknown: NOT_KNOWN,
  };
  return words[state];
}

function describeWindows(profile: HostProfile, lookup: HostLookup): readonly string[] {
  const smallest = windowOf(profile, lookup);
  if (smallest === undefined) return [NOT_KNOWN];
  const all = windowsOf(profile, lookup);
  const from = profile.contextWindows === undefined ? profile.contextWindowsFrom : undefined;
  const groups = groupBy(all, describeWindow).map(
    (group) => `${group.map(({ model }) => model).join(', ')}: ${describeWindow(group[0])}`,
  );
  if (all.length === 1) return groups;
  return [
    `${formatCount(smallest.tokens)} tokens: the smallest, of ${smallest.model}`,
    ...(from === undefined ? [] : [`models of ${from}`]),
    ...groups,
  ];
}

function describeWindow({ model, tokens, asOf, source, crossChecked, note }: ContextWindow): string {
  const evidence = [
    // A config that states no day stands there as its own.
    asOf === model ? source : `${asOf}, ${source}`,
    ...(crossChecked === true ? ['a second source agrees'] : []),
    ...(note === undefined ? [] : [note]),
  ];
  return `${formatCount(tokens)} (${evidence.join('; ')})`;
}
