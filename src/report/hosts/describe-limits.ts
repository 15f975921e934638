/** The limits on names, on the number of tools and on descriptions, as lines of raw text. */
import { confidenceWords } from '../../hosts/words.ts';
import type { HostProfile, HostVariant } from '../../model/host.ts';
import { formatCount } from '../../numbers.ts';
import { consequence, evidenceOf, NOT_KNOWN } from './evidence.ts';

/** Length and form of a full name. */
export function describeName(profile: HostProfile): readonly string[] {
  const { maxLength, onExceed, pattern, onPattern, variants } = profile.name;
  const isKnown = maxLength !== undefined || pattern !== undefined;
  return [
    maxLength === undefined
      ? `longest: ${NOT_KNOWN}`
      : `at most ${formatCount(maxLength)} characters, prefix included; ${consequence('beyond', onExceed)}`,
    pattern === undefined
      ? `form: ${NOT_KNOWN}`
      : `must match ${pattern} ${consequence('or else', onPattern)}`,
    ...describeVariants(variants, 'characters'),
    ...(isKnown ? [`evidence: ${evidenceOf(profile, 'name')}`] : []),
  ];
}

/** How a name is made. */
export function describePrefix(profile: HostProfile): readonly string[] {
  const { prefix, prefixMaxLength, prefixVariants = [], assumedPrefixLength, sanitize } = profile.name;
  const where = sanitize?.part === 'all' ? 'the whole name' : "the server's name";
  return [
    prefix === '{tool}' ? '{tool}: none, the bare name' : prefix,
    ...(prefixMaxLength === undefined
      ? []
      : [`the text before {tool} is cut to ${formatCount(prefixMaxLength)} characters`]),
    ...(sanitize === undefined ? [] : [`in ${where}, ${sanitize.replace} becomes ${sanitize.with}`]),
    ...prefixVariants.map(({ when, prefix }) => `${when}: ${prefix}`),
    ...(assumedPrefixLength === undefined
      ? []
      : [`a prefix of ${formatCount(assumedPrefixLength)} characters is assumed`]),
    `evidence: ${evidenceOf(profile, 'name')}`,
  ];
}

/** How many tools it takes. */
export function describeTools(profile: HostProfile): readonly string[] {
  const { max, onExceed, reserve = 0, variants } = profile.tools;
  return [
    max === undefined
      ? `most: ${NOT_KNOWN}`
      : `at most ${formatCount(max)} in one request, over all servers; ${consequence('beyond', onExceed)}`,
    ...(reserve === 0 ? [] : [`${formatCount(reserve)} of them are the host's own`]),
    ...describeVariants(variants, 'tools'),
    ...(max === undefined ? [] : [`evidence: ${evidenceOf(profile, 'tools')}`]),
  ];
}

/** How long descriptions may be. */
export function describeDescription(profile: HostProfile): readonly string[] {
  const { min, max, onExceed, variants } = profile.description;
  return [
    max === undefined
      ? `longest: ${NOT_KNOWN}`
      : `at most ${formatCount(max)} characters; ${consequence('beyond', onExceed)}`,
    ...(min === undefined
      ? []
      : [
          `at least ${formatCount(min)} ${min === 1 ? 'character' : 'characters'} where there is one; ${consequence('below', onExceed)}`,
        ]),
    ...describeVariants(variants, 'characters'),
    ...(max === undefined && min === undefined ? [] : [`evidence: ${evidenceOf(profile, 'description')}`]),
  ];
}

function describeVariants(variants: readonly HostVariant[] | undefined, unit: string): readonly string[] {
  return (variants ?? []).map(({ when, max, confidence }) => {
    const limit = max === undefined ? 'no limit' : `at most ${formatCount(max)} ${unit}`;
    return `${when}: ${limit} (${confidenceWords[confidence]})`;
  });
}
