import { minutes } from '@frontrow/core/kernel/instant.ts';
import { requireMeetingTime } from '@frontrow/core/meetings/request-terms.ts';
import { askedTimeProblem, calendarOf } from '@frontrow/core/meetings/slots.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { timesOf } from './offer-wire.ts';
import { databaseNow, findOffer, hostCalendar, isBlocked } from './store.ts';

/**
 * Judges the time that a viewer asks for, a slot or another one, and says its price. Throws `meetings_not_offered`
 * (also to whom the host blocked), what `requireMeetingTime` throws, `length_not_offered`, `slot_not_offered` (sooner
 * than the host wants to know, or in a week that is full), `time_taken`. Takes no time: only acceptance does.
 */
export async function judgeAskedTime(
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
  const known = calendarOf(offer.zone, { from: asked.startsAt, to: asked.startsAt + minutes(asked.minutes) });
  const calendar = await hostCalendar(sql, asked.hostId, known);
  const problem = askedTimeProblem(timesOf(offer), asked, calendar, now);
  const length = offer.prices.find((row) => row.minutes === asked.minutes);
  if (problem === 'length_not_offered' || !length) throw refuse('length_not_offered', {}, { field: 'minutes' });
  if (problem) throw refuse(problem, {}, { field: 'starts_at' });
  return { priceMinor: length.priceMinor, currency: offer.currency };
}
