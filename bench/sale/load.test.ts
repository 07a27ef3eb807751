import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { post, sendAll } from './load.ts';

it('a connection that breaks is a clear sentence, not the end of the process', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(sendAll(port, [post('/', '', {})], 1)).rejects.toThrow(
    'a connection to the server broke: read ECONNRESET',
  );
  server.close();
});
