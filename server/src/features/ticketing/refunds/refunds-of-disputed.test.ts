import { randomUUID } from 'node:crypto';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { disputeCosts, disputesOf, paid, price, type Sold } from '../../../../test/disputes.ts';
import { testApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { moveEvent } from '../../events/event-states.ts';

const app = await testApp();
afterEach(() => expectInvariants(app));
afterAll(() => app.close());
const { sold, hear, dispute, decide, stands, books, lossOf, refundsOf, givenBack } = disputesOf(app);

test('winning a dispute of an event cancelled in between refunds everything, and losing it refunds nothing more', async () => {
  const one = await sold();
  const two = await sold({}, one);
  const refs = [await dispute(one), await dispute(two)] as const;
  await app.call('POST /events/cancel', { as: one.host.token, body: { event_uuid: one.event.id } });
  await app.quiesce();
  expect(await stands(one)).toMatchObject({ status: 'disputed' });
  await decide(refs[0], 'won');
  await decide(refs[1], 'lost');
  expect(await stands(one)).toMatchObject({ status: 'refunded', sold: 0 });
  expect(await refundsOf(one)).toEqual([{ status: 'succeeded', reason: 'event_cancelled', amount: paid }]);
  expect(await stands(two)).toMatchObject({ status: 'charged_back' });
  expect(await refundsOf(two)).toEqual([]);
});

test('losing a dispute of a refunded order is our loss and changes nothing else', async () => {
  const one = await sold();
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [one.event.id]);
  await app.quiesce();
  const ref = await dispute(one);
  expect(await stands(one)).toMatchObject({ status: 'refunded', sold: 0 });
  expect(await books(one)).toEqual({});
  expect(await lossOf(() => decide(ref, 'lost'))).toBe(paid);
  expect(await stands(one)).toMatchObject({ status: 'refunded' });
});

test.each(['lost', 'won'] as const)('a waiting refund ends with the dispute; %s', async (status) => {
  const one = await sold();
  // Opened before the refund was requested from the provider.
  const ref = `dp_${randomUUID()}`;
  await app.db.query("SELECT sandbox_open_dispute('sandbox_card', $1, $2, $3, 'general')", [ref, one.charge, paid]);
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [one.event.id]);
  await app.db.query(`SELECT settle_dispute($1, $2, 0, 'open', ${paid}, 'EUR', ${disputeCosts}, 'general', NULL, 60)`, [
    one.payment,
    ref,
  ]);
  await hear();
  expect(await stands(one)).toMatchObject({ status: 'disputed', live: false });
  expect(await refundsOf(one)).toEqual([{ status: 'failed', reason: 'admin', amount: paid }]);
  const failures = 'SELECT f.why FROM refund_failure f JOIN refund r ON r.id = f.refund_id WHERE r.payment_id = $1';
  expect(await app.db.query(failures, [one.payment])).toEqual([{ why: 'disputed' }]);
  await decide(ref, status);
  expect(await givenBack(one)).toBe(status === 'won' ? paid : 0);
  expect(await stands(one)).toMatchObject({ status: status === 'won' ? 'refunded' : 'charged_back', live: false });
});

test.each([true, false])('a refund that was in flight when the dispute came is looked up; made: %s', async (made) => {
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
});

test('a refund that the provider refuses because of an unknown dispute finds the dispute', async () => {
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

test('a cancelled event refunds others while a kept amount is disputed, and this buyer once the dispute is won', async () => {
  for (const cents of [paid, 200]) {
    const rest = await sold({ selfCancel: { hours: 1, percent: 50 } });
    const other = await sold({}, rest);
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

test('the kept part of an event cancelled during the dispute is refunded, although the holder’s own refund had not settled', async () => {
  const one = await sold({ selfCancel: { hours: 1, percent: 50 } });
  const ref = `dp_${randomUUID()}`;
  await app.db.query("SELECT sandbox_open_dispute('sandbox_card', $1, $2, $3, 'general')", [ref, one.charge, paid]);
  const mine = await app.call('GET /tickets/mine', { as: one.viewer.token });
  const body = { ticket_uuid: mine.data.tickets[0]!.ticket.ticket_uuid };
  expect((await app.call('POST /tickets/cancel', { as: one.viewer.token, body })).status).toBe(200);
  await app.db.query(`SELECT settle_dispute($1, $2, 0, 'open', ${paid}, 'EUR', ${disputeCosts}, 'general', NULL, 60)`, [
    one.payment,
    ref,
  ]);
  await hear();
  await app.db.tx((tx) => moveEvent(tx, one.event.id, 'cancel', 'host'));
  await app.quiesce();
  expect([await stands(one), await givenBack(one)]).toMatchObject([{ status: 'disputed' }, 0]);
  await decide(ref, 'won');
  expect([await stands(one), await givenBack(one)]).toMatchObject([{ status: 'refunded' }, paid]);
  expect((await books(one))['host_escrow']).toBeUndefined();
});
