import { mayWriteToHolders, messagesPerDayMax, readHolderMessage } from '@frontrow/core/events/holder-message.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Kit } from '../../../kit.ts';
import type { EventRecord, Events } from '../../events/index.ts';

type MessageUses = Pick<Kit, 'db'> & { readonly events: Pick<Events, 'lockPublished' | 'findPublished'> };

/** Stores a message, once per id, and lets the outbox mail it to every holder. Returns how many holders there are. */
export async function messageHolders(
  { db, events }: MessageUses,
  host: Account,
  eventUuid: string,
  typed: { readonly id: string; readonly subject: string; readonly text: string },
): Promise<number> {
  const read = readHolderMessage(typed);
  return db.tx(async (tx) => {
    const event = await events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.hostId !== host.id) throw refuse('forbidden');
    if (await tx.one('SELECT 1 FROM event_message WHERE id = $1', [typed.id])) return event.sold;
    if (event.cancelledAt !== undefined) throw refuse('event_cancelled');
    if (!mayWriteToHolders(event.finishedAt, event.now)) throw refuse('event_over');
    if (!('message' in read)) {
      const [first, ...more] = read.problems;
      throw new Refusals([refuse(first), ...more.map((problem) => refuse(problem))]);
    }
    const sent = await tx.one<{ count: number }>(
      `SELECT count(*)::int AS count FROM event_message
       WHERE event_id = $1 AND created_at > app_now() - $2 * interval '1 ms'`,
      [eventUuid, days(1)],
    );
    if (sent!.count >= messagesPerDayMax) throw refuse('messages_used_up', { maximum: messagesPerDayMax });
    if (event.sold === 0) throw refuse('nobody_to_tell');
    await tx.query('INSERT INTO event_message (id, event_id, subject, body) VALUES ($1, $2, $3, $4)', [
      typed.id,
      eventUuid,
      read.message.subject,
      read.message.text,
    ]);
    await recordFact(tx, {
      topic: 'HoldersMessaged',
      dedupeKey: `HoldersMessaged:${typed.id}`,
      payload: { eventUuid, messageId: typed.id },
    });
    return event.sold;
  });
}

export interface SentMessage {
  readonly subject: string;
  readonly text: string;
  readonly at: number;
}

const shownMax = 20;

/** The host's messages, newest first, for the host and the holders of a ticket. */
export async function listMessages(
  sql: Sql,
  events: Pick<Events, 'findPublished'>,
  actor: Account,
  eventUuid: string,
): Promise<SentMessage[]> {
  const event = await events.findPublished(sql, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (!(await mayRead(sql, actor, event))) throw refuse('forbidden');
  const rows = await sql.query<{ subject: string; body: string; created_at: Date }>(
    'SELECT subject, body, created_at FROM event_message WHERE event_id = $1 ORDER BY created_at DESC, id LIMIT $2',
    [eventUuid, shownMax],
  );
  return rows.map((row) => ({ subject: row.subject, text: row.body, at: row.created_at.getTime() }));
}

const mayRead = async (sql: Sql, actor: Account, event: EventRecord): Promise<boolean> =>
  event.hostId === actor.id ||
  (await sql.one('SELECT 1 FROM ticket WHERE event_id = $1 AND holder_id = $2 AND voided_at IS NULL', [
    event.id,
    actor.id,
  ])) !== undefined;
