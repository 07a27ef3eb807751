import { storableText } from '@frontrow/core/kernel/text.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  providerTimeoutMs,
  webhookAttemptsMin,
  webhookFirstWaitMs,
  webhookLongestWaitMs,
  webhookRetriedMs,
  webhooksKeptMs,
} from '@frontrow/core/ticketing/limits.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db, Sql } from '../../db/db.ts';
import type { RateLimit } from '../../http/limits/limits.ts';
import { headersOf, rawBodyOf, readRawBodies } from '../../http/routes/raw-body.ts';
import type { Job } from '../../jobs/runner.ts';
import type { PaymentNews } from '../../ports/card-payments.ts';
import { followDispute } from './refunds/disputes.ts';
import { recheckRefunds } from './refunds/process-refunds.ts';
import { settleNews } from './series-passes/pass-payments.ts';
import type { TicketingDeps } from './ticketing-deps.ts';

type Headers = Readonly<Record<string, string | undefined>>;

interface InboxRow {
  provider: string;
  event_id: string;
  type: string;
  object_ref: string | null;
  about: PaymentNews;
  attempts: number;
}

/** Webhooks that one process claims and fetches from a provider in parallel: a burst must not use up its rate limit. */
const parallelMax = 5;
/** Those of a dead process can be claimed by others after this. Each asks the provider up to three times in a row. */
const claimMs = 6 * providerTimeoutMs;

/** Only stores a webhook: the answer 200 promises that it is kept. False if its signature is wrong. */
export async function storeWebhook(
  deps: TicketingDeps,
  from: 'cards' | 'wallets' | 'either',
  rawBody: string,
  headers: Headers,
): Promise<boolean> {
  const { cards, wallets, db } = deps;
  const card = from === 'wallets' ? undefined : await cards.readWebhook(rawBody, headers);
  const wallet = card || from === 'cards' ? undefined : await wallets.readWebhook(rawBody, headers);
  const seen = card
    ? { ...card, provider: cards.provider, ref: card.intentRef }
    : wallet && { ...wallet, provider: wallets.provider, ref: wallet.orderRef };
  if (!seen) return false;
  await db.query(
    `INSERT INTO provider_event (provider, event_id, type, object_ref, about) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [seen.provider, seen.id, seen.type, seen.disputeRef ?? seen.ref ?? null, seen.about],
  );
  return true;
}

/**
 * Processes stored webhooks. A webhook is a hint: its object is fetched from the provider and settled, so order and
 * repetition do not matter. Each process has one run at a time; a call during a run makes it check again.
 */
export class WebhookInbox {
  private readonly deps: TicketingDeps;
  private run: Promise<void> | undefined;
  private runAgain = false;
  private called = Promise.withResolvers<void>();
  private stopping = (): boolean => false;

  constructor(deps: TicketingDeps) {
    this.deps = deps;
  }

  /** Resolves once every webhook that was due at the call has been tried. */
  process(stopping = this.stopping): Promise<void> {
    this.stopping = stopping;
    this.runAgain = true;
    this.called.resolve();
    this.run ??= this.processAll().finally(() => (this.run = undefined));
    return this.run;
  }

  /** Claims no more than it can begin immediately, so that no claim expires in a queue. */
  private async processAll(): Promise<void> {
    const open = new Set<Promise<void>>();
    for (;;) {
      const free = parallelMax - open.size;
      if (this.runAgain && free > 0 && !this.stopping()) {
        this.runAgain = false;
        const rows = await claim(this.deps.db, free).catch(async (error: unknown) => {
          await Promise.all(open);
          throw error;
        });
        if (rows.length === free) this.runAgain = true;
        for (const row of rows) {
          const one: Promise<void> = processOne(this.deps, row).then(() => void open.delete(one));
          open.add(one);
        }
      } else if (open.size === 0) return;
      else {
        this.called = Promise.withResolvers<void>();
        await Promise.race([...open, this.called.promise]);
      }
    }
  }
}

const claim = (sql: Sql, max: number): Promise<InboxRow[]> =>
  sql.query<InboxRow>(
    `UPDATE provider_event SET attempts = attempts + 1, next_at = app_now() + $2 * interval '1 ms',
       first_tried_at = coalesce(first_tried_at, app_now())
     WHERE (provider, event_id) IN (
       SELECT provider, event_id FROM provider_event WHERE processed_at IS NULL AND next_at <= app_now()
       ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING provider, event_id, type, object_ref, about, attempts`,
    [max, claimMs],
  );

/** Never throws: a webhook whose outcome could not be written is released when its claim ends. */
async function processOne(deps: TicketingDeps, row: InboxRow): Promise<void> {
  const { object_ref: ref, about } = row;
  try {
    if (ref && about === 'dispute') await followDispute(deps, row.provider, ref);
    else if (ref) await settleNews(deps, row.provider, ref);
    if (ref && (about === 'refund' || about === 'failed_refund')) await recheckRefunds(deps, row.provider, ref);
    await deps.db.query(
      `UPDATE provider_event SET processed_at = app_now(), next_at = app_now(), last_error = NULL
       WHERE provider = $1 AND event_id = $2`,
      [row.provider, row.event_id],
    );
  } catch (error) {
    const fields = {
      provider: row.provider,
      type: row.type,
      attempts: row.attempts,
      error: error instanceof Refusal ? error.code : String(error),
    };
    const givenUp = await failed(deps.db, row, fields.error).catch(() => false);
    if (givenUp) deps.log.error(fields, 'webhook given up');
    else deps.log.warn(fields, 'webhook not processed, will be tried again');
  }
}

/** True if it is given up. One that was claimed again after its claim ended is left to the newer attempt. */
async function failed(sql: Sql, { provider, event_id, attempts }: InboxRow, error: string): Promise<boolean> {
  const waitMs = Math.min(webhookFirstWaitMs * 2 ** Math.min(attempts - 1, 20), webhookLongestWaitMs);
  const row = await sql.one<{ given_up: boolean }>(
    `UPDATE provider_event SET last_error = $4, next_at = CASE
       WHEN attempts >= $6 AND first_tried_at <= app_now() - $7 * interval '1 ms' THEN 'infinity'
       ELSE app_now() + $5 * interval '1 ms' END
     WHERE provider = $1 AND event_id = $2 AND attempts = $3 AND processed_at IS NULL
     RETURNING next_at = 'infinity' AS given_up`,
    [provider, event_id, attempts, storableText(error, 500), waitMs, webhookAttemptsMin, webhookRetriedMs],
  );
  return row?.given_up === true;
}

/** Has a webhook processed now. One that was given up begins its retries again. */
export async function retryWebhook(
  sql: Sql,
  provider: string,
  id: string,
): Promise<'retried' | 'processed' | 'unknown'> {
  const rows = await sql.query(
    `UPDATE provider_event SET next_at = app_now(),
       attempts = CASE WHEN next_at = 'infinity' THEN 0 ELSE attempts END,
       first_tried_at = CASE WHEN next_at = 'infinity' THEN NULL ELSE first_tried_at END
     WHERE provider = $1 AND event_id = $2 AND processed_at IS NULL RETURNING event_id`,
    [provider, id],
  );
  if (rows.length > 0) return 'retried';
  const known = await sql.one('SELECT 1 FROM provider_event WHERE provider = $1 AND event_id = $2', [provider, id]);
  return known ? 'processed' : 'unknown';
}

const webhookBytesMax = 256 * 1024;
/** PayPal is asked whether a webhook is its own: a network that sent this many forged ones is refused before that. */
const forgedLimit: RateLimit = { max: 60, windowMs: minutes(1) };

/** `/api/webhooks/{stripe,paypal,sandbox}`. The signature covers the raw body, so nothing parses it before. */
export const webhookRoutes =
  (deps: TicketingDeps, inbox: WebhookInbox) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(async (raw) => {
      readRawBodies(raw, webhookBytesMax);
      const { cards, wallets } = deps;
      if (cards.provider === 'stripe') webhookRoute(raw, [deps, inbox], 'stripe', 'cards');
      if (wallets.provider === 'paypal') webhookRoute(raw, [deps, inbox], 'paypal', 'wallets');
      if (deps.paymentSandbox) webhookRoute(raw, [deps, inbox], 'sandbox', 'either');
    });
  };

function webhookRoute(
  app: FastifyInstance,
  [checkout, inbox]: readonly [TicketingDeps, WebhookInbox],
  name: string,
  from: 'cards' | 'wallets' | 'either',
): void {
  const forged = app.limitMisses(forgedLimit, `webhooks ${name}`);
  app.post(`/api/webhooks/${name}`, { schema: { hide: true } }, async (request: FastifyRequest, reply) => {
    await forged.refuseOver(request);
    const kept = await storeWebhook(checkout, from, rawBodyOf(request), headersOf(request));
    if (!kept) {
      forged.count(request);
      throw refuse('webhook_signature_wrong');
    }
    // Stored before the response, processed after it. The job processes what is lost here.
    setImmediate(
      () =>
        void inbox
          .process()
          .catch((error: unknown) => checkout.log.warn({ error: String(error) }, 'inbox not reachable')),
    );
    return reply.status(200).send({ received: true });
  });
}

const rowsMax = 5_000;

/**
 * Deletes processed webhooks once no provider sends them again. Those given up stay, because a person has to handle
 * them.
 */
export const purgeWebhooks = (db: Db): Job => ({
  name: 'forget webhooks of long ago',
  everyMs: minutes(1),
  async run() {
    await db.query(
      `DELETE FROM provider_event WHERE (provider, event_id) IN (
         SELECT provider, event_id FROM provider_event WHERE processed_at < app_now() - $1 * interval '1 ms'
         ORDER BY processed_at LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED)`,
      [webhooksKeptMs],
    );
  },
});
