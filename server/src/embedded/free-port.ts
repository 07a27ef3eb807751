import { createServer } from 'node:net';

/** Ports browsers refuse to open although they are free. */
const portsBrowsersRefuse = new Set([
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080,
]);
export const portsTriedMax = 50;

/** True when a TCP listener can be opened there right now. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  return (await listenOnce(port, host)) !== undefined;
}

/** Any port the system hands out on that address. */
export async function freePort(host: string): Promise<number> {
  const port = await listenOnce(0, host);
  if (port === undefined) throw new Error(`No free port could be had on ${host}.`);
  return port;
}

/** The first free port from `first` on that a browser will open, or undefined after `portsTriedMax` tries. */
export async function nextFreePort(first: number, host: string): Promise<number | undefined> {
  for (let port = first; port < Math.min(first + portsTriedMax, 65_536); port += 1) {
    if (!portsBrowsersRefuse.has(port) && (await isPortFree(port, host))) return port;
  }
  return undefined;
}

function listenOnce(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}
