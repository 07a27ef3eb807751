import type { Sql } from '../../../db/db.ts';

const minutesMax = 10_080;

/** Notes how many viewers each live event of the catalogue has now; of several notes of a minute the highest stays. */
export async function sampleViewers(sql: Sql): Promise<void> {
  await sql.query(
    `INSERT INTO viewer_sample AS s (event_id, minute, viewers)
     SELECT e.id, floor(extract(epoch FROM app_now() - e.started_at) / 60)::int, count(m.user_id)::int
     FROM event e LEFT JOIN room_member m ON m.event_id = e.id AND m.seat_until > app_now() AND m.user_id <> e.host_id
     WHERE e.state = 1 AND e.private_for IS NULL
       AND e.started_at BETWEEN app_now() - $1 * interval '1 minute' AND app_now()
     GROUP BY e.id
     ON CONFLICT (event_id, minute) DO UPDATE SET viewers = greatest(s.viewers, excluded.viewers)`,
    [minutesMax],
  );
}
