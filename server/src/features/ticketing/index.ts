import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { WireOrder } from '@frontrow/contract/ticketing/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { holdingsKeptMs, trustedUnaskedMs } from '@frontrow/core/token-gate/limits.ts';
import type { Sql } from '../../db/db.ts';
import type { Feature } from '../../feature.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import { type RequestInfo, createBuyers } from './checkout/buyers.ts';
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
import { complimentaryRoutes, guestListRoutes, messageRoutes } from './host-routes.ts';
import { ticketingJobs } from './jobs.ts';
import {
  createReceiptLinks,
  type OrderDocument,
  type ReceiptLinks,
  resendOfOrder,
} from './notify/send-ticket-mails.ts';
import { moneyGauges } from './payments/money-gauges.ts';
import { paymentCallbackPage } from './payments/payment-callback-page.ts';
import { createOrderReads } from './records.ts';
import { markRefundPaidManually, retryRefund } from './refunds/process-refunds.ts';
import { refundInPart, refundOrder } from './refunds/refunds.ts';
import { paymentRoutes, sellingRoutes, ticketRoutes, waitingPageRoutes, waitlistRoutes } from './routes.ts';
import { giveOneComplimentary } from './tickets/complimentary.ts';
import { createSeatBatches } from './seat-batches.ts';
import { createTicketCalendars, type TicketCalendar } from './ticket-calendar.ts';
import { createRemovedBuyers, createSeatTerms, createSoldOutEvents, type TokenClaim } from './seat-terms.ts';
import { passRoutes } from './series-passes/pass-routes.ts';
import type { TicketingDeps } from './ticketing-deps.ts';
import { passFiles } from './wallets/apple-web-service.ts';
import { createPasses } from './wallets/passes.ts';
import { retryWebhook, WebhookInbox, webhookRoutes } from './provider-webhooks.ts';

export type { RequestInfo } from './checkout/buyers.ts';
export type { HolderSale } from './checkout/other-sales.ts';
export type { ReceiptLinks } from './notify/send-ticket-mails.ts';

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
    asked: RequestInfo,
    claim: { readonly eventId: string; readonly kind: KindCode } & TokenClaim,
  ): Promise<HolderSale>;
  /** What an earlier attempt of the same claim sold before it failed; see `purchaseOnce`. */
  soldToHolder(accountId: number, eventId: string, since: Date): Promise<HolderSale | undefined>;
  /** Gives one person a complimentary ticket, unless they have one; see `giveOneComplimentary`. */
  giveComplimentary(eventUuid: string, guest: Parameters<typeof giveOneComplimentary>[2]): Promise<void>;
  readonly refundOrder: typeof refundOrder;
  /** Sells the seat of a private meeting to its viewer; answers as `POST /events/purchase` does. */
  purchaseMeeting(actor: Account, asked: RequestInfo, purchase: MeetingPurchase): Promise<MeetingPurchased>;
  /** Holds the seat while the checkout is open. */
  holdMeeting(actor: Account, asked: RequestInfo, eventUuid: string): Promise<{ readonly order: WireOrder }>;
  /** Sells the free seat of a private meeting to its viewer; call it with the event locked. */
  sellCostlessMeeting(tx: Sql, eventUuid: string): Promise<void>;
  readonly refundInPart: typeof refundInPart;
  /** Emails a ticket or a receipt of an order again; see `resendOfOrder`. */
  resendOfOrder(tx: Sql, orderId: string, document: OrderDocument): Promise<{ readonly buyerId: number }>;
  /** What needs a person's attention, for `/metrics`. */
  readonly gauges: ReturnType<typeof moneyGauges>;
  readonly retryRefund: typeof retryRefund;
  readonly markRefundPaidManually: typeof markRefundPaidManually;
  readonly retryWebhook: typeof retryWebhook;
  /** The calendar entries of a ticket; undefined for an unknown one. */
  ticketCalendar(ticketId: string): Promise<TicketCalendar | undefined>;
  /** Links from ticket emails to receipts. */
  readonly receiptLinks: ReceiptLinks;
}

export function ticketingFeature(kit: Kit, { accounts, events }: { accounts: Accounts; events: Events }): Ticketing {
  const deps: TicketingDeps = {
    ...kit,
    accounts,
    batches: createSeatBatches(kit.db),
    soldOut: createSoldOutEvents(kit.db),
    removedBuyers: createRemovedBuyers(kit.db),
    terms: createSeatTerms(kit),
    reads: createOrderReads(kit.db),
  };
  const buyers = createBuyers(deps);
  const inbox = new WebhookInbox(deps);
  const passes = createPasses(kit);
  const { paymentSandbox } = kit;
  return {
    feature: {
      name: 'ticketing',
      routes: [
        ...sellingRoutes(deps, buyers, events),
        ...paymentRoutes(deps, buyers),
        ...passRoutes(deps, buyers),
        ...ticketRoutes(deps, events, passes),
        ...waitlistRoutes(deps, buyers, events),
        ...waitingPageRoutes(deps),
        ...messageRoutes({ ...kit, events }),
        ...complimentaryRoutes({ ...deps, events }),
        ...guestListRoutes({ ...kit, events }),
      ],
      facts: ticketingFacts(deps),
      jobs: ticketingJobs(deps, inbox),
      plugin: async (app) => {
        await webhookRoutes(deps, inbox)(app);
        await paymentCallbackPage(app);
        await passFiles(kit, passes, accounts.authenticator)(app);
        if (paymentSandbox) await app.register(paymentSandbox.pages);
      },
    },
    giveComplimentary: (eventUuid, guest) => giveOneComplimentary({ ...deps, events }, eventUuid, guest),
    refundInPart,
    resendOfOrder: (tx, orderId, document) => resendOfOrder(tx, kit, orderId, document),
    gauges: moneyGauges(kit.db),
    retryRefund,
    markRefundPaidManually,
    retryWebhook,
    ticketCalendar: createTicketCalendars(kit),
    receiptLinks: createReceiptLinks(kit),
    refundOrder,
    purchaseMeeting: (actor, asked, purchase) => sellMeeting(deps, buyers, { actor, asked }, purchase),
    holdMeeting: (actor, asked, eventUuid) => holdMeeting(deps, buyers, { actor, asked }, eventUuid),
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
    sellToHolder: (actor, asked, claim) => sellToHolder(deps, buyers, actor, asked, claim),
    soldToHolder: (accountId, eventId, since) => soldToHolder(deps, accountId, eventId, since),
  };
}
