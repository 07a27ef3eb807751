import { connect, type Socket } from 'node:net';

export interface LoadResult {
  /** How often each HTTP status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly seconds: number;
  /** Milliseconds per request, in the order of the answers. */
  readonly times: readonly number[];
  readonly bodies: readonly string[];
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Sends every request once over a fixed number of kept-alive connections, each with one request in flight. Written on bare sockets
 * so that the two cores serve instead of building requests.
 */
export async function sendAll(port: number, requests: readonly Buffer[], connections: number): Promise<LoadResult> {
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const bodies: string[] = [];
  let next = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const answers = readAnswers(socket);
    while (next < requests.length) {
      const sent = performance.now();
      socket.write(requests[next++]!);
      const { value } = await answers.next();
      if (!value) throw new Error('the server hung up');
      statuses.set(value.status, (statuses.get(value.status) ?? 0) + 1);
      times.push(performance.now() - sent);
      bodies.push(value.body);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { statuses, seconds: (performance.now() - began) / 1000, times, bodies };
}

async function* readAnswers(socket: Socket): AsyncGenerator<{ status: number; body: string }, undefined> {
  let left: Buffer = Buffer.alloc(0);
  for await (const data of socket as AsyncIterable<Buffer>) {
    left = left.length === 0 ? data : Buffer.concat([left, data]);
    for (;;) {
      const end = left.indexOf(headEnd);
      if (end < 0) break;
      const head = left.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const stop = end + 4 + length;
      if (left.length < stop) break;
      const body = left.toString('utf8', end + 4, stop);
      left = left.subarray(stop);
      yield { status: Number(head.slice(9, 12)), body };
    }
  }
  return undefined;
}

/** One POST as bytes. */
export function post(path: string, token: string, body: object): Buffer {
  const json = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccess-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}
