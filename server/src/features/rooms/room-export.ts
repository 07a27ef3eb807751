import type { WireRoomExport } from '@frontrow/contract/rooms/audience-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { csvHead, csvRows } from '../../http/csv.ts';
import { listPolls } from './poll-views.ts';
import type { RoomsDeps } from './rooms-deps.ts';

/** The most messages, and turns, of one file: far more than a room writes in an evening. */
const rowsMax = 50_000;

interface SaidRow {
  at: Date;
  username: string;
  body: string;
}

interface MessageRow extends SaidRow {
  announced: boolean;
  pinned: boolean;
}

interface AskedRow extends SaidRow {
  state: WireRoomExport['questions'][number]['state'];
  votes: number;
}

/**
 * What happened in the room, for its host: the chat without removed messages and with announcements and pins,
 * questions, polls, turns and what was said on stage. Throws `event_not_found`, `host_only`.
 */
export async function exportRoom(
  { db, events }: Pick<RoomsDeps, 'db' | 'events'>,
  actor: Account,
  eventUuid: string,
): Promise<WireRoomExport> {
  const event = await events.find(db, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId !== actor.id) throw refuse('host_only');
  const messages = await db.query<MessageRow>(
    `SELECT c.at, u.username, c.body, c.announced, p.seq IS NOT NULL AS pinned
     FROM chat_message c JOIN app_user u ON u.id = c.author_id
     LEFT JOIN (
       SELECT DISTINCT (x.payload ->> 'message_seq')::bigint AS seq FROM room_event x
       WHERE x.event_id = $1 AND x.type = 'updateEvent' AND x.payload ->> 'change' = 'pinned'
     ) AS p ON p.seq = c.seq
     WHERE c.event_id = $1 AND c.removed_at IS NULL ORDER BY c.seq LIMIT ${rowsMax}`,
    [eventUuid],
  );
  const questions = await db.query<AskedRow>(
    `SELECT q.asked_at AS at, u.username, q.body, q.state, q.votes
     FROM question q JOIN app_user u ON u.id = q.author_id WHERE q.event_id = $1 ORDER BY q.asked_at, q.id`,
    [eventUuid],
  );
  const turns = await db.query<{ at: Date; username: string }>(
    `SELECT x.at, u.username FROM room_event x JOIN app_user u ON u.id = (x.payload ->> 'user')::bigint
     WHERE x.event_id = $1 AND x.type = 'updateEvent' AND x.payload ->> 'change' = 'turn'
     ORDER BY x.seq LIMIT ${rowsMax}`,
    [eventUuid],
  );
  const said = await db.query<SaidRow & { offset_ms: number }>(
    `SELECT c.at, greatest(0, floor(extract(epoch FROM c.at - e.started_at) * 1000))::float8 AS offset_ms, u.username,
       c.body
     FROM caption_line c JOIN event e ON e.id = c.event_id JOIN app_user u ON u.id = c.speaker_id
     WHERE c.event_id = $1 ORDER BY c.at, c.line_id LIMIT ${rowsMax}`,
    [eventUuid],
  );
  const polls = await listPolls(db, eventUuid, { id: actor.id, runs: true });
  return {
    event_uuid: eventUuid,
    messages: messages.map(({ at, username, body, announced, pinned }) => ({
      at: at.getTime(),
      username,
      text: body,
      announcement: announced,
      pinned,
    })),
    questions: questions.map(({ at, username, body, state, votes }) => ({
      at: at.getTime(),
      username,
      text: body,
      state,
      votes,
    })),
    polls: polls.map(({ text, state, multiple, anonymous, choices, voters, opened_at, closed_at }) => ({
      text,
      state,
      multiple,
      anonymous,
      voters,
      opened_at,
      closed_at,
      choices,
    })),
    turns: turns.map(({ at, username }) => ({ at: at.getTime(), username })),
    transcript: said.map(({ at, offset_ms, username, body }) => ({
      at: at.getTime(),
      offset_ms,
      username,
      text: body,
    })),
  };
}

const columns = ['Kind', 'Time (UTC)', 'Person', 'Text', 'State', 'Votes'];
const timeText = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

/** Hours, minutes and seconds since the event went live. */
const sinceStart = (offsetMs: number): string => new Date(offsetMs).toISOString().slice(11, 19);

/**
 * The same, for a spreadsheet: a row for each message, question, turn and line of the transcript, and for each answer
 * of a poll.
 */
export const roomExportCsv = ({ messages, questions, polls, turns, transcript }: WireRoomExport): string =>
  csvHead(columns) +
  csvRows([
    ...messages.map((one) => [
      one.announcement ? 'announcement' : 'message',
      timeText(one.at),
      one.username,
      one.text,
      one.pinned ? 'pinned' : '',
      '',
    ]),
    ...questions.map((one) => ['question', timeText(one.at), one.username, one.text, one.state, one.votes]),
    ...polls.flatMap((poll) =>
      poll.choices.map((choice) => [
        'poll',
        timeText(poll.opened_at),
        (choice.usernames ?? []).join(', '),
        `${poll.text} ${choice.text}`,
        poll.state,
        choice.votes,
      ]),
    ),
    ...turns.map((one) => ['turn', timeText(one.at), one.username, '', '', '']),
    ...transcript.map((one) => ['said', timeText(one.at), one.username, one.text, sinceStart(one.offset_ms), '']),
  ]);
