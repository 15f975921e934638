/** Tell whether a parsed value is a tree of a usual size: aliases of YAML can make it endless. */
import type { KeyPath } from './config-source.ts';
import { MAX_LEVELS, TOO_DEEP } from './nesting.ts';

/** An alias that is used often multiplies what it stands for. */
const MAX_VALUES = 1_000_000;

export interface TreeFault {
  /** For people. */
  readonly message: string;
  /** Where it was met. */
  readonly path: KeyPath;
}

interface Open {
  readonly key: string | number;
  readonly value: object;
  readonly members: readonly (readonly [string | number, unknown])[];
  next: number;
}

/** What is wrong with a value that something may recurse into; undefined: nothing. */
export function treeFault(root: unknown): TreeFault | undefined {
  const way: Open[] = [];
  let values = 0;
  const enter = (key: string | number, value: unknown): string | undefined => {
    values += 1;
    if (values > MAX_VALUES) return 'its aliases expand to too much';
    if (typeof value !== 'object' || value === null) return undefined;
    if (way.some((open) => open.value === value)) return 'an alias stands inside what it names';
    if (way.length === MAX_LEVELS) return TOO_DEEP;
    way.push({ key, value, members: membersOf(value), next: 0 });
    return undefined;
  };
  enter('', root);
  for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
    const member = top.members[top.next];
    top.next += 1;
    if (member === undefined) {
      way.pop();
      continue;
    }
    const message = enter(...member);
    if (message !== undefined) return { message, path: [...way.slice(1).map(({ key }) => key), member[0]] };
  }
  return undefined;
}

function membersOf(value: object): Open['members'] {
  return Array.isArray(value)
    ? value.map((member: unknown, index) => [index, member] as const)
    : Object.entries(value);
}
