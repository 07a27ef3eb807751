import { Agent, get, type IncomingHttpHeaders } from 'node:http';

export interface HttpClient {
  get(url: string, headers?: IncomingHttpHeaders): Promise<{ status: number; body: Buffer }>;
  close(): void;
}

/** GETs on kept connections, as many as are asked for at a time. */
export function createHttpClient(): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  return {
    get: (url, headers = {}) =>
      new Promise((resolve, reject) => {
        const request = get(url, { agent, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts) }));
          answer.on('error', reject);
        });
        request.on('error', reject);
      }),
    close: () => agent.destroy(),
  };
}
