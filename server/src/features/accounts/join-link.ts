import { joinLinkPath } from '@frontrow/contract/accounts/links.ts';
import { joinLinkAfterStartMs } from '@frontrow/core/accounts/limits.ts';
import { createBatcher } from '../../db/batcher.ts';
import type { Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import { hashOf } from '../../keys.ts';

const batchMax = 100;
const waitingMax = 10_000;

interface WayIn {
  readonly token: string;
  readonly userId: number;
  readonly eventUuid: string;
}

/**
 * Makes the link of a ticket mail. A guest gets a link that works once, until two days after the start. A person who
 * can log in gets the event page, because a mail must not open an account. Links of mails that are written together are
 * stored by one statement.
 */
export function createJoinLinks({
  config,
  db,
  ids,
}: Pick<Kit, 'config' | 'db' | 'ids'>): (userId: number, eventUuid: string) => Promise<string> {
  const storeForGuest = async (ways: readonly WayIn[]): Promise<boolean[]> => {
    const rows = await db.query<{ hash: Buffer }>(
      `INSERT INTO one_time_token (hash, purpose, user_id, payload, expires_at)
       SELECT w.hash, 'join', u.id, jsonb_build_object('eventUuid', w.event_id),
         greatest(app_now(), e.starts_at) + $4 * interval '1 ms'
       FROM unnest($1::bytea[], $2::bigint[], $3::uuid[]) AS w (hash, user_id, event_id)
         JOIN app_user u ON u.id = w.user_id AND u.erased_at IS NULL AND u.guest_email_norm IS NOT NULL
         LEFT JOIN event e ON e.id = w.event_id
       RETURNING hash`,
      [
        ways.map(({ token }) => hashOf(token)),
        ways.map(({ userId }) => userId),
        ways.map(({ eventUuid }) => eventUuid),
        joinLinkAfterStartMs,
      ],
    );
    const stored = new Set(rows.map(({ hash }) => hash.toString('hex')));
    return ways.map(({ token }) => stored.has(hashOf(token).toString('hex')));
  };
  const writes = createBatcher<WayIn, boolean>({ batchMax, waitingMax, run: (_all, ways) => storeForGuest(ways) });
  return async (userId, eventUuid) => {
    const token = ids.secret();
    const isGuest = await writes('all', { token, userId, eventUuid });
    return `${config.publicUrl}${isGuest ? joinLinkPath(eventUuid, token) : `/event/${eventUuid}`}`;
  };
}

/** True while this account holds a valid ticket for the event. */
export async function holdsTicket(sql: Sql, userId: number, eventUuid: string): Promise<boolean> {
  return (
    (await sql.one('SELECT 1 FROM ticket WHERE holder_id = $1 AND event_id = $2 AND voided_at IS NULL', [
      userId,
      eventUuid,
    ])) !== undefined
  );
}

/** True while this account has a ticket, or a place on the event's waitlist. A join link works only then. */
export async function hasTicketOrPlace(sql: Sql, userId: number, eventUuid: string): Promise<boolean> {
  if (await holdsTicket(sql, userId, eventUuid)) return true;
  const place = await sql.one(
    `SELECT 1 FROM waitlist_place
     WHERE account_id = $1 AND event_id = $2 AND status IN ('waiting', 'offered')`,
    [userId, eventUuid],
  );
  return place !== undefined;
}
