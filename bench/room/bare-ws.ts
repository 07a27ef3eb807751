/** The least that a broadcast costs: a `ws` server that sends each line to everyone, and does nothing else. */
import process from 'node:process';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
  const address = server.address();
  process.send!({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('message', (order: { readonly text?: string }) => {
  if (order.text === undefined) {
    const { user, system } = process.cpuUsage();
    return void process.send!({ cpu: user + system });
  }
  for (const client of server.clients) client.send(order.text);
});
