/** What starts servers, in one module, so that help and version load none of it. */
export { captureToolsets } from './capture-plan.ts';
export { resolveTargets } from './resolve-targets.ts';
