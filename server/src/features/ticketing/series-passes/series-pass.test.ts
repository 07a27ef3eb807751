import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { disputesOf } from '../../../../test/disputes.ts';
import { mailsTo } from '../../../../test/mails.ts';
import type { EventTraits, TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buyPass, newPass, type OfferedPass } from '../../../../test/passes.ts';
import { buy, giveTicket, pressOnSandboxPage } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const card = { stripe_token: 'pm_card_visa' };
const offered = (price = 25, dates: readonly EventTraits[] = [{ priceMinor: 1000 }, { priceMinor: 2000 }]) =>
  newPass(app, host, { price, dates });
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map((line) => line.code);
const seats = async (pass: OfferedPass) =>
  (
    await app.db.query<{ held: number; sold: number }>(
      'SELECT held, sold FROM event WHERE id = ANY ($1) ORDER BY starts_at, id',
      [pass.events.map(({ id }) => id)],
    )
  ).map(({ held, sold }) => [held, sold]);
const orders = (viewer: TestActor) =>
  app.db.query<{
    id: string;
    event_id: string;
    status: string;
    share: number;
    fee: number;
    total: number;
  }>(
    `SELECT o.id, o.event_id, o.status, o.price_minor - o.discount_minor AS share, o.fee_minor AS fee,
       o.total_minor AS total
     FROM orders o JOIN event e ON e.id = o.event_id WHERE o.buyer_id = $1 ORDER BY e.starts_at, o.created_at`,
    [viewer.id],
  );
const shares = async (viewer: TestActor) => (await orders(viewer)).map(({ status, share }) => [status, share]);
const refunds = (viewer: TestActor) =>
  app.db.query<{
    amount: number;
    status: string;
    event_id: string;
    reason: string;
  }>(
    `SELECT r.amount_minor AS amount, r.status, o.event_id, r.reason FROM refund r
       JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
     WHERE o.buyer_id = $1 ORDER BY r.created_at, r.id`,
    [viewer.id],
  );
const captures = async (viewer: TestActor) =>
  app.db.query<{ amount: number }>(
    `SELECT x.amount_minor AS amount FROM provider_object x WHERE x.kind = 'capture' AND (x.provider, x.ref) IN (
       SELECT p.provider, p.capture_ref FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = $1)`,
    [viewer.id],
  );
const cancel = (event: TestEvent) =>
  app.call('POST /events/cancel', {
    as: host.token,
    body: { event_uuid: event.id },
  });

test('without an account nobody buys a pass, and the refusal says what to do about it', async () => {
  const pass = await offered();
  const guest = await newGuest(app, pass.events[0]!.id);
  const hold = await app.call('POST /series/pass/hold', { as: guest.token, body: { pass_uuid: pass.id } });
  for (const { status, errors } of [hold, await buyPass(app, pass, guest)])
    expect([status, errors[0]]).toEqual([
      403,
      {
        code: 'account_required',
        message: 'You need an account for that. Log in or sign up, then try again.',
      },
    ]);
  const nobody = await app.call('POST /series/pass/purchase', { body: { pass_uuid: pass.id, ...card } });
  expect([nobody.status, ...codes(nobody)]).toEqual([401, 'login_required']);
  expect(await seats(pass)).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

describe('the offer of a pass', () => {
  test('the offer of a pass names the dates to come, and ends when one of them starts, is cancelled or sells nothing', async () => {
    const pass = await offered();
    const shown = await app.call('GET /series/:id/pass', {
      params: { id: pass.series },
    });
    expect(shown.data).toEqual({
      pass: {
        pass_uuid: pass.id,
        event_uuids: pass.events.map(({ id }) => id),
        held_event_uuids: [],
        bought: false,
        disputed: false,
        currency_code: 'EUR',
        listed: 30,
        discount: 5,
        price: 25,
        fee: 2.25,
        total: 27.25,
        on_sale: true,
        sold_out: false,
      },
      own: null,
    });
    const own = await app.call('GET /series/:id/pass', {
      as: host.token,
      params: { id: pass.series },
    });
    expect(own.data.own).toMatchObject({
      sold: 0,
      form: { price_min: 10, price_max: 30, refusal: null },
    });
    expect((await cancel(pass.events[1]!)).status).toBe(200);
    const after = await app.call('GET /series/:id/pass', {
      params: { id: pass.series },
    });
    expect(after.data.pass?.on_sale).toBe(false);
    expect(codes(await buyPass(app, pass, await newViewer(app)))).toEqual(['pass_not_on_sale']);
  });

  test('the offer of a pass is refused outside the prices of its dates, for free or few dates, and to anyone but the host', async () => {
    const pass = await offered();
    const offer = (who: TestActor, series: string, price: number) =>
      app.call('POST /series/pass/offer', {
        as: who.token,
        body: { series_uuid: series, price },
      });
    for (const price of [9.99, 30.01, 15.005, -1])
      expect(codes(await offer(host, pass.series, price))).toEqual(['pass_price_range']);
    expect((await offer(await newHost(app), pass.series, 20)).status).toBe(403);
    const free = await newPass(app, host, {
      price: undefined,
      dates: [{ priceMinor: 1000 }, {}],
    });
    expect(codes(await offer(host, free.series, 10))).toEqual(['pass_dates_differ']);
    const single = await newPass(app, host, {
      price: undefined,
      dates: [{ priceMinor: 1000 }],
    });
    expect(codes(await offer(host, single.series, 10))).toEqual(['pass_too_few_dates']);
    const withdrawn = await app.call('POST /series/pass/withdraw', {
      as: host.token,
      body: { series_uuid: pass.series },
    });
    expect(withdrawn.data.pass).toBeNull();
    expect(codes(await buyPass(app, pass, await newViewer(app)))).toEqual(['pass_not_on_sale']);
    expect(codes(await buyPass(app, { ...pass, id: pass.series }, await newViewer(app)))).toEqual(['pass_not_found']);
  });
});

describe('a pass', () => {
  test('a pass is one charge and an ordinary order, ticket and receipt for each date, whose shares add up', async () => {
    const pass = await offered();
    const viewer = await newViewer(app);
    const bought = await buyPass(app, pass, viewer);
    expect(bought.data).toMatchObject({
      payment_intent: { status: 'succeeded', amount: 27.25 },
      order: {
        order_status: 'paid',
        price: 30,
        discount: 5,
        fee: 2.25,
        total: 27.25,
      },
      ticket: {
        ticket_state: 'valid',
        event_uuid: pass.events[0]!.id,
        order: { total: 9.25 },
      },
    });
    expect(await shares(viewer)).toEqual([
      ['paid', 833],
      ['paid', 1667],
    ]);
    expect(await captures(viewer)).toEqual([{ amount: 2725 }]);
    expect(await seats(pass)).toEqual([
      [0, 1],
      [0, 1],
    ]);
    const mine = await app.call('GET /tickets/mine', {
      as: viewer.token,
      query: { scope: 'all' },
    });
    expect(mine.data.tickets).toHaveLength(2);
    expect(codes(await buyPass(app, pass, viewer))).toEqual(['pass_date_held']);
    const own = await app.call('GET /series/:id/pass', {
      as: host.token,
      params: { id: pass.series },
    });
    expect(own.data.own?.sold).toBe(1);
    for (const { id } of await orders(viewer)) {
      const receipt = await app.call('GET /billing/orders/:order/receipt', {
        as: viewer.token,
        params: { order: id },
      });
      expect(receipt.status).toBe(200);
    }
  });

  test('a pass repeats its answer to the same key and charges once', async () => {
    const pass = await offered();
    const viewer = await newViewer(app);
    const key = { 'idempotency-key': 'pass-key-0001' };
    const [one, two] = await Promise.all([
      buyPass(app, pass, viewer, card, key),
      buyPass(app, pass, viewer, card, key),
    ]);
    const later = await buyPass(app, pass, viewer, card, key);
    const paid = [one, two, later].filter(({ status }) => status === 200);
    expect(paid.length).toBeGreaterThanOrEqual(2);
    for (const answer of paid) expect(answer.data.order).toEqual(later.data.order);
    expect(await captures(viewer)).toEqual([{ amount: 2725 }]);
  });

  test('a pass refunds the share and fee of a date that is cancelled, and leaves the other date as it is', async () => {
    const pass = await offered();
    const viewer = await newViewer(app);
    await buyPass(app, pass, viewer);
    await cancel(pass.events[0]!);
    await app.quiesce();
    expect(await refunds(viewer)).toEqual([
      {
        amount: 925,
        status: 'succeeded',
        event_id: pass.events[0]!.id,
        reason: 'event_cancelled',
      },
    ]);
    expect(await shares(viewer)).toEqual([
      ['refunded', 833],
      ['paid', 1667],
    ]);
    await expectInvariants(app);
    await cancel(pass.events[1]!);
    await app.quiesce();
    expect((await refunds(viewer)).map(({ amount }) => amount)).toEqual([925, 1800]);
  });

  test('a pass lets its buyer cancel one date by the terms of that date', async () => {
    const pass = await offered(25, [{ priceMinor: 1000, selfCancel: { hours: 2, percent: 50 } }, { priceMinor: 2000 }]);
    const viewer = await newViewer(app);
    const { data } = await buyPass(app, pass, viewer);
    const cancelled = await app.call('POST /tickets/cancel', {
      as: viewer.token,
      body: { ticket_uuid: data.ticket!.ticket_uuid },
    });
    expect(cancelled.data.refund).toEqual({ price: 4.17, fee: 0, total: 4.17 });
    await app.quiesce();
    expect(await refunds(viewer)).toMatchObject([{ amount: 417, status: 'succeeded' }]);
    expect(await seats(pass)).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });
});

describe('seats of a pass', () => {
  test('seats of a pass are held in all dates or in none, and go to one of many buyers who want the last one', async () => {
    const pass = await offered(25, [
      { priceMinor: 1000, capacity: 5 },
      { priceMinor: 2000, capacity: 1 },
    ]);
    const viewers = await Promise.all(Array.from({ length: 6 }, () => newViewer(app)));
    const answers = await Promise.all(
      viewers.map((viewer, index) =>
        index % 2 ? buyPass(app, pass, viewer) : buy(app, pass.events[1]!, viewer, card),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(['sold_out', 'pass_sold_out']).toContain(answer.errors[0]?.code);
    const [first, second] = await seats(pass);
    expect(second).toEqual([0, 1]);
    expect(first).toEqual([0, answers.findIndex(({ status }) => status === 200) % 2]);
  });

  test('seats of a pass survive a rush of passes in opposite orders, single sales and a cancellation without a deadlock', async () => {
    const dates = [1000, 2000, 1500].map((priceMinor) => ({
      priceMinor,
      capacity: 40,
    }));
    const pass = await offered(40, dates);
    const viewers = await Promise.all(Array.from({ length: 10 }, () => newViewer(app)));
    const answers = await Promise.all([
      ...viewers.map((viewer) => buyPass(app, pass, viewer)),
      ...viewers.map((viewer) => buy(app, pass.events[2]!, viewer, card)),
      cancel(pass.events[1]!),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await app.clock.advance(minutes(20));
    await app.quiesce();
    const left = await app.db.query("SELECT 1 FROM orders WHERE status = 'pending' AND event_id = ANY ($1)", [
      pass.events.map(({ id }) => id),
    ]);
    expect(left).toEqual([]);
  });

  test('seats of a pass are released together, and expire together when no one pays', async () => {
    const pass = await offered();
    const viewer = await newViewer(app);
    const hold = () =>
      app.call('POST /series/pass/hold', {
        as: viewer.token,
        body: { pass_uuid: pass.id },
      });
    const held = await hold();
    expect(held.data.order).toMatchObject({
      order_status: 'pending',
      total: 27.25,
    });
    expect((await hold()).data.order).toEqual(held.data.order);
    expect(await seats(pass)).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(codes(await buy(app, pass.events[0]!, viewer, card))).toEqual(['request_in_progress']);
    const release = (who: TestActor) =>
      app.call('POST /series/pass/release', {
        as: who.token,
        body: { order_uuid: held.data.order.order_uuid },
      });
    expect(codes(await release(await newViewer(app)))).toEqual(['order_not_found']);
    expect((await release(viewer)).data.order.order_status).toBe('cancelled');
    expect(await seats(pass)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    await hold();
    await app.clock.advance(minutes(11));
    await app.quiesce();
    expect(await seats(pass)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect((await buyPass(app, pass, viewer)).status).toBe(200);
  });

  test('seats of a pass stay held after a declined card, and are not sold to the host or without a way to pay', async () => {
    const pass = await offered();
    const viewer = await newViewer(app);
    const declined = await buyPass(app, pass, viewer, {
      stripe_token: 'pm_card_visa_chargeDeclined',
    });
    expect([declined.status, declined.errors[0]?.message]).toEqual([402, 'Your card was declined.']);
    expect(await seats(pass)).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect((await buyPass(app, pass, viewer)).status).toBe(200);
    expect(await captures(viewer)).toEqual([{ amount: 2725 }]);
    expect(codes(await buyPass(app, pass, host))).toEqual(['own_event']);
    expect(codes(await buyPass(app, pass, await newViewer(app), {}))).toEqual(['payment_choice_required']);
  });
});

describe('money of a pass', () => {
  test('a payment of a pass that arrives after the hold takes the seats that are left, and refunds the share of the others', async () => {
    const pass = await offered(25, [
      { priceMinor: 1000, capacity: 1 },
      { priceMinor: 2000, capacity: 5 },
    ]);
    const viewer = await newViewer(app);
    const { data } = await buyPass(app, pass, viewer, {
      stripe_token: 'pm_card_authenticationRequired',
    });
    const { url } = data.payment_intent!.next_action!.redirect_to_url;
    await app.db.query('UPDATE orders SET hold_expires_at = app_now() WHERE buyer_id = $1', [viewer.id]);
    for (const { id } of pass.events) await app.db.query('SELECT expire_holds($1)', [id]);
    await giveTicket(app, pass.events[0]!, await newViewer(app));
    await pressOnSandboxPage(app, url, 'complete');
    const confirmed = await app.call('POST /payment/stripe_intent', {
      as: viewer.token,
      body: { payment_intent: data.payment_intent!.id },
    });
    expect(confirmed.data).toMatchObject({
      status: 'succeeded',
      ticket: { event_uuid: pass.events[1]!.id },
    });
    await app.quiesce();
    expect(await refunds(viewer)).toMatchObject([{ amount: 925, reason: 'seat_gone', event_id: pass.events[0]!.id }]);
  });

  test('an approved wallet order of a pass is captured once and buys all dates', async () => {
    const pass = await offered();
    const viewer = await newViewer(app);
    const { data } = await buyPass(app, pass, viewer, { paypal: true });
    const approve = data.payment_order!.links[0]!.href;
    const back = await pressOnSandboxPage(app, approve, 'approve');
    expect(back.pathname).toBe(`/series/${pass.series}`);
    const confirm = (who: TestActor) =>
      app.call('POST /payment/paypal_order', {
        as: who.token,
        body: { paypal_order_id: data.payment_order!.id },
      });
    expect(codes(await confirm(await newViewer(app)))).toEqual(['payment_unknown']);
    expect((await confirm(viewer)).data).toMatchObject({
      status: 'COMPLETED',
      order: { order_status: 'paid' },
    });
    expect((await confirm(viewer)).data).toMatchObject({ status: 'COMPLETED' });
    expect(await captures(viewer)).toEqual([{ amount: 2725 }]);
  });

  test('money of a pass is disputed date by date: lost, each host and we bear our part; won, every ticket lives again', async () => {
    const { dispute, decide } = disputesOf(app);
    const admin = await newAdmin(app);
    for (const decision of ['won', 'lost'] as const) {
      const pass = await offered();
      const viewer = await newViewer(app);
      await buyPass(app, pass, viewer);
      const [charge] = await app.db.query<{ charge: string }>(
        'SELECT p.capture_ref AS charge FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = $1',
        [viewer.id],
      );
      const ref = await dispute(charge!, 2725);
      expect((await orders(viewer)).map(({ status }) => status)).toEqual(['disputed', 'disputed']);
      const parts = await app.db.query(
        `SELECT d.amount_minor = p.amount_minor AS whole, d.price_minor + d.fee_minor = d.amount_minor AS borne
         FROM dispute d JOIN payment p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id
         WHERE o.buyer_id = $1`,
        [viewer.id],
      );
      expect(parts).toEqual(Array.from({ length: 2 }, () => ({ whole: true, borne: true })));
      await expectInvariants(app);
      const told = (await mailsTo(app, admin.email)).filter(({ subject }) => subject.startsWith('New dispute: '));
      expect(
        told.map(({ text }) => text.includes('€27.25')),
        'once, for all dates',
      ).toEqual(decision === 'won' ? [true] : [true, true]);
      await decide(ref, decision);
      const ends = decision === 'won' ? 'paid' : 'charged_back';
      expect((await orders(viewer)).map(({ status }) => status)).toEqual([ends, ends]);
      await expectInvariants(app);
    }
  });
});
