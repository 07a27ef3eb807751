import { type IncomingMessage, type OutgoingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { seconds } from '@frontrow/core/kernel/instant.ts';

/** The engine tries three times to reach the node of a room, for 3, 6 and 9 seconds; a browser waits 15. */
const answerWithinMs = seconds(12);
const declinedBytesMax = 4 * 1024;

/** The engine upgraded the connection, or said why not. */
export type EngineAnswer =
  | { readonly response: IncomingMessage; readonly socket: Duplex; readonly head: Buffer }
  | { readonly status: number; readonly body: string };

export interface EngineCall {
  readonly answer: Promise<EngineAnswer>;
  /** Ends it where nobody waits for the answer any more. */
  abandon(): void;
}

/** Opens a separate, unpooled WebSocket connection to the engine. Rejects when it does not answer. */
export function connectEngine(url: URL, headers: OutgoingHttpHeaders): EngineCall {
  const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, { headers, agent: false });
  const answer = new Promise<EngineAnswer>((resolve, reject) => {
    const timer = setTimeout(() => request.destroy(new Error('the engine did not answer in time')), answerWithinMs);
    request.once('close', () => clearTimeout(timer));
    request.once('error', reject);
    request.once('upgrade', (response, socket, head) => {
      clearTimeout(timer);
      resolve({ response, socket, head });
    });
    request.once('response', (response) => {
      void readBody(response).then((body) => resolve({ status: response.statusCode ?? 502, body }), reject);
    });
  });
  request.end();
  return { answer, abandon: () => void request.destroy(new Error('nobody waits for it')) };
}

/** The beginning of what the engine says; the rest is not read. */
async function readBody(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= declinedBytesMax) break;
  }
  return Buffer.concat(parts).subarray(0, declinedBytesMax).toString('utf8');
}
