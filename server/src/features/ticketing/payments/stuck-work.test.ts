import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { giveTicket } from '../../../../test/tickets.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import type { ProviderRefund } from '../../../ports/card-payments.ts';
import { accountErased } from '../../accounts/facts.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app, { massive: true });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

async function soldTo(buyers: number): Promise<TestEvent> {
  const event = await newEvent(app, host, { priceMinor: 1200 });
  for (let n = 0; n < buyers; n++) await giveTicket(app, event, await newViewer(app));
  return event;
}
const refunds = (event: TestEvent) =>
  app.db.query<{ id: string; status: string; attempts: number; provider_failures: number }>(
    `SELECT r.id, r.status, r.attempts, r.provider_failures
     FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
     WHERE o.event_id = $1 ORDER BY r.attempts, r.id`,
    [event.id],
  );
/** Cancels an event so that only the job starts its refunds, not the facts. */
async function cancelled(event: TestEvent): Promise<void> {
  await app.db.query("SELECT refund_orders($1, 'event_cancelled', NULL, 100)", [event.id]);
  await app.db.query("UPDATE outbox SET sent_at = app_now() WHERE topic = 'RefundRequested' AND sent_at IS NULL");
}

test('a failing refund does not stop the others', async () => {
  const event = await soldTo(3);
  const { cards } = app.kit;
  const real = cards.refund.bind(cards);
  const taken = await real({ refundId: 'of-another', captureRef: 'nothing', amountMinor: 1, currency: 'EUR' });
  let asked = 0;
  cards.refund = async (one) => {
    asked += 1;
    if (asked > 1) return real(one);
    // Not a valid answer from a provider: the database refuses to store it.
    return { ...taken, ref: '\0', status: 'pending' };
  };
  try {
    await cancelled(event);
    await app.jobs.runAll();
    expect((await refunds(event)).map(({ status }) => status).toSorted()).toEqual([
      'requested',
      'succeeded',
      'succeeded',
    ]);
  } finally {
    cards.refund = real;
    await app.clock.advance(minutes(2));
  }
});

test('while a provider is slow with one refund, another process makes the others', async () => {
  const event = await soldTo(4);
  const { cards } = app.kit;
  const real = cards.refund.bind(cards);
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  cards.refund = async (one) => {
    asked.push(one.refundId);
    if (asked.length === 1) await new Promise<void>((resolve) => waiting.push(resolve));
    return real(one);
  };
  try {
    await cancelled(event);
    const first = app.jobs.runAll();
    await until('the provider is asked', () => waiting.length === 1);
    expect((await refunds(event)).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 1]);
    waiting[0]!();
    await first;
  } finally {
    cards.refund = real;
  }
  await app.quiesce();
  expect(new Set(asked).size).toBe(asked.length);
});

test('a worker whose claim expired cannot request the same refund under a second key', async () => {
  const event = await soldTo(1);
  const { cards } = app.kit;
  const real = cards.refund.bind(cards);
  const answers: ((answer: ProviderRefund) => void)[] = [];
  const asked: string[] = [];
  cards.refund = (one) => {
    asked.push(one.refundId);
    return new Promise((resolve) => answers.push(resolve));
  };
  try {
    await cancelled(event);
    const id = (await refunds(event))[0]!.id;
    const slow = app.jobs.runAll();
    await until('the first is asked', () => answers.length === 1);
    // Its claim expired and another worker is asking when the first returns with an old refusal.
    await app.db.query('UPDATE refund SET attempts = attempts + 1 WHERE id = $1', [id]);
    answers[0]!({ ref: '', status: 'failed' });
    await slow;
    expect(await refunds(event)).toMatchObject([{ status: 'requested', provider_failures: 0 }]);
    expect(await app.db.one("SELECT settle_refund($1, 2, 'failed', NULL, 1, 5) AS word", [id])).toEqual({
      word: 'failed',
    });
    // What the provider has paid counts, whichever worker reports it.
    const done = await real({
      refundId: `${id}:1`,
      captureRef: (await app.db.one<{ ref: string }>(
        'SELECT p.capture_ref AS ref FROM refund r JOIN payment p ON p.id = r.payment_id WHERE r.id = $1',
        [id],
      ))!.ref,
      amountMinor: 1310,
      currency: 'EUR',
    });
    await app.db.query("SELECT settle_refund($1, 0, 'succeeded', $2, 1, 5)", [id, done.ref]);
    expect(await refunds(event)).toMatchObject([{ status: 'succeeded' }]);
  } finally {
    cards.refund = real;
  }
});

test('a hundred hanging payments do not delay the next one', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200, kind: 'broadcast' });
  await app.db.query(
    `WITH people AS (
       INSERT INTO app_user (username, username_skeleton, email_norm)
       SELECT 'stuck' || n, 'stuck' || n, 'stuck' || n || '@mail.test' FROM generate_series(1, 120) n RETURNING id
     ), made AS (
       INSERT INTO orders (id, event_id, buyer_id, holder_key, status, price_minor, fee_minor, min_fee_minor, fee_bp,
         total_minor, currency, hold_expires_at)
       SELECT gen_random_uuid(), $1, id, person_holder(id), 'pending', 1200, 110, 50, 500, 1310, 'EUR',
         app_now() + interval '10 minutes'
       FROM people RETURNING id
     )
     INSERT INTO payment (id, order_id, provider, provider_ref, amount_minor, currency, status, idem_key)
     SELECT gen_random_uuid(), id, 'sandbox_card', 'pi_' || id, 1310, 'EUR', 'processing', id FROM made`,
    [event.id],
  );
  await app.db.query('UPDATE event SET held = 120 WHERE id = $1', [event.id]);
  const { cards } = app.kit;
  const real = cards.intent.bind(cards);
  const looked = new Set<string>();
  cards.intent = async (ref) => {
    looked.add(ref);
    throw refuse('payment_unavailable');
  };
  try {
    await app.clock.advance(seconds(90));
    await app.jobs.runAll();
    expect(looked.size).toBe(100);
    await app.jobs.runAll();
    expect(looked.size).toBe(120);
  } finally {
    cards.intent = real;
  }
  await app.db.query("UPDATE payment SET status = 'canceled' WHERE status = 'processing'");
});

test('holds of one event that cannot be released do not block those of other events', async () => {
  const events = [await newEvent(app, host, { priceMinor: 1200 }), await newEvent(app, host, { priceMinor: 1200 })];
  for (const event of events)
    await app.call('POST /events/hold', {
      as: (await newViewer(app)).token,
      body: { event_uuid: event.id, type: 'interactive' },
    });
  const stuck = events.map(({ id }) => id).toSorted()[0];
  await app.db.query(
    `CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stuck'; END $$`,
  );
  await app.db.query(
    `CREATE TRIGGER stuck BEFORE UPDATE ON orders
     FOR EACH ROW WHEN (OLD.event_id = '${stuck}') EXECUTE FUNCTION stuck()`,
  );
  await app.clock.advance(minutes(11));
  await app.jobs.runAll();
  const left = await app.db.query<{ id: string }>('SELECT id FROM event WHERE held > 0');
  expect(left.map(({ id }) => id)).toEqual([stuck]);
  await app.db.query('DROP TRIGGER stuck ON orders');
});

test('a provider that does not answer about erased accounts delays neither facts nor emails of others', async () => {
  const event = await newEvent(app, host);
  const late = await newViewer(app);
  await giveTicket(app, event, late);
  const people = [late.id, (await newViewer(app)).id];
  await app.db.query('UPDATE app_user SET erased_at = app_now(), email_norm = NULL WHERE id = ANY ($1)', [people]);
  await app.db.query(
    `INSERT INTO provider_customer (provider, user_id, ref)
     SELECT 'sandbox_card', id, 'cus_' || id FROM unnest($1::bigint[]) id`,
    [people],
  );
  await recordFact(app.db, accountErased(people[1]!));
  const { cards } = app.kit;
  const real = cards.forgetCustomer.bind(cards);
  const hangs = Promise.withResolvers<void>();
  let asked = 0;
  cards.forgetCustomer = () => hangs.promise.then(() => void (asked += 1));
  const delivered = app.facts.drain();
  try {
    await until('every other fact is handled', async () => {
      const open = await app.db.query<{ topic: string }>(
        `SELECT DISTINCT f.topic FROM outbox f LEFT JOIN fact_delivery d ON d.fact_id = f.id
         WHERE f.sent_at IS NULL OR d.fact_id IS NOT NULL`,
      );
      return open.length === 1 && open[0]!.topic === 'CustomerLeft';
    });
    expect(asked).toBe(0);
  } finally {
    hangs.resolve();
    await delivered;
    cards.forgetCustomer = real;
  }
  await app.quiesce();
  expect(asked).toBe(2);
  expect(await app.db.query('SELECT 1 FROM provider_customer WHERE user_id = ANY ($1)', [people])).toEqual([]);
});
