import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import { chatKeptMax } from '@frontrow/core/chat/messages.ts';
import type { Sql } from '../../db/db.ts';

export interface MessageRow {
  seq: number;
  body: string;
  at: Date;
  client_id: string;
  announced: boolean;
  user_id: number;
  username: string;
  avatar_url: string | null;
  role: 0 | 1;
}

export const messageColumns =
  'c.seq, c.body, c.at, c.client_id, c.announced, u.id AS user_id, u.username, u.avatar_url, u.role';

export const messageOf = (row: MessageRow): WireChatMessage => ({
  seq: row.seq,
  message: row.body,
  at: row.at.getTime(),
  client_id: row.client_id,
  announcement: row.announced,
  user: { user_avatar: row.avatar_url, user_username: row.username, user_ide: row.user_id, user_role: row.role },
});

/** The latest messages that were not removed, oldest first. */
export async function latestMessages(sql: Sql, eventUuid: string, max = chatKeptMax): Promise<WireChatMessage[]> {
  const rows = await sql.query<MessageRow>(
    `SELECT ${messageColumns} FROM chat_message c JOIN app_user u ON u.id = c.author_id
     WHERE c.event_id = $1 AND c.removed_at IS NULL ORDER BY c.seq DESC LIMIT $2`,
    [eventUuid, max],
  );
  return rows.map(messageOf).toReversed();
}
