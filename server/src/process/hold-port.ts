import type { Server } from 'node:net';
import { BadSetting } from './config-from-env.ts';
import type { Config } from './config.ts';
import { listenAt, portOf } from './embedded/free-port.ts';

/** Ports browsers refuse to open although they are free. */
const portsBrowsersRefuse = new Set([
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080,
]);
const portsTriedMax = 50;

/**
 * Connections that may wait until a busy process takes them, where the system allows as many. With Node's 511, a crowd
 * that connects within a second is turned away by the kernel, and each of its players tries again after 1, 3 and 7
 * seconds.
 */
export const waitingConnectionsMax = 4_096;

export interface HeldPort {
  readonly port: number;
  /** What to listen with in its place: the same bound socket, so that nobody gets in between. */
  readonly listenOptions: { readonly host: string; readonly port: number };
  release(): void;
}

/**
 * Holds the given port, or the next free one from the default on. It is held from now on because creating the database
 * takes a while, and another start may look for a port during that time.
 */
export async function holdPort(
  { host, port, portGiven }: Pick<Config, 'host' | 'port' | 'portGiven'>,
  { name, usual }: { readonly name: string; readonly usual: number } = { name: 'PORT', usual: 3000 },
): Promise<HeldPort> {
  const given = portGiven && port !== 0;
  const first = port === 0 ? usual : port;
  for (let next = first; next < Math.min(first + (given ? 1 : portsTriedMax), 65_536); next += 1) {
    if (!given && portsBrowsersRefuse.has(next)) continue;
    const held = await listenAt(next, host).catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE') return undefined;
      throw new BadSetting(whyNot(code, host, next, name));
    });
    if (held !== undefined) return heldBy(held, host);
  }
  throw new BadSetting(
    given
      ? `${name}=${port} is taken by another program: stop it or give another port.`
      : `No free port was found from ${first} on: give one with ${name}.`,
  );
}

/** The system's reason against listening there, in a sentence that names the setting. */
export function whyNot(code: string | undefined, host: string, port: number, name = 'PORT'): string {
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    return `HOST=${host} is not an address of this machine: give 127.0.0.1, or 0.0.0.0 for the whole network.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${name}=${port} may not be opened by this user: give a port from 1024 on.`;
  return `HOST=${host} and ${name}=${port} cannot be listened on (${code}): give others.`;
}

function heldBy(server: Server, host: string): HeldPort {
  const port = portOf(server);
  // Node's listen() takes over the bound socket of any object that has one under this name.
  // It then ignores `backlog` among the options and asks for 511 waiting connections.
  const handle = Reflect.get(server, '_handle') as { listen(backlog: number): number };
  const listen = handle.listen.bind(handle);
  handle.listen = () => listen(waitingConnectionsMax);
  const bound = { _handle: handle as unknown };
  return { port, listenOptions: { ...bound, host, port }, release: () => void server.close() };
}
