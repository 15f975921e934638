// Loaded with --import where there is no GNU time: write what this process used, itself alone, when it ends.
import { writeFileSync } from 'node:fs';

const file = process.env.BENCH_USAGE_FILE;
delete process.env.BENCH_USAGE_FILE;

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(file, `${userCPUTime / 1e6} ${systemCPUTime / 1e6} ${maxRSS}\n`);
});
