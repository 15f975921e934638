/** The stages that `check` wires. */
export { captureGate, readCommitted } from './gate-lists.ts';
export { measureGate } from './gate-measure.ts';
export { judgeGate } from './gate-judge.ts';
export { planGate } from './gate-plan.ts';
export { reportGate, writeUpdates } from './gate-report.ts';
