import type { Sql, Tx } from '../../db/db.ts';

/**
 * Moves places on waitlists to another account of the same person, one event at a time under the event's lock. A person
 * with two places keeps the earlier one. An offer stays with the account that it was made to: its seat is held there.
 * `mayMove` runs under the lock of each event and can prevent it.
 */
export async function moveWaitlistPlaces(
  db: { tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> } & Sql,
  fromId: number,
  toId: number,
  mayMove: (tx: Sql) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  const events = await db.query<{ event_id: string }>(
    "SELECT event_id FROM waitlist_place WHERE account_id = $1 AND status = 'waiting' ORDER BY event_id",
    [fromId],
  );
  for (const { event_id } of events) await db.tx((tx) => moveOne(tx, { eventId: event_id, fromId, toId }, mayMove));
}

async function moveOne(
  tx: Tx,
  { eventId, fromId, toId }: { eventId: string; fromId: number; toId: number },
  mayMove: (tx: Sql) => Promise<boolean>,
): Promise<void> {
  await tx.query('SELECT 1 FROM event WHERE id = $1 FOR NO KEY UPDATE', [eventId]);
  const other = await tx.one<{ waits: boolean; later: boolean; seated: boolean }>(
    `SELECT theirs.id IS NOT NULL AS waits, (theirs.id > mine.id AND theirs.status = 'waiting') IS TRUE AS later,
       e.host_id = $3 OR EXISTS (
         SELECT 1 FROM orders o WHERE o.event_id = $1 AND o.holder_key = person_holder($3)
           AND o.status IN ('pending', 'paid')) AS seated
     FROM waitlist_place mine
       JOIN event e ON e.id = mine.event_id
       LEFT JOIN waitlist_place theirs ON theirs.event_id = $1 AND theirs.account_id = $3
         AND theirs.status IN ('waiting', 'offered')
     WHERE mine.event_id = $1 AND mine.account_id = $2 AND mine.status = 'waiting'`,
    [eventId, fromId, toId],
  );
  if (!other || !(await mayMove(tx))) return;
  const keepsOwn = other.seated || (other.waits && !other.later);
  if (keepsOwn || other.later) await tx.query('SELECT leave_waitlist($1, $2)', [eventId, keepsOwn ? fromId : toId]);
  if (!keepsOwn)
    await tx.query(
      `UPDATE waitlist_place SET account_id = $3, guest_key = NULL, address = NULL
       WHERE event_id = $1 AND account_id = $2 AND status = 'waiting'`,
      [eventId, fromId, toId],
    );
}
