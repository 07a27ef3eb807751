import { eventOrRequestPath } from '@frontrow/contract/meetings/links.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import type { DisputeStatus } from '@frontrow/core/ticketing/machines.ts';
import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { say } from '../../../i18n/say.ts';
import type { CalendarEntry } from '../../../mail/calendar-file.ts';
import {
  adminDisputeMail,
  type DisputeMailParts,
  holderDisputeMail,
  hostDisputeMail,
} from '../../../mail/dispute-mail.ts';
import { hostRefundMail, receivedTicketRefundedMail, refundMail } from '../../../mail/refund-mails.ts';
import { sendEach } from '../../../mail/news-mails.ts';
import type { MailMessage } from '../../../ports/mail.ts';
import { dateColumns, mailedDate, type MailedDateRow } from '../mailed-date.ts';
import { createTicketCalendars } from '../ticket-calendar.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

interface RefundMailRow extends MailedDateRow {
  amount_minor: Minor;
  currency: string;
  reason: string;
  ticket_voided: boolean;
  whole: boolean;
  paid_otherwise: string | null;
  buyer_id: number;
  holder_id: number | null;
  last_ticket: string | null;
  notified_of_cancellation: boolean;
  event_id: string;
  title: EventTitle;
  is_meeting: boolean;
  without_calendar: boolean;
}

/** Reasons in the wording of private meetings, where it differs. */
const whyOfMeetings = (): Readonly<Record<string, string>> => ({
  event_cancelled: say`The meeting was cancelled, so you get a full refund.`,
  event_over: say`The meeting had ended when your payment arrived, so you get a full refund.`,
  address_has_ticket: say`This meeting was already paid for when this payment arrived, so this payment is refunded in full.`,
  seat_gone: say`Another payment for this meeting was open when this payment arrived, so this payment is refunded in full.`,
});

const whyByReason = (): Readonly<Record<string, string>> => ({
  event_cancelled: say`The event was cancelled, so you get a full refund.`,
  host_late: say`The host was late, so you get a full refund.`,
  admin: say`We’ve refunded you in full.`,
  provider: say`We’ve refunded you in full.`,
  dispute_won: say`Your payment dispute was settled, but your seat had already been sold, so you get a full refund.`,
  turned_away: say`The room had no space for you, so you get a full refund.`,
  unpublished: say`We took the event off sale and you returned your ticket.`,
  rescheduled: say`The event was rescheduled and you returned your ticket.`,
  seat_gone: say`Your payment arrived after your hold expired and the seat was no longer available, so you get a full refund.`,
  address_has_ticket: say`You already had a ticket for this event when this payment arrived. You keep that ticket, and this payment is refunded in full.`,
  paid_twice: say`Your order was already paid when this payment arrived, so this payment is refunded in full.`,
  replay_returned: say`You returned your replay ticket, so you get a full refund.`,
  replay_removed: say`The replay is no longer available, so you get a full refund.`,
  event_over: say`The event had ended when your payment arrived, so you get a full refund.`,
  meeting_begun: say`The meeting was due to start before your payment arrived, so you get a full refund.`,
  host_missed: say`The host didn’t join, so you get a full refund.`,
  self_cancelled: say`The ticket was cancelled under the host’s cancellation policy.`,
  account_joined: say`You got this ticket with your other account while we were merging it into this one, so the ticket could not be moved. You get a full refund.`,
});

/** Refunds that may be partial. */
const byHand: ReadonlySet<string> = new Set(['admin', 'provider']);

const reasonOf = ({ reason, whole, is_meeting: isMeeting }: RefundMailRow): string =>
  !whole && byHand.has(reason)
    ? say`We’ve refunded part of your payment.`
    : ((isMeeting ? whyOfMeetings()[reason] : undefined) ??
      whyByReason()[reason] ??
      say`Your order could not be completed, so you get a full refund.`);

/** Emails the buyer and the holder of the ticket that the provider has sent the refund; only the first time. */
export async function mailRefund(deps: TicketingDeps, fact: RecordedFact<'RefundSucceeded'>): Promise<void> {
  const { accounts, config, db, mail } = deps;
  const row = await db.one<RefundMailRow>(
    `SELECT r.amount_minor, p.currency, r.reason, o.buyer_id, coalesce(e.replay_of, e.id) AS event_id, title_of(e) AS title,
       ${dateColumns},
       e.private_for IS NOT NULL AS is_meeting, e.private_for IS NOT NULL OR e.replay_of IS NOT NULL AS without_calendar,
       r.paid_otherwise, r.amount_minor = p.amount_minor AS whole,
       EXISTS (SELECT 1 FROM ticket t WHERE t.order_id = o.id)
         AND NOT EXISTS (SELECT 1 FROM ticket t WHERE t.order_id = o.id AND t.voided_at IS NULL) AS ticket_voided,
       l.id AS last_ticket,
       CASE WHEN l.holder_id <> o.buyer_id AND l.transferred_from IS NOT NULL THEN l.holder_id END AS holder_id,
       (l.voided_at >= e.cancelled_at) IS TRUE AS notified_of_cancellation
     FROM refund r JOIN payment p ON p.id = r.payment_id
       JOIN orders o ON o.id = p.order_id JOIN event e ON e.id = o.event_id
       LEFT JOIN LATERAL (
         SELECT t.id, t.holder_id, t.transferred_from, t.voided_at FROM ticket t WHERE t.order_id = o.id
         ORDER BY t.created_at DESC LIMIT 1) l ON true
     WHERE r.id = $1`,
    [fact.payload.refundId],
  );
  if (!row) return;
  const eventUrl = config.publicUrl + eventOrRequestPath('viewer', row.event_id, row.title);
  const to = await accounts.addressOf(row.buyer_id);
  // The email about a cancelled event has its own calendar file, and a meeting's emails have theirs. A replay has no
  // time.
  const calendar =
    row.ticket_voided && row.last_ticket !== null && !row.notified_of_cancellation && !row.without_calendar
      ? (await createTicketCalendars(deps)(row.last_ticket))?.lost
      : undefined;
  const messages: MailMessage[] = [];
  if (to)
    messages.push(
      refundMail({
        dedupeKey: fact.dedupeKey,
        to,
        title: row.title,
        date: mailedDate(row),
        eventUrl,
        amountMinor: row.amount_minor,
        currency: currencyOf(row.currency),
        ticketVoided: row.ticket_voided,
        paidOtherwise: row.paid_otherwise ?? undefined,
        reason: () => reasonOf(row),
        calendar: row.holder_id === null ? calendar : undefined,
      }),
    );
  // The person the buyer transferred the ticket to gets an email, too.
  const holder = row.holder_id !== null && row.ticket_voided ? await accounts.addressOf(row.holder_id) : undefined;
  if (holder)
    messages.push(
      receivedTicketRefundedMail({
        dedupeKey: `${fact.dedupeKey}:holder`,
        to: holder,
        title: row.title,
        date: mailedDate(row),
        eventUrl,
        calendar,
      }),
    );
  await sendEach(mail, messages);
}

interface HostRefundRow extends MailedDateRow {
  price_minor: Minor;
  currency: string;
  host_id: number;
  event_id: string;
  title: EventTitle;
  ticket_voided: boolean;
}

/**
 * Emails the host about a refund that a person made by hand, here or at the provider. All other refunds follow from
 * something the host was already emailed about.
 */
export async function mailHostRefund(
  { accounts, config, db, mail }: TicketingDeps,
  { payload }: RecordedFact<'RefundSucceeded'>,
): Promise<void> {
  const row = await db.one<HostRefundRow>(
    `SELECT r.price_minor, p.currency, e.host_id, coalesce(e.replay_of, e.id) AS event_id, title_for_host(e) AS title,
       ${dateColumns},
       NOT EXISTS (SELECT 1 FROM ticket t WHERE t.order_id = o.id AND t.voided_at IS NULL) AS ticket_voided
     FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
       JOIN event e ON e.id = o.event_id
     WHERE r.id = $1 AND r.reason IN ('admin', 'provider') AND r.price_minor > 0`,
    [payload.refundId],
  );
  const to = row && (await accounts.addressOf(row.host_id));
  if (!to) return;
  await mail.send(
    hostRefundMail({
      dedupeKey: `refund:${payload.refundId}:host`,
      to,
      title: row.title,
      date: mailedDate(row),
      eventUrl: config.publicUrl + eventOrRequestPath('host', row.event_id, row.title),
      priceMinor: row.price_minor,
      currency: currencyOf(row.currency),
      ticketVoided: row.ticket_voided,
    }),
  );
}

interface DisputeRow extends MailedDateRow {
  amount_minor: Minor;
  price_minor: Minor;
  currency: string;
  host_id: number;
  buyer_id: number;
  holder_id: number | null;
  live: boolean | null;
  ticket_id: string | null;
  without_calendar: boolean;
  has_ticket: boolean;
  refunded: boolean;
  cancelled: boolean;
  is_off: boolean;
  left_price: Minor;
  event_id: string;
  title: EventTitle;
  title_for_host: EventTitle;
}

/** Emails the host, the buyer and the holder of the ticket how a payment's dispute stands; each change once. */
export async function mailDispute(
  deps: TicketingDeps,
  now: DisputeStatus,
  { dedupeKey, payload }: RecordedFact<'DisputeOpened' | 'DisputeDecided'>,
): Promise<void> {
  const { accounts, config, db, mail } = deps;
  const row = await db.one<DisputeRow>(
    `SELECT d.amount_minor, d.price_minor, p.currency, e.host_id, o.buyer_id, t.holder_id,
       t.voided_at IS NULL AS live, t.id AS ticket_id,
       e.private_for IS NOT NULL OR e.replay_of IS NOT NULL AS without_calendar,
       EXISTS (SELECT 1 FROM ticket x WHERE x.event_id = e.id AND x.holder_id = t.holder_id AND x.voided_at IS NULL)
         AS has_ticket,
       coalesce(e.replay_of, e.id) AS event_id, title_of(e) AS title,
       title_for_host(e) AS title_for_host, ${dateColumns},
       o.status IN ('refunding', 'refunded') AS refunded, e.cancelled_at IS NOT NULL AS cancelled,
       e.private_for IS NOT NULL AND (e.state < 2 OR e.cancelled_at IS NOT NULL) AS is_off,
       (dispute_left(p, o, NULL)).price AS left_price
     FROM dispute d JOIN payment p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id
       JOIN event e ON e.id = o.event_id
       LEFT JOIN LATERAL (
         SELECT id, holder_id, voided_at FROM ticket WHERE order_id = o.id ORDER BY created_at DESC LIMIT 1) t ON true
     WHERE d.id = $1`,
    [payload.disputeId],
  );
  if (!row) return;
  const parts: Omit<DisputeMailParts, 'dedupeKey' | 'to' | 'nothingDue'> = {
    title: row.title,
    date: mailedDate(row),
    eventUrl: config.publicUrl + eventOrRequestPath('viewer', row.event_id, row.title),
    currency: currencyOf(row.currency),
    amountMinor: row.amount_minor,
    priceMinor: row.price_minor,
    now,
    isOff: row.is_off,
  };
  const host = await accounts.addressOf(row.host_id);
  const messages: MailMessage[] = [];
  if (host && row.price_minor > 0)
    messages.push(
      hostDisputeMail({
        ...parts,
        title: row.title_for_host,
        eventUrl: config.publicUrl + eventOrRequestPath('host', row.event_id, row.title),
        dedupeKey: `${dedupeKey}:host`,
        to: host,
        nothingDue: row.cancelled || row.is_off || (now === 'won' && row.left_price <= 0),
      }),
    );
  // Either no ticket was issued, or it is not restored, or was refunded before: the refund's email covers the rest.
  if (row.holder_id !== null && !row.refunded && (now !== 'won' || row.live)) {
    const calendar = await disputedCalendar(deps, now, row);
    for (const id of new Set([row.buyer_id, row.holder_id])) {
      const to = await accounts.addressOf(id);
      if (!to) continue;
      const own = id === row.holder_id ? calendar : undefined;
      messages.push(
        holderDisputeMail({
          ...parts,
          dedupeKey: `${dedupeKey}:${id}`,
          to,
          paid: id === row.buyer_id,
          calendar: own,
        }),
      );
    }
  }
  await sendEach(mail, messages);
}

/** Emails app admins when evidence is due, once for all dates of a pass. */
export async function mailAdminsOfDispute(
  { accounts, config, db, mail }: TicketingDeps,
  { payload }: RecordedFact<'DisputeOpened'>,
): Promise<void> {
  const row = await db.one<{
    dispute: string;
    amount_minor: Minor;
    currency: string;
    due_ms: number | null;
    order_id: string;
    title: EventTitle;
  }>(
    `WITH parts AS (
       SELECT o.* FROM dispute d JOIN dispute o ON o.provider = d.provider
         AND split_part(o.provider_ref, '#', 1) = split_part(d.provider_ref, '#', 1)
       WHERE d.id = $1)
     SELECT d.provider || ':' || split_part(d.provider_ref, '#', 1) AS dispute,
       (SELECT sum(amount_minor) FROM parts)::bigint AS amount_minor, p.currency,
       (extract(epoch FROM d.evidence_due_at) * 1000)::bigint AS due_ms, p.order_id, title_of(e) AS title
     FROM parts d JOIN payment p ON p.id = d.payment_id JOIN orders x ON x.id = p.order_id
       JOIN event e ON e.id = x.event_id
     WHERE d.id = $1 AND d.status = 'open'`,
    [payload.disputeId],
  );
  if (!row) return;
  const parts = {
    title: row.title,
    amountMinor: row.amount_minor,
    currency: currencyOf(row.currency),
    evidenceDueAt: row.due_ms ?? undefined,
    orderUrl: `${config.publicUrl}/admin/orders/${row.order_id}`,
  };
  const admins = await accounts.adminAddresses();
  await sendEach(
    mail,
    // Each date of a pass has its own fact; the email port sends the first of equal keys.
    admins.map((to) => adminDisputeMail({ ...parts, dedupeKey: `dispute_opened:${row.dispute}:${to}`, to })),
  );
}

/**
 * A lost dispute removes the ticket from its holder's calendar; one that is valid again returns, because a bank may
 * revise its decision. A meeting's emails have their own files, and a replay has no time.
 */
async function disputedCalendar(
  deps: TicketingDeps,
  now: DisputeStatus,
  { ticket_id: ticketId, without_calendar: withoutCalendar, has_ticket: hasTicket }: DisputeRow,
): Promise<CalendarEntry | undefined> {
  if (now === 'open' || ticketId === null || withoutCalendar) return undefined;
  // Tickets of one person for one event share a calendar entry: the holder has bought again, and the entry now belongs
  // to that ticket.
  if (now === 'lost' && hasTicket) return undefined;
  const calendar = await createTicketCalendars(deps)(ticketId);
  return now === 'lost' ? calendar?.lost : calendar?.issued;
}
