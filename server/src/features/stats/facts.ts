import type { Sql } from '../../db/db.ts';
import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';

/** What was sold of an event waits a moment for more: the more there is to count, the longer. */
const ticketsPerWaitMs = 10;

/** Facts only note what is to be counted again: any number of them, in any order, end in one count. */
export function statsFacts({ db }: Pick<Kit, 'db'>): FactHandler[] {
  const note = ({ payload }: { payload: { eventUuid: string } }) => noteDue(db, payload.eventUuid);
  const later = { priority: 'low' } as const;
  return [
    onFact('TicketIssued', 'count-sale', note, later),
    onFact('TicketHolderChanged', 'count-holder', note, later),
    onFact('WaitlistJoined', 'count-waiting', note, later),
    onFact('EventFinished', 'count-show', note, later),
    onFact('EventCancelled', 'count-cancelled', note, later),
    onFact('ReplayTakenDown', 'tell-replay-taken-down', note, later),
    onFact('ReplayRestored', 'tell-replay-restored', note, later),
    onFact('RefundSucceeded', 'count-refunded', note, later),
    onFact('RefundRequested', 'count-refund', ({ payload }) => noteRefund(db, payload.refundId), later),
    onFact('DisputeOpened', 'count-disputed', ({ payload }) => noteDispute(db, payload.disputeId), later),
    onFact('DisputeDecided', 'count-decided', ({ payload }) => noteDispute(db, payload.disputeId), later),
    onFact('PayoutRequested', 'tell-payout', ({ payload }) => noteHost(db, payload.hostId), later),
    onFact('PayoutEnded', 'tell-payout-ended', ({ payload }) => noteHost(db, payload.hostId), later),
    onFact('AccountErased', 'forget-activity', ({ payload }) => purgePerson(db, payload.accountId)),
  ];
}

async function noteDue(sql: Sql, eventUuid: string): Promise<void> {
  await sql.query(
    `INSERT INTO stats_due (host_id, event_id, at)
     SELECT host_id, id, app_now() + sold / $2 * interval '1 ms' FROM event WHERE id = $1 ON CONFLICT DO NOTHING`,
    [eventUuid, ticketsPerWaitMs],
  );
}

async function noteRefund(sql: Sql, refundId: string): Promise<void> {
  const refund = await sql.one<{ event_id: string }>(
    `SELECT o.event_id FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
     WHERE r.id = $1`,
    [refundId],
  );
  if (refund) await noteDue(sql, refund.event_id);
}

async function noteDispute(sql: Sql, disputeId: string): Promise<void> {
  const dispute = await sql.one<{ event_id: string }>(
    `SELECT o.event_id FROM dispute d JOIN payment p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id
     WHERE d.id = $1`,
    [disputeId],
  );
  if (dispute) await noteDue(sql, dispute.event_id);
}

async function noteHost(sql: Sql, hostId: number): Promise<void> {
  await sql.query('INSERT INTO stats_due (host_id) VALUES ($1) ON CONFLICT DO NOTHING', [hostId]);
}

/** Others no longer read of someone by name, and a host who is gone reads nothing. */
async function purgePerson(sql: Sql, accountId: number): Promise<void> {
  await sql.query('UPDATE activity SET person_id = NULL WHERE person_id = $1', [accountId]);
  await sql.query('DELETE FROM activity WHERE host_id = $1', [accountId]);
  await sql.query('DELETE FROM activity_seen WHERE user_id = $1', [accountId]);
}
