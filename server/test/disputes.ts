import { randomUUID } from 'node:crypto';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { moveEvent } from '../src/features/events/event-states.ts';
import { newHost, newViewer, type TestActor } from './actors.ts';
import { type EventTraits, newEvent, type TestEvent } from './events.ts';
import type { TestApp } from './harness.ts';
import { giveTicket } from './tickets.ts';

/** Of every ticket sold here, in cents. */
export const price = 1200;
export const fee = 110;
export const paid = price + fee;
/** What the sandbox charges for a dispute. */
export const disputeCosts = 1500;

export interface Sold {
  readonly host: TestActor;
  readonly event: TestEvent;
  readonly viewer: TestActor;
  readonly order: string;
  readonly payment: string;
  readonly charge: string;
  readonly code: string;
}

/** Sells tickets, disputes their payments at the sandbox and looks at what became of them. */
export function disputesOf(app: TestApp) {
  /** A paid ticket of an event of a new host, or of the event of another one. */
  async function sold(traits: EventTraits = {}, at?: Sold): Promise<Sold> {
    const host = at?.host ?? (await newHost(app));
    const event = at?.event ?? (await newEvent(app, host, { priceMinor: price, ...traits }));
    const viewer = await newViewer(app);
    const { code } = await giveTicket(app, event, viewer);
    const row = await app.db.one<{ order: string; payment: string; charge: string }>(
      `SELECT o.id AS order, p.id AS payment, p.capture_ref AS charge
       FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.event_id = $1 AND o.buyer_id = $2`,
      [event.id, viewer.id],
    );
    return { host, event, viewer, code, ...row! };
  }
  /** Webhooks of the sandbox arrive, and all that they cause is done. */
  async function hear(): Promise<void> {
    await app.clock.advance(seconds(10));
    await app.quiesce();
  }
  async function dispute({ charge }: Pick<Sold, 'charge'>, cents = paid, provider = 'sandbox_card'): Promise<string> {
    const ref = `dp_${randomUUID()}`;
    await app.db.query('SELECT sandbox_open_dispute($1, $2, $3, $4, $5)', [provider, ref, charge, cents, 'fraudulent']);
    await hear();
    return ref;
  }
  async function decide(ref: string, status: 'won' | 'lost'): Promise<void> {
    await app.db.query('SELECT sandbox_decide_dispute($1, $2)', [ref, status]);
    await hear();
  }
  /** A webhook about a dispute was stored, and nothing more. */
  const received = (ref: string) =>
    app.db.query(
      `INSERT INTO provider_event (provider, event_id, type, object_ref, about)
       VALUES ('sandbox_card', $1, 'charge.dispute.updated', $2, 'dispute')`,
      [randomUUID(), ref],
    );
  /** The bank thinks again after its decision. */
  async function rethink(ref: string, status: 'open' | 'won' | 'lost'): Promise<void> {
    await app.db.query('UPDATE sandbox_dispute SET status = $2 WHERE ref = $1', [ref, status]);
    await received(ref);
    await app.quiesce();
  }
  const stands = ({ order }: Pick<Sold, 'order'>) =>
    app.db.one(
      `SELECT o.status, e.sold, t.voided_at IS NULL AS live, t.code
       FROM orders o JOIN event e ON e.id = o.event_id JOIN ticket t ON t.order_id = o.id WHERE o.id = $1`,
      [order],
    );
  /** Balances as their owner sees them: what is owed is positive. */
  async function books({ event }: Pick<Sold, 'event'>): Promise<Record<string, number>> {
    const rows = await app.db.query<{ kind: string; minor: number }>(
      `SELECT a.kind, -sum(e.amount_minor)::bigint AS minor FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
       WHERE a.owner IN ($1, $2) GROUP BY a.kind HAVING sum(e.amount_minor) <> 0`,
      [event.id, String(event.hostId)],
    );
    return Object.fromEntries(rows.map(({ kind, minor }) => [kind, minor]));
  }
  const lossOf = async (what: () => Promise<unknown>): Promise<number> => {
    const loss = async () =>
      (await app.db.one<{ n: number }>(
        `SELECT coalesce(sum(e.amount_minor), 0)::bigint AS n FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
         WHERE a.kind = 'dispute_loss'`,
      ))!.n;
    const before = await loss();
    await what();
    return (await loss()) - before;
  };
  const refundsOf = ({ payment }: Pick<Sold, 'payment'>) =>
    app.db.query(
      'SELECT status, reason, amount_minor AS amount FROM refund WHERE payment_id = $1 ORDER BY created_at',
      [payment],
    );
  const givenBack = async ({ charge }: Pick<Sold, 'charge'>) =>
    (await app.db.one<{ n: number }>(
      'SELECT coalesce(sum(amount_minor), 0)::bigint AS n FROM sandbox_refund WHERE capture_ref = $1',
      [charge],
    ))!.n;
  const over = async (event: TestEvent) => {
    await app.db.query(
      "UPDATE event SET starts_at = s, original_starts_at = s, local_start = s AT TIME ZONE tz FROM (SELECT date_bin('15 minutes', app_now(), 'epoch') AS s) x WHERE id = $1",
      [event.id],
    );
    for (const step of ['start', 'finish'] as const) await app.db.tx((tx) => moveEvent(tx, event.id, step));
  };
  return { sold, hear, dispute, decide, received, rethink, stands, books, lossOf, refundsOf, givenBack, over };
}
