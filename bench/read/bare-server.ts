import { createServer } from 'node:http';

/** The floor: the given bytes with the given headers from `node:http` alone, and 304 to clients that have them. */
interface Given {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

process.once('message', ({ body, headers }: Given) => {
  const bytes = Buffer.from(body);
  const etag = headers['etag']!;
  const all = Object.entries(headers).flat();
  const unchanged = Object.entries(headers)
    .filter(([name]) => !name.startsWith('content-') || name === 'content-security-policy')
    .flat();
  const server = createServer((request, response) => {
    if (request.url === '/bench/cpu') return void response.end(JSON.stringify(process.cpuUsage()));
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, unchanged);
      return void response.end();
    }
    response.writeHead(200, all);
    response.end(bytes);
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
});
process.on('disconnect', () => process.exit(0));
