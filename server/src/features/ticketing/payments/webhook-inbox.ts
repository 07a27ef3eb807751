import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { webhookTriesMax } from '@frontrow/core/ticketing/limits.ts';
import type { PaymentNews } from '../../../ports/card-payments.ts';
import { followDispute } from '../disputes/follow-dispute.ts';
import type { Checkout } from '../selling/checkout.ts';
import { recheckRefunds } from '../refunds/recheck-refunds.ts';
import { settleObject } from './settle-object.ts';

type Headers = Readonly<Record<string, string | undefined>>;

interface InboxRow {
  provider: string;
  event_id: string;
  type: string;
  object_ref: string | null;
  about: PaymentNews;
  attempts: number;
}

const perRunMax = 100;
const claimSeconds = 30;

/** Stores a webhook, and nothing more: the answer 200 promises that it is kept. False where its signature is wrong. */
export async function receiveWebhook(
  checkout: Checkout,
  from: 'cards' | 'wallets' | 'either',
  rawBody: string,
  headers: Headers,
): Promise<boolean> {
  const { cards, wallets, db } = checkout;
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
 * repetition do not matter.
 */
export async function processInbox(checkout: Checkout): Promise<void> {
  const rows = await checkout.db.query<InboxRow>(
    `UPDATE provider_event SET attempts = attempts + 1, next_at = app_now() + make_interval(secs => $2 * (1 + attempts))
     WHERE (provider, event_id) IN (
       SELECT provider, event_id FROM provider_event
       WHERE processed_at IS NULL AND next_at <= app_now() AND attempts < $3
       ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING provider, event_id, type, object_ref, about, attempts`,
    [perRunMax, claimSeconds, webhookTriesMax],
  );
  for (const row of rows) await processOne(checkout, row);
}

async function processOne(checkout: Checkout, row: InboxRow): Promise<void> {
  try {
    const { object_ref: ref, about } = row;
    if (ref && about === 'dispute') await followDispute(checkout, row.provider, ref);
    else if (ref) await settleObject(checkout, row.provider, ref);
    if (ref && (about === 'refund' || about === 'failed_refund')) await recheckRefunds(checkout, row.provider, ref);
    await checkout.db.query(
      'UPDATE provider_event SET processed_at = app_now() WHERE provider = $1 AND event_id = $2',
      [row.provider, row.event_id],
    );
  } catch (error) {
    const poison = row.attempts >= webhookTriesMax;
    const fields = {
      provider: row.provider,
      type: row.type,
      attempts: row.attempts,
      error: error instanceof Refusal ? error.code : String(error),
    };
    if (poison) checkout.log.error(fields, 'webhook given up');
    else checkout.log.warn(fields, 'webhook not processed, will be tried again');
  }
}
