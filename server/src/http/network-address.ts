import { isIP } from 'node:net';

const ipv4InIpv6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address, and no name that only looks like one: `127.evil.example` is somebody else's. */
export function isLoopback(address: string): boolean {
  const plain = ipv4InIpv6.exec(address)?.[1] ?? address;
  return plain === '::1' || (plain.startsWith('127.') && isIP(plain) !== 0);
}

/** What limits by address count: an IPv4 address, or the /64 network of an IPv6 one, whose holder has all of it. */
export function networkOf(address: string): string {
  const ipv4 = ipv4InIpv6.exec(address)?.[1];
  if (ipv4 !== undefined || !address.includes(':')) return ipv4 ?? address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last].slice(0, 4).join(':').toLowerCase();
}
