import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Config } from '../process/config.ts';
import { hostname, networkInterfaces } from 'node:os';
import { isLoopback } from './network-address.ts';

/**
 * Whose word about the caller's address is taken: in production the proxy in front of us, which is on this machine or
 * its local network.
 */
export const trustedProxies = ['loopback', 'linklocal', 'uniquelocal'];

const isTrusted = proxyAddress.compile(trustedProxies);
/** Whether an address is of this machine or of a private network. */
export const isInnerAddress = (address: string): boolean => isTrusted(address, 0);

/** The caller's address, as Fastify says it for requests it handles. */
export function addressReader({ production }: Pick<Config, 'production'>): (request: IncomingMessage) => string {
  if (!production) return (request) => request.socket.remoteAddress ?? '';
  // Undefined where the caller has reset the connection in the meantime.
  return (request) => (proxyAddress(request, isTrusted) as string | undefined) ?? '';
}

/**
 * Where the page that asks was opened: what the configuration says. Outside production, where that is this machine
 * itself, also by whatever other name of it the browser used, so that frames stay same-origin and a login with a
 * stand-in ends in the tab it began in.
 */
export function pageOrigin(
  { production, publicUrl }: Pick<Config, 'production' | 'publicUrl'>,
  host: string | undefined,
): string {
  if (production || host === undefined || !URL.canParse(`http://${host}`)) return publicUrl;
  const configured = new URL(publicUrl);
  if (configured.protocol === 'https:' || !namesThisMachine(configured.hostname)) return publicUrl;
  const { hostname: asked, origin } = new URL(`http://${host}`);
  return namesThisMachine(asked) ? origin : publicUrl;
}

/** Whether a WebSocket is opened by a page of ours, or by a program, which sends no `Origin`. */
export function isOwnPage({ headers: { origin, host } }: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

/** The one path below which the app forwards signaling to the video engine. */
export const signalingPath = '/livekit';

/** Where browsers connect to the engine through the app, which has this public address. */
export const forwardedUrl = (publicUrl: string): string => `${publicUrl.replace(/^http/, 'ws')}${signalingPath}`;

/**
 * Where this browser finds the engine: an engine that browsers reach directly at its own address, any other below the
 * address of the page. Outside production that is the one the page was opened with, because a page opened from another
 * machine cannot use loopback.
 */
export function engineAddress(
  url: string,
  { production, publicUrl }: Pick<Config, 'production' | 'publicUrl'>,
  pageHost: string | undefined,
): string {
  if (url !== forwardedUrl(publicUrl)) return url;
  const isKnown = production || publicUrl.startsWith('https:');
  if (isKnown || pageHost === undefined || !URL.canParse(`http://${pageHost}`)) return url;
  return forwardedUrl(new URL(`http://${pageHost}`).origin);
}

/** `HOST` that serves the whole network. */
export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

const interfaces = () => Object.values(networkInterfaces()).flatMap((list) => list ?? []);

/** This machine's first address that others in the network can reach; by loopback where there is none. */
export const ownAddress = (): string =>
  interfaces().find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

/**
 * How a page of ours may be opened: by loopback, by an address of this machine or by its name. `name` as a URL says
 * it.
 */
function namesThisMachine(name: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || isLoopback(address)) return true;
  const [own = ''] = hostname().toLowerCase().split('.');
  return (
    [own, `${own}.local`, hostname().toLowerCase()].includes(name) ||
    interfaces().some((one) => one.address === address)
  );
}
