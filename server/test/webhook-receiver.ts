import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** Someone's server on loopback that receives webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers from now on. */
  answer: { status: number; body?: string; headers?: Record<string, string> };
  /** What happens between a webhook's arrival and its answer. */
  beforeAnswer: () => Promise<unknown>;
  /** No one listens at its address any more, as while it is restarted. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let server: Server | undefined;
  const listen = async (port: number): Promise<number> => {
    const one = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = Buffer.concat(parts).toString();
        received.push({
          ...(JSON.parse(text) as Pick<Received, 'type' | 'data'>),
          id: String(request.headers['webhook-id']),
          headers: request.headers,
          text,
        });
        void receiver
          .beforeAnswer()
          .catch(() => response.destroy())
          .then(() => {
            if (response.destroyed) return;
            response.writeHead(receiver.answer.status, receiver.answer.headers);
            response.end(receiver.answer.body ?? '');
          });
      });
    });
    server = one;
    await new Promise<void>((resolve) => one.listen(port, '127.0.0.1', resolve));
    return (one.address() as AddressInfo).port;
  };
  const stop = async (): Promise<void> => {
    const one = server;
    server = undefined;
    if (!one) return;
    one.closeAllConnections();
    await new Promise((resolve) => one.close(resolve));
  };
  const port = await listen(0);
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answer: { status: 204 },
    beforeAnswer: async () => undefined,
    goDown: stop,
    comeBack: async () => void (await listen(port)),
    close: stop,
  };
  return receiver;
}

/** Throws unless the secret signed it. The library asks for a recent time, so it is asked at the product's own. */
export function verifyWebhook(secret: string, { headers, text }: Received, now: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}
