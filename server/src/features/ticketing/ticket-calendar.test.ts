import { hours } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { disputesOf } from '../../../test/disputes.ts';
import { calendarsTo, mailsTo, readCalendar, type ReadCalendar } from '../../../test/mails.ts';
import { buy, giveTicket } from '../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const transfer = async (from: TestActor, ticketId: string, email: string) => {
  const answer = await app.call('POST /tickets/transfer', {
    as: from.token,
    body: { ticket_uuid: ticketId, email },
  });
  expect(answer.errors).toEqual([]);
  await settle();
};
/** Time passes between two steps, as it does between two clicks. */
async function settle(): Promise<void> {
  await app.quiesce();
  await app.quiesce();
  await app.clock.advance(60_000);
}
const ticketOf = async (event: TestEvent, who: TestActor): Promise<string> =>
  (await app.db.one<{ id: string }>(
    'SELECT id FROM ticket WHERE event_id = $1 AND holder_id = $2 AND voided_at IS NULL',
    [event.id, who.id],
  ))!.id;

/** What a calendar has after importing each file that is newer than the one before (RFC 5546, 2.1.5). */
function keptOf(files: readonly ReadCalendar[]): ReadCalendar | undefined {
  let kept: ReadCalendar | undefined;
  for (const file of files)
    if (!kept || file.sequence > kept.sequence || (file.sequence === kept.sequence && file.stampedAt >= kept.stampedAt))
      kept = file;
  return kept;
}
async function expectKept(who: { email: string }, status: 'CONFIRMED' | 'CANCELLED'): Promise<void> {
  const files = await calendarsTo(app, who.email);
  expect(keptOf(files)).toBe(files.at(-1));
  expect(files.at(-1)).toMatchObject({ status });
  for (const { method, contentType, organizer, stampedAt, status: each } of files) {
    expect(organizer).toBe('mailto:hello@frontrow.test');
    expect(method).toBe(each === 'CANCELLED' ? 'CANCEL' : 'PUBLISH');
    expect(contentType).toContain(`method=${method}`);
    expect(stampedAt).toBeLessThanOrEqual(app.clock.now());
  }
}

test('transferring a ticket removes it from the calendar, and a new ticket adds the event again', async () => {
  const event = await newEvent(app, host);
  const [first, second] = [await newViewer(app), await newViewer(app)];
  await giveTicket(app, event, first);
  await settle();
  await expectKept(first, 'CONFIRMED');
  await transfer(first, await ticketOf(event, first), second.email);
  await expectKept(first, 'CANCELLED');
  await expectKept(second, 'CONFIRMED');
  await giveTicket(app, event, first);
  await settle();
  await expectKept(first, 'CONFIRMED');

  const moved = await app.call('POST /events/reschedule', {
    as: host.token,
    body: {
      event_uuid: event.id,
      event_date: (await startOf(event)) + hours(24),
      event_start_hour: await hourOf(event),
    },
  });
  expect(moved.errors).toEqual([]);
  await settle();
  await expectKept(first, 'CONFIRMED');
  expect((await calendarsTo(app, first.email)).at(-1)?.startsAt).toBe(await startOf(event));
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
  await settle();
  await expectKept(first, 'CANCELLED');
  expect(new Set((await calendarsTo(app, first.email)).map(({ uid }) => uid))).toEqual(
    new Set([`${event.id}@frontrow`]),
  );
});

test.each([
  ['free', 0, 50],
  ['paid', 1200, 50],
  ['paid and not refunded', 1200, 0],
])('cancelling a ticket (%s) removes it from the calendar', async (_what, priceMinor, percent) => {
  const event = await newEvent(app, host, { priceMinor });
  const holder = await newViewer(app);
  const { id } = await giveTicket(app, event, holder);
  await app.db.query('UPDATE ticket SET self_cancel_hours = 1, self_cancel_percent = $2 WHERE id = $1', [id, percent]);
  await settle();
  const cancelled = await app.call('POST /tickets/cancel', { as: holder.token, body: { ticket_uuid: id } });
  expect(cancelled.errors).toEqual([]);
  await settle();
  await expectKept(holder, 'CANCELLED');
});

test('returning a free ticket because the event moved removes it from the calendar', async () => {
  const event = await newEvent(app, host);
  const holder = await newViewer(app);
  const { id } = await giveTicket(app, event, holder);
  await settle();
  await app.call('POST /events/reschedule', {
    as: host.token,
    body: {
      event_uuid: event.id,
      event_date: (await startOf(event)) + hours(24),
      event_start_hour: await hourOf(event),
    },
  });
  await settle();
  const returned = await app.call('POST /tickets/refund', { as: holder.token, body: { ticket_uuid: id } });
  expect(returned.errors).toEqual([]);
  await settle();
  await expectKept(holder, 'CANCELLED');
});

test.each([
  ['free', 0, []],
  ['paid', 1200, ['Your receipt: ']],
])(
  'a ticket (%s) that was cancelled before its email could be sent is not put into the calendar afterwards',
  async (_what, priceMinor, receipts) => {
    const event = await newEvent(app, host, { priceMinor });
    const holder = await newViewer(app);
    const { id } = await giveTicket(app, event, holder);
    await app.db.query('UPDATE ticket SET self_cancel_hours = 1, self_cancel_percent = 50 WHERE id = $1', [id]);
    await app.call('POST /tickets/cancel', { as: holder.token, body: { ticket_uuid: id } });
    await settle();
    await expectKept(holder, 'CANCELLED');
    expect((await calendarsTo(app, holder.email)).map(({ status }) => status)).toEqual(['CANCELLED']);
    const subjects = (await mailsTo(app, holder.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Your ticket: '))).toEqual([]);
    // Who paid has the right to a receipt, whatever became of the ticket.
    expect(subjects.filter((subject) => subject.startsWith('Your receipt: '))).toEqual(
      receipts.map((subject) => `${subject}An evening for a test`),
    );
  },
);

test('withdrawing a complimentary ticket removes it from the calendar', async () => {
  const event = await newEvent(app, host);
  await app.call('POST /events/complimentary', {
    as: host.token,
    body: { event_uuid: event.id, emails: ['invited@mail.test'] },
  });
  await settle();
  await expectKept({ email: 'invited@mail.test' }, 'CONFIRMED');
  const [guest] = (await app.call('GET /events/:id/complimentary', { as: host.token, params: { id: event.id } })).data
    .guests;
  await app.call('POST /events/complimentary/withdraw', {
    as: host.token,
    body: { event_uuid: event.id, ticket_uuid: guest!.ticket_uuid },
  });
  await settle();
  await expectKept({ email: 'invited@mail.test' }, 'CANCELLED');
});

test('refunding a transferred ticket removes it from the calendar of its last holder', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const [buyer, last] = [await newViewer(app), await newViewer(app)];
  const first = await giveTicket(app, event, buyer);
  await app.db.query('UPDATE ticket SET self_cancel_hours = 1, self_cancel_percent = 50 WHERE id = $1', [first.id]);
  await settle();
  await transfer(buyer, await ticketOf(event, buyer), last.email);
  const id = await ticketOf(event, last);
  await app.call('POST /tickets/cancel', { as: last.token, body: { ticket_uuid: id } });
  await settle();
  for (const each of [buyer, last]) await expectKept(each, 'CANCELLED');
});

test('a lost dispute removes the ticket from the calendar, and it returns if the bank revises its decision', async () => {
  const { sold, dispute, decide, rethink } = disputesOf(app);
  const sale = await sold();
  await settle();
  const ref = await dispute(sale);
  await expectKept(sale.viewer, 'CONFIRMED');
  await decide(ref, 'lost');
  await expectKept(sale.viewer, 'CANCELLED');
  expect(await calendarsTo(app, sale.viewer.email)).toHaveLength(2);
  await app.clock.advance(60_000);
  await rethink(ref, 'won');
  await expectKept(sale.viewer, 'CONFIRMED');
  await app.clock.advance(60_000);
  await rethink(ref, 'lost');
  await expectKept(sale.viewer, 'CANCELLED');
  const sequences = (await calendarsTo(app, sale.viewer.email)).map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
});

test('a lost dispute keeps the calendar entry of a ticket that its holder has bought since', async () => {
  const { sold, dispute, decide } = disputesOf(app);
  const sale = await sold();
  await settle();
  const ref = await dispute(sale);
  await buy(app, sale.event, sale.viewer, { stripe_token: 'pm_card_visa' });
  await settle();
  await expectKept(sale.viewer, 'CONFIRMED');
  await decide(ref, 'lost');
  await expectKept(sale.viewer, 'CONFIRMED');
});
test('a lost dispute of a transferred ticket removes the event from its last holder’s calendar', async () => {
  const { sold, dispute, decide } = disputesOf(app);
  const sale = await sold();
  const last = await newViewer(app);
  await settle();
  await transfer(sale.viewer, await ticketOf(sale.event, sale.viewer), last.email);
  await decide(await dispute(sale), 'lost');
  for (const each of [sale.viewer, last]) await expectKept(each, 'CANCELLED');
  expect(await calendarsTo(app, sale.viewer.email)).toHaveLength(2);
});

test('an event cancelled during a dispute leaves the calendar when the dispute is won', async () => {
  const { sold, dispute, decide } = disputesOf(app);
  const sale = await sold();
  await settle();
  const ref = await dispute(sale);
  await app.call('POST /events/cancel', { as: sale.host.token, body: { event_uuid: sale.event.id } });
  await settle();
  await decide(ref, 'won');
  await settle();
  await expectKept(sale.viewer, 'CANCELLED');
  expect(await calendarsTo(app, sale.viewer.email)).toHaveLength(2);
});

test('a free ticket that an app admin withdraws leaves the calendar, and its holder gets an email', async () => {
  const event = await newEvent(app, host);
  const holder = await newViewer(app);
  await giveTicket(app, event, holder);
  await settle();
  const order = await app.db.one<{ id: string }>('SELECT id FROM orders WHERE event_id = $1', [event.id]);
  const admin = await newAdmin(app);
  const answer = await app.call('POST /admin/orders/refund', {
    as: admin.token,
    body: { order_uuid: order!.id, reason: 'Asked for by the host.' },
  });
  expect(answer.errors).toEqual([]);
  await settle();
  await expectKept(holder, 'CANCELLED');
});

test('a ticket that is lost after its event became longer leaves the calendar with the sequence of both changes', async () => {
  const event = await newEvent(app, host);
  const holder = await newViewer(app);
  await giveTicket(app, event, holder);
  await settle();
  await app.call('POST /events/update', {
    as: host.token,
    body: { event_uuid: event.id, event_duration_minutes: '90' },
  });
  const order = await app.db.one<{ id: string }>('SELECT id FROM orders WHERE event_id = $1', [event.id]);
  await app.call('POST /admin/orders/refund', {
    as: (await newAdmin(app)).token,
    body: { order_uuid: order!.id, reason: 'Asked for by the host.' },
  });
  await settle();
  await expectKept(holder, 'CANCELLED');
  expect((await calendarsTo(app, holder.email)).at(-1)).toMatchObject({ sequence: 2 });
});

test('the downloaded file has an organizer and a stable stamp in the past', async () => {
  const event = await newEvent(app, host);
  const file = async () => readCalendar((await app.http.inject(`/event/${event.id}.ics`)).body);
  const before = await file();
  await app.clock.advance(hours(1));
  expect(await file()).toEqual(before);
  expect(before.stampedAt).toBeLessThan(app.clock.now());
  expect(before.organizer).toBe('mailto:hello@frontrow.test');
});

const startOf = async (event: TestEvent): Promise<number> =>
  (await app.db.one<{ at: Date }>('SELECT starts_at AS at FROM event WHERE id = $1', [event.id]))!.at.getTime();
const hourOf = async (event: TestEvent): Promise<string> =>
  (await app.db.one<{ hour: string }>(`SELECT to_char(local_start, 'HH24:MI') AS hour FROM event WHERE id = $1`, [
    event.id,
  ]))!.hour;
