import { rng, type Rng } from '@frontrow/artwork/shapes.ts';
import type { Sql, Tx } from '../db/db.ts';
import type { Kit } from '../kit.ts';

const showMinutes = 62;
const lines = ['Good evening!', 'Loud and clear.', 'Again, please!', 'That was lovely.', 'Greetings from Porto.'];
const linesMax = 24;
const turnsMax = 7;
const sources = ['direct', 'direct', 'inside', 'inside', 'site:instagram.com', 'site:bsky.app', 'ref:newsletter'];
/** Days before an event on which people look at its page. */
const lookedBeforeDays = 12;
const daysBack = 90;

/**
 * What the numbers of the demo's hosts are counted from: how many watched, turns and chat of past evenings, and views
 * of the last ninety days. The numbers themselves are counted by the jobs, as everywhere. Safe to run again.
 */
export async function seedDemoStats({ db, config }: Pick<Kit, 'db' | 'config'>): Promise<void> {
  if (config.production) return;
  const shows = await db.query<{ id: string; cover_key: string }>(
    `SELECT e.id, e.cover_key FROM event e JOIN room r ON r.event_id = e.id
     WHERE e.cover_key LIKE 'covers/demo-%' AND e.state = 2 AND e.started_at IS NOT NULL AND e.cancelled_at IS NULL
       AND r.forgotten_at IS NULL AND NOT EXISTS (SELECT 1 FROM viewer_sample s WHERE s.event_id = e.id)`,
  );
  for (const { id, cover_key: key } of shows) await db.tx((tx) => fillShow(tx, id, rng(`show:${key}`)));
  const hosts = await db.query<{ id: number; username: string }>(
    `SELECT DISTINCT u.id, u.username FROM app_user u JOIN event e ON e.host_id = u.id
     WHERE e.cover_key LIKE 'covers/demo-%' AND NOT EXISTS (SELECT 1 FROM view_day v WHERE v.host_id = u.id)`,
  );
  for (const { id, username } of hosts) await db.tx((tx) => fillViews(tx, id, rng(`views:${username}`)));
  await db.query(
    `INSERT INTO stats_due (host_id, event_id) SELECT host_id, id FROM event
     WHERE cover_key LIKE 'covers/demo-%' AND (sold > 0 OR state = 2) ON CONFLICT DO NOTHING`,
  );
  // What is older than a day was read; a host who never looked would have everything ahead of them.
  await db.query(
    `INSERT INTO activity_seen (user_id, at)
     SELECT DISTINCT host_id, app_now() - interval '1 day' FROM event WHERE cover_key LIKE 'covers/demo-%'
     ON CONFLICT DO NOTHING`,
  );
}

/** People come in the first minutes, stay, and go at the end; some get a turn, some write. */
async function fillShow(tx: Tx, eventId: string, chance: Rng): Promise<void> {
  const people = await tx.query<{ user_id: number }>(
    'SELECT user_id FROM room_member WHERE event_id = $1 AND joined_at IS NOT NULL ORDER BY user_id',
    [eventId],
  );
  const viewers = Array.from({ length: showMinutes }, (_, minute) => {
    const there = Math.min(1, (minute + 1) / 8, (showMinutes - minute) / 5);
    return Math.round(people.length * there * chance.range(0.88, 1));
  });
  await tx.query(
    `INSERT INTO viewer_sample (event_id, minute, viewers)
     SELECT $1, n - 1, v FROM unnest($2::int[]) WITH ORDINALITY AS given (v, n) ON CONFLICT DO NOTHING`,
    [eventId, viewers],
  );
  // A room with its own log keeps it.
  const room = await tx.one<{ kind: number }>(
    'SELECT e.kind FROM room r JOIN event e ON e.id = r.event_id WHERE r.event_id = $1 AND r.seq = 0 FOR UPDATE OF r',
    [eventId],
  );
  if (room && people.length > 0) await writeLog(tx, eventId, logOf(people, room.kind === 0, chance));
  await tx.query('DELETE FROM event_show WHERE event_id = $1', [eventId]);
}

interface LogEntry {
  readonly person: number;
  readonly minute: number;
  /** Null where the person got a turn. */
  readonly text: string | null;
}

function logOf(people: readonly { user_id: number }[], hasTurns: boolean, chance: Rng): LogEntry[] {
  const at = () => chance.int(1, showMinutes - 4);
  const chat = Array.from({ length: chance.int(linesMax / 2, linesMax) }, () => chance.pick(lines));
  const turns = hasTurns ? Array.from({ length: chance.int(2, turnsMax) }, () => null) : [];
  return [...chat, ...turns]
    .map((text) => ({ person: chance.pick(people).user_id, minute: at(), text }))
    .toSorted((a, b) => a.minute - b.minute);
}

async function writeLog(tx: Tx, eventId: string, log: readonly LogEntry[]): Promise<void> {
  await tx.query(
    `WITH said AS (
       SELECT n AS seq, person, text, e.started_at + minute * interval '1 minute' AS at
       FROM unnest($2::bigint[], $3::int[], $4::text[]) WITH ORDINALITY AS given (person, minute, text, n)
       JOIN event e ON e.id = $1
     ), logged AS (
       INSERT INTO room_event (event_id, seq, type, payload, actor_id, at)
       SELECT $1, seq, CASE WHEN text IS NULL THEN 'updateEvent' ELSE 'newMessage' END,
         CASE WHEN text IS NULL THEN jsonb_build_object('change', 'turn', 'user', person)
           ELSE jsonb_build_object('author', person) END, person, at FROM said
     ), counted AS (UPDATE room SET seq = (SELECT max(seq) FROM said) WHERE event_id = $1)
     INSERT INTO chat_message (event_id, seq, author_id, client_id, body, at)
     SELECT $1, seq, person, 'demo-' || seq, text, at FROM said WHERE text IS NOT NULL`,
    [eventId, log.map(({ person }) => person), log.map(({ minute }) => minute), log.map(({ text }) => text)],
  );
}

interface ViewRow {
  readonly event: string | null;
  readonly ago: number;
  readonly source: string;
  views: number;
  visitors: number;
  checkouts: number;
}

/** More look the nearer an event is; the host's own page has a few readers every day. */
async function fillViews(tx: Sql, hostId: number, chance: Rng): Promise<void> {
  const events = await tx.query<{ id: string; sold: number; days_ago: number }>(
    `SELECT id, sold, (app_now()::date - starts_at::date) AS days_ago FROM event
     WHERE host_id = $1 AND is_public ORDER BY starts_at, id`,
    [hostId],
  );
  const rows = new Map<string, ViewRow>();
  const add = (event: string | null, ago: number, source: string, visitors: number, checkouts: number): void => {
    const key = `${event} ${ago} ${source}`;
    const row = rows.get(key) ?? { event, ago, source, views: 0, visitors: 0, checkouts: 0 };
    rows.set(key, row);
    row.views += Math.round(visitors * 1.4);
    row.visitors += visitors;
    row.checkouts += checkouts;
  };
  for (const { id, sold, days_ago: past } of events)
    for (let before = 0; before <= lookedBeforeDays; before++) {
      const ago = past + before;
      if (ago < 0 || ago >= daysBack) continue;
      for (const source of sources) {
        const visitors = chance.int(0, Math.ceil((sold + 6) / (4 + before)));
        if (visitors === 0) continue;
        const checkouts = Math.round(visitors * chance.range(0.3, 0.6));
        add(id, ago, source, visitors, checkouts);
        add(null, ago, source, visitors, checkouts);
      }
    }
  for (let ago = 0; ago < daysBack; ago++) add(null, ago, chance.pick(sources), chance.int(1, 9), 0);
  await tx.query(
    `INSERT INTO view_day (host_id, event_id, day, source, views, visitors, checkouts)
     SELECT $1, event, app_now()::date - ago, source, views, visitors, checkouts
     FROM json_to_recordset($2) AS r(event uuid, ago int, source text, views int, visitors int, checkouts int)
     ON CONFLICT DO NOTHING`,
    [hostId, JSON.stringify([...rows.values()])],
  );
}
