import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../db/db.ts';
import { sellReplay } from '../features/events/index.ts';
import type { Kit } from '../kit.ts';
import { keepFiles, noteUnwritten } from '../media/unwritten-files.ts';
import { demoCoverKey } from './covers.ts';
import { recordedRoomSlug, replayedSlug } from './schedule/past.ts';

/** Half a minute of moving colors with a chord, as fragmented MP4 of 10 frames a second; drawn by ffmpeg. */
const clipFile = 'replay-clip.mp4';
const clipMs = 30_000;
/** What the replay of the broadcast costs. */
const replayPriceMinor = 600;
/** Each fragment of a clip. */
const fragmentMs = 2_000;

/** Seconds of the replay at which someone writes. */
const lines: readonly { readonly at: number; readonly text: string }[] = [
  { at: 1, text: 'Good evening from Porto!' },
  { at: 3, text: 'Sound is great today.' },
  { at: 6, text: 'That coral against the violet…' },
  { at: 9, text: 'Which paper do you use for washes like that?' },
  { at: 13, text: 'Hot press, she said at the beginning.' },
  { at: 17, text: 'I am painting along. Mine looks like soup.' },
  { at: 19, text: 'Soup is a fine subject!' },
  { at: 24, text: 'Could you show the edge once more?' },
  { at: 28, text: 'Thank you, this was lovely.' },
];

/** The tracks of a recorded room; the viewer's are those of one turn. */
const tracks = [
  { file: 'room-host.mp4', who: 'host', kind: 'camera', mimeType: 'video/mp4', at: 0, seconds: 40 },
  { file: 'room-host-sound.mp4', who: 'host', kind: 'audio', mimeType: 'audio/mp4', at: 0, seconds: 40 },
  { file: 'room-viewer.mp4', who: 'viewer', kind: 'camera', mimeType: 'video/mp4', at: 12, seconds: 14 },
  { file: 'room-viewer-sound.mp4', who: 'viewer', kind: 'audio', mimeType: 'audio/mp4', at: 12, seconds: 14 },
] as const;

const roomLines: readonly { readonly at: number; readonly text: string }[] = [
  { at: 2, text: 'Good morning from a rainy desk.' },
  { at: 6, text: 'Is that the bakery with the blue tiles?' },
  { at: 14, text: 'Hello on stage!' },
  { at: 21, text: 'I had the same question.' },
  { at: 29, text: 'Second vote for the tram story.' },
  { at: 36, text: 'See you next week.' },
];
/** What was said, by the second in which each line was finished. */
const said = [
  { at: 4, who: 'host', text: 'Good morning, everyone. We start at the river today.' },
  { at: 9, who: 'host', text: 'Behind me is the bakery with the blue tiles.' },
  { at: 16, who: 'viewer', text: 'Which street should we walk down next?' },
  { at: 21, who: 'host', text: 'The one with the tram, I think. It smells of coffee.' },
  { at: 25, who: 'viewer', text: 'Then I am coming along.' },
  { at: 31, who: 'host', text: 'Let us vote: the market or the river?' },
  { at: 38, who: 'host', text: 'Thank you for walking with me. See you next week!' },
];
const question = { text: 'Which street should we walk down next?', at: 12 };
const poll = { text: 'Next week: market or river?', choices: ['Market', 'River'], at: 28, seconds: 10 };

type ReplayKit = Pick<Kit, 'db' | 'config' | 'storage' | 'ids'>;

/** What the demo's host recorded: a broadcast, and a room with a turn. Safe to run again. */
export async function seedDemoReplays(kit: ReplayKit): Promise<void> {
  if (kit.config.production) return;
  await seedDemoReplay(kit);
  await seedRecordedRoom(kit);
}

/** An ended event of the demo that nothing was recorded of yet. */
const unrecorded = (kit: ReplayKit, slug: string): Promise<{ id: string; currency: string } | undefined> =>
  kit.db.one<{ id: string; currency: string }>(
    `SELECT e.id, e.currency FROM event e JOIN room r ON r.event_id = e.id
     WHERE e.cover_key = $1 AND e.state = 2 AND e.replay_of IS NULL AND r.seq = 0 AND r.forgotten_at IS NULL`,
    [demoCoverKey(slug)],
  );

/** Puts the fragments of a clip into the storage, and answers what a part of a recording is made of. */
async function storeClip(kit: ReplayKit, eventId: string, file: string, lengthMs: number) {
  const { head, fragments } = await readClip(file);
  const pieces = fragments
    .slice(0, lengthMs / fragmentMs)
    .map((bytes) => ({ bytes, key: `recordings/${eventId}/${kit.ids.secret()}.m4s` }));
  await noteUnwritten(
    kit.db,
    pieces.map(({ key }) => key),
  );
  for (const { key, bytes } of pieces) await kit.storage.put(key, bytes, 'video/mp4');
  return { id: kit.ids.uuid(), head, pieces };
}

async function keepPieces(tx: Sql, part: Awaited<ReturnType<typeof storeClip>>): Promise<void> {
  const keys = part.pieces.map(({ key }) => key);
  await tx.query(
    `INSERT INTO recording_piece (part_id, ordinal, file_key, bytes, begins_ms, length_ms)
     SELECT $1, n - 1, key, bytes, (n - 1) * $4, $4
     FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS given (key, bytes, n)`,
    [part.id, keys, part.pieces.map(({ bytes }) => bytes.length), fragmentMs],
  );
  await keepFiles(tx, keys);
}

/**
 * One past room of the demo's host: its tracks, a turn of the demo's viewer, a question, a poll and the chat. Everyone
 * may watch it, and it is the first episode of the host's podcast.
 */
async function seedRecordedRoom(kit: ReplayKit): Promise<void> {
  const event = await unrecorded(kit, recordedRoomSlug);
  if (!event) return;
  const parts = await Promise.all(
    tracks.map(async (track) => ({
      ...track,
      clip: await storeClip(kit, event.id, track.file, track.seconds * 1000),
    })),
  );
  await kit.db.tx(async (tx) => {
    const fresh = await tx.one(`UPDATE room SET seq = $2 WHERE event_id = $1 AND seq = 0 RETURNING event_id`, [
      event.id,
      roomLines.length,
    ]);
    if (!fresh) return;
    for (const { clip, who, kind, mimeType, at } of parts) {
      await tx.query(
        `INSERT INTO recording_part (id, event_id, begins_at, head, kind, publisher_id, mime_type)
         SELECT $1, e.id, e.started_at + $3 * interval '1 second', $4, $5, u.id, $6
         FROM event e JOIN app_user u ON u.username = $7 WHERE e.id = $2`,
        [clip.id, event.id, at, clip.head, kind, mimeType, who],
      );
      await keepPieces(tx, clip);
    }
    await tx.query(
      `INSERT INTO stage_change (event_id, user_id, at)
       SELECT e.id, u.id, e.started_at + given.at * interval '1 second'
       FROM event e CROSS JOIN (VALUES (12, 'viewer'), (26, NULL)) AS given (at, username)
         LEFT JOIN app_user u ON u.username = given.username
       WHERE e.id = $1 ORDER BY given.at`,
      [event.id],
    );
    await tx.query(
      `INSERT INTO question (id, event_id, author_id, body, state, asked_at, changed_at)
       SELECT $1, e.id, u.id, $3, 'answered', e.started_at, e.started_at + $4 * interval '1 second'
       FROM event e JOIN app_user u ON u.username = 'viewer' WHERE e.id = $2`,
      [kit.ids.uuid(), event.id, question.text, question.at],
    );
    await tx.query(
      `INSERT INTO poll (id, event_id, body, choices, multiple, anonymous, results_live, status, created_at, opened_at,
         closed_at)
       SELECT $1, id, $3, $4, false, true, true, 'closed', started_at, started_at + $5 * interval '1 second',
         started_at + $6 * interval '1 second' FROM event WHERE id = $2`,
      [kit.ids.uuid(), event.id, poll.text, poll.choices, poll.at, poll.at + poll.seconds],
    );
    await tx.query(
      `INSERT INTO caption_line (event_id, speaker_id, line_id, body, at)
       SELECT e.id, u.id, given.line_id, given.body, e.started_at + given.at * interval '1 second'
       FROM event e CROSS JOIN unnest($2::text[], $3::uuid[], $4::text[], $5::int[]) AS given (who, line_id, body, at)
         JOIN app_user u ON u.username = given.who
       WHERE e.id = $1`,
      [
        event.id,
        said.map(({ who }) => who),
        said.map(() => kit.ids.uuid()),
        said.map(({ text }) => text),
        said.map(({ at }) => at),
      ],
    );
    await tx.query("INSERT INTO replay_access (event_id, access) VALUES ($1, 'free') ON CONFLICT DO NOTHING", [
      event.id,
    ]);
    await tx.query('UPDATE app_user SET podcast = true WHERE id = (SELECT host_id FROM event WHERE id = $1)', [
      event.id,
    ]);
    await tx.query(chat, [event.id, roomLines.map(({ text }) => text), roomLines.map(({ at }) => at)]);
  });
}

/**
 * One past broadcast of the demo's host has a replay, for sale, and its chat. A replay that its host deleted does not
 * come back.
 */
async function seedDemoReplay(kit: ReplayKit): Promise<void> {
  const event = await unrecorded(kit, replayedSlug);
  if (!event) return;
  const clip = await storeClip(kit, event.id, clipFile, clipMs);
  await kit.db.tx(async (tx) => {
    const fresh = await tx.one(`UPDATE room SET seq = $2 WHERE event_id = $1 AND seq = 0 RETURNING event_id`, [
      event.id,
      lines.length,
    ]);
    if (!fresh) return;
    await tx.query(
      `INSERT INTO recording_part (id, event_id, begins_at, head) SELECT $1, id, started_at, $3 FROM event
       WHERE id = $2`,
      [clip.id, event.id, clip.head],
    );
    await keepPieces(tx, clip);
    await tx.query("INSERT INTO replay_access (event_id, access) VALUES ($1, 'sale') ON CONFLICT DO NOTHING", [
      event.id,
    ]);
    await sellReplay(tx, event.id, { id: kit.ids.uuid(), priceMinor: replayPriceMinor, currency: event.currency });
    await tx.query(chat, [event.id, lines.map(({ text }) => text), lines.map(({ at }) => at)]);
  });
}

/** Those who were in the room write in turn. */
const chat = `WITH people AS (
    SELECT user_id, row_number() OVER (ORDER BY user_id) - 1 AS n, count(*) OVER () AS count
    FROM room_member WHERE event_id = $1
  ), said AS (
    SELECT given.n AS seq, p.user_id, given.text, e.started_at + given.at * interval '1 second' AS at
    FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS given (text, at, n)
    JOIN event e ON e.id = $1 JOIN people p ON p.n = given.n * 3 % p.count
  ), logged AS (
    INSERT INTO room_event (event_id, seq, type, payload, actor_id, at)
    SELECT $1, seq, 'newMessage', jsonb_build_object('author', user_id), user_id, at FROM said
  )
  INSERT INTO chat_message (event_id, seq, author_id, client_id, body, at)
  SELECT $1, seq, user_id, 'demo-' || seq, text, at FROM said`;

/** The clip's head, and its fragments one by one. */
async function readClip(file: string): Promise<{ head: Buffer; fragments: Buffer[] }> {
  const clip = await readFile(join(import.meta.dirname, file));
  const starts: number[] = [];
  let end = 0;
  while (end + 8 <= clip.length) {
    const kind = clip.toString('latin1', end + 4, end + 8);
    if (kind === 'mfra') break;
    if (kind === 'moof') starts.push(end);
    end += clip.readUInt32BE(end);
  }
  return {
    head: clip.subarray(0, starts[0]),
    fragments: starts.map((start, index) => clip.subarray(start, starts[index + 1] ?? end)),
  };
}
