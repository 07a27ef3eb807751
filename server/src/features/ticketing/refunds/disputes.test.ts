import { randomUUID } from 'node:crypto';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer } from '../../../../test/actors.ts';
import { moveEvent } from '../../events/event-states.ts';
import { disputesOf, fee, paid, price, type Sold } from '../../../../test/disputes.ts';
import { dyingApp, type DyingApp } from '../../../../test/killable-app.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { buy, giveTicket, pressOnSandboxPage } from '../../../../test/tickets.ts';

const app = await testApp();
/** A worker that dies in the middle of its work, on the same database. */
let mortal: TestApp;
let death: DyingApp;
beforeAll(async () => {
  mortal = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
  death = dyingApp(mortal);
});
afterEach(() => expectInvariants(app));
afterAll(async () => {
  await mortal.close();
  await app.close();
});
const { sold, hear, dispute, decide, received, rethink, stands, books, lossOf, refundsOf, over } = disputesOf(app);

test('a dispute freezes ticket, seat and money immediately, blocks refunds while open, and costs the host the price if lost', async () => {
  const one = await sold();
  const ref = await dispute(one);
  expect(await stands(one)).toEqual({ status: 'disputed', sold: 0, live: false, code: one.code });
  expect(await books(one)).toEqual({ dispute_frozen: price, fee_deferred: fee });
  const panel = async () =>
    (await app.call('GET /events/:id/private', { as: one.host.token, params: { id: one.event.id } })).data;
  expect(await panel()).toMatchObject({
    attendees: 0,
    gross_revenue: 0,
    ticketing_fee: 0,
    net_revenue: 0,
    disputed: 12,
  });
  const sales = async () =>
    (await app.call('GET /events/:id/billed', { as: one.host.token, params: { id: one.event.id } })).data;
  const taken = { total: 13.1, refunded: 0, disputed: 13.1 };
  expect(await sales()).toMatchObject({ codes: [{ ...taken, net: 0 }], orders: [taken] });
  const refused = await app.call('POST /admin/orders/refund', {
    as: (await newAdmin(app)).token,
    body: { order_uuid: one.order, reason: 'Asked for' },
  });
  expect(refused.errors[0]?.code).toBe('order_not_refundable');
  expect(await lossOf(() => decide(ref, 'lost'))).toBe(0);
  expect(await stands(one)).toMatchObject({ status: 'charged_back', live: false });
  expect(await books(one)).toEqual({});
  expect(await panel()).toMatchObject({ gross_revenue: 0, ticketing_fee: 0, net_revenue: 0, disputed: 0 });
  expect(await sales()).toMatchObject({ codes: [{ ...taken, net: 0 }], orders: [taken] });
  expect(await refundsOf(one)).toEqual([]);
});

test('a won dispute restores the same ticket and returns its costs', async () => {
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

test('app admins are emailed once when a dispute opens, with the day on which evidence is due', async () => {
  const admin = await newAdmin(app);
  const one = await sold();
  const ref = await dispute(one);
  await hear();
  await decide(ref, 'lost');
  const mails = (await mailsTo(app, admin.email)).filter(({ text }) => text.includes(one.order));
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^New dispute: /)]);
  expect(mails[0]!.text).toContain('Evidence due: ');
  expect(mails[0]!.text).toContain(`/admin/orders/${one.order}`);
});

test('an app admin who reads German is emailed about a dispute in German', async () => {
  const admin = await newAdmin(app);
  await app.db.query("UPDATE app_user SET language = 'de' WHERE id = $1", [admin.id]);
  await dispute(await sold());
  const [mail] = await mailsTo(app, admin.email);
  expect(mail!.subject).toMatch(/^Neue Anfechtung: /);
  expect(mail!.text).toContain('Belege einreichen bis: ');
});

test('the buyer learns by email how to withdraw a dispute opened by mistake', async () => {
  const one = await sold();
  await dispute(one);
  const [mail] = await mailsTo(app, one.viewer.email);
  expect(mail!.subject).toMatch(/^Your ticket is on hold: /);
  expect(mail!.text).toContain('ask them to withdraw the dispute');
});

test('nothing is due to a host for a dispute of a cancelled event, won or lost, and the email says so', async () => {
  for (const decision of ['won', 'lost'] as const) {
    const one = await sold();
    const ref = await dispute(one);
    await app.db.tx((tx) => moveEvent(tx, one.event.id, 'cancel'));
    await decide(ref, decision);
    const mails = await mailsTo(app, one.host.email);
    const { text } = mails.find(({ subject }) => subject.startsWith(`The dispute was ${decision}: `))!;
    expect(text).toContain('nothing is due to you');
    expect(text).not.toMatch(/frozen|deducted/);
  }
});

test('the email about a won dispute says that nothing is due if the seat is gone, else that the share is free', async () => {
  const one = await sold({ capacity: 1 });
  const ref = await dispute(one);
  const next = await sold({}, one);
  await decide(ref, 'won');
  await decide(await dispute(next), 'won');
  const won = (await mailsTo(app, one.host.email)).filter(({ subject }) => subject.startsWith('The dispute was won: '));
  const newestFirst = won.map(({ text }) => /nothing is due to you|is no longer frozen/.exec(text)?.[0]);
  expect(newestFirst).toEqual(['is no longer frozen', 'nothing is due to you']);
});

test('the disputed test card makes its bank open a dispute', async () => {
  const event = await newEvent(app, await newHost(app), { priceMinor: price });
  const bought = await buy(app, event, await newViewer(app), { stripe_token: 'pm_card_createDispute' });
  expect(bought.data.order.order_status).toBe('paid');
  await hear();
  expect(await stands({ order: bought.data.order.order_uuid })).toMatchObject({ status: 'disputed', live: false });
});

test('updates of a dispute that arrive twice, concurrently, too late or out of order are applied once', async () => {
  const one = await sold();
  const settle = (version: number, status: string) =>
    app.db.one<{ verdict: string }>(
      `SELECT settle_dispute($1, 'dp_twice', $2, $3, ${paid}, 'EUR', 0, 'general', NULL, 60) AS verdict`,
      [one.payment, version, status],
    );
  const verdicts = await Promise.all([settle(0, 'open'), settle(0, 'open'), settle(0, 'won')]);
  expect(verdicts.filter((row) => row?.verdict === 'superseded')).toHaveLength(2);
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
  // A webhook from yesterday fetches today's status.
  await rethink(ref, 'won');
  expect(await stands(other)).toMatchObject({ status: 'paid', live: true });
  const posted = await app.db.query(
    "SELECT kind FROM ledger_tx WHERE order_id = $1 AND kind LIKE 'dispute%' ORDER BY id",
    [other.order],
  );
  expect(posted).toEqual([{ kind: 'dispute_opened' }, { kind: 'dispute_won' }]);
});

test('a dispute follows a bank that revises its decision', async () => {
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

test('the winner of a dispute is refunded if the seat was sold to someone else in between', async () => {
  const one = await sold({ capacity: 1 });
  const ref = await dispute(one);
  const next = await sold({}, one);
  await decide(ref, 'won');
  expect(await stands(one)).toMatchObject({ status: 'refunded', sold: 1, live: false });
  expect(await refundsOf(one)).toEqual([{ status: 'succeeded', reason: 'dispute_won', amount: paid }]);
  expect(await stands(next)).toMatchObject({ status: 'paid', live: true });
});

test('a holder who bought another ticket in between keeps that one, and the first payment is refunded', async () => {
  const one = await sold();
  const ref = await dispute(one);
  await giveTicket(app, one.event, one.viewer);
  await decide(ref, 'won');
  expect(await stands(one)).toMatchObject({ status: 'refunded', sold: 1, live: false });
});

test('a dispute won after the event counts as sold again', async () => {
  const one = await sold();
  await over(one.event);
  const ref = await dispute(one);
  expect(await stands(one)).toMatchObject({ status: 'disputed', sold: 0 });
  await decide(ref, 'won');
  expect(await stands(one)).toMatchObject({ status: 'paid', sold: 1, live: true });
});

test('a host bears a dispute after the release from the payable balance, which may become negative', async () => {
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

test('a partial dispute freezes the ticket, and if lost the host bears that part and keeps the rest', async () => {
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

test('the job finds a decision whose webhook was lost', async () => {
  const one = await sold();
  const ref = await dispute(one);
  await app.db.query("UPDATE sandbox_dispute SET status = 'won' WHERE ref = $1", [ref]);
  await app.clock.advance(days(1));
  await app.quiesce();
  expect(await stands(one)).toMatchObject({ status: 'paid', live: true });
});

test('a wallet payment can be disputed as well', async () => {
  const event = await newEvent(app, await newHost(app), { priceMinor: price });
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

test('a worker killed after any statement of a dispute has followed it, or the next one does, once', async () => {
  const disputed: Sold[] = [];
  const one = await sold({ capacity: 49 });
  for (let statement = 0, died = true; died; statement++) {
    expect(statement).toBeLessThan(80);
    const next = await sold({}, one);
    const ref = `dp_${randomUUID()}`;
    await app.db.query("SELECT sandbox_open_dispute('sandbox_card', $1, $2, $3, 'general')", [ref, next.charge, paid]);
    // The sandbox does not resend a lost webhook as a provider does: here it was received.
    await app.db.query('DELETE FROM sandbox_webhook WHERE object_ref = $1', [ref]);
    await received(ref);
    death.dieAfter(statement);
    await mortal.jobs.runAll(['webhook-inbox', 'follow-disputes']).catch(() => undefined);
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
});
