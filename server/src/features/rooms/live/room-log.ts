import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import type { Sql } from '../../../db/db.ts';
import type { LogType } from '../records.ts';
import { messageOf, type MessageRow } from '../room-messages.ts';

/** One line of the room's log. A message that was removed since has no text. */
export interface LogLine {
  readonly seq: number;
  readonly type: LogType;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly message: WireChatMessage | undefined;
}

interface LineRow extends Partial<MessageRow> {
  seq: number;
  type: LogType;
  payload: Record<string, unknown>;
}

/** How many lines one query reads. A feed that is further behind reads again. */
export const linesReadMax = 500;

const lines = `SELECT x.seq, x.type, x.payload, c.body, c.at, c.client_id, c.announced, u.id AS user_id, u.username,
    u.avatar_url, u.role
  FROM room_event x LEFT JOIN chat_message c ON c.event_id = x.event_id AND c.seq = x.seq AND c.removed_at IS NULL
  LEFT JOIN app_user u ON u.id = c.author_id WHERE x.event_id = $1`;

const lineOf = (row: LineRow): LogLine => ({
  seq: row.seq,
  type: row.type,
  payload: row.payload,
  message: row.body === undefined || row.body === null ? undefined : messageOf(row as MessageRow),
});

/** The lines after `seq`, oldest first. */
export async function linesAfter(sql: Sql, eventUuid: string, seq: number): Promise<LogLine[]> {
  const rows = await sql.query<LineRow>(`${lines} AND x.seq > $2 ORDER BY x.seq LIMIT ${linesReadMax}`, [
    eventUuid,
    seq,
  ]);
  return rows.map(lineOf);
}

/** The latest lines, oldest first: what a new feed begins with. */
export async function latestLines(sql: Sql, eventUuid: string, max: number): Promise<LogLine[]> {
  const rows = await sql.query<LineRow>(`${lines} ORDER BY x.seq DESC LIMIT $2`, [eventUuid, max]);
  return rows.map(lineOf).toReversed();
}
