import type { Sql } from '../../../db/db.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { lockRequest } from '../requests/lock-request.ts';
import { takeStep } from '../requests/store.ts';

type MoneyKit = Pick<MeetingsKit, 'db' | 'events' | 'ticketing'>;

/**
 * After money of a meeting moved: it says so once all of it is back, and a confirmed meeting whose ticket was taken
 * back (by an app admin, by the provider, by a dispute) does not take place. Of other events nothing is locked. Safe
 * to run twice.
 */
export async function followMoney(kit: MoneyKit, id: string): Promise<void> {
  if (!(await kit.db.one('SELECT 1 FROM private_request WHERE id = $1 AND accepted_at IS NOT NULL', [id]))) return;
  await kit.db.tx(async (tx) => {
    const request = await lockRequest(kit, tx, id);
    if (!request) return;
    const paymentState = (await isBack(tx, id)) ? 'refunded' : request.paymentState;
    if (request.state === 'confirmed' && !(await kit.ticketing.liveTicket(tx, id, request.viewerId))) {
      await takeStep(tx, request, { to: 'cancelled_by_host', by: undefined, paymentState });
      const event = await kit.events.find(tx, id);
      if (event) await kit.events.move(tx, id, event.state === 1 ? 'takeDown' : 'cancel', 'admin');
    } else if (request.paymentState === 'paid' && paymentState === 'refunded')
      await takeStep(tx, request, { to: request.state, by: undefined, paymentState });
  });
}

/** Everything that was paid for the ticket has gone back. */
const isBack = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.one("SELECT 1 FROM orders WHERE event_id = $1 AND paid_at IS NOT NULL AND status = 'refunded'", [id])) !==
  undefined;

/** The event that a dispute or a refund is about. */
export const eventOfPayment = async (
  sql: Sql,
  { refundId, disputeId }: { readonly refundId?: string; readonly disputeId?: string },
): Promise<string | undefined> =>
  (
    await sql.one<{ event_id: string }>(
      `SELECT o.event_id FROM payment p JOIN orders o ON o.id = p.order_id
       WHERE p.id = coalesce(
         (SELECT payment_id FROM refund WHERE id = $1), (SELECT payment_id FROM dispute WHERE id = $2))`,
      [refundId ?? null, disputeId ?? null],
    )
  )?.event_id;
