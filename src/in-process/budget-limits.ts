/** The budget that code states, resolved like that of a config. */
import { parseLimit } from '../config/config-amounts.ts';
import { BUDGET_LIMITS, type LimitKeys } from '../config/config-limit-keys.ts';
import { didYouMean } from '../config/nearest.ts';
import { UsageError } from '../errors.ts';
import type { LimitValue, TextBudget } from '../model/config.ts';
import type { Budget, Limit, Metric, Unit } from '../model/budget.ts';

/** Limits on a tool list; tokens are those of the `generic` view. */
export interface ListBudget {
  readonly tools?: LimitValue;
  readonly bytes?: LimitValue;
  readonly tokens?: LimitValue;
  readonly prompts?: LimitValue;
  readonly resources?: LimitValue;
  readonly instructions?: TextBudget;
  /** Limits on each tool. */
  readonly tool?: {
    readonly tokens?: LimitValue;
    readonly bytes?: LimitValue;
    readonly name?: TextBudget;
    readonly description?: TextBudget;
    readonly inputSchema?: TextBudget;
    readonly outputSchema?: TextBudget;
  };
  /** Fewer fail. Default 1: an empty list is no saving. */
  readonly minTools?: number;
}

/**
 * Read a budget from code. It is strict: what it does not know, or has no value, guards nothing.
 * @throws UsageError naming the key, with the nearest one that exists.
 */
export function readBudget(given: unknown): Budget {
  const { minTools = 1, ...limits } = asObject(given, 'the budget');
  if (typeof minTools !== 'number' || !Number.isSafeInteger(minTools) || minTools < 0) {
    throw new UsageError(`minTools: expected a number of tools, found ${show(minTools)}`);
  }
  const read = readLimits(limits, BUDGET_LIMITS, []);
  if (read.length === 0) {
    throw new UsageError('the budget limits nothing', { hint: 'give it a limit, such as { bytes: 60_000 }' });
  }
  // `warnAt` and `staleAt` are for reports; a test passes or fails.
  return { limits: read, minTools: { min: minTools }, warnAt: 1, staleAt: 0 };
}

function readLimits(given: object, known: LimitKeys, path: readonly string[]): readonly Limit[] {
  return Object.entries(given).flatMap(([key, value]: [string, unknown]) => {
    const at = [...path, key];
    const expected = Object.hasOwn(known, key) ? known[key] : undefined;
    if (expected === undefined) {
      const names = path.length === 0 ? [...Object.keys(known), 'minTools'] : Object.keys(known);
      throw new UsageError(`the budget has an unknown key: ${at.join('.')}`, {
        hint: didYouMean(key, names) ?? `known: ${names.join(', ')}`,
      });
    }
    if (typeof expected === 'object') return readLimits(asObject(value, at.join('.')), expected, at);
    return [readLimit(value, expected, at.join('.'))];
  });
}

function readLimit(value: unknown, unit: Unit, key: string): Limit {
  const parsed =
    typeof value === 'number' || typeof value === 'string'
      ? parseLimit(value, unit)
      : { problem: `expected a number or text with a unit, found ${show(value)}` };
  if ('problem' in parsed) throw new UsageError(`${key}: ${parsed.problem}`);
  const source = { file: '', key };
  return { metric: key as Metric, view: 'generic', max: parsed.max, unit, source, level: 'server' };
}

function asObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${what}: expected an object of limits, found ${show(value)}`);
}

function show(value: unknown): string {
  return value === undefined ? 'undefined' : (JSON.stringify(value) ?? typeof value);
}
