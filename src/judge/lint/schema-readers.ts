/** Which hosts a schema of a tool reaches. */
import type { HostProfile } from '../../model/host.ts';
import type { SchemaDocument } from '../../model/lint.ts';

/** A model API is sent input schemas; an output schema stays with the client, which may check it. */
export function readersOf(
  field: SchemaDocument['field'],
  hosts: readonly HostProfile[],
): readonly HostProfile[] {
  if (field === 'inputSchema') return hosts;
  return hosts.filter(({ kind, loads }) => kind !== 'api' || loads.outputSchema === true);
}
