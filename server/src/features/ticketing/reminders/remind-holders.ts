import { dueAt, remindersBatchMax } from '@frontrow/core/ticketing/reminders.ts';
import type { Db, Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import { type RemindersDue, remindersDue } from './reminders-due.ts';

/** Everybody with a ticket is to hear that the event is live; nobody where it was over before this was read. */
export async function remindOfLive(sql: Sql, eventUuid: string): Promise<void> {
  const event = await sql.one<{ started_at: Date | null }>(
    'SELECT started_at FROM event WHERE id = $1 AND state = 1 AND private_for IS NULL',
    [eventUuid],
  );
  if (event?.started_at)
    await recordFact(sql, remindersDue({ eventUuid, kind: 'live', countedFor: event.started_at.getTime(), after: '' }));
}

/**
 * Records one fact for each holder of a batch who had the ticket when the reminder was due and wants reminders, so
 * that each mail of thousands is tried again by itself, and leaves word for the next batch. Safe to run again: each
 * fact has its key.
 */
export async function remindHolders(db: Db, due: RemindersDue): Promise<void> {
  const { eventUuid, kind, countedFor, after } = due;
  await db.tx(async (tx) => {
    const batch = await tx.one<{ last: string | null; holders: number }>(
      `WITH batch AS (
         SELECT t.id, t.holder_id, t.holder_key, t.created_at FROM ticket t
         WHERE t.event_id = $1 AND t.voided_at IS NULL AND t.holder_key > $2
         ORDER BY t.holder_key LIMIT $3
       ), told AS (
         INSERT INTO outbox (dedupe_key, topic, payload)
         SELECT 'reminder:' || $4::text || ':' || batch.id || ':' || $5::bigint, 'HolderReminded', jsonb_build_object(
           'eventUuid', $1::uuid, 'ticketId', batch.id, 'kind', $4::text, 'countedFor', $5::bigint)
         FROM batch JOIN app_user u ON u.id = batch.holder_id
         WHERE batch.created_at <= $6::timestamptz AND u.reminders
         ON CONFLICT (dedupe_key) DO NOTHING
       )
       SELECT max(holder_key) AS last, count(*)::int AS holders FROM batch`,
      [eventUuid, after, remindersBatchMax, kind, countedFor, new Date(dueAt(due))],
    );
    if (batch?.last && batch.holders === remindersBatchMax)
      await recordFact(tx, remindersDue({ ...due, after: batch.last }));
  });
}
