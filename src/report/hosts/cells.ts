/** The columns of a list of hosts, as raw text; undefined where nothing is known. */
import type { HostBlock, HostProfile } from '../../model/host.ts';
import { formatCount } from '../../numbers.ts';
import { isWeak } from './evidence.ts';

export type HostColumn =
  | 'id'
  | 'label'
  | 'kind'
  | 'nameLimit'
  | 'prefix'
  | 'tools'
  | 'description'
  | 'deferral'
  | 'asOf';

export const KINDS: Readonly<Record<HostProfile['kind'], string>> = {
  api: 'model API',
  client: 'client',
  reference: 'reference',
};

interface ColumnOf {
  readonly title: string;
  readonly cell: (profile: HostProfile) => string | undefined;
}

/** In the order they stand in. */
export const HOST_COLUMNS: Readonly<Record<HostColumn, ColumnOf>> = {
  id: { title: 'host', cell: ({ id }) => id },
  label: { title: 'label', cell: ({ label }) => label },
  kind: { title: 'kind', cell: ({ kind }) => KINDS[kind] },
  nameLimit: { title: 'name', cell: (profile) => marked(limit(profile.name.maxLength), profile, 'name') },
  prefix: { title: 'prefix', cell: ({ name }) => (name.prefix === '{tool}' ? undefined : name.prefix) },
  tools: { title: 'tools', cell: (profile) => marked(limit(profile.tools.max), profile, 'tools') },
  description: {
    title: 'descr.',
    cell: (profile) => marked(limit(profile.description.max), profile, 'description'),
  },
  deferral: {
    title: 'deferral',
    cell: (profile) => marked(deferralOf(profile), profile, 'deferral'),
  },
  asOf: { title: 'as of', cell: ({ asOf }) => asOf },
};

function limit(max: number | undefined): string | undefined {
  return max === undefined ? undefined : formatCount(max);
}

function deferralOf({ deferral }: HostProfile): string | undefined {
  const { setting, default: byDefault } = deferral;
  if (setting === undefined) return byDefault;
  return setting.state === 'unknown' ? undefined : setting.state;
}

function marked(text: string | undefined, { confidence }: HostProfile, block: HostBlock): string | undefined {
  return text === undefined || !isWeak(confidence[block]) ? text : `${text}?`;
}
