import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo } from '../../../test/mails.ts';
import { liveRoom, memoryVideo } from '../../../test/rooms.ts';
import { buy, giveTicket, startedAgo } from '../../../test/tickets.ts';
import { withoutAudit } from '../../../test/failing-audit.ts';
import { moveEvent } from '../events/event-states.ts';
import { pageRows } from './cursor.ts';

let app: TestApp;
let admin: TestActor;
let host: TestActor;
const nobody = '00000000-0000-4000-8000-000000000000';
/** What events of the tests are called. */
const title = 'An evening for a test';
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
  host = await newHost(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const events = (query: Record<string, string> = {}) => app.call('GET /admin/events', { as: admin.token, query });
const orders = (query: Record<string, string> = {}) => app.call('GET /admin/orders', { as: admin.token, query });
const refunds = (query: Record<string, string> = {}) => app.call('GET /admin/refunds', { as: admin.token, query });
const cancel = (eventUuid: string, reason = 'Not allowed here', as = admin.token) =>
  app.call('POST /admin/events/cancel', { as, body: { event_uuid: eventUuid, reason } });
const refund = (orderUuid: string, reason = 'Asked by mail', as = admin.token) =>
  app.call('POST /admin/orders/refund', { as, body: { order_uuid: orderUuid, reason } });
const lastEntry = async () => (await app.call('GET /admin/audit_log', { as: admin.token })).data.entries[0];
const orderOf = async (buyer: TestActor) => (await orders({ q: buyer.email })).data.orders[0]!;
/** An event that was live and is over, by its machine. */
async function takenPlace(by: TestActor) {
  const event = await startedAgo(app, await newEvent(app, by), 0);
  for (const step of ['start', 'finish'] as const) await app.db.tx((tx) => moveEvent(tx, event.id, step));
  return event;
}
const codeOf = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;

test('no one but app admins comes in', async () => {
  const event = await newEvent(app, host);
  const buyer = await newViewer(app);
  await giveTicket(app, event, buyer);
  const { order_uuid: order } = await orderOf(buyer);
  for (const { token } of [buyer, host]) {
    const answers = [
      await app.call('GET /admin/events', { as: token }),
      await app.call('GET /admin/orders', { as: token }),
      await app.call('GET /admin/refunds', { as: token }),
      await cancel(event.id, 'Mine', token),
      await refund(order, 'Mine', token),
      await app.call('GET /admin/disputes', { as: token }),
      await app.call('POST /admin/disputes/decide', { as: token, body: { dispute_uuid: nobody, decision: 'won' } }),
      await app.call('POST /admin/refunds/retry', { as: token, body: { refund_uuid: nobody } }),
      await app.call('POST /admin/refunds/paid_otherwise', {
        as: token,
        body: { refund_uuid: nobody, reference: 'Mine' },
      }),
    ];
    for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
  }
  expect((await app.call('GET /admin/orders')).status).toBe(401);
  expect((await orderOf(buyer)).order_status).toBe('paid');
});

test('an admin emails the ticket to its holder and the receipt to its buyer again', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000 });
  const [buyer, holder] = [await newViewer(app), await newViewer(app)];
  await giveTicket(app, event, buyer);
  const { order_uuid: order } = await orderOf(buyer);
  const [mine] = (await app.call('GET /tickets/mine', { as: buyer.token })).data.tickets;
  const transfer = { ticket_uuid: mine!.ticket.ticket_uuid, email: holder.email };
  expect((await app.call('POST /tickets/transfer', { as: buyer.token, body: transfer })).status).toBe(200);
  await app.quiesce();
  const subjects = async (person: TestActor) => (await mailsTo(app, person.email)).map(({ subject }) => subject);
  const before = { buyer: await subjects(buyer), holder: await subjects(holder) };
  const resend = (document: 'ticket' | 'receipt', orderUuid = order, as = admin.token) =>
    app.call('POST /admin/orders/resend', { as, body: { order_uuid: orderUuid, document } });

  expect((await resend('ticket', order, host.token)).status).toBe(403);
  expect(codeOf(await resend('ticket', nobody))).toBe('order_not_found');
  for (const document of ['ticket', 'receipt'] as const) {
    expect((await resend(document)).status).toBe(200);
    expect(await lastEntry()).toMatchObject({ action: `${document}_resent`, details: { order_uuid: order } });
  }
  await app.quiesce();
  expect((await subjects(holder)).length - before.holder.length).toBe(1);
  const added = (await mailsTo(app, buyer.email)).filter(({ subject }) => !before.buyer.includes(subject));
  expect(added.map(({ subject }) => subject)).toEqual([`Your receipt: ${title}`]);
  expect(added[0]!.links[0]).toContain(`/receipt/${order}`);

  expect((await refund(order)).status).toBe(200);
  await app.quiesce();
  expect(codeOf(await resend('ticket'))).toBe('ticket_given_back');
  expect((await resend('receipt')).status, 'a refunded order has a receipt').toBe(200);
});

describe('events', () => {
  test('events are found by title, host and state', async () => {
    const nora = await newHost(app, { username: 'noravale' });
    const event = await newEvent(app, nora, { title: 'Fifty % off_season jazz' });
    const over = await takenPlace(nora);
    const found = async (query: Record<string, string>) =>
      (await events(query)).data.events.map((one) => one.event_uuid);
    expect(await found({ q: '% OFF_' })).toEqual([event.id]);
    expect(await found({ q: 'noraVALE' })).toEqual([over.id, event.id]);
    expect(await found({ q: 'noravale', state: 'finished' })).toEqual([over.id]);
    expect(await found({ q: 'noravale', state: 'live' })).toEqual([]);
    expect(await found({ q: 'xyzzy' })).toEqual([]);
  });

  test('events are cancelled with a reason: everyone gets everything back, and it is written down', async () => {
    const event = await newEvent(app, host, { priceMinor: 1200 });
    const buyers = [await newViewer(app), await newViewer(app)];
    for (const buyer of buyers) await giveTicket(app, event, buyer);
    expect(codeOf(await cancel(event.id, '  '))).toBe('field_required');
    expect((await cancel(event.id)).status).toBe(200);
    await app.quiesce();
    for (const buyer of buyers) {
      expect(await orderOf(buyer)).toMatchObject({ order_status: 'refunded', order_total: 13.1 });
      const subjects = (await mailsTo(app, buyer.email)).map((mail) => mail.subject);
      expect(subjects).toContain(`Cancelled: ${title}`);
    }
    expect((await events({ state: 'cancelled' })).data.events[0]).toMatchObject({
      event_uuid: event.id,
      event_cancelled: true,
      tickets_sold: 0,
    });
    expect(await lastEntry()).toMatchObject({
      actor_username: admin.username,
      action: 'event_cancelled',
      subject_username: host.username,
      details: { event: title, event_uuid: event.id, reason: 'Not allowed here' },
    });
    expect(codeOf(await cancel(event.id))).toBe('event_cancelled');
  });

  test('cancelling a live event ends it for everyone, refunds in full and keeps the host’s score', async () => {
    const room = await liveRoom(app, 2, { priceMinor: 1200 });
    const uuid = room.event.id;
    const [viewer] = room.viewers as [TestActor];
    await room.enter(viewer);
    expect(await memoryVideo(app).participants(uuid)).toHaveLength(2);
    const own = { as: room.host.token };
    expect(codeOf(await app.call('POST /events/cancel', { ...own, body: { event_uuid: uuid } }))).toBe('event_live');
    const score = async () => (await app.call('GET /influencer/profile', own)).data.influencer_ranking;
    const before = await score();
    expect((await cancel(uuid)).status).toBe(200);
    expect((await room.join(viewer)).status).toBeGreaterThanOrEqual(400);
    await app.quiesce();
    for (const buyer of room.viewers) {
      expect(await orderOf(buyer)).toMatchObject({ order_status: 'refunded', order_total: 13.1 });
      const mails = await mailsTo(app, buyer.email);
      expect(mails.find((mail) => mail.subject === `Cancelled: ${title}`)?.text).toContain(
        'Frontrow cancelled the event.',
      );
    }
    const { data } = await app.call('GET /events/:id', { params: { id: uuid } });
    expect([data.event.event_state, data.event.event_cancelled]).toEqual([2, true]);
    expect(await memoryVideo(app).participants(uuid)).toEqual([]);
    expect(await score()).toBe(before);
    expect(codeOf(await cancel(uuid))).toBe('event_cancelled');
  });

  test('events that are over or unknown cannot be cancelled', async () => {
    const over = await takenPlace(host);
    expect(codeOf(await cancel(over.id))).toBe('event_over');
    expect(codeOf(await cancel('00000000-0000-4000-8000-000000000000'))).toBe('event_not_found');
  });
});

describe('orders', () => {
  test('orders are found by id, address, username and state', async () => {
    const event = await newEvent(app, host, { priceMinor: 1200 });
    const buyer = await newViewer(app, { username: 'kofimensah' });
    const ticket = await giveTicket(app, event, buyer);
    const [order] = (await orders({ q: 'KOFIMENSAH@' })).data.orders;
    expect(order).toMatchObject({
      order_status: 'paid',
      order_total: 13.1,
      buyer_email: buyer.email,
      buyer_username: 'kofimensah',
      event_title: title,
      payment_provider: 'sandbox_card',
      ticket_code: ticket.code,
    });
    const found = async (query: Record<string, string>) =>
      (await orders(query)).data.orders.map((one) => one.order_uuid);
    expect(await found({ q: order!.order_uuid.toUpperCase() })).toEqual([order!.order_uuid]);
    expect(await found({ q: 'kofimensah', state: 'paid' })).toEqual([order!.order_uuid]);
    expect(await found({ q: 'kofimensah', state: 'refunded' })).toEqual([]);
  });

  test('orders are refunded one at a time, once, with a reason; the seat is free again', async () => {
    const event = await newEvent(app, host, { priceMinor: 1200 });
    const [buyer, neighbour] = [await newViewer(app), await newViewer(app)];
    for (const person of [buyer, neighbour]) await giveTicket(app, event, person);
    const { order_uuid: order } = await orderOf(buyer);
    expect(codeOf(await refund(order, ''))).toBe('field_required');
    const answers = await Promise.all([refund(order), refund(order), refund(order)]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    await app.quiesce();
    expect((await orderOf(buyer)).order_status).toBe('refunded');
    expect((await orderOf(neighbour)).order_status).toBe('paid');
    expect((await refunds({ state: 'succeeded' })).data.refunds[0]).toMatchObject({
      order_uuid: order,
      refund_amount: 13.1,
      refund_reason: 'admin',
      buyer_email: buyer.email,
    });
    const mail = (await mailsTo(app, buyer.email)).find((one) => one.subject.startsWith('Your refund'));
    expect(mail?.text).toContain('We’ve refunded you in full.');
    const entries = (await app.call('GET /admin/audit_log', { as: admin.token })).data.entries;
    expect(entries.filter((entry) => entry.details['order_uuid'] === order)).toEqual([
      expect.objectContaining({
        action: 'order_refunded',
        subject_username: buyer.username,
        details: { order_uuid: order, reason: 'Asked by mail' },
      }),
    ]);
    expect(codeOf(await refund('00000000-0000-4000-8000-000000000000'))).toBe('order_not_found');
  });

  test('orders are refunded in parts, price first or as chosen, never beyond what is left; the last part takes the ticket', async () => {
    const event = await newEvent(app, host, { priceMinor: 1200 });
    const buyer = await newViewer(app);
    await giveTicket(app, event, buyer);
    const { order_uuid: order } = await orderOf(buyer);
    const part = (amount: number, more: { fee?: number; key?: string } = {}) =>
      app.call('POST /admin/orders/refund', {
        as: admin.token,
        body: { order_uuid: order, reason: 'Half of it was cut', amount, ...(more.fee !== undefined && more) },
        ...(more.key && { headers: { 'idempotency-key': more.key } }),
      });
    for (const [amount, fee] of [[13.11], [0], [-1], [5, 1.11], [13, 0.5]] as [number, number?][])
      expect(codeOf(await part(amount, fee === undefined ? {} : { fee }))).toBe('refund_beyond');
    expect((await part(5, { key: 'once' })).status).toBe(200);
    expect((await part(5, { key: 'once' })).status).toBe(200);
    await app.quiesce();
    expect(await orderOf(buyer)).toMatchObject({ order_status: 'paid', order_price_left: 7, order_fee_left: 1.1 });
    // Of two that want more than there is together, one gets it.
    const both = await Promise.all([part(6, { fee: 1 }), part(6, { fee: 1 })]);
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect((await app.call('GET /tickets/mine', { as: buyer.token })).data.tickets[0]?.ticket.ticket_state).toBe(
      'valid',
    );
    await app.quiesce();
    expect((await part(2.1)).status).toBe(200);
    await app.quiesce();
    expect((await orderOf(buyer)).order_status).toBe('refunded');
    const given = (await refunds()).data.refunds.filter((one) => one.order_uuid === order);
    expect(given.map((one) => [one.refund_price, one.refund_fee, one.refund_status])).toEqual([
      [2, 0.1, 'succeeded'],
      [5, 1, 'succeeded'],
      [5, 0, 'succeeded'],
    ]);
    const mails = (await mailsTo(app, buyer.email)).filter((one) => one.subject.startsWith('Your refund'));
    expect(mails).toHaveLength(3);
    expect(mails.filter((mail) => mail.text.includes('no longer valid'))).toHaveLength(1);
  });

  test('disputed orders are listed, decided in the sandbox, and shown as charged back', async () => {
    const event = await newEvent(app, host, { priceMinor: 1200 });
    const buyer = await newViewer(app);
    await buy(app, event, buyer, { stripe_token: 'pm_card_createDispute' });
    await app.clock.advance(seconds(10));
    await app.quiesce();
    expect((await orderOf(buyer)).order_status).toBe('disputed');
    const open = async () =>
      (await app.call('GET /admin/disputes', { as: admin.token, query: { state: 'open' } })).data.disputes;
    const [dispute] = await open();
    await buy(app, event, await newViewer(app), { stripe_token: 'pm_card_createDispute' });
    await app.clock.advance(seconds(10));
    await app.quiesce();
    const [due, later, ...more] = await open();
    expect([due?.dispute_uuid, more], 'the one whose evidence is due first comes first').toEqual([
      dispute?.dispute_uuid,
      [],
    ]);
    const all = (await app.call('GET /admin/disputes', { as: admin.token, query: {} })).data.disputes;
    expect(all[0]?.dispute_uuid, 'of all, the newest comes first').toBe(later?.dispute_uuid);
    expect(dispute).toMatchObject({
      dispute_amount: 13.1,
      dispute_host_part: 12,
      dispute_costs: 15,
      dispute_reason: 'fraudulent',
      dispute_sandbox: true,
      buyer_email: buyer.email,
      host_username: host.username,
      event_uuid: event.id,
    });
    expect(dispute?.dispute_evidence_due).toBeGreaterThan(app.clock.now());
    const decide = () =>
      app.call('POST /admin/disputes/decide', {
        as: admin.token,
        body: { dispute_uuid: dispute!.dispute_uuid, decision: 'lost' },
      });
    await withoutAudit(app, 'sandbox_dispute_decided', async () => expect((await decide()).status).toBe(500));
    expect((await decide()).status, 'it was not decided without its audit line').toBe(200);
    await app.clock.advance(seconds(10));
    await app.quiesce();
    expect(codeOf(await decide())).toBe('dispute_not_found');
    expect((await open()).map(({ dispute_uuid }) => dispute_uuid)).toEqual([later?.dispute_uuid]);
    expect((await orderOf(buyer)).order_status).toBe('charged_back');
    const received = async (who: TestActor) => (await mailsTo(app, who.email)).map((mail) => mail.subject);
    expect(await received(buyer)).toEqual(
      expect.arrayContaining([`Your ticket is on hold: ${title}`, `Your ticket is no longer valid: ${title}`]),
    );
    expect(await received(host)).toEqual(
      expect.arrayContaining([`A payment is disputed: ${title}`, `The dispute was lost: ${title}`]),
    );
  });

  test('refunding a free order voids its ticket', async () => {
    const event = await newEvent(app, host);
    const buyer = await newViewer(app);
    await giveTicket(app, event, buyer);
    const { order_uuid: order } = await orderOf(buyer);
    expect((await refund(order)).status).toBe(200);
    expect((await orderOf(buyer)).order_status).toBe('refunded');
    const ticket = await app.db.one<{ voided_at: Date | null }>('SELECT voided_at FROM ticket WHERE order_id = $1', [
      order,
    ]);
    expect(ticket!.voided_at).toBeInstanceOf(Date);
  });

  test('orders are listed page by page, none twice', async () => {
    const event = await newEvent(app, host, { capacity: 49 });
    const more = await newEvent(app, host, { capacity: 49 });
    const buyers = await Promise.all(Array.from({ length: 30 }, () => newViewer(app)));
    for (const buyer of buyers) for (const one of [event, more]) await giveTicket(app, one, buyer);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data }: Awaited<ReturnType<typeof orders>> = await orders(cursor === null ? {} : { cursor });
      expect(data.orders.length).toBeLessThanOrEqual(pageRows);
      seen.push(...data.orders.map((one) => one.order_uuid));
      cursor = data.next_cursor;
    } while (cursor !== null);
    const all = await app.db.query<{ id: string }>('SELECT id FROM orders');
    expect(seen).toHaveLength(all.length);
    expect(new Set(seen)).toEqual(new Set(all.map(({ id }) => id)));
    expect((await orders({ cursor: "1'; DROP" })).status).toBe(400);
    const oldest: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const { data }: Awaited<ReturnType<typeof orders>> = await orders({
        sort: 'oldest',
        ...(next !== '' && { cursor: next }),
      });
      oldest.push(...data.orders.map((one) => one.order_uuid));
      next = data.next_cursor;
    }
    expect(oldest).toEqual(seen.toReversed());
  });
});
