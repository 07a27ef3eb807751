import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalPage {
  readonly url: string;
  stop(): void;
}

interface File {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page to measure ours against, from this machine, with the files it asks for. */
export async function serveLocally(html: string, files: Readonly<Record<string, File>>): Promise<LocalPage> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (file) response.writeHead(200, file.headers).end(file.bytes);
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
