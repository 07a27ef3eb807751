import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { receiptLinkPath } from '@frontrow/contract/accounts/links.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { ticketMailsMax } from '@frontrow/core/ticketing/limits.ts';
import { batchedRows } from '../../../db/batcher.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact, type RecordedFact } from '../../../facts/fact-handler.ts';
import type { Kit } from '../../../kit.ts';
import { ticketMail } from '../../../mail/ticket-mail.ts';
import { ticketTransferredMail } from '../../../mail/ticket-changes-mails.ts';
import { receiptMail } from '../../../mail/receipt-mail.ts';
import { createSigner } from '../../../signer.ts';
import { refundPurchaseOfDeletedAccount } from '../refunds/deleted-accounts.ts';
import { dateColumns, mailedDate, type MailedDateRow } from '../mailed-date.ts';
import { createTicketCalendars } from '../ticket-calendar.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

export interface ReceiptLinks {
  /** Where a buyer finds the receipt. A guest's link carries the key, because a guest cannot log in. */
  linkOf(orderId: string, isGuest: boolean): string;
  /** Whether this key came from the link of the order. */
  opens(orderId: string, key: string): boolean;
}

export function createReceiptLinks({ config }: Pick<Kit, 'config'>): ReceiptLinks {
  const signer = createSigner(config, 'receipt link');
  const keyOf = (orderId: string): string => signer.signature(orderId);
  return {
    linkOf: (orderId, isGuest) =>
      `${config.publicUrl}${receiptLinkPath(orderId, isGuest ? keyOf(orderId) : undefined)}`,
    opens: (orderId, key) => signer.isOurs(orderId, key),
  };
}

interface TicketMailRow extends MailedDateRow {
  id: string;
  order_id: string;
  code: string;
  seat: number;
  holder_id: number;
  holder_erased: boolean;
  /** Returned, withdrawn, or its event was cancelled: other emails cover that. Not on hold, which may end well. */
  lost: boolean;
  is_guest: boolean;
  complimentary: boolean;
  transferred: boolean;
  is_meeting: boolean;
  transferred_from: string | null;
  event_id: string;
  replay_of: string | null;
  /** Of a token-gated event, by a wallet. */
  by_token: boolean;
  title: EventTitle;
  host: string;
  price_minor: Minor;
  discount_minor: Minor;
  fee_minor: Minor;
  total_minor: Minor;
  currency: string;
  /** Of a series pass: what was paid for all its dates together, and how many they are. */
  pass_minor: Minor | null;
  pass_dates: number | null;
}

/** What a ticket's email says. Emails that are written at the same time share a statement. */
const createTicketReads = (db: Sql): ((ticketId: string) => Promise<TicketMailRow | undefined>) =>
  batchedRows((ticketIds) =>
    db.query<TicketMailRow>(
      `SELECT t.id, t.order_id, t.code, t.seat, t.holder_id, h.erased_at IS NOT NULL AS holder_erased,
         (t.voided_at IS NOT NULL AND o.status <> 'disputed') OR e.cancelled_at IS NOT NULL AS lost,
         h.guest_email_norm IS NOT NULL AS is_guest, o.complimentary, t.transferred, t.transferred_from,
         e.private_for IS NOT NULL AS is_meeting, ${dateColumns},
         e.id AS event_id, e.replay_of, t.wallet_hash IS NOT NULL AS by_token, title_of(e) AS title,
         coalesce(nullif(u.name, ''), u.username) AS host,
         o.price_minor, o.discount_minor, o.fee_minor, o.total_minor, o.currency,
         pass.minor AS pass_minor, pass.dates AS pass_dates
       FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id
         JOIN app_user u ON u.id = e.host_id JOIN app_user h ON h.id = t.holder_id
         LEFT JOIN LATERAL (
           SELECT sum(x.total_minor)::bigint AS minor, count(*)::int AS dates FROM orders x
           WHERE x.pass_purchase_id = o.pass_purchase_id HAVING count(*) > 0) pass ON true
       WHERE t.id = ANY ($1)`,
      [ticketIds],
    ),
  );

/** Emails a ticket that was just sold; an erased account loses it. */
export const createMailSoldTicket =
  ({ accounts, ...deps }: TicketingDeps, mailTicket: MailTicket) =>
  async (fact: RecordedFact<'TicketIssued'>): Promise<void> => {
    await accounts.moveSaleToOwner(fact.payload.userId);
    await mailTicket(fact.dedupeKey, fact.payload.ticketId, {
      fromErased: () => refundPurchaseOfDeletedAccount({ accounts, ...deps }, fact),
      // Its buyer just typed the email address.
      requested: true,
    });
  };

type MailTicket = (
  dedupeKey: string,
  ticketId: string,
  options?: {
    fromErased?: () => Promise<boolean>;
    /** Its holder just bought it or asked for the email. */
    requested?: boolean;
  },
) => Promise<void>;

/**
 * Emails a ticket to its holder, or only its receipt if the ticket was lost before: after an outage the email about the
 * loss may be sent first, and a calendar would keep an event that arrives after its cancellation. `fromErased` answers
 * whether it withdrew the ticket of an erased account. The mail port sends one email per key.
 */
export function createMailTicket(deps: TicketingDeps): MailTicket {
  const { accounts, config, mail } = deps;
  const receiptLinks = createReceiptLinks(deps);
  const ticketOf = createTicketReads(deps.db);
  const calendarOf = createTicketCalendars(deps);
  return async (dedupeKey, ticketId, { fromErased, requested = false } = {}) => {
    const row = await ticketOf(ticketId);
    if (!row || row.transferred || (row.holder_erased && (await fromErased?.()))) return;
    // The meeting's own emails cover this.
    if (row.is_meeting) return;
    const receiptUrl =
      row.total_minor > 0 && row.transferred_from === null
        ? receiptLinks.linkOf(row.order_id, row.is_guest)
        : undefined;
    if (row.lost) {
      const to = receiptUrl && (await accounts.addressOf(row.holder_id));
      if (to)
        await mail.send({
          ...receiptMail({ dedupeKey, to, title: row.title, date: mailedDate(row), receiptUrl, why: 'bought' }),
          requested,
        });
      return;
    }
    const [calendar, to, joinUrl] = await Promise.all([
      calendarOf(ticketId),
      accounts.addressOf(row.holder_id),
      accounts.joinLink(row.holder_id, row.event_id, row.replay_of ?? undefined),
    ]);
    if (!to || !calendar) return;
    await mail.send({
      ...ticketMail({
        dedupeKey,
        to,
        calendar: calendar.issued,
        title: row.title,
        host: row.host,
        startsAt: row.starts_at.getTime(),
        tz: row.tz,
        eventUrl: `${config.publicUrl}/event/${row.replay_of ?? row.event_id}`,
        ofSeries: row.of_series,
        isReplay: row.replay_of !== null,
        ticketUrl: `${config.publicUrl}/ticket/${row.id}`,
        joinUrl,
        byToken: row.by_token,
        isGuest: row.is_guest,
        complimentary: row.complimentary && row.transferred_from === null,
        transferred: row.transferred_from !== null,
        code: row.code,
        seat: row.seat,
        ...(receiptUrl !== undefined && { receiptUrl }),
        price:
          row.transferred_from !== null
            ? undefined
            : {
                listedMinor: row.price_minor,
                discountMinor: row.discount_minor,
                feeMinor: row.fee_minor,
                totalMinor: row.total_minor,
                currency: currencyOf(row.currency),
                ...(row.pass_minor !== null &&
                  row.pass_dates !== null && { pass: { totalMinor: row.pass_minor, dates: row.pass_dates } }),
              },
      }),
      requested,
    });
  };
}

/** Emails the former holder that the ticket was transferred: a stranger may have done it in their session. */
export async function mailFormerHolder(
  deps: TicketingDeps,
  { payload }: RecordedFact<'TicketTransferred'>,
): Promise<void> {
  const { accounts, config, db, mail } = deps;
  const { eventUuid, fromId, fromTicketId } = payload;
  const [to, calendar, row] = await Promise.all([
    accounts.addressOf(fromId),
    createTicketCalendars(deps)(fromTicketId),
    db.one<MailedDateRow & { title: EventTitle; paid: boolean }>(
      `SELECT title_of(e) AS title, ${dateColumns}, o.total_minor > 0 AS paid
       FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id WHERE t.id = $1`,
      [fromTicketId],
    ),
  ]);
  if (!to || !row || !calendar) return;
  await mail.send(
    ticketTransferredMail({
      dedupeKey: `passed_on:${fromTicketId}`,
      to,
      title: row.title,
      date: mailedDate(row),
      paid: row.paid,
      eventUrl: `${config.publicUrl}/event/${eventUuid}`,
      calendar: calendar.lost,
    }),
  );
}

/** Emails the link to the receipt of an order to its buyer, unless the account was deleted. */
export async function mailReceiptLink(
  deps: Pick<TicketingDeps, 'accounts' | 'config' | 'db' | 'mail'>,
  { dedupeKey, payload: { orderId } }: RecordedFact<'ReceiptMailAsked'>,
): Promise<void> {
  const row = await deps.db.one<MailedDateRow & { buyer_id: number; is_guest: boolean; title: EventTitle }>(
    `SELECT o.buyer_id, b.guest_email_norm IS NOT NULL AS is_guest, title_of(e) AS title, ${dateColumns}
     FROM orders o JOIN event e ON e.id = o.event_id JOIN app_user b ON b.id = o.buyer_id WHERE o.id = $1`,
    [orderId],
  );
  const to = row && (await deps.accounts.addressOf(row.buyer_id));
  if (!to) return;
  const receiptUrl = createReceiptLinks(deps).linkOf(orderId, row.is_guest);
  await deps.mail.send({
    ...receiptMail({ dedupeKey, to, title: row.title, date: mailedDate(row), receiptUrl, why: 'asked' }),
    requested: true,
  });
}

const limit = { scope: 'ticket_mail', max: ticketMailsMax, windowMs: hours(1) };

/**
 * Emails a ticket to its holder again. Refuses `ticket_not_found`, `ticket_of_meeting`, and `too_many_requests` after
 * three in an hour.
 */
export async function resendTicket(
  { accounts, db, ids }: Pick<TicketingDeps, 'accounts' | 'db' | 'ids'>,
  { id, guestOf }: Pick<Account, 'id' | 'guestOf'>,
  ticketId: string,
): Promise<void> {
  const ticket = await db.one<{ event_id: string; voided: boolean; transferred: boolean; is_meeting: boolean }>(
    `SELECT t.event_id, t.voided_at IS NOT NULL AS voided, t.transferred, e.private_for IS NOT NULL AS is_meeting
     FROM ticket t JOIN event e ON e.id = t.event_id WHERE t.id = $1 AND t.holder_id = $2`,
    [ticketId, id],
  );
  if (!ticket || (guestOf !== undefined && guestOf !== ticket.event_id)) throw refuse('ticket_not_found');
  if (ticket.is_meeting) throw refuse('ticket_of_meeting');
  if (ticket.transferred) throw refuse('ticket_passed_on');
  if (ticket.voided) throw refuse('ticket_given_back');
  await accounts.consumeAttempt(db, limit, ticketId);
  await recordFact(db, { topic: 'TicketMailAsked', dedupeKey: `ticket_mail:${ids.uuid()}`, payload: { ticketId } });
}

/** What of an order can be emailed again. */
export type OrderDocument = 'ticket' | 'receipt';

/**
 * An app admin emails a document of an order again: the ticket to its holder, the link to the receipt to its buyer.
 * Answers whose account it is about. Refuses `order_not_found`, `ticket_of_meeting`, `ticket_given_back`,
 * `receipt_unpaid` and `receipt_free`.
 */
export async function resendOfOrder(
  tx: Sql,
  { ids }: Pick<Kit, 'ids'>,
  orderId: string,
  document: OrderDocument,
): Promise<{ readonly buyerId: number }> {
  const order = await tx.one<{
    buyer_id: number;
    paid: boolean;
    costless: boolean;
    is_meeting: boolean;
    ticket_id: string | null;
  }>(
    `SELECT o.buyer_id, o.paid_at IS NOT NULL AS paid, o.total_minor = 0 AS costless,
       e.private_for IS NOT NULL AS is_meeting, t.id AS ticket_id
     FROM orders o JOIN event e ON e.id = o.event_id
       LEFT JOIN ticket t ON t.order_id = o.id AND t.voided_at IS NULL WHERE o.id = $1`,
    [orderId],
  );
  if (!order) throw refuse('order_not_found');
  if (document === 'receipt') {
    if (!order.paid) throw refuse('receipt_unpaid');
    if (order.costless) throw refuse('receipt_free');
    await recordFact(tx, {
      topic: 'ReceiptMailAsked',
      dedupeKey: `receipt_mail:${ids.uuid()}`,
      payload: { orderId },
    });
    return { buyerId: order.buyer_id };
  }
  const { ticket_id: ticketId } = order;
  if (order.is_meeting) throw refuse('ticket_of_meeting');
  if (ticketId === null) throw refuse('ticket_given_back');
  await recordFact(tx, { topic: 'TicketMailAsked', dedupeKey: `ticket_mail:${ids.uuid()}`, payload: { ticketId } });
  return { buyerId: order.buyer_id };
}
