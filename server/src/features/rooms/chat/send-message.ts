import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import {
  chatBurstMessages,
  chatFloodMessages,
  chatFloodWindowMs,
  roomFloodMessages,
  roomFloodWindowMs,
} from '@frontrow/core/chat/limits.ts';
import { requireSlowMode } from '@frontrow/core/chat/slow-mode.ts';
import { chatText } from '@frontrow/core/chat/message.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { requireMayWrite } from '@frontrow/core/rooms/room-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { changeRoom } from '../state/change-room.ts';
import type { RoomKit } from '../room-kit.ts';
import { personIn } from '../state/store.ts';
import { messageColumns, messageOf, type MessageRow } from '../state/views.ts';

export interface Draft {
  readonly message: string;
  readonly clientId: string | undefined;
}

/**
 * Writes a chat message. Sent again with the same `client_id` it answers the first one, even if the chat was turned off
 * since. Throws `banned`, `chat_busy`, `chat_disabled`, `chat_flood`, `chat_slow`, `message_empty`, `message_too_long`,
 * `not_in_room`.
 */
export async function sendMessage(
  kit: RoomKit,
  actor: Account,
  eventUuid: string,
  { message, clientId = kit.ids.uuid() }: Draft,
): Promise<WireChatMessage> {
  return changeRoom(kit, eventUuid, async ({ tx, room, log }) => {
    const said = await messageBy(tx, eventUuid, actor.id, clientId);
    if (said) return said;
    const me = await personIn(tx, eventUuid, actor.id);
    if (!me) throw refuse('not_in_room');
    requireMayWrite(room, me);
    const body = chatText(message);
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

/** When this person wrote last, also where the message was removed since. */
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
 * One person may send 20 messages in 30 seconds: five at once, then one every one and a half seconds. All together may
 * send 50 a second. The refusal says when to try again. Checked under the room's lock, so the limits hold for all
 * processes together.
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
