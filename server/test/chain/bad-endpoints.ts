import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Hex } from 'viem';
import type { TestChain } from './start-chain.ts';

export interface Endpoint {
  readonly url: string;
  stop(): void;
}

async function listenHere(server: Server): Promise<Endpoint> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}

/** An address that takes connections and never says a word. */
export const hangingEndpoint = (): Promise<Endpoint> =>
  listenHere(createServer((socket) => socket.on('error', () => undefined)));

/** Passes everything on to a chain; `after` sees each request whose answer is about to go back. */
function passingOn(url: string, after: (body: string) => Promise<void>): Promise<Endpoint> {
  return listenHere(
    createHttpServer((request, response) => {
      void (async () => {
        const body = (await buffer(request)).toString();
        const headers = { 'content-type': 'application/json' };
        const answer = await (await fetch(url, { method: 'POST', body, headers })).text();
        await after(body);
        response.writeHead(200, headers).end(answer);
      })().catch(() => response.destroy());
    }),
  );
}

/** Passes everything on to a chain, until it is cut off. */
export async function cuttableEndpoint({ url }: TestChain): Promise<Endpoint & { answers(does: boolean): void }> {
  let does = true;
  const endpoint = await passingOn(url, async () => {
    if (!does) throw new Error('cut off');
  });
  return { ...endpoint, answers: (now) => void (does = now) };
}

/**
 * Passes everything on to a chain, which reverts to a snapshot and makes another block after the first read of a
 * contract: a reorganization in the middle of a read.
 */
export async function reorganisingEndpoint(
  { client, url }: TestChain,
  back: Hex,
): Promise<Endpoint & { blocksTakenBack(): number }> {
  let taken = 0;
  const endpoint = await passingOn(url, async (body) => {
    if (!body.includes('"eth_call"') || taken > 0) return;
    taken += 1;
    await client.revert({ id: back });
    await client.mine({ blocks: 1 });
  });
  return { ...endpoint, blocksTakenBack: () => taken };
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly body: unknown;
}

/**
 * Passes everything on to a chain, except the requests that `answer` answers in the chain's place. It gets the parsed
 * request (an array for a batch) and how many requests came before it.
 */
export async function scriptedEndpoint(
  { url }: TestChain,
  answer: (request: unknown, before: number) => ScriptedAnswer | undefined,
): Promise<Endpoint> {
  let count = 0;
  return listenHere(
    createHttpServer((request, response) => {
      void (async () => {
        const body = (await buffer(request)).toString();
        const scripted = answer(JSON.parse(body), count++);
        const headers = { 'content-type': 'application/json' };
        if (scripted) return response.writeHead(scripted.status ?? 200, headers).end(JSON.stringify(scripted.body));
        response.writeHead(200, headers).end(await (await fetch(url, { method: 'POST', body, headers })).text());
      })().catch(() => response.destroy());
    }),
  );
}
