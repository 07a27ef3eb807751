import type { WireSlots } from '@frontrow/contract/meetings/hours-api.ts';
import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import { defaultCurrency, toDecimal } from '@frontrow/core/kernel/money.ts';
import { slotsAheadMs } from '@frontrow/core/meetings/limits.ts';
import { calendarOf, freeSlots } from '@frontrow/core/meetings/slots.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { timesOf } from './offer-wire.ts';
import { databaseNow, findMeetingHost, findOffer, hostCalendar, isBlocked } from './store.ts';

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
