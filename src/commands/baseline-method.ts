import type { Method } from '../model/baseline.ts';
import { GENERIC_VIEW_VERSION, O200K_ID } from '../tokens/method.ts';

/** How the sizes of baselines are counted. */
export const METHOD: Method = { tokenizer: O200K_ID, view: 'generic', viewVersion: GENERIC_VIEW_VERSION };
