import type { WireSlots } from '@frontrow/contract/meetings/api.ts';
import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import { minutes as minutesInMs } from '@frontrow/core/kernel/instant.ts';
import { defaultCurrency, toDecimal } from '@frontrow/core/kernel/money.ts';
import { slotsAheadMs } from '@frontrow/core/meetings/limits.ts';
import { requireMeetingTime } from '@frontrow/core/meetings/request-terms.ts';
import { askedTimeProblem, calendarOf, freeSlots } from '@frontrow/core/meetings/slots.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import { databaseNow, type Sql } from '../../db/db.ts';
import { findMeetingHost, findOffer, hostCalendar, isBlocked, timesOf } from './offering.ts';

/**
 * Judges the time that a viewer asks for, a slot or another one, and says its price. Throws `meetings_not_offered`
 * (also to whom the host blocked), what `requireMeetingTime` throws, `length_not_offered`, `slot_not_offered` (sooner
 * than the host wants to know, or in a week that is full), `time_taken`. Takes no time: only acceptance does.
 */
export async function judgeRequestedTime(
  sql: Sql,
  asked: {
    readonly hostId: number;
    readonly viewerId: number;
    readonly startsAt: number;
    readonly minutes: number;
  },
): Promise<{ readonly priceMinor: number; readonly currency: string }> {
  const offer = await findOffer(sql, asked.hostId);
  if (!offer?.enabled || (await isBlocked(sql, asked.hostId, asked.viewerId))) throw refuse('meetings_not_offered');
  const now = await databaseNow(sql);
  requireMeetingTime(asked.startsAt, now);
  const known = calendarOf(offer.zone, { from: asked.startsAt, to: asked.startsAt + minutesInMs(asked.minutes) });
  const calendar = await hostCalendar(sql, asked.hostId, known);
  const problem = askedTimeProblem(timesOf(offer), asked, calendar, now);
  const length = offer.prices.find((row) => row.minutes === asked.minutes);
  if (problem === 'length_not_offered' || !length) throw refuse('length_not_offered', {}, { field: 'minutes' });
  if (problem) throw refuse(problem, {}, { field: 'starts_at' });
  return { priceMinor: length.priceMinor, currency: offer.currency };
}

/**
 * The free times of a host for this caller. A caller whom the host blocked sees what a host without an offer shows.
 * Throws `user_not_found`.
 */
export async function listSlots(
  sql: Sql,
  asked: {
    readonly username: string;
    readonly viewerId: number | undefined;
    readonly from: number;
    readonly to: number;
  },
): Promise<WireSlots> {
  const host = await findMeetingHost(sql, asked.username);
  if (!host) throw refuse('user_not_found');
  const [offer, blocked, now] = await Promise.all([
    findOffer(sql, host.id),
    asked.viewerId === undefined ? false : isBlocked(sql, host.id, asked.viewerId),
    databaseNow(sql),
  ]);
  if (!offer?.enabled || blocked)
    return { offered: false, currency_code: defaultCurrency, lengths: [], notice_hours: 0, slots: [] };
  const terms = termsOf(offer.currency);
  const { digits } = terms.currency;
  const lengths = offer.prices.map(({ minutes, priceMinor }) => ({
    minutes,
    price: toDecimal(priceMinor, digits),
    total: toDecimal(ticketPrice(priceMinor, terms).total, digits),
  }));
  const priceOf = new Map(lengths.map(({ minutes, price }) => [minutes, price]));
  const window = { from: Math.max(asked.from, now), to: Math.min(asked.to, now + slotsAheadMs) };
  const slots =
    window.from < window.to
      ? freeSlots(timesOf(offer), window, await hostCalendar(sql, host.id, calendarOf(offer.zone, window)), now)
      : [];
  return {
    offered: true,
    currency_code: offer.currency,
    lengths,
    notice_hours: offer.noticeHours,
    slots: slots.map(({ startsAt, minutes }) => ({ starts_at: startsAt, minutes, price: priceOf.get(minutes) ?? 0 })),
  };
}
