/** When two launches are one. */
import type { JsonValue } from './json.ts';
import type { Launch } from './model/plan.ts';

/** Equal for launches that start the same server, in whatever order their variables and headers stand. */
export function keyOfLaunch(launch: Launch): string {
  const sorted = (record: Readonly<Record<string, string>>): JsonValue =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  if (launch.kind === 'command') return JSON.stringify({ ...launch, env: sorted(launch.env) });
  return JSON.stringify(launch.kind === 'url' ? { ...launch, headers: sorted(launch.headers) } : launch);
}
