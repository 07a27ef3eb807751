import { createServer, type Server } from 'node:net';

/** True when a TCP listener can be opened there right now. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  return (await listenOnce(port, host).catch(() => undefined)) !== undefined;
}

/** Any port the system hands out on that address. */
export const freePort = (host: string): Promise<number> => listenOnce(0, host);

/** Listens on the port and closes every connection. Rejects with the system's error. */
export function listenAt(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return address.port;
}

async function listenOnce(port: number, host: string): Promise<number> {
  const server = await listenAt(port, host);
  const bound = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return bound;
}
