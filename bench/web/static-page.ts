import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StaticPage {
  readonly url: string;
  stop(): void;
}

/** The floor: nothing but the same picture and a title, from this machine, without script, style file or font. */
export async function staticPage(picture: { readonly bytes: Buffer; readonly type: string }): Promise<StaticPage> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floor</title></head><body style="margin:0"><img src="/picture" alt="" width="640" height="360" style="width:100%;height:auto;display:block"><h1>Floor</h1></body></html>`;
  const server: Server = createServer((request, response) => {
    if (request.url === '/picture') response.writeHead(200, { 'content-type': picture.type }).end(picture.bytes);
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
