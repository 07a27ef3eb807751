import type { Sql } from '../../db/db.ts';

/**
 * Locks the private requests that somebody made (or this one), and then their events, before anything else is locked.
 * False: a meeting was paid and is not confirmed yet, so it stays where it is for the moment.
 */
export async function lockMeetings(tx: Sql, fromId: number, requestId?: string): Promise<boolean> {
  const requests = await tx.query<{ id: string; status: string }>(
    `SELECT id, status FROM private_request WHERE viewer_id = $1 AND ($2::uuid IS NULL OR id = $2)
     ORDER BY id FOR NO KEY UPDATE`,
    [fromId, requestId ?? null],
  );
  if (requests.length === 0) return true;
  const ids = requests.map(({ id }) => id);
  await tx.query('SELECT 1 FROM event WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
  return requestId === undefined || requests[0]?.status !== 'accepted';
}

/**
 * Moves private requests (or this one) to another account of the same person, with the events of those that were
 * accepted. One that the other account could not have made itself stays: to that account, and a second open one to a
 * host.
 */
export async function moveMeetings(tx: Sql, fromId: number, toId: number, requestId?: string): Promise<void> {
  await tx.query(
    `WITH moved AS (
       UPDATE private_request r SET viewer_id = $2
       WHERE r.viewer_id = $1 AND r.host_id <> $2 AND ($3::uuid IS NULL OR r.id = $3)
         AND (r.status NOT IN ('pending_confirmation', 'modified', 'accepted') OR NOT EXISTS (
           SELECT 1 FROM private_request o WHERE o.viewer_id = $2 AND o.host_id = r.host_id
             AND o.status IN ('pending_confirmation', 'modified', 'accepted')))
       RETURNING r.id)
     UPDATE event e SET private_for = $2 FROM moved WHERE e.id = moved.id`,
    [fromId, toId, requestId ?? null],
  );
}
