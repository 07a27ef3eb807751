import { hours, seconds } from '@frontrow/core/kernel/instant.ts';
import { ticketMailsMax } from '@frontrow/core/ticketing/limits.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { giveTicket } from '../../../../test/tickets.ts';
import { moveEvent } from '../../events/event-states.ts';
import { refundCancelledEvent, refundInPart } from './refunds.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const cancel = (as: TestActor, ticket: string) =>
  app.call('POST /tickets/cancel', { as: as.token, body: { ticket_uuid: ticket } });
const codeOf = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;
const pageOf = (as: TestActor, uuid: string) =>
  app.call('GET /tickets/:ticket', { as: as.token, params: { ticket: uuid } });
const moneyOf = (eventId: string) =>
  app.db.query<{ kind: string; sum: number }>(
    `SELECT a.kind, -sum(e.amount_minor)::int AS sum FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
     WHERE a.owner = $1 GROUP BY a.kind ORDER BY a.kind`,
    [eventId],
  );

test('self-cancel is off unless the host chose it, and applies only to what was bought under it', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const before = await newViewer(app);
  const { id } = await giveTicket(app, event, before);
  await app.db.query('UPDATE event SET self_cancel_hours = 1 WHERE id = $1', [event.id]);
  expect(codeOf(await cancel(before, id))).toBe('self_cancel_off');
  expect((await pageOf(before, id)).data.self_cancel).toBeNull();
  const after = await newViewer(app);
  const later = await giveTicket(app, event, after);
  await app.db.query('UPDATE event SET self_cancel_hours = NULL WHERE id = $1', [event.id]);
  expect(codeOf(await cancel(await newViewer(app), later.id))).toBe('ticket_not_found');
  expect((await cancel(after, later.id)).status).toBe(200);
});

test('self-cancel is possible until the deadline before the start, and the refusal names the hours', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200, selfCancel: { hours: 24 } });
  const [early, late] = [await newViewer(app), await newViewer(app)];
  const tickets = [await giveTicket(app, event, early), await giveTicket(app, event, late)];
  const row = await app.db.one<{ starts_at: Date }>('SELECT starts_at FROM event WHERE id = $1', [event.id]);
  await app.clock.advance(row!.starts_at.getTime() - hours(24) - app.clock.now() - seconds(30));
  expect((await pageOf(early, tickets[0]!.id)).data.self_cancel).toMatchObject({ possible: true, price: 12, fee: 1.1 });
  expect((await cancel(early, tickets[0]!.id)).status).toBe(200);
  await app.clock.advance(seconds(31));
  expect((await pageOf(late, tickets[1]!.id)).data.self_cancel).toMatchObject({ possible: false });
  const refused = await cancel(late, tickets[1]!.id);
  expect(refused.errors[0]).toMatchObject({
    code: 'self_cancel_over',
    message: 'The cancellation deadline (24 hours before the start) has passed.',
  });
});

test('the full policy refunds price and fee and frees the seat immediately, and a second press answers the same', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200, capacity: 1, selfCancel: { hours: 1 } });
  const viewer = await newViewer(app);
  const { id } = await giveTicket(app, event, viewer);
  const answers = await Promise.all([cancel(viewer, id), cancel(viewer, id)]);
  for (const { data } of answers) {
    expect(data.ticket).toMatchObject({ ticket_state: 'refunding' });
    expect(data.refund).toEqual({ price: 12, fee: 1.1, total: 13.1 });
  }
  await giveTicket(app, event, await newViewer(app));
  await app.quiesce();
  expect(
    await app.db.query('SELECT 1 FROM refund WHERE reason = $1 AND status = $2', ['self_cancelled', 'succeeded']),
  ).not.toHaveLength(0);
  expect((await cancel(viewer, id)).data.ticket.ticket_state).toBe('refunded');
  expect((await mailsTo(app, viewer.email)).map((mail) => mail.subject)).toContain(
    'Your refund of €13.10: An evening for a test',
  );
});

test('what was refunded by hand before is no part of the refund of a cancelled ticket', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200, selfCancel: { hours: 1 } });
  const viewer = await newViewer(app);
  const { id } = await giveTicket(app, event, viewer);
  const order = await app.db.one<{ id: string }>('SELECT id FROM orders WHERE event_id = $1', [event.id]);
  expect(await refundInPart(app.db, order!.id, 'admin', { priceMinor: 500, feeMinor: 10 })).toBe(true);
  const page = await pageOf(viewer, id);
  expect(page.data).toMatchObject({ refund_total: 8, self_cancel: { price: 7, fee: 1 } });
  for (let times = 0; times < 2; times++)
    expect((await cancel(viewer, id)).data.refund).toEqual({ price: 7, fee: 1, total: 8 });
});

test('the percent policy refunds that share of the price, leaves the host the rest, and we keep the fee', async () => {
  const event = await newEvent(app, host, { priceMinor: 1205, selfCancel: { hours: 1, percent: 50 } });
  const viewer = await newViewer(app);
  const { id } = await giveTicket(app, event, viewer);
  const { data } = await cancel(viewer, id);
  expect(data.refund).toEqual({ price: 6.03, fee: 0, total: 6.03 });
  await app.quiesce();
  expect(await moneyOf(event.id)).toEqual([
    { kind: 'fee_deferred', sum: 110 },
    { kind: 'host_escrow', sum: 602 },
  ]);
  const row = await app.db.one('SELECT sold FROM event WHERE id = $1', [event.id]);
  expect(row).toEqual({ sold: 0 });
});

test('what the host kept of a cancelled ticket is refunded, once, if the event is cancelled', async () => {
  const event = await newEvent(app, host, { priceMinor: 1205, selfCancel: { hours: 1, percent: 50 } });
  const [viewer, other] = [await newViewer(app), await newViewer(app)];
  await cancel(viewer, (await giveTicket(app, event, viewer)).id);
  await giveTicket(app, event, other);
  await app.quiesce();
  await app.db.tx((tx) => moveEvent(tx, event.id, 'cancel', 'host'));
  await app.quiesce();
  await refundCancelledEvent(app.db, event.id);
  await app.quiesce();
  expect(await moneyOf(event.id)).toEqual([
    { kind: 'fee_deferred', sum: 0 },
    { kind: 'host_escrow', sum: 0 },
  ]);
});

test('a free ticket is cancelled without a refund', async () => {
  const event = await newEvent(app, host, { selfCancel: { hours: 1, percent: 50 } });
  const viewer = await newViewer(app);
  const { id } = await giveTicket(app, event, viewer);
  const { data } = await cancel(viewer, id);
  expect(data).toMatchObject({ ticket: { ticket_state: 'refunded' }, refund: { total: 0 } });
});

test('the new holder of a transferred ticket can cancel it, and the buyer gets the refund', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200, selfCancel: { hours: 1 } });
  const [buyer, friend] = [await newViewer(app), await newViewer(app)];
  const { id } = await giveTicket(app, event, buyer);
  await app.call('POST /tickets/transfer', { as: buyer.token, body: { ticket_uuid: id, email: friend.email } });
  const mine = await app.call('GET /tickets/mine', { as: friend.token });
  const { data } = await cancel(friend, mine.data.tickets[0]!.ticket.ticket_uuid);
  expect(data.refund.total).toBe(13.1);
  await app.quiesce();
  const received = await Promise.all([buyer, friend].map(async (who) => (await mailsTo(app, who.email))[0]!.subject));
  expect(received).toEqual([
    'Your refund of €13.10: An evening for a test',
    'Your ticket was refunded: An evening for a test',
  ]);
});

test('a ticket email is resent at most three times an hour, and only to its holder', async () => {
  const event = await newEvent(app, host);
  const viewer = await newViewer(app);
  const { id } = await giveTicket(app, event, viewer);
  const resend = (who: TestActor) => app.call('POST /tickets/resend', { as: who.token, body: { ticket_uuid: id } });
  expect(codeOf(await resend(await newViewer(app)))).toBe('ticket_not_found');
  for (let times = 0; times < ticketMailsMax; times++) expect((await resend(viewer)).status).toBe(200);
  expect(codeOf(await resend(viewer))).toBe('too_many_requests');
  await app.quiesce();
  expect(await mailsTo(app, viewer.email)).toHaveLength(1 + ticketMailsMax);
});
