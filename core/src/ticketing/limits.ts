import { days, hours, minutes, seconds } from '../kernel/instant.ts';

/** A seat is held this long for an unpaid order. */
export const holdMs = minutes(10);
/** Unpaid orders of guests hold at most this share of the seats. */
export const guestHoldShareMax = 0.3;
export const holdsPerAddressMax = 3;
/** Costless seats of one event that a network gets for typed addresses whose mail nobody has opened. */
export const unopenedPerAddressMax = 5;
export const paymentAttemptsMax = 5;
export const paymentAttemptsWindowMs = minutes(10);
/** A provider that does not answer in this time is unavailable; the hold stays. */
export const providerTimeoutMs = seconds(10);
/**
 * A charge that the provider has not heard of after this long was never made: it reaches the provider within a minute,
 * whose search usually finds it within another one. Before it is written off the provider's list is read, too.
 */
export const lostChargeAfterMs = minutes(3);
/** After a late start buyers may refund until this long after the end. */
export const lateRefundUntilMs = hours(24);
/** After a move buyers may refund until this long before the new start. */
export const rescheduleRefundUntilMs = hours(24);
/** A refund that the bank sends back is made again this often; then a person has to look at it. */
export const refundsAgainMax = 3;
/** A refund that the provider refuses for good is asked for this often; then a person has to look at it. */
export const refundFailuresMax = 5;
/** How long a person may describe where a refund was paid instead. */
export const refundReferenceCharsMax = 200;
/** Open disputes are looked at again after this long, in case a webhook is lost. */
export const disputeLookMs = hours(1);
/** Requests decided by one statement: while the database decides these, the process answers those before them. */
export const seatBatchMax = 128;
/** Requests for one event that may wait; more are refused with 503. */
export const seatQueueMax = 20_000;
/** Transfers that one ticket may ask for in an hour: the answer tells whether an address has a ticket. */
export const transfersAskedMax = 10;
/** Corrections of one ticket's email address in an hour. */
export const emailCorrectionsMax = 5;
/** Mails of one ticket that its holder may ask for in an hour. */
export const ticketMailsMax = 3;
/** A host lets holders cancel until this long before the start, in whole hours. */
export const selfCancelHoursMin = 1;
export const selfCancelHoursMax = 720;
export const ticketsPageSize = 20;
export const savedCardsMax = 10;
/** A repeated webhook is known for this long. Providers repeat one for a month at most, also by hand. */
export const webhooksKeptMs = days(90);
/**
 * A webhook that cannot be processed is retried for this long after its first attempt, and this often at least: a
 * process that was off for days must not give up after one more attempt. Then it waits for an app admin.
 */
export const webhookRetriedMs = days(3);
export const webhookAttemptsMin = 10;
/** The wait after a failed attempt doubles from the first to the longest. */
export const webhookFirstWaitMs = seconds(30);
export const webhookLongestWaitMs = hours(1);

/**
 * A request with a typed address is answered no sooner than this. An address that has a ticket is mailed its way in
 * again, which takes longer than a sale, and the time must not tell which addresses have one.
 */
export const guestAnswerMsMin = 25;
