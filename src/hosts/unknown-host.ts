import type { HostProfile } from '../model/host.ts';

const UNVERIFIED = 'unverified';

/** The profile of a client of which nothing is known: it sends every definition as it is, as far as anyone can tell. */
export function unknownHost(id: string, label: string): HostProfile {
  return {
    id,
    label,
    kind: 'client',
    asOf: '',
    confidence: {
      tools: UNVERIFIED,
      name: UNVERIFIED,
      description: UNVERIFIED,
      instructions: UNVERIFIED,
      loads: UNVERIFIED,
      schema: UNVERIFIED,
      deferral: UNVERIFIED,
    },
    sources: [],
    tools: { onExceed: 'unknown' },
    name: { onPattern: 'unknown', onExceed: 'unknown', prefix: '{tool}' },
    description: { onExceed: 'unknown' },
    instructions: { onExceed: 'unknown' },
    loads: {},
    schema: {},
    deferral: {},
  };
}
