import { rng } from '@frontrow/artwork/shapes.ts';
import type { Sql } from '../db/db.ts';
import { rankHost } from '../features/reviews/index.ts';
import type { Kit } from '../kit.ts';
import { demoCoverKey } from './covers.ts';
import { demoPeople } from './people.ts';
import { past } from './schedule/past.ts';
import { pastOfHost } from './schedule/past-of-host.ts';

/** What the crowd says, kindest first; most evenings are good ones. */
const voices: readonly { readonly stars: number; readonly text: string }[] = [
  { stars: 5, text: 'I came for ten minutes and stayed until the lights went out. Already told my sister.' },
  { stars: 5, text: 'Got a turn, was terrified, loved it. The host made room for everybody.' },
  { stars: 5, text: 'Cooked, laughed and learned something. From another time zone, in my pyjamas.' },
  { stars: 5, text: 'Small, warm, real. More of this please.' },
  { stars: 4, text: 'Lovely evening. The first five minutes of sound were a bit thin, then it was perfect.' },
  { stars: 5, text: 'Every question answered, even mine.' },
  { stars: 4, text: 'Good pace, good people. I would have liked it longer.' },
  { stars: 5, text: '' },
  { stars: 3, text: 'Nice idea, a little crowded for my taste.' },
  { stars: 5, text: 'Third time I came. It is never the same evening twice.' },
  { stars: 4, text: 'My camera was shy, the chat was not. Thank you all.' },
  { stars: 5, text: 'Better than most evenings I have left the house for.' },
];

const shareWhoSpeak = 0.4;
const shareWhoFollow = 0.35;
/** One in so many has a ticket and does not come. */
const noShowEvery = 11;
/** The first began to follow this long ago, the last one today. */
const followedFor = "interval '80 days'";

/**
 * The demo's audience: who was in the rooms of past events, what some of them say, and who follows whom. Always the
 * same for the same people; safe to run again.
 */
export async function seedDemoAudience({ db, config }: Pick<Kit, 'db' | 'config'>): Promise<void> {
  if (config.production) return;
  for (const { slug } of [...past, ...pastOfHost]) await fillRoom(db, demoCoverKey(slug), slug);
  await followHosts(db);
  await reportReview(db);
  const hosts = await db.query<{ id: number }>('SELECT id FROM app_user WHERE role = 1 AND username = ANY ($1)', [
    demoPeople.map((person) => person.username),
  ]);
  for (const { id } of hosts) await rankHost(db, id);
}

async function fillRoom(db: Sql, coverKey: string, seed: string): Promise<void> {
  const event = await db.one<{ id: string }>(
    `SELECT id FROM event WHERE cover_key = $1 AND state = 2 AND cancelled_at IS NULL AND replay_of IS NULL
       AND NOT EXISTS (SELECT 1 FROM review WHERE event_id = event.id)`,
    [coverKey],
  );
  if (!event) return;
  await db.query(
    `INSERT INTO room (event_id, closed_at, raise_hand_enabled, source, ingest_state)
     SELECT id, finished_at, kind = 0, CASE WHEN kind = 1 THEN 'encoder' END, CASE WHEN kind = 1 THEN 'waiting' END
     FROM event WHERE id = $1 ON CONFLICT DO NOTHING`,
    [event.id],
  );
  await db.query(
    `INSERT INTO room_member (event_id, user_id, joined_at, desired_grants)
     SELECT t.event_id, t.holder_id, e.started_at + interval '1 minute', 'none' FROM ticket t JOIN event e
     ON e.id = t.event_id
     WHERE t.event_id = $1 AND t.voided_at IS NULL AND t.seat % ${noShowEvery} <> 0 ON CONFLICT DO NOTHING`,
    [event.id],
  );
  const seats = await db.query<{ ticket_id: string; host_id: number; holder_id: number }>(
    `SELECT t.id AS ticket_id, e.host_id, t.holder_id FROM ticket t JOIN event e ON e.id = t.event_id
     WHERE t.event_id = $1 AND t.voided_at IS NULL AND t.seat % ${noShowEvery} <> 0 ORDER BY t.seat`,
    [event.id],
  );
  const chance = rng(`reviews:${seed}`);
  for (const [index, seat] of seats.entries()) {
    if (!chance.chance(shareWhoSpeak)) continue;
    const voice = chance.pick(voices);
    await db.query(
      `INSERT INTO review (event_id, host_id, author_id, ticket_id, stars, body, at)
       SELECT $1, $2, $3, $4, $5, $6, least(app_now(), finished_at + $7 * interval '17 minutes') FROM event
       WHERE id = $1
       ON CONFLICT DO NOTHING`,
      [event.id, seat.host_id, seat.holder_id, seat.ticket_id, voice.stars, voice.text, index + 1],
    );
  }
}

async function followHosts(db: Sql): Promise<void> {
  const chance = rng('followers');
  const hosts = demoPeople.filter((person) => person.host).map((person) => person.username);
  // The named accounts start fresh.
  const crowd = demoPeople.filter((person) => person.shownName !== undefined).map((person) => person.username);
  const pairs = hosts.flatMap((host) =>
    crowd.filter(() => chance.chance(shareWhoFollow)).map((follower) => ({ host, follower })),
  );
  await db.query(
    `INSERT INTO follow (host_id, follower_id, since)
     SELECT h.id, f.id, app_now() - ${followedFor} * (1 - percent_rank() OVER (PARTITION BY h.id ORDER BY f.id))
     FROM unnest($1::text[], $2::text[]) AS p (host, follower)
     JOIN app_user h ON h.username = p.host JOIN app_user f ON f.username = p.follower
     WHERE h.erased_at IS NULL AND f.erased_at IS NULL AND NOT EXISTS (SELECT 1 FROM follow WHERE host_id = h.id)
     ON CONFLICT DO NOTHING`,
    [pairs.map((pair) => pair.host), pairs.map((pair) => pair.follower)],
  );
}

/** One review waits for an app admin: its author repeats a sentence. What an admin decided stays decided. */
async function reportReview(db: Sql): Promise<void> {
  await db.query(
    `INSERT INTO report (id, kind, subject_key, subject_id, event_id, review_ide, quote, reporter_id, reason, note)
     SELECT gen_random_uuid(), 'review', 'review:' || r.id, r.author_id, r.event_id, r.id, r.body, h.id, 'spam',
       'The same sentence is under several of our events.'
     FROM review r JOIN event e ON e.id = r.event_id JOIN app_user h ON h.id = e.host_id
     WHERE h.username = 'host' AND r.removed_at IS NULL AND r.body <> ''
       AND NOT EXISTS (SELECT 1 FROM report WHERE kind = 'review' AND reporter_id = h.id)
     ORDER BY r.stars, r.id LIMIT 1 ON CONFLICT DO NOTHING`,
  );
}
