import type { WireOffer, WireOfferChange } from '@frontrow/contract/meetings/hours-api.ts';
import { currencyOf, defaultCurrency, toDecimal } from '@frontrow/core/kernel/money.ts';
import { meetingPrice } from '@frontrow/core/meetings/meeting-price.ts';
import type { OfferedTimes } from '@frontrow/core/meetings/slots.ts';
import { clockOf, minuteOf } from '@frontrow/core/meetings/wall-clock.ts';
import type { Offer } from './store.ts';

/** Before a host says otherwise: nothing is offered, and a day's notice is asked for. */
export const unsaidOffer = (zone: string): Offer => ({
  enabled: false,
  zone,
  prices: [],
  hours: [],
  exceptions: [],
  bufferMinutes: 0,
  noticeHours: 24,
  weeklyMax: null,
  currency: defaultCurrency,
});

export function offerToWire(offer: Offer): WireOffer {
  const { digits } = currencyOf(offer.currency);
  return {
    enabled: offer.enabled,
    zone: offer.zone,
    lengths: offer.prices.map(({ minutes, priceMinor }) => ({
      minutes: minutes as WireOffer['lengths'][number]['minutes'],
      price: toDecimal(priceMinor, digits),
    })),
    hours: offer.hours.map(({ weekday, fromMinute, toMinute }) => ({
      weekday,
      from: clockOf(fromMinute),
      to: clockOf(toMinute),
    })),
    exceptions: offer.exceptions.map(({ day, fromMinute, toMinute }) => ({
      date: day,
      ...(fromMinute !== null && toMinute !== null && { from: clockOf(fromMinute), to: clockOf(toMinute) }),
    })),
    buffer_minutes: offer.bufferMinutes,
    notice_hours: offer.noticeHours,
    weekly_max: offer.weeklyMax,
    currency_code: offer.currency,
  };
}

/** What is sent, over what was kept: what is left out stays. */
export function offerFromWire(wire: WireOfferChange, kept: Offer): Offer {
  const currency = wire.currency_code ?? kept.currency;
  return {
    enabled: wire.enabled,
    zone: wire.zone,
    prices: wire.lengths.map(({ minutes, price }) => ({
      minutes,
      priceMinor: meetingPrice(price, currency, 'lengths'),
    })),
    currency,
    hours: wire.hours.map(({ weekday, from, to }) => ({ weekday, fromMinute: minuteOf(from), toMinute: minuteOf(to) })),
    exceptions:
      wire.exceptions?.map(({ date, from, to }) => ({
        day: date,
        fromMinute: from === undefined ? null : minuteOf(from),
        toMinute: to === undefined ? null : minuteOf(to),
      })) ?? kept.exceptions,
    bufferMinutes: wire.buffer_minutes ?? kept.bufferMinutes,
    noticeHours: wire.notice_hours ?? kept.noticeHours,
    weeklyMax: wire.weekly_max === undefined ? kept.weeklyMax : wire.weekly_max,
  };
}

/** The offer as the rules read it. */
export const timesOf = (offer: Offer): OfferedTimes => ({
  ...offer,
  lengths: offer.prices.map(({ minutes }) => minutes),
});
