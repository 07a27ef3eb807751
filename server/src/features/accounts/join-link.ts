import { joinLinkPath } from '@frontrow/contract/accounts/links.ts';
import { joinLinkAfterStartMs } from '@frontrow/core/accounts/limits.ts';
import type { Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import { issueLink } from './one-time-links.ts';
import { findAccount } from './store.ts';

/**
 * The way in that a ticket mail carries: for a guest a link good once, until two days after the start; for a person who can
 * log in the event page, because a mail must not open an account.
 */
export async function joinLink(
  { config, ids }: Pick<Kit, 'config' | 'ids'>,
  sql: Sql,
  userId: number,
  eventUuid: string,
): Promise<string> {
  const account = await findAccount(sql, userId);
  if (!account?.isGuest) return `${config.publicUrl}/event/${eventUuid}`;
  const event = await sql.one<{ ms_to_start: number }>(
    'SELECT greatest(0, extract(epoch FROM starts_at - app_now()) * 1000)::float8 AS ms_to_start FROM event WHERE id = $1',
    [eventUuid],
  );
  const token = await issueLink(sql, ids, {
    purpose: 'join',
    userId,
    payload: { eventUuid },
    validMs: (event?.ms_to_start ?? 0) + joinLinkAfterStartMs,
  });
  return `${config.publicUrl}${joinLinkPath(eventUuid, token)}`;
}

/** True while this account holds a live ticket for the event: what a join link is worth. */
export async function holdsTicket(sql: Sql, userId: number, eventUuid: string): Promise<boolean> {
  return (
    (await sql.one('SELECT 1 FROM ticket WHERE holder_id = $1 AND event_id = $2 AND voided_at IS NULL', [
      userId,
      eventUuid,
    ])) !== undefined
  );
}
