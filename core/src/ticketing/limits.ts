import { days, hours, minutes, seconds } from '../kernel/instant.ts';

/** A seat is held this long for an unpaid order (decisions 18). */
export const holdMs = minutes(10);
/** Unpaid guest holds may take at most this share of a room (reliability 1.2). */
export const guestHoldShareMax = 0.3;
export const holdsPerAddressMax = 3;
/** Free seats of one event that a network gets for typed addresses whose mail was not opened yet (reliability 17). */
export const unopenedPerAddressMax = 5;
export const paymentAttemptsMax = 5;
export const paymentAttemptsWindowMs = minutes(10);
/** A provider that does not answer in this time is unavailable; the hold stays (reliability 2, P12). */
export const providerTimeoutMs = seconds(10);
/** A charge whose answer was lost and that the provider does not know after this long was never made. */
export const lostChargeAfterMs = minutes(2);
/** A late host owes refunds until this long after the end (decisions 14). */
export const lateRefundUntilMs = hours(24);
/** After a reschedule buyers may leave until this long before the new start (decisions 13). */
export const rescheduleRefundUntilMs = hours(24);
/** A refund that the bank sends back is made again this often; then it stays due, for a person to look at. */
export const refundsAgainMax = 3;
/** Seats decided in one statement: while the database decides these, the process answers those before them. */
export const seatBatchMax = 128;
/** Requests that may wait for one event's lane before being shed. */
export const seatQueueMax = 20_000;
export const ticketsPageSize = 20;
export const savedCardsMax = 10;
/** Providers send a webhook again for a month at most, also by hand: so long and longer a repeated one is known. */
export const webhooksKeptMs = days(90);
/** Webhooks that cannot be understood are given up after this many tries, loudly. */
export const webhookTriesMax = 20;

/**
 * Who buys or holds by typing an address hears nothing sooner than this: an address that has a ticket is mailed its way in again, which takes
 * longer than a sale, and nobody may tell by that.
 */
export const guestAnswerMsMin = 25;
