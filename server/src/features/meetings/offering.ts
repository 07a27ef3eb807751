import type { WireOffer, WireOfferChange } from '@frontrow/contract/meetings/api.ts';
import { isSameUsername, usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import { isZone } from '@frontrow/core/events/start-time.ts';
import { minutes as minutesInMs } from '@frontrow/core/kernel/instant.ts';
import { currencyOf, defaultCurrency, toDecimal } from '@frontrow/core/kernel/money.ts';
import { hoursPerDayMax } from '@frontrow/core/meetings/limits.ts';
import { meetingPrice } from '@frontrow/core/meetings/request-terms.ts';
import { offerProblem } from '@frontrow/core/meetings/offer-problem.ts';
import type { HostCalendar, OfferedTimes } from '@frontrow/core/meetings/slots.ts';
import { clockOf, minuteOf } from '@frontrow/core/meetings/meeting-times.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isUnknownZone } from '../../db/database-errors.ts';
import type { Db, Sql } from '../../db/db.ts';

interface OfferedLength {
  readonly minutes: number;
  readonly priceMinor: number;
}

/** What a host offers, as it is kept. */
interface Offer extends Omit<OfferedTimes, 'lengths'> {
  readonly enabled: boolean;
  /** Of the prices. */
  readonly currency: string;
  readonly prices: readonly OfferedLength[];
}

interface OfferRow {
  enabled: boolean;
  tz: string;
  buffer_minutes: number;
  notice_hours: number;
  weekly_max: number | null;
  currency: string;
  prices: OfferedLength[];
  hours: { weekday: number; fromMinute: number; toMinute: number }[];
  exceptions: { day: string; fromMinute: number | null; toMinute: number | null }[];
}

/** What a host offers; undefined if it never said. */
export async function findOffer(sql: Sql, hostId: number): Promise<Offer | undefined> {
  const row = await sql.one<OfferRow>(
    `SELECT o.enabled, o.tz, o.buffer_minutes, o.notice_hours, o.weekly_max,
       coalesce((SELECT min(l.currency) FROM meeting_length l WHERE l.host_id = o.host_id), o.currency) AS currency,
       (SELECT coalesce(json_agg(json_build_object('minutes', l.minutes, 'priceMinor', l.price_minor)
                                 ORDER BY l.minutes), '[]')
        FROM meeting_length l WHERE l.host_id = o.host_id) AS prices,
       (SELECT coalesce(json_agg(json_build_object('weekday', h.weekday, 'fromMinute', h.from_minute,
                                                   'toMinute', h.to_minute) ORDER BY h.weekday, h.from_minute), '[]')
        FROM meeting_hours h WHERE h.host_id = o.host_id) AS hours,
       (SELECT coalesce(json_agg(json_build_object('day', x.day, 'fromMinute', x.from_minute,
                                                   'toMinute', x.to_minute) ORDER BY x.day, x.from_minute), '[]')
        FROM meeting_exception x WHERE x.host_id = o.host_id) AS exceptions
     FROM meeting_offer o WHERE o.host_id = $1`,
    [hostId],
  );
  return (
    row && {
      enabled: row.enabled,
      zone: row.tz,
      bufferMinutes: row.buffer_minutes,
      noticeHours: row.notice_hours,
      weeklyMax: row.weekly_max,
      currency: row.currency,
      prices: row.prices,
      hours: row.hours,
      exceptions: row.exceptions,
    }
  );
}

/** Replaces what a host offers. */
async function keepOffer(sql: Sql, hostId: number, offer: Offer): Promise<void> {
  await sql.query(
    `INSERT INTO meeting_offer (host_id, enabled, tz, buffer_minutes, notice_hours, weekly_max, currency)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (host_id) DO UPDATE SET enabled = excluded.enabled, tz = excluded.tz,
       buffer_minutes = excluded.buffer_minutes, notice_hours = excluded.notice_hours,
       weekly_max = excluded.weekly_max, currency = excluded.currency, updated_at = app_now()`,
    [hostId, offer.enabled, offer.zone, offer.bufferMinutes, offer.noticeHours, offer.weeklyMax, offer.currency],
  );
  await sql.query('DELETE FROM meeting_length WHERE host_id = $1', [hostId]);
  await sql.query('DELETE FROM meeting_hours WHERE host_id = $1', [hostId]);
  await sql.query('DELETE FROM meeting_exception WHERE host_id = $1', [hostId]);
  await sql.query(
    `INSERT INTO meeting_length (host_id, minutes, price_minor, currency)
     SELECT $1, minutes, price_minor, $4 FROM unnest($2::int[], $3::bigint[]) AS given (minutes, price_minor)`,
    [hostId, offer.prices.map((row) => row.minutes), offer.prices.map((row) => row.priceMinor), offer.currency],
  );
  await sql.query(
    `INSERT INTO meeting_hours (host_id, weekday, from_minute, to_minute)
     SELECT $1, * FROM unnest($2::int[], $3::int[], $4::int[])`,
    [
      hostId,
      offer.hours.map((row) => row.weekday),
      offer.hours.map((row) => row.fromMinute),
      offer.hours.map((row) => row.toMinute),
    ],
  );
  await sql.query(
    `INSERT INTO meeting_exception (host_id, day, from_minute, to_minute)
     SELECT $1, * FROM unnest($2::date[], $3::int[], $4::int[])`,
    [
      hostId,
      offer.exceptions.map((row) => row.day),
      offer.exceptions.map((row) => row.fromMinute),
      offer.exceptions.map((row) => row.toMinute),
    ],
  );
}

/** No taken time reaches further than this beyond a window: the longest buffer there may be. */
const aroundMs = minutesInMs(180);

/** What a host has in a time: what takes it, and the meetings that count for its weeks. */
export async function hostCalendar(
  sql: Sql,
  hostId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<HostCalendar> {
  const bounds = [hostId, new Date(from - aroundMs), new Date(to + aroundMs)];
  const taken = await sql.query<{ begins: Date; ends: Date }>(
    `SELECT lower(during) AS begins, upper(during) AS ends FROM host_time
     WHERE host_id = $1 AND during && tstzrange($2::timestamptz, $3::timestamptz)`,
    bounds,
  );
  const meetings = await sql.query<{ starts_at: Date }>(
    `SELECT starts_at FROM private_request
     WHERE host_id = $1 AND starts_at >= $2 AND starts_at < $3
       AND status IN ('accepted', 'confirmed', 'finished', 'missed')`,
    bounds,
  );
  return {
    taken: taken.map(({ begins, ends }) => ({ from: begins.getTime(), to: ends.getTime() })),
    meetings: meetings.map((row) => row.starts_at.getTime()),
  };
}

interface MeetingHost {
  readonly id: number;
  readonly username: string;
}

/** The host of this name, or undefined. */
export async function findMeetingHost(sql: Sql, typed: string): Promise<MeetingHost | undefined> {
  const row = await sql.one<MeetingHost>(
    'SELECT id, username FROM app_user WHERE username_skeleton = $1 AND role = 1 AND erased_at IS NULL AND suspended_at IS NULL',
    [usernameSkeleton(typed)],
  );
  return row && isSameUsername(row.username, typed) ? row : undefined;
}

/** Whether the host wants no requests from this person. */
export async function isBlocked(sql: Sql, hostId: number, viewerId: number): Promise<boolean> {
  const row = await sql.one('SELECT 1 FROM host_block WHERE host_id = $1 AND user_id = $2', [hostId, viewerId]);
  return row !== undefined;
}

/** Whether the database knows the zone, too; it knows fewer than browsers do. Not within a transaction: it may fail. */
async function databaseKnowsZone(db: Db, zone: string): Promise<boolean> {
  try {
    await db.query('SELECT app_now() AT TIME ZONE $1 AS wall', [zone]);
    return true;
  } catch (error) {
    if (isUnknownZone(error)) return false;
    throw error;
  }
}

/** What the host offers, or an empty offer in the host's own zone. */
export async function readOffer(sql: Sql, hostId: number): Promise<WireOffer> {
  return offerToWire(await keptOffer(sql, hostId));
}

async function keptOffer(sql: Sql, hostId: number): Promise<Offer> {
  const offer = await findOffer(sql, hostId);
  if (offer) return offer;
  const row = await sql.one<{ zone_name: string }>(
    'SELECT zone_name FROM app_user WHERE id = $1 AND erased_at IS NULL',
    [hostId],
  );
  if (!row) throw refuse('user_not_found');
  return defaultOffer(row.zone_name);
}

/** Before a host says otherwise: nothing is offered, and a day's notice is asked for. */
const defaultOffer = (zone: string): Offer => ({
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

function offerToWire(offer: Offer): WireOffer {
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
function offerFromWire(wire: WireOfferChange, kept: Offer): Offer {
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

/** Replaces what the host offers; what was asked for or agreed stays as it is. Refuses with the field. */
export async function changeOffer(db: Db, hostId: number, wire: WireOfferChange): Promise<WireOffer> {
  // What is no zone here is refused below with the rest.
  if (isZone(wire.zone) && !(await databaseKnowsZone(db, wire.zone)))
    throw refuse('zone_unknown', { zone: wire.zone }, { field: 'zone' });
  return db.tx(async (tx) => {
    // An account that goes in the meantime leaves no offer behind, and of two changes the later one stays as a whole.
    const host = await tx.one('SELECT 1 FROM app_user WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE', [hostId]);
    if (!host) throw refuse('user_not_found');
    const offer = offerFromWire(wire, await keptOffer(tx, hostId));
    const problem = offerProblem({ ...timesOf(offer), enabled: offer.enabled });
    if (problem) throw refuse(problem.code, { zone: offer.zone, maximum: hoursPerDayMax }, { field: problem.field });
    await keepOffer(tx, hostId, offer);
    return offerToWire(await keptOffer(tx, hostId));
  });
}
