import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Checkout } from '../selling/checkout.ts';
import { receiveWebhook, type WebhookInbox } from './webhook-inbox.ts';

const webhookBytesMax = 256 * 1024;

/** `/api/webhooks/{stripe,paypal,sandbox}`. The signature covers the raw body, so nothing parses it before. */
export const webhookRoutes =
  (checkout: Checkout, inbox: WebhookInbox) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser('*', { parseAs: 'string', bodyLimit: webhookBytesMax }, (_request, body, done) =>
        done(null, body),
      );
      const { cards, wallets } = checkout;
      if (cards.provider === 'stripe') webhookRoute(raw, [checkout, inbox], 'stripe', 'cards');
      if (wallets.provider === 'paypal') webhookRoute(raw, [checkout, inbox], 'paypal', 'wallets');
      if (checkout.paymentSandbox) webhookRoute(raw, [checkout, inbox], 'sandbox', 'either');
    });
  };

function webhookRoute(
  app: FastifyInstance,
  [checkout, inbox]: readonly [Checkout, WebhookInbox],
  name: string,
  from: 'cards' | 'wallets' | 'either',
): void {
  app.post(`/api/webhooks/${name}`, { schema: { hide: true } }, async (request: FastifyRequest, reply) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]),
    );
    const kept = await receiveWebhook(checkout, from, typeof request.body === 'string' ? request.body : '', headers);
    if (!kept) throw refuse('bad_input', { detail: 'The signature is not valid.' });
    // Stored before the answer, processed after it. The job processes what is lost here.
    setImmediate(
      () =>
        void inbox
          .process()
          .catch((error: unknown) => checkout.log.warn({ error: String(error) }, 'inbox not reachable')),
    );
    return reply.status(200).send({ received: true });
  });
}
