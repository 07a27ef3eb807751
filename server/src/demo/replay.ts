import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kit } from '../kit.ts';
import { keepFiles, noteUnwritten } from '../media/unwritten-files.ts';
import { demoCoverKey } from './covers.ts';
import { replayedSlug } from './schedule/past.ts';

/** Half a minute of moving colors with a chord, as fragmented MP4 of 10 frames a second; drawn by ffmpeg. */
const clipFile = 'replay-clip.mp4';
/** Each fragment of the clip. */
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

type ReplayKit = Pick<Kit, 'db' | 'config' | 'storage' | 'ids'>;

/**
 * One past broadcast of the demo's host has a replay and its chat. Safe to run again: a replay that its host deleted
 * does not come back.
 */
export async function seedDemoReplay(kit: ReplayKit): Promise<void> {
  if (kit.config.production) return;
  const event = await kit.db.one<{ id: string }>(
    `SELECT e.id FROM event e JOIN room r ON r.event_id = e.id
     WHERE e.cover_key = $1 AND e.state = 2 AND r.seq = 0 AND r.forgotten_at IS NULL`,
    [demoCoverKey(replayedSlug)],
  );
  if (!event) return;
  const { head, fragments } = await readClip();
  const files = fragments.map((bytes) => ({ bytes, key: `recordings/${event.id}/${kit.ids.secret()}.m4s` }));
  const keys = files.map(({ key }) => key);
  await noteUnwritten(kit.db, keys);
  for (const { key, bytes } of files) await kit.storage.put(key, bytes, 'video/mp4');
  const part = kit.ids.uuid();
  await kit.db.tx(async (tx) => {
    const fresh = await tx.one(`UPDATE room SET seq = $2 WHERE event_id = $1 AND seq = 0 RETURNING event_id`, [
      event.id,
      lines.length,
    ]);
    if (!fresh) return;
    await tx.query(
      `INSERT INTO recording_part (id, event_id, begins_at, head) SELECT $1, id, started_at, $3 FROM event
       WHERE id = $2`,
      [part, event.id, head],
    );
    await tx.query(
      `INSERT INTO recording_piece (part_id, ordinal, file_key, bytes, begins_ms, length_ms)
       SELECT $1, n - 1, key, bytes, (n - 1) * $4, $4
       FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS given (key, bytes, n)`,
      [part, keys, files.map(({ bytes }) => bytes.length), fragmentMs],
    );
    await keepFiles(tx, keys);
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
async function readClip(): Promise<{ head: Buffer; fragments: Buffer[] }> {
  const clip = await readFile(join(import.meta.dirname, clipFile));
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
