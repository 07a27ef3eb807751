import { sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { holdMs, paymentAttemptsMax, paymentAttemptsWindowMs } from '@frontrow/core/ticketing/limits.ts';
import { type HoldPassVerdict, passPrices, type PayPassVerdict } from '@frontrow/core/ticketing/series-pass.ts';
import { requestLanguageNow } from '../../../i18n/request-language.ts';
import { askForCharge, providerOf, tookNoMoney } from '../checkout/purchase.ts';
import { requirePlace } from '../checkout/waiting-page.ts';
import { abandonPayment } from '../payments/open-payments.ts';
import { openPaymentOf, type OrderRecord, type Purchased } from '../records.ts';
import type { Buyer, PaymentChoice } from '../seat-terms.ts';
import { askProvider, countOnCard, type TicketingDeps, tooManyAttempts } from '../ticketing-deps.ts';
import { type DateNow, datesFit, findOffer, type PassOffer } from './pass-offers.ts';
import {
  abandonPassPayment,
  followPassPayment,
  settlePassCard,
  settlePassUnpaid,
  settlePassWallet,
} from './pass-payments.ts';
import { findPassOrder, findPassPayment, openPassPaymentOf, type PassPayment, passOutcome } from './pass-records.ts';

/** All attempts are used when another tab of the buyer, or a change of a date, came first each time. */
const attemptsMax = 6;

/** `hold_missing_dates` says whether it is withdrawn: seats that are held are sold at the price they were held at. */
async function offerFor(deps: TicketingDeps, passId: string): Promise<PassOffer> {
  const offer = await findOffer(deps.db, passId);
  if (!offer) throw refuse('pass_not_found');
  if (!datesFit(offer)) throw refuse('pass_not_on_sale');
  return offer;
}

/** Nobody pays for a date that its host has removed them from. One that they have a ticket for is not bought again. */
async function requireAdmitted({ db }: TicketingDeps, accountId: number, dates: readonly DateNow[]): Promise<void> {
  const removed = await db.one(
    `SELECT 1 FROM room_member m
     WHERE m.user_id IN (SELECT $1::bigint UNION SELECT s.other_id FROM same_person s WHERE s.user_id = $1)
       AND m.removed_at IS NOT NULL AND m.event_id = ANY ($2::uuid[])
       AND NOT EXISTS (
         SELECT 1 FROM ticket t
         WHERE t.event_id = m.event_id AND t.holder_key = person_holder($1) AND t.voided_at IS NULL)
     LIMIT 1`,
    [accountId, dates.map(({ id }) => id)],
  );
  if (removed) throw refuse('pass_date_removed');
}

/** Holds a seat in every date that the buyer has no ticket for; answers the purchase. */
async function holdSeats(deps: TicketingDeps, buyer: Buyer, passId: string): Promise<string> {
  const { db, ids, terms } = deps;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const { dates, priceMinor } = await offerFor(deps, passId);
    await requireAdmitted(deps, buyer.accountId, dates);
    for (const { id } of dates) await requirePlace(deps, buyer, id, await terms.of(id));
    const prices = passPrices(priceMinor, dates);
    const rows = dates.map((date, index) => ({
      event_id: date.id,
      order_id: ids.uuid(),
      price: date.listed,
      discount: prices[index]!.discount,
      fee: prices[index]!.fee,
      min_fee: date.minFeeMinor,
      fee_bp: date.feeBp,
      currency: date.currency,
    }));
    const held = await db.tx((tx) =>
      tx.one<{ verdict: HoldPassVerdict; about: string | null }>(
        'SELECT * FROM hold_missing_dates($1, $2, $3, $4, $5)',
        [passId, ids.uuid(), buyer.accountId, JSON.stringify(rows), holdMs],
      ),
    );
    if (!held) continue;
    const about = held.about ?? '';
    switch (held.verdict) {
      case 'held':
        return about;
      case 'release_first':
        await db.tx((tx) => tx.query('SELECT release_pass($1)', [about]));
        break;
      case 'payment_open':
        await endOpenPayment(deps, about);
        break;
      case 'date_open':
        await releaseDate(deps, about);
        break;
      case 'terms_changed':
        break;
      default:
        throw refuse(held.verdict);
    }
  }
  throw refuse('request_in_progress', {}, { retryAfter: 1 });
}

/** The buyer has a checkout of a single date open and buys the pass instead. */
async function releaseDate(deps: TicketingDeps, orderId: string): Promise<void> {
  const open = await openPaymentOf(deps.db, orderId);
  if (open && open.status !== 'requires_action') throw refuse('request_in_progress', {}, { retryAfter: 5 });
  if (open) await abandonPayment(deps, open);
  await deps.db.query('SELECT release_hold($1)', [orderId]);
}

/** A charge in flight is waited for by the caller; an unfinished challenge or approval is ended. */
async function endOpenPayment(deps: TicketingDeps, purchaseId: string): Promise<void> {
  const open = await openPassPaymentOf(deps.db, purchaseId);
  if (!open) return;
  if (open.status === 'requires_action') return abandonPassPayment(deps, open);
  if (open.status === 'creating') {
    await followPassPayment(deps, open).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    if ((await findPassPayment(deps.db, open.id))?.status !== 'creating') return;
  }
  throw refuse('request_in_progress', {}, { retryAfter: 5 });
}

/** Holds the seats of a pass for ten minutes while its checkout is open. */
export async function holdPass(deps: TicketingDeps, buyer: Buyer, passId: string): Promise<OrderRecord> {
  const order = await findPassOrder(deps.db, await holdSeats(deps, buyer, passId));
  if (!order) throw refuse('order_not_found');
  return order;
}

/** Releases all seats of a pass. A charge in flight keeps them; an unfinished challenge or approval is ended first. */
export async function releasePass(
  deps: TicketingDeps,
  accountId: number,
  { purchaseId, idleOnly }: { readonly purchaseId: string; readonly idleOnly: boolean },
): Promise<OrderRecord> {
  const order = await findPassOrder(deps.db, purchaseId);
  if (order?.buyerId !== accountId) throw refuse('order_not_found');
  const open = await openPassPaymentOf(deps.db, purchaseId);
  if (open && open.status !== 'requires_action') throw refuse('request_in_progress', {}, { retryAfter: 5 });
  if (open && idleOnly) return order;
  if (open) await abandonPassPayment(deps, open);
  await deps.db.tx((tx) => tx.query('SELECT release_pass($1)', [purchaseId]));
  return (await findPassOrder(deps.db, purchaseId)) ?? order;
}

export interface PassPurchase {
  readonly passId: string;
  readonly choice: PaymentChoice | undefined;
  readonly remember: boolean;
}

/**
 * Buys a pass: holds a seat in every date, writes down all payments, takes the money outside any lock, settles. A
 * declined card leaves the seats held.
 */
export async function purchasePass(deps: TicketingDeps, buyer: Buyer, purchase: PassPurchase): Promise<Purchased> {
  const { db, ids } = deps;
  const provider = await providerOf(deps, buyer, purchase);
  const isCard = provider === deps.cards.provider;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const purchaseId = await holdSeats(deps, buyer, purchase.passId);
    const [paymentId, firstId] = [ids.uuid(), ids.uuid()];
    const begun = await db.tx((tx) =>
      tx.one<{ verdict: PayPassVerdict; wait_ms: number | null }>(
        `SELECT verdict, (extract(epoch FROM retry_at - app_now()) * 1000)::float8 AS wait_ms
         FROM pay_pass($1, $2, $3, $4, $5, $6, $7)`,
        [
          purchaseId,
          paymentId,
          firstId,
          provider,
          isCard && purchase.remember,
          paymentAttemptsMax,
          paymentAttemptsWindowMs,
        ],
      ),
    );
    switch (begun?.verdict) {
      case 'begun': {
        const payment = await findPassPayment(db, paymentId);
        if (!payment) throw new Error(`the payment ${paymentId} of a pass is not there`);
        return payPass(deps, buyer, purchase, { payment, firstId });
      }
      case 'payment_open':
        await endOpenPayment(deps, purchaseId);
        break;
      case 'too_many_attempts':
        throw tooManyAttempts(begun.wait_ms ?? 0);
      case 'paid':
        return { ...(await passOutcome(db, purchaseId)) };
      case 'hold_expired':
      case undefined:
        break;
    }
  }
  throw refuse('request_in_progress', {}, { retryAfter: 1 });
}

interface Begun {
  readonly payment: PassPayment;
  /** The payment of its first order, which counts the attempt on the card. */
  readonly firstId: string;
}

async function payPass(deps: TicketingDeps, buyer: Buyer, purchase: PassPurchase, begun: Begun): Promise<Purchased> {
  try {
    return await askAndSettle(deps, buyer, purchase, begun);
  } catch (error) {
    if (tookNoMoney(error)) await settlePassUnpaid(deps, begun.payment, 'failed', error.message);
    throw error;
  }
}

async function askAndSettle(
  deps: TicketingDeps,
  buyer: Buyer,
  { choice, passId }: PassPurchase,
  { payment, firstId }: Begun,
): Promise<Purchased> {
  const { db, log, wallets } = deps;
  const { title = '', seriesId } = (await findOffer(db, passId)) ?? {};
  const { id: paymentId, purchaseId: orderId, amountMinor, currency, remember } = payment;
  if (choice && !('wallet' in choice)) {
    await countOnCard(deps, firstId, choice);
    const charge = {
      paymentId,
      orderId,
      amountMinor,
      currency,
      source: choice,
      remember,
      description: title,
    };
    const { intent, returnUrl } = await askForCharge(deps, buyer, charge);
    const verdict = await settlePassCard(deps, payment, intent);
    if (intent.status === 'failed')
      throw refuse('card_declined', {
        detail: intent.failure ?? 'Your card was declined.',
      });
    if (verdict === 'mismatch') throw refuse('amount_mismatch');
    if (verdict === 'refunding') throw refuse('paid_late');
    return { intent, returnUrl, ...(await passOutcome(db, orderId)) };
  }
  const page = `${buyer.origin}/series/${seriesId}?`;
  const wallet = await askProvider(log, 'wallet order', () =>
    wallets.create({
      paymentId,
      orderId,
      amountMinor,
      currency,
      returnUrl: `${page}paypal_callback`,
      cancelUrl: `${page}paypal_callback_error`,
      description: title,
      language: requestLanguageNow() ?? sourceLanguage,
    }),
  );
  await settlePassWallet(deps, payment, wallet);
  return { wallet, ...(await passOutcome(db, orderId)) };
}

/** What an earlier attempt with the same key bought before its answer was lost. */
export async function passBoughtSince(
  { db }: TicketingDeps,
  accountId: number,
  passId: string,
  since: Date,
): Promise<Purchased | undefined> {
  const bought = await db.one<{ id: string }>(
    `SELECT b.id FROM pass_purchase b JOIN pass_payment w ON w.purchase_id = b.id AND w.status = 'succeeded'
     WHERE b.pass_id = $1 AND w.settled_at >= $3
       AND EXISTS (SELECT 1 FROM orders o WHERE o.pass_purchase_id = b.id AND o.buyer_id = $2 AND o.status = 'paid')
     ORDER BY w.settled_at LIMIT 1`,
    [passId, accountId, since],
  );
  return bought && passOutcome(db, bought.id);
}
