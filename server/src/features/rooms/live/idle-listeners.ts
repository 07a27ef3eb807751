import { finishedSocketsEndMs } from '@frontrow/core/rooms/limits.ts';
import type { Db } from '../../../db/db.ts';
import type { Authenticator } from '../../../http/callers/authenticate.ts';
import { isRemoved } from '../records.ts';
import type { SocketPerson } from './handshake.ts';

/** Why a socket ends: its person was removed, or no longer has a right. */
export type Ending = 'removed' | 'out';

const concurrentChecksMax = 2_000;

/**
 * Of these people, those whose sockets must end: their session ended, their ticket was voided, they were removed, or
 * the event has finished and its last update was sent. Read from the database, so that it holds whichever process
 * changed it.
 */
export async function listenersToEnd(
  { db, authenticator }: { db: Db; authenticator: Authenticator },
  people: readonly SocketPerson[],
): Promise<Map<SocketPerson, Ending>> {
  const endings = new Map<SocketPerson, Ending>();
  for (let start = 0; start < people.length; start += concurrentChecksMax) {
    const part = people.slice(start, start + concurrentChecksMax);
    const rows = await db.query<{ nth: number; removed: boolean }>(
      `SELECT k.nth, e.host_id <> u.id AND ${isRemoved} AS removed
       FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS k (event_id, user_id, nth)
       JOIN event e ON e.id = k.event_id JOIN app_user u ON u.id = k.user_id
       LEFT JOIN room_member m ON m.event_id = k.event_id AND m.user_id = k.user_id
       WHERE (e.host_id <> u.id AND ${isRemoved})
         OR least(e.finished_at, e.cancelled_at) < app_now() - $3 * interval '1 ms'
         OR (e.private_for IS NOT NULL AND u.id NOT IN (e.host_id, e.private_for) AND m.seat_until IS NULL)
         OR (e.host_id <> u.id AND NOT u.app_admin
             AND NOT EXISTS (SELECT 1 FROM ticket t
               WHERE t.event_id = e.id AND t.holder_key = person_holder(u.id) AND t.voided_at IS NULL))`,
      [part.map((one) => one.eventUuid), part.map((one) => one.actor.id), finishedSocketsEndMs],
    );
    for (const row of rows) endings.set(part[row.nth - 1]!, row.removed ? 'removed' : 'out');
    const loggedOut = await authenticator.ended(part.map((one) => one.actor));
    for (const one of part) if (loggedOut.has(one.actor)) endings.set(one, 'out');
  }
  return endings;
}
