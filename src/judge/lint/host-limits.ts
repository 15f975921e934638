/** Limits of hosts, and the variants of them that hold only where the user says so. */
import { ConfigError } from '../../errors.ts';
import type { Confidence, HostProfile, HostVerdict } from '../../model/host.ts';
import type { RuleOption, RuleOptions } from '../../model/lint.ts';
import { formatCount } from '../../numbers.ts';

export interface HostLimit {
  /** Absent: none is known. */
  readonly max?: number | undefined;
  readonly confidence: Confidence;
  /** When it holds, of a variant. */
  readonly note?: string | undefined;
}

type VariedBlock = 'tools' | 'name' | 'description';

/** The option by which a user names variants. */
export const variantOption: RuleOption = {
  type: 'texts',
  default: [],
  describe:
    'Other limits of hosts that hold for you, each as a host and how its variant begins: `claude-code: versions up to`.',
};

/**
 * A host's limit in a block of its profile.
 * @throws ConfigError where the host has no such variant
 */
export function limitIn(host: HostProfile, block: VariedBlock, options: RuleOptions): HostLimit {
  const max = block === 'name' ? host.name.maxLength : host[block].max;
  const usual = { max, confidence: host.confidence[block] };
  const asked = options['variant'];
  if (!Array.isArray(asked) || asked.length === 0) return usual;
  const start = `${host.id}:`;
  const own = asked.find((entry) => entry.startsWith(start));
  if (own === undefined) return usual;
  const { variants = [] } = host[block];
  const wanted = own.slice(start.length).trim().toLowerCase();
  const variant = variants.find(({ when }) => wanted !== '' && when.toLowerCase().startsWith(wanted));
  if (variant === undefined)
    throw new ConfigError(`option variant: ${host.id} has no variant of its ${block} "${wanted}"`, {
      hint: `known: ${variants.map(({ when }) => `"${host.id}: ${when}"`).join(', ') || 'none'}`,
    });
  return { max: variant.max, confidence: variant.confidence, note: variant.when };
}

/** The limits of verdicts, each once, the lowest first. */
export function limitsOf(verdicts: readonly HostVerdict[]): readonly number[] {
  return [...new Set(verdicts.flatMap(({ limit }) => limit ?? []))].toSorted((a, b) => a - b);
}

/** `80, 100 and 128`. */
export function listLimits(limits: readonly number[]): string {
  const words = limits.map(formatCount);
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
