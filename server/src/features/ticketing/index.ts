import type { WireOrder } from '@frontrow/contract/ticketing/api.ts';
import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { holdingsKeptMs, trustedUnaskedMs } from '@frontrow/core/token-gate/limits.ts';
import type { Sql } from '../../db/db.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import { type Asked, createBuyers } from './checkout/buyers.ts';
import {
  type HolderSale,
  holdMeeting,
  type MeetingPurchase,
  type MeetingPurchased,
  sellMeeting,
  sellToHolder,
  soldToHolder,
} from './checkout/other-sales.ts';
import { ticketingFacts } from './facts.ts';
import { complimentaryRoutes, doorListRoutes, messageRoutes } from './host-routes.ts';
import { ticketingJobs } from './jobs.ts';
import { createReceiptLinks, type ReceiptLinks } from './notify/ticket-mails.ts';
import { moneyGauges } from './payments/money-gauges.ts';
import { paymentCallbackPage } from './payments/payment-callback-page.ts';
import { createOrderReads } from './records.ts';
import { payRefundOtherwise, retryRefund } from './refunds/process-refunds.ts';
import { refundInPart, takeBack } from './refunds/refunds.ts';
import { paymentRoutes, sellingRoutes, ticketRoutes, waitlistRoutes } from './routes.ts';
import { createSeatBatches } from './seat-statements.ts';
import { createSeatTerms, createSoldOutEvents, type TokenClaim } from './seat-terms.ts';
import type { TicketingDeps } from './ticketing-deps.ts';
import { retryWebhook, WebhookInbox, webhookRoutes } from './webhooks.ts';

export type { Asked } from './checkout/buyers.ts';
export type { HolderSale } from './checkout/other-sales.ts';
export type { ReceiptLinks } from './notify/ticket-mails.ts';

/** A ticket that admits its holder to the room. */
export interface LiveTicket {
  readonly id: string;
  readonly code: string;
  readonly orderId: string;
  /** The holdings of its holder's wallet must be checked again before they enter. */
  readonly askAgain: boolean;
}

/** What other features may call. */
export interface Ticketing {
  readonly feature: Feature;
  /** The live ticket of this account for this event, which admits to the room. */
  liveTicket(sql: Sql, eventUuid: string, userId: number): Promise<LiveTicket | undefined>;
  /** Sells a seat of a token-gated event to someone who proved their holdings; answers as on the wire. */
  sellToHolder(
    actor: Account,
    asked: Asked,
    claim: { readonly eventId: string; readonly kind: KindCode } & TokenClaim,
  ): Promise<HolderSale>;
  /** What an earlier attempt of the same claim sold before it failed; see `purchaseOnce`. */
  soldToHolder(accountId: number, eventId: string, since: Date): Promise<HolderSale | undefined>;
  readonly takeBack: typeof takeBack;
  /** Sells the seat of a private meeting to its viewer; answers as `POST /events/purchase` does. */
  purchaseMeeting(actor: Account, asked: Asked, purchase: MeetingPurchase): Promise<MeetingPurchased>;
  /** Holds the seat while the checkout is open. */
  holdMeeting(actor: Account, asked: Asked, eventUuid: string): Promise<{ readonly order: WireOrder }>;
  /** Sells the free seat of a private meeting to its viewer; call it with the event locked. */
  sellCostlessMeeting(tx: Sql, eventUuid: string): Promise<void>;
  readonly refundInPart: typeof refundInPart;
  /** What needs a person's attention, for `/metrics`. */
  readonly gauges: ReturnType<typeof moneyGauges>;
  readonly retryRefund: typeof retryRefund;
  readonly payRefundOtherwise: typeof payRefundOtherwise;
  readonly retryWebhook: typeof retryWebhook;
  /** Links from ticket emails to receipts. */
  readonly receiptLinks: ReceiptLinks;
}

export function ticketingFeature(kit: Kit, { accounts, events }: { accounts: Accounts; events: Events }): Ticketing {
  const checkout: TicketingDeps = {
    ...kit,
    accounts,
    batches: createSeatBatches(kit.db),
    soldOut: createSoldOutEvents(kit.db),
    terms: createSeatTerms(kit),
    reads: createOrderReads(kit.db),
  };
  const buyers = createBuyers(checkout);
  const inbox = new WebhookInbox(checkout);
  const { paymentSandbox } = kit;
  return {
    feature: {
      name: 'ticketing',
      routes: [
        ...sellingRoutes(checkout, buyers),
        ...paymentRoutes(checkout, buyers),
        ...ticketRoutes(checkout, events),
        ...waitlistRoutes(checkout, buyers, events),
        ...messageRoutes({ ...kit, events }),
        ...complimentaryRoutes({ ...checkout, events }),
        ...doorListRoutes({ ...kit, events }),
      ],
      facts: ticketingFacts(checkout),
      jobs: ticketingJobs(checkout, inbox),
      plugin: async (app) => {
        await webhookRoutes(checkout, inbox)(app);
        await paymentCallbackPage(app);
        if (paymentSandbox) await app.register(paymentSandbox.pages);
      },
    },
    refundInPart,
    gauges: moneyGauges(kit.db),
    retryRefund,
    payRefundOtherwise,
    retryWebhook,
    receiptLinks: createReceiptLinks(kit),
    takeBack,
    purchaseMeeting: (actor, asked, purchase) => sellMeeting(checkout, buyers, { actor, asked }, purchase),
    holdMeeting: (actor, asked, eventUuid) => holdMeeting(checkout, buyers, { actor, asked }, eventUuid),
    sellCostlessMeeting: async (tx, eventUuid) => {
      const { ids } = kit;
      const made = [ids.uuid(), ids.uuid(), ids.uuid(), ids.ticketCode()];
      await tx.query('SELECT sell_costless_meeting($1, $2, $3, $4, $5)', [eventUuid, ...made]);
    },
    liveTicket: (sql, eventUuid, userId) =>
      sql.one<LiveTicket>(
        `SELECT t.id, t.code, t.order_id AS "orderId", coalesce(
           c.proof_sealed IS NOT NULL AND (c.checked_at < app_now() - $3 * interval '1 ms'
             OR c.unasked_since <= app_now() - $4 * interval '1 ms'), false) AS "askAgain"
         FROM ticket t LEFT JOIN token_claim c ON c.ticket_id = t.id
         WHERE t.event_id = $1 AND t.holder_key = $2 AND t.voided_at IS NULL`,
        [eventUuid, `u:${userId}`, holdingsKeptMs, trustedUnaskedMs],
      ),
    sellToHolder: (actor, asked, claim) => sellToHolder(checkout, buyers, actor, asked, claim),
    soldToHolder: (accountId, eventId, since) => soldToHolder(checkout, accountId, eventId, since),
  };
}
