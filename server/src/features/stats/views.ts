import { createHmac } from 'node:crypto';
import { isBot, viewSource, type ViewSource } from '@frontrow/core/stats/views.ts';
import { sourcesPerDayMax, viewsWaitingMax } from '@frontrow/core/stats/limits.ts';
import type { Db, Sql, Tx } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';

const rowsMax = 50_000;

/** The salt of this day (UTC), the same in all processes. */
async function saltOfToday(sql: Sql, ids: Kit['ids']): Promise<{ day: string; salt: string }> {
  await sql.query(
    `INSERT INTO visitor_salt (day, salt) VALUES ((app_now() AT TIME ZONE 'UTC')::date, $1) ON CONFLICT DO NOTHING`,
    [ids.secret()],
  );
  const row = await sql.one<{ day: string; salt: string }>(
    `SELECT day::text AS day, salt FROM visitor_salt WHERE day = (app_now() AT TIME ZONE 'UTC')::date`,
  );
  if (!row) throw new Error('the day has no salt');
  return row;
}

/** Deletes the salts and hashes of days that are over: from then on no one can tell who was counted. */
export async function purgeVisitors(db: Db): Promise<void> {
  await db.query(`DELETE FROM visitor_salt WHERE day < (app_now() AT TIME ZONE 'UTC')::date`);
  await db.query(
    `DELETE FROM visitor_seen WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM visitor_seen WHERE day < (app_now() AT TIME ZONE 'UTC')::date LIMIT ${rowsMax}
       FOR UPDATE SKIP LOCKED))`,
  );
}

/** A page was looked at, as a browser says it. */
interface View {
  readonly page: { readonly eventUuid: string } | { readonly username: string };
  readonly what: 'page' | 'checkout';
  readonly ref: string | undefined;
  readonly referrer: string | undefined;
  /** Who looked, where someone is logged in: a host's own views do not count. */
  readonly accountId: number | undefined;
  readonly address: string;
  readonly userAgent: string;
}

export interface ViewCounter {
  /** Remembers a view until the next write; never waits. Bots are not remembered. */
  count(view: View): void;
  /** Writes what was remembered. */
  write(): Promise<void>;
}

type Waiting = Omit<View, 'ref' | 'referrer' | 'userAgent'> & { readonly visitor: string; readonly source: ViewSource };

interface Page {
  readonly host_id: number;
  readonly event_id: string | null;
  readonly day: string;
}

interface Tally extends Page {
  readonly source: string;
  views: number;
  visitors: number;
  checkouts: number;
}

/** Counts views in memory and writes them together, at most once a second: a page that is read costs no write. */
export function createViewCounter({ db, config, ids }: Pick<Kit, 'db' | 'config' | 'ids'>): ViewCounter {
  const ownHost = new URL(config.publicUrl).hostname;
  let waiting: Waiting[] = [];
  return {
    count({ ref, referrer, userAgent, ...view }) {
      if (waiting.length >= viewsWaitingMax || isBot(userAgent)) return;
      const source = viewSource({ ref, referrer }, ownHost);
      waiting.push({ ...view, source, visitor: `${view.address}|${userAgent}` });
    },
    async write() {
      if (waiting.length === 0) return;
      const views = waiting;
      waiting = [];
      await db.tx(async (tx) => writeViews(tx, await saltOfToday(tx, ids), views));
    },
  };
}

async function writeViews(tx: Tx, { day, salt }: { day: string; salt: string }, views: readonly Waiting[]) {
  const pages = await pagesOf(tx, views);
  const looked = views.flatMap((view) => {
    const page = pages.get('eventUuid' in view.page ? view.page.eventUuid : view.page.username);
    if (!page || page.host_id === view.accountId) return [];
    // Of one page, and of everything of its host. A host's page is counted in the second alone.
    const counted = page.event_id === null ? [page] : [page, { ...page, event_id: null }];
    return counted.map((of) => ({ of, view, hash: hashOf(salt, of, view) }));
  });
  const fresh = new Set(
    (
      await tx.query<{ hash: string }>(
        `INSERT INTO visitor_seen (day, hash)
         SELECT DISTINCT $1::date, decode(h, 'base64') FROM unnest($2::text[]) AS h ORDER BY 2
         ON CONFLICT DO NOTHING RETURNING encode(hash, 'base64') AS hash`,
        [day, looked.map(({ hash }) => hash)],
      )
    ).map(({ hash }) => hash),
  );
  const tallies = new Map<string, Tally>();
  for (const { of, view, hash } of looked) {
    const key = `${of.host_id} ${of.event_id} ${of.day} ${view.source}`;
    const tally = tallies.get(key) ?? { ...of, source: view.source, views: 0, visitors: 0, checkouts: 0 };
    tallies.set(key, tally);
    const isFirst = fresh.delete(hash);
    if (view.what === 'page') {
      tally.views += 1;
      tally.visitors += isFirst ? 1 : 0;
    } else tally.checkouts += isFirst ? 1 : 0;
  }
  await addTallies(tx, [...tallies.values()]);
}

/** Another page, another act, another hash: what one person looks at cannot be put together, not even on that day. */
const hashOf = (salt: string, page: Page, { what, visitor }: Waiting): string =>
  createHmac('sha256', salt)
    .update(`${what}|${page.host_id}|${page.event_id}|${visitor}`)
    .digest()
    .subarray(0, 16)
    .toString('base64');

async function pagesOf(tx: Tx, views: readonly Waiting[]): Promise<ReadonlyMap<string, Page>> {
  const names = (of: 'eventUuid' | 'username'): string[] => [
    ...new Set(views.flatMap(({ page }) => (of in page ? [(page as Record<string, string>)[of]!] : []))),
  ];
  const rows = await tx.query<Page & { name: string }>(
    `SELECT e.id::text AS name, e.host_id, e.id AS event_id, (app_now() AT TIME ZONE u.zone_name)::date::text AS day
     FROM event e JOIN app_user u ON u.id = e.host_id WHERE e.id = ANY ($1) AND e.private_for IS NULL AND e.replay_of IS NULL
     UNION ALL
     SELECT u.username, u.id, NULL, (app_now() AT TIME ZONE u.zone_name)::date::text
     FROM app_user u WHERE u.username = ANY ($2) AND u.role = 1 AND u.erased_at IS NULL`,
    [names('eventUuid'), names('username')],
  );
  return new Map(rows.map(({ name, ...page }) => [name, page]));
}

async function addTallies(tx: Tx, tallies: readonly Tally[]): Promise<void> {
  await tx.query(
    `WITH tally AS (
       SELECT t.*, EXISTS (
         SELECT 1 FROM view_day d WHERE d.host_id = t.host_id AND d.event_id IS NOT DISTINCT FROM t.event_id
           AND d.day = t.day AND d.source = t.source) AS known,
         (SELECT count(*) FROM view_day d WHERE d.host_id = t.host_id
           AND d.event_id IS NOT DISTINCT FROM t.event_id AND d.day = t.day)
           + row_number() OVER (PARTITION BY t.host_id, t.event_id, t.day ORDER BY t.source) AS place
       FROM json_to_recordset($1) AS t(
         host_id bigint, event_id uuid, day date, source text, views int, visitors int, checkouts int))
     INSERT INTO view_day AS d (host_id, event_id, day, source, views, visitors, checkouts)
     SELECT host_id, event_id, day, CASE WHEN known OR place <= $2 THEN source ELSE 'other' END AS named,
       sum(views), sum(visitors), sum(checkouts)
     FROM tally GROUP BY host_id, event_id, day, named ORDER BY host_id, event_id, day, named
     ON CONFLICT (host_id, event_id, day, source) DO UPDATE SET views = d.views + excluded.views,
       visitors = d.visitors + excluded.visitors, checkouts = d.checkouts + excluded.checkouts`,
    [JSON.stringify(tallies), sourcesPerDayMax],
  );
}
