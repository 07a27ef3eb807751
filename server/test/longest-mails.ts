import { writtenTitle } from '@frontrow/core/events/title-in.ts';
import { EUR } from '@frontrow/core/kernel/money.ts';
import { joinLinkMail, noTicketMail } from '../src/features/accounts/mails/account-mails.ts';
import { adminDisputeMail, holderDisputeMail, hostDisputeMail } from '../src/mail/dispute-mail.ts';
import {
  eventCancelledMail,
  eventMovedMail,
  eventUnpublishedMail,
  hostReplayMail,
  hostUnpublishedMail,
  seriesDatesMail,
} from '../src/mail/event-change-mails.ts';
import { hostAwayMail } from '../src/mail/host-away-mail.ts';
import { meetingMail } from '../src/mail/meeting-mail.ts';
import { hostMessageMail, newEventMail } from '../src/mail/news-mails.ts';
import { payoutMethodMail, releaseMail } from '../src/mail/payout-mails.ts';
import { receiptMail } from '../src/mail/receipt-mail.ts';
import {
  hostRefundMail,
  receivedTicketRefundedMail,
  refundMail,
  ticketReturnedMail,
  ticketWithdrawnMail,
} from '../src/mail/refund-mails.ts';
import { meetingReminderMail, reminderMail } from '../src/mail/reminder-mails.ts';
import {
  complimentaryWithdrawnMail,
  seatReturnedMail,
  speakerInvitedMail,
  ticketTransferredMail,
} from '../src/mail/ticket-changes-mails.ts';
import { ticketMail } from '../src/mail/ticket-mail.ts';
import { waitlistOfferMail, waitlistPlaceMail } from '../src/mail/waitlist-mails.ts';
import type { MailMessage } from '../src/ports/mail.ts';

const uuid = '0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11';
const url = `https://frontrow.test/event/${uuid}`;
const startsAt = Date.UTC(2026, 10, 22, 18, 30);
const endsAt = startsAt + 3_600_000;
const date = { startsAt, tz: 'Europe/Madrid', ofSeries: true };
const amounts = { amountMinor: 123_456_789, priceMinor: 123_400_000, availableMinor: -123_456_789, currency: EUR };

/**
 * Emails about one date of a series, by name, with what people typed as it is given here: a title, the name of a host
 * or a buyer, and a longer text.
 */
export function longestMails(typed: {
  title: string;
  name: string;
  text: string;
}): Readonly<Record<string, MailMessage>> {
  const { name, text } = typed;
  const title = writtenTitle(typed.title);
  const to = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.test`;
  const calendar = {
    ...date,
    eventUuid: uuid,
    title,
    host: name,
    organizer: 'hi@frontrow.test',
    eventUrl: url,
    endsAt,
    sequence: 1,
    changedAt: startsAt,
  };
  const about = {
    ...date,
    date,
    dedupeKey: `mail:${uuid}:${to}`,
    to,
    title,
    host: name,
    eventUrl: url,
    calendar,
    ...amounts,
  };
  const price = {
    listedMinor: 123_400_000,
    discountMinor: 1_000,
    feeMinor: 57_789,
    totalMinor: 123_456_789,
    currency: EUR,
  };
  const meeting = {
    ...about,
    requestUuid: uuid,
    step: 5,
    steppedAt: startsAt,
    organizer: 'hi@frontrow.test',
    viewer: name,
    minutes: 60,
    price: { listed: 16_000, discount: 0, fee: 130, total: 16_130 },
    endsAt,
    payBy: startsAt,
    message: text,
    requestUrl: url,
    roomUrl: url,
    missedBy: undefined,
    money: 'goes_back',
  } as const;
  const joins = { joinUrl: url, pageUrl: url, oneClickUrl: `${url}?token=${'x'.repeat(200)}` };
  return {
    ticket: ticketMail({
      ...about,
      ticketUrl: url,
      joinUrl: url,
      isGuest: true,
      code: 'FR-8KQ2T7ABCD',
      seat: 100_000,
      receiptUrl: url,
      price: { ...price, pass: { totalMinor: 370_370_367, dates: 30 } },
    }),
    complimentary: ticketMail({
      ...about,
      ticketUrl: url,
      joinUrl: url,
      isGuest: false,
      code: 'FR-8KQ2T7ABCD',
      complimentary: true,
    }),
    replay: ticketMail({
      ...about,
      ticketUrl: url,
      joinUrl: url,
      isGuest: true,
      code: 'FR-8KQ2T7ABCD',
      isReplay: true,
      price,
    }),
    receipt: receiptMail({ ...about, receiptUrl: url, why: 'asked' }),
    refund: refundMail({ ...about, ticketVoided: true, paidOtherwise: text, reason: () => text }),
    'refund to a host': hostRefundMail({ ...about, ticketVoided: true }),
    'refund of a received ticket': receivedTicketRefundedMail(about),
    'returned ticket': ticketReturnedMail(about),
    'withdrawn ticket': ticketWithdrawnMail({ ...about, because: 'token_sold' }),
    cancelled: eventCancelledMail({ ...about, discoverUrl: url, cause: 'host', paid: true }),
    moved: eventMovedMail({ ...about, oldStartsAt: startsAt, paid: true }),
    unpublished: eventUnpublishedMail({ ...about, paid: true }),
    'unpublished for the host': hostUnpublishedMail({ ...about, reason: text, opensAt: startsAt }),
    'replay taken down': hostReplayMail({ ...about, reason: text }),
    'dates moved': seriesDatesMail({
      ...about,
      what: 'moved',
      paid: true,
      dates: Array.from({ length: 3 }, () => ({ ...about, oldStartsAt: startsAt })),
    }),
    'dates cancelled': seriesDatesMail({
      ...about,
      what: 'cancelled',
      paid: true,
      dates: Array.from({ length: 3 }, () => ({ ...about, oldStartsAt: startsAt })),
    }),
    transferred: ticketTransferredMail({ ...about, paid: true }),
    'free ticket cancelled': seatReturnedMail(about),
    'complimentary ticket withdrawn': complimentaryWithdrawnMail(about),
    'guest speaker': speakerInvitedMail({ ...about, role: 'guest' }),
    reminder: reminderMail({ ...about, ...joins, kind: 'day', endsAt }),
    'seat opened up': waitlistOfferMail({
      ...about,
      endsAt,
      eventEndsAt: endsAt,
      totalMinor: amounts.amountMinor,
      takeUrl: url,
    }),
    'place on a waitlist': waitlistPlaceMail({ ...about, position: 1_000, placeUrl: url }),
    dispute: hostDisputeMail({ ...about, now: 'open', nothingDue: false, isOff: false }),
    'dispute of a ticket': holderDisputeMail({ ...about, now: 'open', paid: true, isOff: false }),
    'dispute for an app admin': adminDisputeMail({ ...about, evidenceDueAt: startsAt, orderUrl: url }),
    'new event': newEventMail({
      ...about,
      ...joins,
      title: typed.title,
      endsAt,
      opensAt: startsAt,
      description: text,
      unfollowUrl: url,
      series: { url, moreDates: 51 },
    }),
    'message of a host': hostMessageMail({ ...about, subject: typed.title.slice(0, 100), text }),
    'earnings available': releaseMail({ ...about, balanceUrl: url }),
    'payout account': payoutMethodMail({
      ...about,
      account: 'ES•• •••• •••• •••• 1234',
      holderName: name,
      isNew: true,
      publicUrl: url,
    }),
    'join link': joinLinkMail({ ...about, title: typed.title, url }),
    'no ticket': noTicketMail({ ...about, title: typed.title }),
    'meeting proposed': meetingMail({
      ...meeting,
      side: 'viewer',
      by: 'host',
      state: 'modified',
      before: 'pending_confirmation',
    }),
    'meeting confirmed': meetingMail({
      ...meeting,
      side: 'viewer',
      by: 'viewer',
      state: 'confirmed',
      before: 'accepted',
    }),
    'meeting missed': meetingMail({
      ...meeting,
      side: 'host',
      by: undefined,
      state: 'missed',
      before: 'confirmed',
      missedBy: 'viewer',
    }),
    'host away': hostAwayMail({ ...meeting, meeting: 'paid' }),
    'meeting not paid': meetingReminderMail({ ...meeting, ...joins, kind: 'unpaid_last', side: 'viewer', other: name }),
  };
}
