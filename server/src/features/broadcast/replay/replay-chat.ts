import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import { replayChatMessagesMax, replayChatWindowMsMax } from '@frontrow/core/broadcast/limits.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { type MessageRow, messageColumns, messageOf } from '../../rooms/index.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { requireWatcher } from './may-watch.ts';

/** What was written between two moments; neither what was removed nor what people wrote who are blocked. */
export async function readReplayChat(
  kit: BroadcastKit,
  actor: Account,
  eventUuid: string,
  { from, to }: { from: number; to: number },
): Promise<WireChatMessage[]> {
  await requireWatcher(kit, eventUuid, actor.id);
  if (to < from || to - from > replayChatWindowMsMax)
    throw refuse('bad_input', { detail: 'Ask for at most five minutes.' });
  const rows = await kit.db.query<MessageRow>(
    `SELECT ${messageColumns} FROM chat_message c JOIN app_user u ON u.id = c.author_id
     WHERE c.event_id = $1 AND c.removed_at IS NULL
       AND c.at >= to_timestamp($2::double precision / 1000) AND c.at < to_timestamp($3::double precision / 1000)
       AND NOT EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = c.event_id AND m.user_id = c.author_id
         AND (m.banned_at IS NOT NULL OR m.removed_at IS NOT NULL))
     ORDER BY c.seq DESC LIMIT $4`,
    [eventUuid, from, to, replayChatMessagesMax],
  );
  return rows.map(messageOf).toReversed();
}
