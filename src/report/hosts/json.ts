import { stringify } from '../stringify.ts';
import type { HostsReporter } from './index.ts';

/** The profiles as they are; one that was named stands alone, without a list around it. */
export const hostsJson: HostsReporter = ({ profiles, isDetailed }) =>
  stringify(isDetailed && profiles.length === 1 ? profiles[0] : profiles);
