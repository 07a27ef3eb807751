import { minutes } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import type { FastifyInstance } from 'fastify';
import type { RateLimit } from '../../http/limits/limits.ts';
import { headersOf, rawBodyOf, readRawBodies } from '../../http/routes/raw-body.ts';
import { type PayoutKind, payoutKinds } from '../../ports/payouts.ts';
import { checkAccount } from './methods.ts';
import type { PayoutsDeps } from './payouts-deps.ts';
import { processDuePayouts, pollNow } from './processing/process-payouts.ts';

/** PayPal is asked whether a webhook is its own: a flood of made-up ones must not become a flood of such calls. */
const webhookLimit: RateLimit = { max: 300, windowMs: minutes(1) };
const webhookBytesMax = 256 * 1024;

/**
 * `/api/webhooks/payouts/{stripe,paypal,sandbox}`. A webhook says only what to look at: the bank is asked, so it does
 * not matter how old it is, how often it comes and in which order. The signature covers the raw body.
 */
export const payoutWebhooks =
  (deps: PayoutsDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(async (raw) => {
      readRawBodies(raw, webhookBytesMax);
      const limit = raw.limit(webhookLimit, 'payout webhooks');
      raw.addHook('onRequest', async (request) => limit(request, null));
      for (const kind of payoutKinds) if (deps.payoutBanks[kind]) webhookOf(raw, deps, kind);
    });
  };

function webhookOf(app: FastifyInstance, deps: PayoutsDeps, kind: PayoutKind): void {
  app.post(`/api/webhooks/payouts/${kind}`, { schema: { hide: true } }, async (request, reply) => {
    const news = await deps.payoutBanks[kind]?.readWebhook(rawBodyOf(request), headersOf(request));
    if (!news) throw refuse('webhook_signature_wrong');
    const { payoutId, account } = news;
    if (account !== undefined) await checkAccount(deps, kind, account);
    if (payoutId !== undefined && isUuid(payoutId)) {
      await pollNow(deps, [payoutId]);
      setImmediate(
        () =>
          void processDuePayouts(deps, payoutId).catch((error: unknown) =>
            deps.log.warn({ error: String(error) }, 'payout not looked at, the job will do it'),
          ),
      );
    }
    return reply.status(200).send({ received: true });
  });
}
