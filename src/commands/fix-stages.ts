/** What a repair is looked for with, in one module: most runs need none. */
export { findFix } from '../measure/fix.ts';
export { repairs } from '../reduce/index.ts';
export { loadO200k } from '../tokens/o200k.ts';
