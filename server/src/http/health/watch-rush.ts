import type { Server } from 'node:http';

/** More requests than these wait for their answer only while many people want something at the same time. */
const rushMin = 16;

/** Whether this process is in a rush: what can wait then does. */
export function watchRush(server: Server): () => boolean {
  let underWay = 0;
  server.on('request', (_request, response) => {
    underWay++;
    response.once('close', () => underWay--);
  });
  return () => underWay >= rushMin;
}
