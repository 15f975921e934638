/** What a host takes of schemas, and the lint rules that concern it, as lines of raw text. */
import { actionWords, confidenceWords } from '../../hosts/words.ts';
import type { Confidence, HostKeyword, HostProfile } from '../../model/host.ts';
import { formatCount } from '../../numbers.ts';
import { evidenceOf, groupBy, NOT_KNOWN } from './evidence.ts';

/** Keywords, keys, formats and numbers. */
export function describeSchemas(profile: HostProfile): readonly string[] {
  const { schema, extends: other } = profile;
  const { propertyKeyPattern, propertyKeyScope, allowedFormats, limits = {} } = schema;
  const block = [
    ...(propertyKeyPattern === undefined
      ? []
      : [
          `keys of ${propertyKeyScope === 'any' ? 'all' : 'the root'} properties must match ${propertyKeyPattern}`,
        ]),
    ...(allowedFormats === undefined ? [] : [`values of format: only ${allowedFormats.join(', ')}`]),
  ];
  const lines = [
    ...(other === undefined ? [] : [`the rules of ${other} also apply`]),
    ...block,
    ...(block.length === 0 ? [] : [`evidence: ${evidenceOf(profile, 'schema')}`]),
    ...describeKeywords('refuses', schema.refusedKeywords),
    ...describeKeywords('drops', schema.droppedKeywords),
    ...Object.entries(limits).map(([name, limit]) => {
      const { value, maxChars, confidence, note } = limit;
      const number = value === undefined ? 'a limit of unknown size' : formatCount(value);
      const chars = maxChars === undefined ? '' : `, then at most ${formatCount(maxChars)} characters`;
      return `${name}: ${number}${chars} ${remark(confidence, note)}`;
    }),
  ];
  return lines.length === 0 ? [NOT_KNOWN] : lines;
}

/** One line for those of one place, effect and evidence. */
function describeKeywords(verb: string, keywords: readonly HostKeyword[] = []): readonly string[] {
  const about = ({ at, action, confidence, note }: HostKeyword) => ({
    where: at === 'root' ? ' at the root' : '',
    effect: `${actionWords[action]} ${remark(confidence, note)}`,
  });
  return groupBy(keywords, (one) => JSON.stringify(about(one))).map((group) => {
    const { where, effect } = about(group[0]);
    return `${verb}${where}: ${group.map(nameKeyword).join(', ')}; ${effect}`;
  });
}

function nameKeyword({ keyword, except = [] }: HostKeyword): string {
  if (keyword !== '*') return keyword;
  return except.length === 0 ? 'every keyword' : `every keyword but ${except.join(', ')}`;
}

/** Rules of lint that hold for the host. */
export function describeRules({ schema }: HostProfile): readonly string[] {
  return (schema.rules ?? []).map(({ rule, reasons, action, confidence, note, sources = [] }) => {
    const which = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
    const also = [note, ...sources].filter((text) => text !== undefined);
    return `${rule}${which}: ${actionWords[action]} ${remark(confidence, ...also)}`;
  });
}

function remark(confidence: Confidence, ...more: readonly (string | undefined)[]): string {
  return `(${[confidenceWords[confidence], ...more.filter((text) => text !== undefined)].join('; ')})`;
}
