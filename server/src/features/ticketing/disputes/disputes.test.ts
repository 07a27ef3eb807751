import { randomUUID } from 'node:crypto';
import { days, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { dyingApp, type DyingApp } from '../../../../test/dying-app.ts';
import { newEvent, type EventTraits, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buy, giveTicket, pressOnSandboxPage } from '../../../../test/tickets.ts';
import { moveEvent } from '../../events/move-event.ts';

let app: TestApp;
/** Ends in the middle of its work, on the same database. */
let mortal: TestApp;
let death: DyingApp;
let host: TestActor;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  mortal = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
  death = dyingApp(mortal);
  admin = await newAdmin(app);
});
afterEach(() => expectInvariants(app));
afterAll(async () => {
  await mortal.close();
  await app.close();
});

const paid = 1310;
const price = 1200;
const fee = 110;
/** What the sandbox charges for a dispute. */
const costs = 1500;

interface Sold {
  readonly event: TestEvent;
  readonly viewer: TestActor;
  readonly order: string;
  readonly payment: string;
  readonly charge: string;
  readonly code: string;
}
/** A paid ticket of an event of a new host. */
async function sold(traits: EventTraits = {}, at?: TestEvent): Promise<Sold> {
  if (!at) host = await newHost(app);
  const event = at ?? (await newEvent(app, host, { priceMinor: price, ...traits }));
  const viewer = await newViewer(app);
  const { code } = await giveTicket(app, event, viewer);
  const row = await app.db.one<{ order: string; payment: string; charge: string }>(
    `SELECT o.id AS order, p.id AS payment, p.capture_ref AS charge
     FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.event_id = $1 AND o.buyer_id = $2`,
    [event.id, viewer.id],
  );
  return { event, viewer, code, ...row! };
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
  app.db.query('SELECT status, reason, amount_minor AS amount FROM refund WHERE payment_id = $1 ORDER BY created_at', [
    payment,
  ]);
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

test('a dispute takes ticket, seat and money at once; while it is open nothing is refunded; lost, the host bears the price', async () => {
  const one = await sold();
  const ref = await dispute(one);
  expect(await stands(one)).toEqual({ status: 'disputed', sold: 0, live: false, code: one.code });
  expect(await books(one)).toEqual({ dispute_frozen: price, fee_deferred: fee });
  const panel = async () =>
    (await app.call('GET /events/:id/private', { as: host.token, params: { id: one.event.id } })).data;
  expect(await panel()).toMatchObject({ gross_revenue: 0, ticketing_fee: 1.1, disputed: 12 });
  const refused = await app.call('POST /admin/orders/refund', {
    as: admin.token,
    body: { order_uuid: one.order, reason: 'Asked for' },
  });
  expect(refused.errors[0]?.code).toBe('order_not_refundable');
  expect(await lossOf(() => decide(ref, 'lost'))).toBe(0);
  expect(await stands(one)).toMatchObject({ status: 'charged_back', live: false });
  expect(await books(one)).toEqual({});
  expect(await panel()).toMatchObject({ gross_revenue: 0, ticketing_fee: 0, disputed: 0 });
  expect(await refundsOf(one)).toEqual([]);
});

test('a dispute that is won gives the same ticket back, and its costs', async () => {
  const one = await sold();
  expect(
    await lossOf(async () => {
      const ref = await dispute(one);
      await decide(ref, 'won');
    }),
  ).toBe(0);
  expect(await stands(one)).toEqual({ status: 'paid', sold: 1, live: true, code: one.code });
  expect(await books(one)).toEqual({ host_escrow: price, fee_deferred: fee });
});

test('the test card whose bank disputes what it paid', async () => {
  host = await newHost(app);
  const event = await newEvent(app, host, { priceMinor: price });
  const bought = await buy(app, event, await newViewer(app), { stripe_token: 'pm_card_createDispute' });
  expect(bought.data.order.order_status).toBe('paid');
  await hear();
  expect(await stands({ order: bought.data.order.order_uuid })).toMatchObject({ status: 'disputed', live: false });
});

test('news that comes twice, at once, too late or out of order is applied once', async () => {
  const one = await sold();
  const settle = (version: number, status: string) =>
    app.db.one<{ verdict: string }>(
      `SELECT settle_dispute($1, 'dp_twice', $2, $3, ${paid}, 'EUR', 0, 'general', NULL, 60) AS verdict`,
      [one.payment, version, status],
    );
  const verdicts = await Promise.all([settle(0, 'open'), settle(0, 'open'), settle(0, 'won')]);
  expect(verdicts.filter((row) => row?.verdict === 'superseded')).toHaveLength(2);
  await app.db.query('DELETE FROM dispute WHERE false');
  const { version, status } = (await app.db.one<{ version: number; status: string }>(
    "SELECT version, status FROM dispute WHERE provider_ref = 'dp_twice'",
  ))!;
  expect((await settle(version, status))?.verdict).toBe('already');
  expect((await settle(version - 1, 'lost'))?.verdict).toBe('superseded');
  expect(await settle(version, 'lost')).toEqual({ verdict: 'lost' });
  expect(await stands(one)).toMatchObject({ status: 'charged_back' });

  const other = await sold();
  const ref = await dispute(other);
  await decide(ref, 'won');
  // A webhook of yesterday asks how it is today.
  await rethink(ref, 'won');
  expect(await stands(other)).toMatchObject({ status: 'paid', live: true });
  const posted = await app.db.query(
    "SELECT kind FROM ledger_tx WHERE order_id = $1 AND kind LIKE 'dispute%' ORDER BY id",
    [other.order],
  );
  expect(posted).toEqual([{ kind: 'dispute_opened' }, { kind: 'dispute_won' }]);
});

test('a bank that thinks again after its decision is followed', async () => {
  const one = await sold();
  const ref = await dispute(one);
  for (const status of ['lost', 'won', 'lost', 'open', 'won'] as const) {
    await rethink(ref, status);
    expect(await stands(one)).toMatchObject(
      {
        lost: { status: 'charged_back', live: false },
        won: { status: 'paid', live: true },
        open: { status: 'disputed', live: false },
      }[status],
    );
    await expectInvariants(app);
  }
  expect(await books(one)).toEqual({ host_escrow: price, fee_deferred: fee });
});

test('a seat that was sold to somebody else meanwhile: the winner of the dispute gives the money back', async () => {
  const one = await sold({ capacity: 1 });
  const ref = await dispute(one);
  const next = await sold({}, one.event);
  await decide(ref, 'won');
  expect(await stands(one)).toMatchObject({ status: 'refunded', sold: 1, live: false });
  expect(await refundsOf(one)).toEqual([{ status: 'succeeded', reason: 'dispute_won', amount: paid }]);
  expect(await stands(next)).toMatchObject({ status: 'paid', live: true });
});

test('a holder who bought another ticket meanwhile keeps that one, and the first payment goes back', async () => {
  const one = await sold();
  const ref = await dispute(one);
  await giveTicket(app, one.event, one.viewer);
  await decide(ref, 'won');
  expect(await stands(one)).toMatchObject({ status: 'refunded', sold: 1, live: false });
});

test('an event that was cancelled meanwhile: won, everything goes back as for everybody; lost, nothing more', async () => {
  const one = await sold();
  const two = await sold({}, one.event);
  const refs = [await dispute(one), await dispute(two)] as const;
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: one.event.id } });
  await app.quiesce();
  expect(await stands(one)).toMatchObject({ status: 'disputed' });
  await decide(refs[0], 'won');
  await decide(refs[1], 'lost');
  expect(await stands(one)).toMatchObject({ status: 'refunded', sold: 0 });
  expect(await refundsOf(one)).toEqual([{ status: 'succeeded', reason: 'event_cancelled', amount: paid }]);
  expect(await stands(two)).toMatchObject({ status: 'charged_back' });
  expect(await refundsOf(two)).toEqual([]);
});

test('after the event a dispute that is won counts as sold again', async () => {
  const one = await sold();
  await over(one.event);
  const ref = await dispute(one);
  expect(await stands(one)).toMatchObject({ status: 'disputed', sold: 0 });
  await decide(ref, 'won');
  expect(await stands(one)).toMatchObject({ status: 'paid', sold: 1, live: true });
});

test('after the release the host bears it from the payable balance, which may become negative', async () => {
  const one = await sold();
  await over(one.event);
  const before = await dispute(one);
  await app.clock.advance(days(4));
  await app.quiesce();
  await decide(before, 'won');
  expect(await books(one)).toEqual({ host_payable: price });
  await app.db.query(
    `SELECT ledger_post('moved_away', 'moved_away:' || $1, NULL, 'EUR',
       json_build_array(json_build_array('host_payable', $2::text, $3::bigint), json_build_array('bank', '', -$3::bigint)))`,
    [one.order, one.event.hostId, price],
  );
  const ref = await dispute(one);
  expect(await books(one)).toEqual({ host_payable: -price, dispute_frozen: price });
  await decide(ref, 'lost');
  expect(await books(one)).toEqual({ host_payable: -price });
});

test('a dispute of a part takes the ticket; lost, the host bears the part and keeps the rest', async () => {
  const one = await sold();
  const ref = await dispute(one, 1250);
  expect(await books(one)).toEqual({ dispute_frozen: price, fee_deferred: fee });
  await app.db.query('UPDATE sandbox_dispute SET amount_minor = 500 WHERE ref = $1', [ref]);
  await rethink(ref, 'open');
  expect(await books(one)).toEqual({ dispute_frozen: 500, host_escrow: 700, fee_deferred: fee });
  await decide(ref, 'lost');
  expect(await stands(one)).toMatchObject({ status: 'charged_back', live: false });
  expect(await books(one)).toEqual({ host_escrow: 700, fee_deferred: fee });
});

test('a dispute of an order that was refunded is ours to bear when it is lost, and changes nothing else', async () => {
  const one = await sold();
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [one.event.id]);
  await app.quiesce();
  const ref = await dispute(one);
  expect(await stands(one)).toMatchObject({ status: 'refunded', sold: 0 });
  expect(await books(one)).toEqual({});
  expect(await lossOf(() => decide(ref, 'lost'))).toBe(paid);
  expect(await stands(one)).toMatchObject({ status: 'refunded' });
});

test.each(['lost', 'won'] as const)('a refund that waits ends with the dispute; %s', async (status) => {
  const one = await sold();
  // Opened before the provider was asked for the refund.
  const ref = `dp_${randomUUID()}`;
  await app.db.query("SELECT sandbox_open_dispute('sandbox_card', $1, $2, $3, 'general')", [ref, one.charge, paid]);
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [one.event.id]);
  await app.db.query(`SELECT settle_dispute($1, $2, 0, 'open', ${paid}, 'EUR', ${costs}, 'general', NULL, 60)`, [
    one.payment,
    ref,
  ]);
  await hear();
  expect(await stands(one)).toMatchObject({ status: 'disputed', live: false });
  expect(await refundsOf(one)).toEqual([{ status: 'failed', reason: 'admin', amount: paid }]);
  await decide(ref, status);
  expect(await givenBack(one)).toBe(status === 'won' ? paid : 0);
  expect(await stands(one)).toMatchObject({ status: status === 'won' ? 'refunded' : 'charged_back', live: false });
});

test.each([true, false])(
  'a refund that was asked for when the dispute came is looked up first; made: %s',
  async (made) => {
    const one = await sold();
    await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [one.event.id]);
    // A worker claims it and dies, before or after the provider made it.
    const refund = (await app.db.one<{ id: string }>(
      "UPDATE refund SET attempts = 1, next_at = app_now() + interval '60 s' WHERE payment_id = $1 RETURNING id",
      [one.payment],
    ))!;
    if (made)
      await app.db.query("SELECT sandbox_give_back('sandbox_card', 're_lost', $1, $2, $3, 'EUR')", [
        refund.id,
        one.charge,
        paid,
      ]);
    const ref = await dispute(one);
    expect(await stands(one)).toMatchObject({ status: 'disputed' });
    await app.clock.advance(minutes(2));
    await app.quiesce();
    expect(await refundsOf(one)).toMatchObject([{ status: made ? 'succeeded' : 'failed' }]);
    expect(await lossOf(() => decide(ref, 'lost'))).toBe(made ? paid : 0);
    expect(await givenBack(one)).toBe(made ? paid : 0);
  },
);

test('a refund that the provider refuses because of a dispute we have not heard of finds the dispute', async () => {
  const one = await sold();
  await app.db.query("SELECT sandbox_open_dispute('sandbox_card', $1, $2, $3, 'general')", [
    `dp_${randomUUID()}`,
    one.charge,
    paid,
  ]);
  await app.db.query('DELETE FROM sandbox_webhook WHERE delivered_at IS NULL');
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [one.event.id]);
  await app.quiesce();
  await app.clock.advance(minutes(2));
  await app.quiesce();
  expect(await stands(one)).toMatchObject({ status: 'disputed' });
  expect(await refundsOf(one)).toMatchObject([{ status: 'failed' }]);
});

test('a decision whose webhook is lost is heard of by the job', async () => {
  const one = await sold();
  const ref = await dispute(one);
  await app.db.query("UPDATE sandbox_dispute SET status = 'won' WHERE ref = $1", [ref]);
  await app.clock.advance(days(1));
  await app.quiesce();
  expect(await stands(one)).toMatchObject({ status: 'paid', live: true });
});

test('a payment by wallet is disputed as well', async () => {
  host = await newHost(app);
  const event = await newEvent(app, host, { priceMinor: price });
  const asked = await buy(app, event, await newViewer(app), { paypal: true });
  const { id, links } = asked.data.payment_order!;
  await pressOnSandboxPage(app, links[0]!.href, 'approve');
  await hear();
  const row = await app.db.one<{ charge: string; order: string }>(
    'SELECT p.capture_ref AS charge, p.order_id AS order FROM payment p WHERE p.provider_ref = $1',
    [id],
  );
  const ref = await dispute(row!, paid, 'sandbox_wallet');
  expect(await stands(row!)).toMatchObject({ status: 'disputed' });
  await decide(ref, 'lost');
  expect(await stands(row!)).toMatchObject({ status: 'charged_back' });
});

test('a process that ends after any statement of a dispute has followed it or follows it later, once', async () => {
  const disputed: Sold[] = [];
  const one = await sold({ capacity: 49 });
  for (let statement = 0, died = true; died; statement++) {
    expect(statement).toBeLessThan(80);
    const next = await sold({}, one.event);
    const ref = `dp_${randomUUID()}`;
    await app.db.query("SELECT sandbox_open_dispute('sandbox_card', $1, $2, $3, 'general')", [ref, next.charge, paid]);
    // The sandbox sends no webhook again that was lost, as a provider does: here it was received.
    await app.db.query('DELETE FROM sandbox_webhook WHERE object_ref = $1', [ref]);
    await received(ref);
    death.dieAfter(statement);
    await mortal.jobs.runAll().catch(() => undefined);
    died = death.revive();
    disputed.push(next);
  }
  await app.clock.advance(minutes(30));
  await app.quiesce();
  await app.clock.advance(minutes(30));
  await app.quiesce();
  for (const each of disputed) {
    expect(await stands(each)).toMatchObject({ status: 'disputed', live: false });
    const posted = await app.db.query("SELECT 1 FROM ledger_tx WHERE order_id = $1 AND kind = 'dispute_opened'", [
      each.order,
    ]);
    expect(posted).toHaveLength(1);
  }
}, 120_000);

test('cancelled while what a host kept is disputed: others get theirs, and this buyer gets it when it is won', async () => {
  for (const cents of [paid, 200]) {
    const rest = await sold({ selfCancel: { hours: 1, percent: 50 } });
    const other = await sold({}, rest.event);
    for (const one of [rest, other]) {
      const mine = await app.call('GET /tickets/mine', { as: one.viewer.token });
      const body = { ticket_uuid: mine.data.tickets[0]!.ticket.ticket_uuid };
      expect((await app.call('POST /tickets/cancel', { as: one.viewer.token, body })).status).toBe(200);
    }
    await app.quiesce();
    const ref = await dispute(rest, cents);
    await app.db.tx((tx) => moveEvent(tx, rest.event.id, 'cancel', 'host'));
    await app.quiesce();
    const back = ({ payment }: Sold) =>
      app.db.one(`SELECT sum(amount_minor)::int AS minor FROM refund WHERE payment_id = $1 AND status = 'succeeded'`, [
        payment,
      ]);
    expect(await back(other)).toEqual({ minor: paid });
    expect(await back(rest)).toEqual({ minor: price / 2 });
    await expectInvariants(app);
    await decide(ref, 'won');
    expect(await back(rest)).toEqual({ minor: paid });
    expect((await books(rest))['host_escrow']).toBeUndefined();
  }
});
