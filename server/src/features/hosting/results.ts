import type { AnswerOf } from '@frontrow/contract/api.ts';
import { releaseAt } from '@frontrow/core/balance/movements.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { Sql } from '../../db/db.ts';
import { type Events, privatePanel } from '../events/index.ts';

type Results = AnswerOf<'GET /host/events/:id/results'>;

/** Minutes of an event that are read for its curve. */
const samplesMax = 2_000;
const reviewsShownMax = 3;

interface ShowRow {
  came: number;
  expected: number;
  viewers_peak: number;
  viewer_minutes: number;
  turns: number;
  messages: number;
  usual_came: number | null;
  usual_minutes: number | null;
}

/** How an event of this host went. Throws `event_not_found`, and `forbidden` for an event of another host. */
export async function readResults(
  { db, events }: { readonly db: Sql; readonly events: Pick<Events, 'cards'> },
  hostId: number,
  eventUuid: string,
): Promise<Results> {
  const money = await privatePanel(db, hostId, eventUuid);
  const [card] = await events.cards(db, [eventUuid]);
  if (!card) throw new Error('an event with numbers cannot be read');
  const show = await readShow(db, hostId, eventUuid);
  const viewers = await db.query<{ minute: number; viewers: number }>(
    'SELECT minute, viewers FROM viewer_sample WHERE event_id = $1 ORDER BY minute LIMIT $2',
    [eventUuid, samplesMax],
  );
  const asked = await db.one<{ unanswered: number }>(
    "SELECT count(*) AS unanswered FROM question WHERE event_id = $1 AND state = 'open'",
    [eventUuid],
  );
  const { event } = card;
  return {
    ...card,
    audience: show ? audienceOf(show, viewers, event.event_streaming_start_date) : null,
    unanswered_questions: asked!.unanswered,
    viewers,
    money,
    available_at:
      event.event_cancelled || money.net_revenue <= 0
        ? null
        : (releaseAt(event.event_finished_date ?? undefined) ?? null),
    reviews: await readReviews(db, eventUuid),
  };
}

const readShow = (sql: Sql, hostId: number, eventUuid: string): Promise<ShowRow | undefined> =>
  sql.one<ShowRow>(
    `SELECT s.came, s.expected, s.viewers_peak, s.viewer_minutes, s.turns, s.messages,
       usual.came AS usual_came, usual.minutes AS usual_minutes
     FROM event_show s CROSS JOIN LATERAL (
       SELECT sum(o.came)::int AS came, sum(o.viewer_minutes)::bigint AS minutes FROM event_show o
       WHERE o.host_id = $1 AND o.event_id <> $2) usual
     WHERE s.event_id = $2`,
    [hostId, eventUuid],
  );

/** Minutes that someone who came watched, on average, to the tenth. */
const watched = (viewerMinutes: number, came: number): number => Math.round((10 * viewerMinutes) / came) / 10;

function audienceOf(
  show: ShowRow,
  viewers: Results['viewers'],
  startedAt: number | null,
): NonNullable<Results['audience']> {
  const peak = viewers.find((sample) => sample.viewers === show.viewers_peak && show.viewers_peak > 0);
  return {
    came: show.came,
    expected: show.expected,
    peak_viewers: show.viewers_peak,
    peak_at: peak && startedAt !== null ? startedAt + minutes(peak.minute) : null,
    average_watch_minutes: show.came > 0 ? watched(show.viewer_minutes, show.came) : 0,
    usual_watch_minutes: show.usual_came ? watched(show.usual_minutes ?? 0, show.usual_came) : null,
    turns: show.turns,
    chat_messages: show.messages,
  };
}

async function readReviews(sql: Sql, eventUuid: string): Promise<Results['reviews']> {
  const all = await sql.one<{ count: number; average: number | null }>(
    `SELECT count(*)::int AS count, round(avg(stars), 2)::float8 AS average
     FROM review WHERE event_id = $1 AND removed_at IS NULL`,
    [eventUuid],
  );
  const latest = await sql.query<{ stars: number; text: string; name: string }>(
    `SELECT r.stars, r.body AS text, shown_name_of(u) AS name FROM review r JOIN app_user u ON u.id = r.author_id
     WHERE r.event_id = $1 AND r.removed_at IS NULL AND r.body <> '' ORDER BY r.at DESC, r.id DESC LIMIT $2`,
    [eventUuid, reviewsShownMax],
  );
  return { count: all?.count ?? 0, average: all?.average ?? null, latest };
}
