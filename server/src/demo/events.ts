import { databaseNow, type Sql } from '../db/db.ts';
import { restreamKeys } from '../features/broadcast/index.ts';
import type { Kit } from '../kit.ts';
import { prepareAudience } from './audience-prep.ts';
import { demoCoverKey } from './covers.ts';
import { putUpMeetings } from './meetings.ts';
import { demoPeople } from './people.ts';
import type { When } from './schedule/demo-event.ts';
import { openStages } from './schedule/open-stages.ts';
import { programme } from './schedule/schedule.ts';
import { discountSale } from './discount-sale.ts';
import { postSales } from './post-sales.ts';
import { type DemoCatalogue, hasMeeting, type Occurrence, putOnEvent } from './seed-event.ts';

export type DemoKit = Pick<Kit, 'db' | 'ids' | 'config'>;

const demoLockId = 815_020;
const quarterMs = 900_000;
const dayMs = 86_400_000;
/** An event that is put on again starts at least this far ahead. */
const leadMs = 1_800_000;
const startedAfter = "interval '2 minutes'";

/**
 * Puts on the programme of a demo installation. Safe to run at every start and by several processes: what is past
 * stays, what is still to come stays, and everything whose time has gone is put on again. Nothing in production.
 */
export async function seedDemoEvents({ db, ids, config }: DemoKit): Promise<void> {
  if (config.production) return;
  await db.tx(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [demoLockId]);
    await endStale(tx);
    const catalogue = await readCatalogue(tx, { config, ids });
    const now = await databaseNow(tx);
    const rows = await tx.query<{ cover_key: string; ahead: boolean }>(
      `SELECT cover_key, bool_or(state < 2) AS ahead FROM event WHERE cover_key LIKE 'covers/demo-%'
        GROUP BY cover_key`,
    );
    const known = new Map(rows.map((row) => [row.cover_key, row.ahead]));
    for (const event of programme) {
      const ahead = known.get(demoCoverKey(event.slug));
      const isPast = 'daysAgo' in event.when;
      if (ahead === true || (isPast && ahead !== undefined)) continue;
      await putOn(tx, ids, catalogue, { event, startsAt: startOf(event.when, now) });
    }
    await endCancelled(tx);
    await endStale(tx);
    await putUpMeetings(tx, ids, catalogue.sandboxCards);
    await openStage(tx, ids, catalogue);
    await prepareAudience(tx, ids);
    await discountSale(tx);
    await postSales(tx);
  });
}

/** Once, or as a series: so many weeks, each an event. */
async function putOn(tx: Sql, ids: Kit['ids'], catalogue: DemoCatalogue, once: Occurrence): Promise<void> {
  const { event, startsAt } = once;
  if (event.weeks === undefined) return putOnEvent(tx, ids, catalogue, once);
  const seriesId = ids.uuid();
  await tx.query(
    `INSERT INTO event_series (id, host_id, title, created_at) VALUES ($1, $2, $3, $4::timestamptz - interval '14 days')`,
    [seriesId, catalogue.accounts.get(event.host), event.title, startsAt],
  );
  for (let week = 0; week < event.weeks; week++)
    await putOnEvent(tx, ids, catalogue, {
      event,
      startsAt: new Date(startsAt.getTime() + 7 * week * dayMs),
      seriesId,
    });
  await offerPass(tx, ids, seriesId);
}

/** All dates of a series for four fifths of what they cost one by one, in whole units. */
async function offerPass(tx: Sql, ids: Kit['ids'], seriesId: string): Promise<void> {
  await tx.query(
    `INSERT INTO series_pass (id, series_id, price_minor, currency, event_ids)
     SELECT $1, $2, sum(price_minor)::bigint * 4 / 500 * 100, min(currency), array_agg(id ORDER BY starts_at)
     FROM event WHERE series_id = $2 AND state = 0 HAVING min(price_minor) > 0 AND count(*) > 1`,
    [ids.uuid(), seriesId],
  );
}

/** The next quarter of an hour always has events of `host` to start: free, paid, broadcast, for token holders. */
export async function keepOpenStages({ db, ids, config }: DemoKit): Promise<void> {
  if (config.production) return;
  await db.tx(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [demoLockId]);
    await endStale(tx);
    await openStage(tx, ids, await readCatalogue(tx, { config, ids }));
    await prepareAudience(tx, ids);
    await postSales(tx);
  });
}

/** One of each: what no one has a ticket for is moved forward; what was sold or started makes room for another one. */
async function openStage(tx: Sql, ids: Kit['ids'], catalogue: DemoCatalogue): Promise<void> {
  const { quarter } = (await tx.one<{ quarter: Date }>(
    "SELECT date_bin('15 minutes', app_now(), 'epoch') + interval '15 minutes' AS quarter",
  ))!;
  for (const event of openStages) {
    const there = await tx.one('SELECT 1 FROM event WHERE cover_key = $1 AND state = 0 AND starts_at = $2', [
      demoCoverKey(event.slug),
      quarter,
    ]);
    if (!there && !(await moveForward(tx, demoCoverKey(event.slug), quarter)))
      await putOnEvent(tx, ids, catalogue, { event, startsAt: quarter });
  }
}

/** False if there is no occurrence that may move. */
async function moveForward(tx: Sql, coverKey: string, startsAt: Date): Promise<boolean> {
  const waiting = await tx.one<{ id: string; host_id: number }>(
    `SELECT e.id, e.host_id FROM event e
     WHERE e.cover_key = $1 AND e.state = 0 AND e.starts_at < $2
       AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.event_id = e.id)
     ORDER BY e.starts_at DESC LIMIT 1 FOR UPDATE`,
    [coverKey, startsAt],
  );
  if (!waiting || (await hasMeeting(tx, waiting.host_id, startsAt))) return false;
  await tx.query(
    `UPDATE event SET starts_at = $2, original_starts_at = $2, local_start = $2::timestamptz AT TIME ZONE tz,
       version = version + 1
     WHERE id = $1`,
    [waiting.id, startsAt],
  );
  return true;
}

/** No one stands behind the other hosts: 45 minutes after its time, their event counts as held. */
async function endStale(tx: Sql): Promise<void> {
  await tx.query(
    `WITH ended AS (
       UPDATE event SET state = 2, started_at = starts_at + ${startedAfter}, finished_at = least(app_now(),
         starts_at + interval '60 minutes'), version = version + 1
       WHERE state = 0 AND starts_at < app_now() - interval '45 minutes' AND cover_key = ANY ($1)
       RETURNING id, finished_at
     ), closed AS (UPDATE room r SET closed_at = e.finished_at FROM ended e WHERE r.event_id = e.id)
     UPDATE room_member m SET desired_grants = 'none' FROM ended e WHERE m.event_id = e.id`,
    [programme.map((event) => demoCoverKey(event.slug))],
  );
  // A room may be there already, with what its host pinned; nobody was in it.
  await tx.query(
    `UPDATE room r SET closed_at = e.finished_at FROM event e
     WHERE e.id = r.event_id AND e.state = 2 AND r.closed_at IS NULL AND e.cover_key LIKE 'covers/demo-%'`,
  );
}

/** The programme's cancelled event ends as one: two days before its time. */
async function endCancelled(tx: Sql): Promise<void> {
  const cancelled = programme.filter((event) => event.cancelled).map((event) => demoCoverKey(event.slug));
  await tx.query(
    `UPDATE event SET state = 2, finished_at = starts_at - interval '2 days',
      cancelled_at = starts_at - interval '2 days', cancel_reason = 'host'
     WHERE state = 0 AND cover_key = ANY ($1) AND starts_at < app_now()`,
    [cancelled],
  );
}

/** The start of an occurrence that is put on now, always on a quarter of an hour. */
export function startOf(when: When, now: number): Date {
  if ('quarters' in when) return new Date((Math.floor(now / quarterMs) + when.quarters + 1) * quarterMs);
  const [hour = 0, minute = 0] = when.at.split(':').map(Number);
  const midnight = Math.floor(now / dayMs) * dayMs + hour * 3_600_000 + minute * 60_000;
  if ('daysAgo' in when) return new Date(midnight - when.daysAgo * dayMs);
  const at = midnight + when.days * dayMs;
  return new Date(at < now + leadMs ? at + 7 * dayMs : at);
}

async function readCatalogue(tx: Sql, kit: Pick<DemoKit, 'config' | 'ids'>): Promise<DemoCatalogue> {
  const accounts = await tx.query<{ id: number; username: string }>(
    'SELECT id, username FROM app_user WHERE username = ANY ($1)',
    [demoPeople.map((person) => person.username)],
  );
  const categories = await tx.query<{ ide: number; slug: string }>('SELECT ide, slug FROM category');
  const langs = await tx.query<{ ide: number; code: string }>('SELECT ide, code FROM language');
  return {
    accounts: new Map(accounts.map((row) => [row.username, row.id])),
    // The named accounts have no tickets but by `viewerGoes`: anyone who tries the product with them starts fresh.
    crowd: demoPeople
      .filter((person) => !person.host && !person.admin && !named.has(person.username))
      .map((person) => person.username),
    categories: new Map(categories.map((row) => [row.slug, row.ide])),
    langs: new Map(langs.map((row) => [row.code, row.ide])),
    sandboxCards: kit.config.stripe === undefined,
    restreamKeys: restreamKeys(kit),
  };
}

const named: ReadonlySet<string> = new Set(['viewer', 'viewer2']);
