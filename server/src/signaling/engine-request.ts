import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import { signalingPath } from '../http/addresses.ts';

/** What LiveKit's clients ask: to connect, and after a failure why. Nothing else is forwarded. */
const purposes = { '': 'connect', '/validate': 'validate' } as const;
export const connectPaths = ['/rtc', '/rtc/v1'] as const;
export const validatePaths = connectPaths.map((path) => `${path}/validate`);
const purposeOf = new Map<string, { readonly enginePath: string; readonly purpose: 'connect' | 'validate' }>(
  connectPaths.flatMap((path) =>
    Object.entries(purposes).map(([end, purpose]) => [
      `${signalingPath}${path}${end}`,
      { enginePath: `${path}${end}`, purpose },
    ]),
  ),
);

/**
 * Parameters of a connection that are passed on. Left out on purpose: `publish`, which would make a second participant
 * that no seat lease knows, and `attributes`.
 */
const passedOn = [
  'join_request',
  'reconnect',
  'reconnect_reason',
  'sid',
  'auto_subscribe',
  'auto_subscribe_data_track',
  'subscriber_allow_pause',
  'adaptive_stream',
  'disable_ice_lite',
  'sdk',
  'version',
  'protocol',
  'client_protocol',
  'device_model',
  'os',
  'os_version',
  'browser',
  'browser_version',
  'network',
] as const;
const bearer = 'Bearer ';

/** A request to the engine's signaling, read from what a browser asked of us. */
export interface SignalRequest {
  readonly purpose: 'connect' | 'validate';
  readonly token: string;
  /** Of the tab that asks, as in `join_streaming`. It is for us, and is not passed on. */
  readonly sessionId: string | undefined;
  /** Path and query at the engine, without the token. */
  readonly target: string;
}

/** Undefined unless the path is one of the four, letter for letter: no spelling of another path gets through. */
export function readSignalRequest(url: string, headers: IncomingHttpHeaders): SignalRequest | undefined {
  const queryAt = url.indexOf('?');
  const found = purposeOf.get(queryAt < 0 ? url : url.slice(0, queryAt));
  if (!found) return undefined;
  const given = new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt));
  const query = new URLSearchParams();
  for (const name of passedOn) {
    const value = given.get(name);
    if (value !== null) query.set(name, value);
  }
  const { authorization } = headers;
  const token = authorization?.startsWith(bearer) ? authorization.slice(bearer.length) : given.get('access_token');
  const session = given.get('session_id')?.toLowerCase();
  const sessionId = session !== undefined && isUuid(session) ? session : undefined;
  return { purpose: found.purpose, token: token ?? '', sessionId, target: `${found.enginePath}?${query}` };
}

/** Whether this asks for a connection that we forward; the server upgrades no other path of the engine's. */
export const isSignalUpgrade = (url = ''): boolean => readSignalRequest(url, {})?.purpose === 'connect';

/** Headers of a request to the engine. The token is in one place only, so that both of us read the same one. */
export const engineHeaders = (
  token: string,
  headers: IncomingHttpHeaders,
  address: string,
): Record<string, string> => ({
  authorization: `${bearer}${token}`,
  'x-forwarded-for': address,
  ...(headers['user-agent'] !== undefined && { 'user-agent': headers['user-agent'] }),
});

/** The same for a connection: the handshake of WebSocket is between browser and engine. */
export const upgradeHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => ({
  connection: 'Upgrade',
  upgrade: 'websocket',
  ...Object.fromEntries(
    (['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-extensions', 'sec-websocket-protocol'] as const)
      .map((name) => [name, headers[name]])
      .filter(([, value]) => value !== undefined),
  ),
});
