import { connect } from 'node:net';

export interface LoadResult {
  /** How often each HTTP status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly seconds: number;
  /** When the last 200 was answered; 0 where there was none. */
  readonly lastOkSeconds: number;
  /** Milliseconds per request, in the order of the answers. */
  readonly times: readonly number[];
}

const headEnd = '\r\n\r\n';
const lengthName = 'content-length: ';

/**
 * Sends every request once over a fixed number of kept-alive connections, one at a time on each. It uses bare sockets
 * and reads only the status and the length of an answer, so that the processor serves instead of building requests.
 */
export async function sendAll(port: number, requests: readonly Buffer[], connections: number): Promise<LoadResult> {
  const statuses = new Map<number, number>();
  const times: number[] = [];
  let next = 0;
  let lastOkAt = 0;
  const worker = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let left: Buffer | undefined;
      let sent = 0;
      const ask = (): void => {
        if (next === requests.length) {
          socket.removeAllListeners('close').destroy();
          return resolve();
        }
        sent = performance.now();
        socket.write(requests[next++]!);
      };
      // The first rejection counts: a socket closes after an error, too.
      socket.on('error', (error) => reject(new Error(`a connection to the server broke: ${error.message}`)));
      socket.once('close', () => reject(new Error('the server hung up')));
      socket.on('data', (data: Buffer) => {
        left = left ? Buffer.concat([left, data]) : data;
        const head = left.indexOf(headEnd, 0, 'latin1');
        if (head < 0) return;
        const length = left.indexOf(lengthName, 0, 'latin1');
        const body = length < 0 ? 0 : Number.parseInt(left.toString('latin1', length + lengthName.length, head), 10);
        if (left.length < head + headEnd.length + body) return;
        const status = Number(left.toString('latin1', 9, 12));
        left = undefined;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const now = performance.now();
        times.push(now - sent);
        if (status === 200) lastOkAt = now;
        ask();
      });
      ask();
    });
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  return {
    statuses,
    seconds: (performance.now() - began) / 1000,
    lastOkSeconds: lastOkAt === 0 ? 0 : (lastOkAt - began) / 1000,
    times,
  };
}

/** One POST as bytes. `key` is its idempotency key. */
export function post(path: string, token: string, body: object, key?: string): Buffer {
  const json = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccess-token: ${token}\r\ncontent-type: application/json\r\n${key === undefined ? '' : `idempotency-key: ${key}\r\n`}content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}
