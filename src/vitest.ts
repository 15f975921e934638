/** `import 'mcp-budget/vitest'`: the matcher `toFitBudget`, registered and typed. */
import { expect } from 'vitest';
import { isKnownError } from './errors.ts';
import type { ListBudget } from './in-process/budget-limits.ts';
import { fitBudget } from './in-process/fit-budget.ts';
import type { MeasureServerOptions } from './in-process/measure-server.ts';
import type { MeasureSubject } from './in-process/subject.ts';

export type { ListBudget } from './in-process/budget-limits.ts';
export type { MeasureServerOptions } from './in-process/measure-server.ts';
export type { MeasureSubject, ToolDefinition } from './in-process/subject.ts';
export type { LimitValue, TextBudget } from './model/config.ts';

declare module 'vitest' {
  // Merged with vitest's own interface, from 3.2 on; the name of its parameter has to be the same.
  interface Matchers<T> {
    /**
     * Measure a server, handler, factory or array of tool definitions and hold it to limits: `await
     * expect(server).toFitBudget({ bytes: 60_000 })`. The same figures as `mcp-budget check`.
     */
    toFitBudget: (
      limits: ListBudget,
      options?: MeasureServerOptions,
    ) => T extends MeasureSubject ? Promise<void> : never;
  }
}

expect.extend({
  async toFitBudget(received: MeasureSubject, limits: ListBudget, options?: MeasureServerOptions) {
    const { fits, message } = await fitBudget(received, limits, options).catch(throwWithHint);
    return { pass: fits, message: () => message };
  },
});

/** A test runner shows the message alone. */
function throwWithHint(error: unknown): never {
  if (isKnownError(error) && error.hint !== undefined) error.message += `\n  ${error.hint}`;
  throw error;
}
