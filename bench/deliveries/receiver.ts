import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Told, Wanted } from './start-receiver.ts';

/**
 * Servers of hosts in a separate process, each on its own port, that accept every webhook and keep it. Whenever the
 * parent asks for a number of them, it tells what has come since the last answer, once so many have.
 */
let told: Told[] = [];
let wanted: number | undefined;

function answerWhenComplete(): void {
  if (wanted === undefined || told.length < wanted) return;
  process.send?.(told);
  [told, wanted] = [[], undefined];
}

const listen = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => void parts.push(part));
      request.on('end', () => {
        const { host, 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
        const headers = {
          'webhook-id': String(id),
          'webhook-timestamp': String(at),
          'webhook-signature': String(signature),
        };
        told.push({ host: host ?? '', headers, text: Buffer.concat(parts).toString(), at: Date.now() });
        response.writeHead(204).end();
        answerWhenComplete();
      });
    });
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

process.on('message', (message: Wanted) => {
  wanted = message.wanted;
  answerWhenComplete();
});
process.on('disconnect', () => process.exit(0));
process.send?.(await Promise.all(Array.from({ length: Number(process.argv[2]) }, listen)));
