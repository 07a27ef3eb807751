import { hostname, networkInterfaces } from 'node:os';
import { isLoopback } from '../http/addresses/network-address.ts';

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
export function namesThisMachine(name: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || isLoopback(address)) return true;
  const [own = ''] = hostname().toLowerCase().split('.');
  return (
    [own, `${own}.local`, hostname().toLowerCase()].includes(name) ||
    interfaces().some((one) => one.address === address)
  );
}
