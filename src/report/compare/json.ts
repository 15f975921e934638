import { stringify } from '../stringify.ts';
import type { CompareReporter } from './index.ts';

export const compareJson: CompareReporter = (compared) => stringify(compared);
