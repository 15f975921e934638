import type { Report, ToolsetReport } from '../model/report.ts';

/** As much of a line of noise as tells what it is. */
const SHOWN_CHARS = 200;

/** Cut samples of noise to a readable length. Only after secrets are out: half a secret is not found by its value. */
export function clipNoise(report: Report): Report {
  const clip = (toolset: ToolsetReport): ToolsetReport => {
    const { noise } = toolset;
    if (noise === undefined) return toolset;
    return {
      ...toolset,
      noise: { ...noise, samples: noise.samples.map((sample) => sample.slice(0, SHOWN_CHARS)) },
    };
  };
  return {
    ...report,
    servers: report.servers.map((server) => ({ ...server, toolsets: server.toolsets.map(clip) })),
  };
}
