import type { WireRoomAction } from '@frontrow/contract/rooms/moderation-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { RoomRole } from '@frontrow/core/rooms/room-rules.ts';
import { moderates } from './audience-change.ts';
import { personIn } from './records.ts';
import type { RoomsDeps } from './rooms-deps.ts';

const pageSize = 50;
type Action = WireRoomAction['action'];

/** Changes in the room's log that the host or an event admin made; of a switch, what it means on and off. */
const changes: Readonly<Record<string, Action | readonly [on: Action, off: Action]>> = {
  announced: 'announced',
  pinned: ['pinned', 'unpinned'],
  removed: 'viewer_removed',
  readmitted: 'viewer_readmitted',
  admin: ['admin_promoted', 'admin_downgraded'],
  chat_enabled: ['chat_on', 'chat_off'],
  reactions_enabled: ['reactions_on', 'reactions_off'],
  raised_hand_enabled: ['hands_on', 'hands_off'],
  open_mic: ['open_mic_on', 'open_mic_off'],
  captions_enabled: ['captions_on', 'captions_off'],
  stage_guest: ['stage_guest_on', 'stage_guest_off'],
  slow_mode: 'slow_mode',
  word_filter: 'word_filter',
  hands_lowered: 'hands_lowered',
  turn: 'turn_given',
  turn_ended: 'turn_stopped',
};
const roleActions: Readonly<Record<RoomRole, Action>> = {
  guest: 'guest_speaker_made',
  cohost: 'cohost_made',
  viewer: 'role_ended',
};
const questionActions: Readonly<Record<string, Action>> = {
  answered: 'question_answered',
  dismissed: 'question_dismissed',
  open: 'question_reopened',
  from_message: 'question_from_message',
};

interface DoneRow {
  seq: number;
  at: Date;
  type: string;
  payload: Record<string, unknown>;
  actor: string;
  username: string | null;
  author: string | null;
  body: string | null;
  asker: string | null;
  question: string | null;
}

function actionOf({ type, payload }: DoneRow): Action {
  if (type === 'messageRemoved') return 'message_removed';
  if (type === 'personCleared') return 'messages_removed';
  if (type === 'userBanned') return payload['blocked'] === true ? 'blocked' : 'unblocked';
  if (type === 'audienceChanged') return questionActions[String(payload['done'])]!;
  if (payload['change'] === 'timed_out') return payload['minutes'] === 0 ? 'time_out_ended' : 'timed_out';
  if (payload['change'] === 'role') return roleActions[payload['role'] as RoomRole];
  const action = changes[String(payload['change'])]!;
  return typeof action === 'string' ? action : action[payload['enabled'] === true ? 0 : 1];
}

const viewOf = (row: DoneRow): WireRoomAction => ({
  seq: row.seq,
  at: row.at.getTime(),
  actor: row.actor,
  action: actionOf(row),
  username: row.username ?? row.author ?? row.asker,
  text: row.body ?? row.question,
  value:
    [row.payload['minutes'], row.payload['seconds'], row.payload['value']].find((one) => typeof one === 'number') ??
    null,
});

/**
 * The word filter, and who did what in the room, newest first. Guests who step on or off stage are left out, like
 * people who raise their hands. For the host and event admins, also after the end. Throws `moderators_only`.
 */
export async function readDesk(
  { db }: Pick<RoomsDeps, 'db'>,
  actor: Account,
  eventUuid: string,
  before: number | undefined,
): Promise<{ words: string[]; actions: WireRoomAction[]; next_cursor: number | null }> {
  const me = await personIn(db, eventUuid, actor.id);
  if (!me || !moderates(me)) throw refuse('moderators_only');
  const room = await db.one<{ filtered_words: string[] }>('SELECT filtered_words FROM room WHERE event_id = $1', [
    eventUuid,
  ]);
  const rows = await db.query<DoneRow>(
    `SELECT x.seq, x.at, x.type, x.payload, a.username AS actor, t.username, w.username AS author, c.body,
       s.username AS asker, q.body AS question
     FROM room_event x JOIN app_user a ON a.id = x.actor_id
     LEFT JOIN app_user t ON t.id = coalesce(x.payload ->> 'user', x.payload ->> 'author')::bigint
     LEFT JOIN chat_message c ON c.event_id = x.event_id AND c.seq = (x.payload ->> 'message_seq')::bigint
     LEFT JOIN app_user w ON w.id = c.author_id
     LEFT JOIN question q ON q.id = (x.payload ->> 'question')::uuid
     LEFT JOIN app_user s ON s.id = q.author_id
     WHERE x.event_id = $1 AND x.type <> 'newMessage' AND x.seq < coalesce($2, 9007199254740991)
       AND (x.type IN ('messageRemoved', 'personCleared', 'userBanned')
         OR (x.type = 'audienceChanged' AND x.payload ? 'done')
         OR (x.type = 'updateEvent' AND x.payload ->> 'change' = ANY ($3)
           AND (x.payload ->> 'change' <> 'stage_guest' OR x.payload ->> 'user' <> x.actor_id::text)))
     ORDER BY x.seq DESC LIMIT ${pageSize + 1}`,
    [eventUuid, before ?? null, [...Object.keys(changes), 'role', 'timed_out']],
  );
  const page = rows.slice(0, pageSize);
  return {
    words: room?.filtered_words ?? [],
    actions: page.map(viewOf),
    next_cursor: rows.length > pageSize ? page.at(-1)!.seq : null,
  };
}
