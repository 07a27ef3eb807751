import type { Config } from './config.ts';
import { isWildcard, ownAddress } from '../http/addresses.ts';

const urlOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/**
 * What browsers type: as configured, else where we listen; for the whole network under our own address in it, which a
 * phone can open.
 */
export const publicUrlOf = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>, port: number): string =>
  publicUrl === '' ? urlOf(isWildcard(host) ? ownAddress() : host, port) : publicUrl;

/** How this machine itself reaches us: by loopback where we listen there, else by the one address we do. */
export const localUrl = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  urlOf(isWildcard(host) ? '127.0.0.1' : host, port);
