import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import {
  chatBurstMessages,
  chatFloodMessages,
  chatFloodWindowMs,
  roomFloodMessages,
  roomFloodWindowMs,
  requireSlowMode,
  chatText,
  type SlowModeSeconds,
} from '@frontrow/core/chat/messages.ts';
import { requireNoFilteredWord } from '@frontrow/core/chat/word-filter.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { requireMayReact } from '@frontrow/core/rooms/reactions.ts';
import {
  isTakenDown,
  requireMayRemoveMessage,
  requireMayWrite,
  requireRoomRunner,
} from '@frontrow/core/rooms/room-rules.ts';
import { batchedReads } from '../../db/batcher.ts';
import type { Sql } from '../../db/db.ts';
import { changeRoom } from './change-room.ts';
import { personIn, requireCaller, runnerOf, timedOutMs } from './records.ts';
import { messageColumns, messageOf, type MessageRow } from './room-messages.ts';
import type { Reactor, ReactorKey, RoomsDeps } from './rooms-deps.ts';

interface Draft {
  readonly message: string;
  readonly clientId: string | undefined;
}

/**
 * Writes a chat message. Sent again with the same `client_id` it returns the first one, even if the chat was turned off
 * since. Throws `banned`, `chat_busy`, `chat_disabled`, `chat_flood`, `chat_slow`, `message_empty`, `message_too_long`,
 * `not_in_room`, `timed_out`, `word_filtered`.
 */
export async function sendMessage(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  { message, clientId = deps.ids.uuid() }: Draft,
): Promise<WireChatMessage> {
  return changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    const sent = await messageBy(tx, eventUuid, actor.id, clientId);
    if (sent) return sent;
    const me = await requireCaller(tx, eventUuid, actor.id);
    requireMayWrite(room, me);
    const body = chatText(message);
    requireNoFilteredWord(room.filteredWords, me, body, 'message');
    if (room.slowModeSeconds > 0) requireSlowMode(room.slowModeSeconds, me, await lastWrote(tx, eventUuid, actor.id));
    await refuseFlood(tx, eventUuid, actor.id);
    const seq = await log('newMessage', { author: actor.id }, actor.id);
    const row = await tx.one<{ at: Date }>(
      'INSERT INTO chat_message (event_id, seq, author_id, client_id, body) VALUES ($1, $2, $3, $4, $5) RETURNING at',
      [eventUuid, seq, actor.id, clientId, body],
    );
    return messageOf({
      seq,
      body,
      at: row!.at,
      client_id: clientId,
      announced: false,
      user_id: me.id,
      username: me.username,
      avatar_url: me.avatarUrl,
      role: me.role,
    });
  });
}

async function messageBy(
  sql: Sql,
  eventUuid: string,
  authorId: number,
  clientId: string,
): Promise<WireChatMessage | undefined> {
  const row = await sql.one<MessageRow>(
    `SELECT ${messageColumns} FROM chat_message c JOIN app_user u ON u.id = c.author_id
     WHERE c.event_id = $1 AND c.author_id = $2 AND c.client_id = $3`,
    [eventUuid, authorId, clientId],
  );
  return row && messageOf(row);
}

/** When this person last wrote, even if the message was removed since. */
async function lastWrote(
  sql: Sql,
  eventUuid: string,
  authorId: number,
): Promise<{ wroteAt: number | undefined; now: number }> {
  const row = await sql.one<{ wrote_at: Date | null; now: Date }>(
    `SELECT max(at) AS wrote_at, app_now() AS now FROM chat_message WHERE event_id = $1 AND author_id = $2`,
    [eventUuid, authorId],
  );
  return { wroteAt: row!.wrote_at?.getTime(), now: row!.now.getTime() };
}

/**
 * One person may send 20 messages in 30 seconds: five in a burst, then one every one and a half seconds. All together
 * may send 50 a second. The refusal says when to try again. Checked under the room's lock, so the limits hold across
 * all processes.
 */
async function refuseFlood(sql: Sql, eventUuid: string, authorId: number): Promise<void> {
  const row = await sql.one<{ wait_ms: number | null; busy: boolean | null }>(
    `SELECT extract(epoch FROM
         max(at + CASE WHEN n < $4 THEN (n - $5 + 1) * $3 / $4 ELSE $3 END * interval '1 ms') - app_now()
       ) * 1000 AS wait_ms,
       (SELECT at FROM chat_message WHERE event_id = $1 ORDER BY seq DESC OFFSET $6 LIMIT 1)
         > app_now() - $7 * interval '1 ms' AS busy
     FROM (SELECT at, row_number() OVER (ORDER BY seq DESC) AS n FROM chat_message
       WHERE event_id = $1 AND author_id = $2 AND at > app_now() - $3 * interval '1 ms') AS own WHERE n >= $5`,
    [
      eventUuid,
      authorId,
      chatFloodWindowMs,
      chatFloodMessages,
      chatBurstMessages,
      roomFloodMessages - 1,
      roomFloodWindowMs,
    ],
  );
  if (row?.wait_ms && row.wait_ms > 0) throw refuse('chat_flood', {}, { retryAfter: Math.ceil(row.wait_ms / 1000) });
  if (row?.busy) throw refuse('chat_busy', {}, { retryAfter: roomFloodWindowMs / 1000 });
}

/** A moderator removes one message for everyone. Removing it twice is harmless. */
export async function removeMessage(deps: RoomsDeps, actor: Account, eventUuid: string, seq: number): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    const me = await requireCaller(tx, eventUuid, actor.id);
    const message = await tx.one<{ author_id: number; removed: boolean }>(
      'SELECT author_id, removed_at IS NOT NULL AS removed FROM chat_message WHERE event_id = $1 AND seq = $2',
      [eventUuid, seq],
    );
    const author = message && (await personIn(tx, eventUuid, message.author_id));
    requireMayRemoveMessage(room, me, author ?? { ...me, isHost: false, isAdmin: false });
    if (!message) throw refuse('message_not_found');
    if (message.removed) return;
    await tx.query('UPDATE chat_message SET removed_at = app_now() WHERE event_id = $1 AND seq = $2', [eventUuid, seq]);
    // With the message goes its place above the chat or over the picture.
    const counts = seq === room.pinnedSeq || seq === room.announcementSeq;
    await log('messageRemoved', { message_seq: seq, ...(counts && { counts }) }, actor.id);
  });
}

/** How long viewers wait between two messages. Repeating it changes nothing. Throws `host_only`. */
export async function setSlowMode(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  seconds: SlowModeSeconds,
): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    requireRoomRunner(room, await runnerOf(tx, room, actor.id));
    if (room.slowModeSeconds === seconds) return;
    await tx.query('UPDATE room SET slow_mode_seconds = $2 WHERE event_id = $1', [eventUuid, seconds]);
    await log('updateEvent', { change: 'slow_mode', seconds }, actor.id);
  });
}

/** Turns the chat on or off. The owner may always write. Repeating it changes nothing. */
export async function toggleChat(deps: RoomsDeps, actor: Account, eventUuid: string, enabled: boolean): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    requireRoomRunner(room, await runnerOf(tx, room, actor.id));
    if (room.chatEnabled === enabled) return;
    await tx.query('UPDATE room SET chat_enabled = $2 WHERE event_id = $1', [eventUuid, enabled]);
    await log('updateEvent', { change: 'chat_enabled', enabled }, actor.id);
  });
}

/** Turns reactions on or off for everyone. Repeating it changes nothing. Throws `host_only`. */
export async function toggleReactions(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  enabled: boolean,
): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    requireRoomRunner(room, await runnerOf(tx, room, actor.id));
    if (room.reactionsEnabled === enabled) return;
    await tx.query('UPDATE room SET reactions_enabled = $2 WHERE event_id = $1', [eventUuid, enabled]);
    await log('updateEvent', { change: 'reactions_enabled', enabled }, actor.id);
  });
}

/**
 * Counts one reaction; the room hears of it within a quarter of a second. Nothing is stored. Throws `banned`,
 * `not_in_meetings`, `not_in_room`, `reaction_unknown`, `reactions_disabled`, `room_closed`, `room_taken_down`,
 * `timed_out`.
 */
export async function react(deps: RoomsDeps, actor: Account, eventUuid: string, emoji: string): Promise<void> {
  const known = await deps.reactor({ eventUuid, userId: actor.id });
  if (!known) throw refuse('not_in_room');
  deps.effects.react(eventUuid, requireMayReact(known.room, known.person, emoji));
}

interface ReactorRow {
  nth: number;
  is_meeting: boolean;
  reactions_enabled: boolean;
  closed: boolean;
  started_at: Date | null;
  cancelled_at: Date | null;
  is_host: boolean;
  is_banned: boolean;
  timed_out_ms: number;
  is_present: boolean;
}

/** A thousand people may react at the same moment: they are looked up together, and no lock of the room is taken. */
export const createReactors = (db: Sql): ((key: ReactorKey) => Promise<Reactor | undefined>) =>
  batchedReads(async (keys: readonly ReactorKey[]) => {
    const rows = await db.query<ReactorRow>(
      `SELECT k.nth, e.private_for IS NOT NULL AS is_meeting, r.reactions_enabled, r.closed_at IS NOT NULL OR e.state = 2 AS closed, e.started_at, e.cancelled_at,
         e.host_id = k.user_id AS is_host, m.banned_at IS NOT NULL AS is_banned, ${timedOutMs} AS timed_out_ms,
         coalesce(m.seat_until > app_now(), false) AS is_present
       FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS k (event_id, user_id, nth)
       JOIN room r ON r.event_id = k.event_id JOIN event e ON e.id = r.event_id
       LEFT JOIN room_member m ON m.event_id = k.event_id AND m.user_id = k.user_id`,
      [keys.map((key) => key.eventUuid), keys.map((key) => key.userId)],
    );
    const found = new Map(rows.map((row) => [row.nth, reactorOf(row)]));
    return keys.map((_key, index) => found.get(index + 1));
  });

const reactorOf = (row: ReactorRow): Reactor => ({
  room: {
    isMeeting: row.is_meeting,
    reactionsEnabled: row.reactions_enabled,
    closed: row.closed,
    takenDown: isTakenDown({ startedAt: row.started_at?.getTime(), cancelledAt: row.cancelled_at?.getTime() }),
  },
  person: { isHost: row.is_host, isBanned: row.is_banned, isPresent: row.is_present, timedOutMs: row.timed_out_ms },
});
