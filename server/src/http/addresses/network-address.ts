import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { Config } from '../../process/config.ts';

/**
 * Whose word about the caller's address is taken: in production the proxy in front of us, which is on this machine or
 * its local network.
 */
export const trustedProxies = ['loopback', 'linklocal', 'uniquelocal'];
const ipv4InIpv6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const isTrusted = proxyAddress.compile(trustedProxies);
/** Whether an address is of this machine or of a private network. */
export const isInnerAddress = (address: string): boolean => isTrusted(address, 0);

/** The caller's address, as Fastify says it for requests it handles. */
export function addressReader({ production }: Pick<Config, 'production'>): (request: IncomingMessage) => string {
  if (!production) return (request) => request.socket.remoteAddress ?? '';
  // Undefined where the caller has reset the connection in the meantime.
  return (request) => (proxyAddress(request, isTrusted) as string | undefined) ?? '';
}

/** An address, and no name that only looks like one: `127.evil.example` is somebody else's. */
export function isLoopback(address: string): boolean {
  const plain = ipv4InIpv6.exec(address)?.[1] ?? address;
  return plain === '::1' || (plain.startsWith('127.') && isIP(plain) !== 0);
}

/** What limits by address count: an IPv4 address, or the /64 of an IPv6 one, which its holder moves about in freely. */
export function networkOf(address: string): string {
  const ipv4 = ipv4InIpv6.exec(address)?.[1];
  if (ipv4 !== undefined || !address.includes(':')) return ipv4 ?? address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last].slice(0, 4).join(':').toLowerCase();
}
