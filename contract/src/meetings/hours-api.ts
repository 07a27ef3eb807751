import {
  bufferMinutesMax,
  exceptionsMax,
  hoursPerDayMax,
  meetingMinutes,
  noticeHoursMax,
  weeklyMeetingsMax,
} from '@frontrow/core/meetings/limits.ts';
import { anyPriceMax, sellingCodes } from '@frontrow/core/catalog/selling-terms.ts';
import { z } from 'zod';
import { amount, type EndpointTable, epochMs, username } from '../kernel/endpoint.ts';

const minutes = z.union(meetingMinutes.map((length) => z.literal(length)));
/** Wall clock of the host's zone: 09:30; 24:00 is the end of the day. */
const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
const weekday = z.int().min(1).max(7);

const settings = z.strictObject({
  enabled: z.boolean(),
  /** IANA zone of the hours. */
  zone: z.string().max(60),
  lengths: z.array(z.strictObject({ minutes, price: amount.min(0).max(anyPriceMax) })).max(meetingMinutes.length),
  /** 1 is Monday. */
  hours: z.array(z.strictObject({ weekday, from: clock, to: clock })).max(7 * hoursPerDayMax),
  /** Days that differ; without hours there is no meeting on that day. */
  exceptions: z
    .array(z.strictObject({ date: z.iso.date(), from: clock.optional(), to: clock.optional() }))
    .max(exceptionsMax),
  buffer_minutes: z.int().min(0).max(bufferMinutesMax),
  notice_hours: z.int().min(0).max(noticeHoursMax),
  /** Null: as many as there are times. */
  weekly_max: z.int().min(1).max(weeklyMeetingsMax).nullable(),
});

const wireSlot = z.object({ starts_at: epochMs, minutes: z.number(), price: amount });

export const meetingHoursApi = {
  'GET /private_meetings/settings': {
    summary: 'What the host offers: lengths with prices, opening hours, exceptions',
    answer: settings.extend({ currency_code: z.string() }),
  },
  'POST /private_meetings/settings': {
    summary: 'Change what the host offers; agreed meetings stay as they are',
    body: settings
      .partial({ exceptions: true, buffer_minutes: true, notice_hours: true, weekly_max: true })
      /** What the prices are in; left out, it stays. Requests keep the currency they were made in. */
      .extend({ currency_code: z.enum(sellingCodes).optional() }),
    answer: settings.extend({ currency_code: z.string() }),
  },
  'GET /hosts/:username/slots': {
    summary: 'Free times of a host between two instants, at most 8 weeks; none where no meetings are offered',
    params: z.object({ username }),
    query: z.object({ from: z.coerce.number().int(), to: z.coerce.number().int() }),
    answer: z.object({
      /** False: this host offers none to the caller. */
      offered: z.boolean(),
      currency_code: z.string(),
      /** What may be asked for, also at another time than a slot; `total` is the price with the ticketing fee. */
      lengths: z.array(z.object({ minutes: z.number(), price: amount, total: amount })),
      /** How long ahead one has to ask. */
      notice_hours: z.number(),
      slots: z.array(wireSlot),
    }),
  },
} as const satisfies EndpointTable;

export type WireOffer = z.infer<(typeof meetingHoursApi)['GET /private_meetings/settings']['answer']>;
export type WireOfferChange = z.infer<(typeof meetingHoursApi)['POST /private_meetings/settings']['body']>;
export type WireSlots = z.infer<(typeof meetingHoursApi)['GET /hosts/:username/slots']['answer']>;
