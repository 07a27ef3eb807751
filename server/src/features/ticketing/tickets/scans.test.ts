import { randomUUID } from 'node:crypto';
import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { buy, giveTicket } from '../../../../test/tickets.ts';
import { codeHash } from './scans.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const scanned = (code: string, at = app.clock.now(), id: string = randomUUID()) => ({ scan_uuid: id, code, at });
const scan = (event: TestEvent, scans: ReturnType<typeof scanned>[], place?: string, as = host) =>
  app.call('POST /events/door_list/scan', {
    as: as.token,
    body: { event_uuid: event.id, scans, ...(place !== undefined && { place }) },
  });
const resultOf = async (answer: ReturnType<typeof scan>) => (await answer).data.results[0]!;
const facts = () => app.db.query("SELECT 1 FROM outbox WHERE topic = 'TicketCheckedIn'");

test('a scan checks in, says when and where the next time, and undo makes the ticket good again', async () => {
  const event = await newEvent(app, host);
  const viewer = await newViewer(app);
  const { id, code } = await giveTicket(app, event, viewer);
  const before = (await facts()).length;
  const first = await scan(event, [scanned(code)], 'Main entrance');
  expect(first.data).toMatchObject({
    results: [{ result: 'welcome', ticket: { ticket_uuid: id, ticket_seat: 1 }, place: 'Main entrance' }],
    tickets: 1,
    checked_in: 1,
  });
  await app.clock.advance(minutes(3));
  const again = await resultOf(scan(event, [scanned(code.toLowerCase().replace('-', ''))], 'Garden'));
  expect(again).toMatchObject({
    result: 'already',
    checked_in: first.data.results[0]!.checked_in,
    place: 'Main entrance',
  });
  expect((await facts()).length).toBe(before + 1);
  await app.call('POST /events/door_list/check_in', {
    as: host.token,
    body: { event_uuid: event.id, ticket_uuid: id, checked_in: false },
  });
  expect(await resultOf(scan(event, [scanned(code)], 'Garden'))).toMatchObject({ result: 'welcome', place: 'Garden' });
});

test('codes that are not of this event check no one in, and say nothing about other hosts’ events', async () => {
  const event = await newEvent(app, host);
  const own = await newEvent(app, host, { title: 'My other evening' });
  const foreign = await newEvent(app, await newHost(app));
  const viewer = await newViewer(app);
  const [mine, others] = [await giveTicket(app, own, viewer), await giveTicket(app, foreign, viewer)];
  const gone = await giveTicket(app, event, viewer);
  await app.call('POST /tickets/transfer', {
    as: viewer.token,
    body: { ticket_uuid: gone.id, email: 'next@mail.test' },
  });
  const codes = [mine.code, others.code, gone.code, 'FR-AAAAAAAAAA', 'https://example.com', ''];
  const { data } = await scan(
    event,
    codes.map((code) => scanned(code)),
  );
  expect(data.results.map(({ result, event_title, ticket }) => [result, event_title, ticket])).toEqual([
    ['other_event', 'My other evening', null],
    ...Array.from({ length: 5 }, () => ['not_valid', null, null]),
  ]);
  expect(data.checked_in).toBe(0);
});

test('two phones that scanned the same ticket offline: the first to send counts, the second hears when and where', async () => {
  const event = await newEvent(app, host);
  const { code } = await giveTicket(app, event, await newViewer(app));
  const [early, late] = [app.clock.now() - minutes(20), app.clock.now() - minutes(10)];
  expect(await resultOf(scan(event, [scanned(code, late)], 'B'))).toMatchObject({
    result: 'welcome',
    checked_in: late,
  });
  expect(await resultOf(scan(event, [scanned(code, early)], 'A'))).toMatchObject({
    result: 'already',
    checked_in: late,
    place: 'B',
  });
});

test('a scan sent again because its answer was lost is welcome again, and recorded once', async () => {
  const event = await newEvent(app, host);
  const { code } = await giveTicket(app, event, await newViewer(app));
  const one = scanned(code);
  const before = (await facts()).length;
  const [first, second] = await Promise.all([scan(event, [one]), scan(event, [one])]);
  expect([first, second].map(({ data }) => data.results[0]!.result)).toEqual(['welcome', 'welcome']);
  expect((await facts()).length).toBe(before + 1);
});

test('a phone with a wrong clock checks in within the last two days, and not in the future', async () => {
  const event = await newEvent(app, host);
  const codes = [
    (await giveTicket(app, event, await newViewer(app))).code,
    (await giveTicket(app, event, await newViewer(app))).code,
  ];
  const now = app.clock.now();
  const { data } = await scan(event, [scanned(codes[0]!, now + hours(9)), scanned(codes[1]!, 1)]);
  for (const { checked_in: at } of data.results) {
    expect(at).toBeLessThanOrEqual(app.clock.now());
    expect(at).toBeGreaterThan(now - hours(49));
  }
});

test('a phone keeps only hashes of the valid codes, and neither another host nor a viewer gets them or scans', async () => {
  const event = await newEvent(app, host);
  const viewer = await newViewer(app);
  const { code } = await giveTicket(app, event, viewer);
  const codes = (as: TestActor) =>
    app.call('GET /events/:id/door_list/codes', { as: as.token, params: { id: event.id } });
  const { data } = await codes(host);
  expect(data).toEqual({ hashes: [codeHash(event.id, code)], tickets: 1, checked_in: 0 });
  expect(JSON.stringify(data)).not.toContain(code);
  const other = await newHost(app);
  expect((await codes(other)).status).toBe(403);
  expect((await codes(viewer)).status).toBe(403);
  expect((await scan(event, [scanned(code)], undefined, other)).status).toBe(403);
  expect((await scan(event, [])).status).toBe(400);
  expect(
    (
      await scan(
        event,
        Array.from({ length: 51 }, () => scanned(code)),
      )
    ).status,
  ).toBe(400);
});

test('tickets show a QR code once their host asks for one, and none once they are void', async () => {
  const event = await newEvent(app, host, { selfCancel: { hours: 1 }, zone: 'Europe/Madrid' });
  const viewer = await newViewer(app);
  const { id } = await giveTicket(app, event, viewer);
  const shown = async () =>
    (await app.call('GET /tickets/:ticket', { as: viewer.token, params: { ticket: id } })).data.ticket.qr;
  expect(await shown()).toBeUndefined();
  const set = (on: boolean, as = host) =>
    app.call('POST /events/door_list/ticket_qr', { as: as.token, body: { event_uuid: event.id, on } });
  expect((await set(true, await newHost(app))).status).toBe(403);
  expect((await set(true)).data).toEqual({ ticket_qr: true });
  const list = await app.call('GET /events/:id/door_list', { as: host.token, params: { id: event.id } });
  expect(list.data.ticket_qr).toBe(true);
  expect(await shown()).toBe(true);
  await app.clock.advance(minutes(1));
  expect((await buy(app, event, await newViewer(app))).data.ticket?.qr).toBe(true);
  await app.call('POST /tickets/cancel', { as: viewer.token, body: { ticket_uuid: id } });
  expect(await shown()).toBeUndefined();
});
