import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { skippedInMadrid } from '../../../../test/publish-form.ts';
import { buy, giveTicket } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const startOf = async (id: string): Promise<number> =>
  (await app.call('GET /events/:id', { params: { id } })).data.event.event_date;
const hourOf = (at: number): string => new Date(at).toISOString().slice(11, 16);
const move = (as: TestActor, id: string, to: number, hour = hourOf(to)) =>
  app.call('POST /events/reschedule', {
    as: as.token,
    body: { event_uuid: id, event_date: to, event_start_hour: hour },
  });
const codeOf = async (asked: ReturnType<typeof move>) => {
  const { status, errors } = await asked;
  return [status, errors[0]?.code];
};
/** An event that starts on a quarter of an hour, at least three days ahead. */
async function ahead(traits: Parameters<typeof newEvent>[2] = {}): Promise<TestEvent & { at: number }> {
  const event = await newEvent(app, host, traits);
  await app.db.query(
    `UPDATE event SET starts_at = s.at, original_starts_at = s.at, local_start = local_start + interval '2 days'
     FROM (SELECT (local_start + interval '2 days') AT TIME ZONE tz AS at FROM event WHERE id = $1) s WHERE id = $1`,
    [event.id],
  );
  return { ...event, at: await startOf(event.id) };
}
/** Sets the start to `ms` from now by the database's clock. */
const startsIn = (id: string, ms: number) =>
  app.db.query(
    `UPDATE event SET starts_at = s.at, original_starts_at = s.at
     FROM (SELECT app_now() + $2 * interval '1 ms' AS at) s WHERE id = $1`,
    [id, ms],
  );

test('only the host can reschedule an event', async () => {
  const { id, at } = await ahead();
  for (const person of [await newHost(app), await newViewer(app), await newAdmin(app)])
    expect((await move(person, id, at + hours(1))).status).toBe(403);
  expect(await startOf(id)).toBe(at);
});

test('an event can be rescheduled once: page, version and banner follow, and a repeat changes nothing', async () => {
  const { id, at } = await ahead();
  const before = (await app.call('GET /events/:id', { params: { id } })).data.event;
  const [first, second] = await Promise.all([move(host, id, at + hours(5)), move(host, id, at + hours(5))]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const after = (await app.call('GET /events/:id', { params: { id } })).data.event;
  expect(after).toMatchObject({ event_date: at + hours(5), event_rescheduled: true });
  expect(after.event_version).toBe(before.event_version + 1);
  expect(await codeOf(move(host, id, at + hours(6)))).toEqual([409, 'rescheduled_already']);
  await expectInvariants(app);
});

test('one of two different concurrent reschedules succeeds and the other is refused', async () => {
  const { id, at } = await ahead();
  const answers = await Promise.all([move(host, id, at + hours(5)), move(host, id, at + hours(6))]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
});

test('an event can only move later, to a quarter of an hour of a local time that exists', async () => {
  const { id, at } = await ahead();
  expect(await codeOf(move(host, id, at))).toEqual([400, 'reschedule_not_later']);
  expect(await codeOf(move(host, id, at - hours(1)))).toEqual([400, 'reschedule_not_later']);
  expect(await codeOf(move(host, id, at + minutes(7)))).toEqual([400, 'date_off_step']);
  expect(await codeOf(move(host, id, at + hours(2), hourOf(at + hours(3))))).toEqual([400, 'start_hour_disagrees']);
  const madrid = await ahead({ zone: 'Europe/Madrid' });
  const gap = skippedInMadrid(app);
  expect(await codeOf(move(host, madrid.id, gap.event_date, gap.event_start_hour))).toEqual([400, 'date_in_gap']);
});

test('an event can be rescheduled until exactly 24 h before its start by the database’s clock', async () => {
  const early = await ahead();
  await startsIn(early.id, hours(24) + minutes(1));
  expect((await move(host, early.id, early.at + days(1))).status).toBe(200);
  const late = await ahead();
  await startsIn(late.id, hours(24) - 1);
  expect(await codeOf(move(host, late.id, late.at + days(1)))).toEqual([409, 'reschedule_too_late']);
  await app.db.query('UPDATE event SET starts_at = $2, original_starts_at = $2 WHERE id = $1', [
    late.id,
    new Date(late.at),
  ]);
});

test('a live, finished or cancelled event cannot be rescheduled', async () => {
  for (const traits of [{ state: 'live' }, { state: 'finished' }, { cancelled: 'host' }] as const) {
    const { id, at } = await ahead(traits);
    expect(await codeOf(move(host, id, at + hours(1)))).toEqual([409, 'event_begun']);
  }
});

test('holders get one email with both times, and may refund until 24 h before the new start', async () => {
  const event = await ahead({ priceMinor: 1_200 });
  const [stays, leaves, left] = await Promise.all([newViewer(app), newViewer(app), newViewer(app)]);
  await giveTicket(app, event, stays);
  const ticket = await giveTicket(app, event, leaves);
  const early = await giveTicket(app, event, left);
  const refund = (as: TestActor, id: string) =>
    app.call('POST /tickets/refund', { as: as.token, body: { ticket_uuid: id } });
  expect((await refund(left, early.id)).errors[0]?.code).toBe('refund_not_due');
  await move(host, event.id, event.at + days(2));
  const late = await newViewer(app);
  const lateTicket = await giveTicket(app, event, late);
  await app.quiesce();
  await app.quiesce();
  for (const holder of [stays, leaves, left])
    expect((await mailsTo(app, holder.email)).filter((mail) => mail.subject.startsWith('New time'))).toHaveLength(1);
  const mail = (await mailsTo(app, stays.email)).find((one) => one.subject.startsWith('New time'));
  expect(mail?.text).toContain('until 24 hours before the new start');
  expect((await mailsTo(app, late.email)).some((one) => one.subject.startsWith('New time'))).toBe(false);

  const mine = await app.call('GET /tickets/mine', { as: leaves.token });
  expect(mine.data.tickets[0]?.refundable).toBe(true);
  expect((await refund(leaves, ticket.id)).status).toBe(200);
  expect((await refund(late, lateTicket.id)).errors[0]?.code).toBe('refund_not_due');
  await app.clock.advance(event.at + days(1) - app.clock.now() + 1_000);
  expect((await refund(left, early.id)).errors[0]?.code).toBe('refund_not_due');
  await app.quiesce();
  await expectInvariants(app);
});

test('everyone who ordered for the old start during a reschedule is notified, and may refund', async () => {
  const event = await ahead();
  const buyers = await Promise.all(Array.from({ length: 8 }, () => newViewer(app)));
  const [moved, ...bought] = await Promise.all([
    move(host, event.id, event.at + days(1)),
    ...buyers.map((buyer) => buy(app, event, buyer)),
  ]);
  expect(moved.status).toBe(200);
  expect(bought.every((answer) => answer.status === 200)).toBe(true);
  await app.quiesce();
  const rows = await app.db.query<{ holder_id: number; before: boolean }>(
    `SELECT t.holder_id, o.created_at < e.rescheduled_at AS before
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id WHERE e.id = $1`,
    [event.id],
  );
  for (const buyer of buyers) {
    const before = rows.find((row) => row.holder_id === buyer.id)!.before;
    const received = (await mailsTo(app, buyer.email)).some((mail) => mail.subject.startsWith('New time'));
    const { refundable } = (await app.call('GET /tickets/mine', { as: buyer.token })).data.tickets[0]!;
    expect([received, refundable]).toEqual([before, before]);
  }
  await expectInvariants(app);
});

test('an order a microsecond before the reschedule counts as before it', async () => {
  const event = await ahead();
  const viewer = await newViewer(app);
  await giveTicket(app, event, viewer);
  await move(host, event.id, event.at + days(1));
  const refundable = async (): Promise<boolean> =>
    (await app.call('GET /tickets/mine', { as: viewer.token })).data.tickets[0]!.refundable;
  const orderedSinceMove = (microseconds: number): Promise<unknown> =>
    app.db.query(
      `UPDATE orders o SET created_at = date_trunc('second', e.rescheduled_at) + $2 * interval '1 microsecond'
       FROM event e WHERE e.id = o.event_id AND e.id = $1`,
      [event.id, microseconds],
    );
  await app.db.query(
    `UPDATE event SET rescheduled_at = date_trunc('second', rescheduled_at) + interval '500 microseconds'
     WHERE id = $1`,
    [event.id],
  );
  await orderedSinceMove(499);
  expect(await refundable()).toBe(true);
  await orderedSinceMove(500);
  expect(await refundable()).toBe(false);
  await app.quiesce();
});

test('the holder of a free ticket gets one email about a cancelled event, without a refund', async () => {
  const event = await ahead();
  const viewer = await newViewer(app);
  await giveTicket(app, event, viewer);
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
  await app.quiesce();
  await app.quiesce();
  const mails = (await mailsTo(app, viewer.email)).filter((mail) => mail.subject.startsWith('Cancelled: '));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).not.toContain('full refund');
});
