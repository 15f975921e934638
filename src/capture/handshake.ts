/**
 * Find the protocol era: `initialize` first, then forward to `server/discover` on the same process or URL. The
 * specification (2026-07-28, stdio · backward compatibility) would probe with discover first; that makes some legacy
 * servers hang or exit, and initialize-first costs nothing there. No error code decides alone, as it forbids.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { CaptureError } from '../errors.ts';
import type { CaptureOptions } from '../model/plan.ts';
import type { Protocol } from '../model/snapshot.ts';
import { RpcError } from './envelope.ts';
import { brokenHints } from './listing.ts';
import type { Session } from './session.ts';

/** Newest first. Source: MCP specification, revisions up to 2026-07-28. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export const MODERN_VERSION = '2026-07-28';

export interface Greeting {
  readonly protocol: Protocol;
  readonly serverInfo: JsonObject | undefined;
  readonly capabilities: JsonObject | undefined;
  readonly instructions: string | undefined;
  /** Caching fields that the answer lacks or breaks; of MCP 2026-07-28 only. */
  readonly hintsMissing: readonly string[] | undefined;
}

/**
 * Agree on a protocol with the server.
 * @throws CaptureError with the first failure when no era works; `unsupported` when the forced one is refused.
 */
export async function greet(
  session: Session,
  options: CaptureOptions,
  clientInfo: JsonObject,
): Promise<Greeting> {
  if (options.protocol === 'modern') return discover(session, options, options.deadlines.startMs);
  try {
    return await initialize(session, options, { version: LEGACY_VERSIONS[0], clientInfo });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const first = refused('initialize', error, options.protocol);
    if (options.protocol === 'legacy') throw first;
    const older = newestLegacyOf(error.data);
    if (older !== undefined)
      return initialize(session, options, { version: older, clientInfo }).catch(() => Promise.reject(first));
    return discover(session, options, options.deadlines.discoverMs).catch(() => Promise.reject(first));
  }
}

async function initialize(
  session: Session,
  options: CaptureOptions,
  { version, clientInfo }: { readonly version: string; readonly clientInfo: JsonObject },
): Promise<Greeting> {
  session.setProtocol('legacy', '');
  const { result } = await session.call(
    'initialize',
    { protocolVersion: version, capabilities: options.clientCapabilities, clientInfo },
    options.deadlines.startMs,
  );
  const answered = result['protocolVersion'];
  if (typeof answered !== 'string') {
    session.peculiarities.warn({
      id: 'no-protocol-version',
      message: 'initialize was answered without a protocolVersion',
    });
  } else if (!(LEGACY_VERSIONS as readonly string[]).includes(answered)) {
    session.peculiarities.warn({
      id: 'unknown-protocol-version',
      message: `the server speaks an unknown version: ${answered}`,
    });
  }
  const agreed = typeof answered === 'string' ? answered : version;
  session.setProtocol('legacy', agreed);
  await session.notify('notifications/initialized');
  return greeting(result, { version: agreed, era: 'legacy', foundBy: 'initialize' });
}

async function discover(session: Session, options: CaptureOptions, timeoutMs: number): Promise<Greeting> {
  session.setProtocol('modern', MODERN_VERSION);
  try {
    const { result } = await session.call('server/discover', {}, timeoutMs);
    return greeting(result, { version: MODERN_VERSION, era: 'modern', foundBy: 'server/discover' });
  } catch (error) {
    if (error instanceof RpcError) throw refused('server/discover', error, options.protocol);
    throw error;
  }
}

function greeting(result: JsonObject, protocol: Protocol): Greeting {
  const { serverInfo, capabilities, instructions, _meta: meta } = result;
  // 2026-07-28 moved serverInfo into the result's _meta.
  const info = serverInfo ?? (isJsonObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined);
  return {
    protocol,
    serverInfo: isJsonObject(info) ? info : undefined,
    capabilities: isJsonObject(capabilities) ? capabilities : undefined,
    instructions: typeof instructions === 'string' ? instructions : undefined,
    hintsMissing: protocol.era === 'modern' ? brokenHints(protocol.foundBy, [result]) : undefined,
  };
}

function refused(method: string, error: RpcError, protocol: CaptureOptions['protocol']): CaptureError {
  const message = `${method} was refused: ${error.message} (code ${error.code})`;
  if (protocol === 'auto') {
    const hint =
      'the server runs but is not ready; it may need a variable, a login or its network: --env NAME=value, "env" in a config';
    return new CaptureError('protocol-error', message, { hint, cause: error });
  }
  return new CaptureError('unsupported', message, {
    hint: `the server may speak the other era: drop --protocol ${protocol}`,
    cause: error,
  });
}

/** `data.supported` of an unsupported-version error, when it names legacy versions only. */
function newestLegacyOf(data: JsonValue | undefined): string | undefined {
  const supported = isJsonObject(data) ? data['supported'] : undefined;
  if (!Array.isArray(supported) || supported.length === 0) return undefined;
  const legacy = supported.filter((version) => (LEGACY_VERSIONS as readonly unknown[]).includes(version));
  return legacy.length === supported.length
    ? LEGACY_VERSIONS.find((version) => legacy.includes(version))
    : undefined;
}
