/** The ways to reach a server. Those for URLs bring the SDK's client and are loaded when one is used. */
import type { CommandLaunch, UrlLaunch } from '../../model/plan.ts';
import type { TransportId } from '../../model/snapshot.ts';
import type { Connection, ConnectionHandlers, OpenOptions } from '../connection.ts';
import { openStdio } from './stdio.ts';

type Open<Launch> = (
  launch: Launch,
  handlers: ConnectionHandlers,
  options: OpenOptions,
) => Promise<Connection>;

const transports = {
  stdio: openStdio,
  'streamable-http': async (launch, handlers, options) =>
    (await import('./streamable-http.ts')).openStreamableHttp(launch, handlers, options),
  sse: async (launch, handlers, options) => (await import('./sse.ts')).openSse(launch, handlers, options),
} as const satisfies { stdio: Open<CommandLaunch> } & Record<Exclude<TransportId, 'stdio'>, Open<UrlLaunch>>;

/** Open the transport a launch calls for; `auto` on a URL is Streamable HTTP. */
export function openConnection(
  launch: CommandLaunch | UrlLaunch,
  handlers: ConnectionHandlers,
  options: OpenOptions,
): Promise<Connection> {
  if (launch.kind === 'command') return transports.stdio(launch, handlers, options);
  return transports[launch.transport === 'auto' ? 'streamable-http' : launch.transport](
    launch,
    handlers,
    options,
  );
}
