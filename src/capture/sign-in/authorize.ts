/** Send a person to the authorization server, and wait until the browser comes back. */
import { startDeadline } from '../deadline.ts';
import { CaptureError } from '../../errors.ts';
import { untilAborted } from '../http-channel.ts';
import type { Callback, CallbackServer } from './callback-server.ts';
import { exchange } from './exchange.ts';
import type { Agreed, Flow } from './flow.ts';
import { anewCommands } from './login-command.ts';
import { clientInformation } from './stored-token.ts';
import type { StoredSignIn } from './stored-sign-in.ts';

interface Return {
  readonly state: string;
  readonly server: CallbackServer;
}

/** Have a person sign in. @throws CaptureError when nobody comes back, or somebody with less than a token that is taken */
export async function authorize(
  flow: Flow,
  agreed: Agreed,
  { state, server }: Return,
): Promise<StoredSignIn> {
  const { sdk, request, io } = flow;
  const { found, client, redirectUri, scope } = agreed;
  const { metadata, resource } = found;
  const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(metadata.issuer, {
    metadata,
    clientInformation: clientInformation({ client }),
    redirectUrl: redirectUri,
    state,
    resource,
    ...(scope !== undefined && { scope }),
  });
  await io.onAuthorize(authorizationUrl);
  const callback = await cameBack(flow, agreed, server);
  try {
    const signedIn = await exchange(flow, { ...agreed, codeVerifier }, callback);
    // Without the path: it may hold a key.
    await callback.show(`Signed in to ${request.url.origin}. You can close this window.`);
    return signedIn;
  } catch (error) {
    await callback.show('Not signed in; the terminal says why. You can close this window.');
    throw error;
  }
}

async function cameBack({ request, io }: Flow, agreed: Agreed, server: CallbackServer): Promise<Callback> {
  const deadline = startDeadline(request.timeoutMs, io.signal);
  try {
    return await untilAborted(server.callback, deadline.signal);
  } catch (error) {
    throw deadline.isOver() ? nobodyCame(request, agreed, server.strays()) : error;
  } finally {
    deadline.clear();
  }
}

function nobodyCame(
  { timeoutMs, url }: Flow['request'],
  { isKnownClient }: Agreed,
  strays: number,
): CaptureError {
  const others = strays === 1 ? 'an answer' : `${strays} answers`;
  const told = strays === 0 ? '' : `; ${others} with another state came`;
  return new CaptureError(
    'timeout',
    `not signed in: the browser did not come back within ${timeoutMs / 1000} s${told}`,
    {
      hint: [
        'was its window closed? To wait longer: --timeout 10m',
        // Without it the next try registers by itself.
        ...(isKnownClient ? [`if it showed an error, register anew: ${anewCommands(url)}`] : []),
      ].join('\n'),
    },
  );
}
