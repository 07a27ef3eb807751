import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { disputesOf } from '../../../test/disputes.ts';
import { type EventTraits, newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { asked } from '../../../test/meetings.ts';
import { addAccount, giveMoney } from '../../../test/payouts.ts';
import { giveTicket, startedAgo } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

/** An event at the quarter of an hour at or before this long from now. */
const eventIn = async (host: TestActor, ms: number, traits: EventTraits = {}): Promise<TestEvent> =>
  startedAgo(app, await newEvent(app, host, traits), -ms);
const home = async (host: TestActor) => (await app.call('GET /host/home', { as: host.token })).data;
const kinds = async (host: TestActor) => (await home(host)).attention.map(({ kind }) => kind);

test('the home of a new host is empty and asks for nothing', async () => {
  expect(await home(await newHost(app))).toMatchObject({
    time_zone: 'UTC',
    next: null,
    attention: [],
    upcoming: [],
    upcoming_count: 0,
    month: { revenue: [], tickets_sold: 0, views: 0 },
    available: [],
    rating: { average: null, reviews: 0 },
  });
});

test('the home shows the live event first, then one that starts within a day, then one that is just over', async () => {
  const host = await newHost(app);
  const later = await eventIn(host, days(9));
  const soon = await eventIn(host, days(5));
  await eventIn(host, days(1), { cancelled: 'host' });
  await eventIn(await newHost(app), hours(1));
  const first = await home(host);
  expect(first.next).toMatchObject({ action: 'share', event: { event_uuid: soon.id } });
  expect(first.upcoming.map(({ event }) => event.event_uuid)).toEqual([later.id]);
  expect(first.upcoming_count).toBe(2);
  const finished = await eventIn(host, -hours(2), { state: 'finished' });
  expect((await home(host)).next).toMatchObject({ action: 'see_results', event: { event_uuid: finished.id } });
  const tonight = await eventIn(host, hours(2));
  expect((await home(host)).next).toMatchObject({ action: 'check', event: { event_uuid: tonight.id } });
  const live = await eventIn(host, -minutes(5), { state: 'live' });
  expect((await home(host)).next).toMatchObject({ action: 'enter', event: { event_uuid: live.id } });
});

test('Start streaming is offered as soon as the server allows it', async () => {
  const host = await newHost(app);
  const event = await eventIn(host, minutes(30));
  const start = () =>
    app.call('POST /events/streaming/start_streaming', {
      as: host.token,
      body: { platform: 'web', event_uuid: event.id },
    });
  await app.clock.advance(minutes(14));
  expect((await home(host)).next?.action).toBe('check');
  expect((await start()).status).toBe(409);
  await app.clock.advance(minutes(1));
  expect((await home(host)).next?.action).toBe('start');
  expect((await start()).status).toBe(200);
});

test('sales of the month and of the next event are counted, and the host is asked where to pay them out', async () => {
  const host = await newHost(app);
  const event = await eventIn(host, days(5), { priceMinor: 1200 });
  expect((await home(host)).next).toMatchObject({ action: 'share', revenue: 0 });
  await giveTicket(app, event, await newViewer(app));
  await app.quiesce();
  const data = await home(host);
  expect(data.next).toMatchObject({ action: 'finish_set_up', revenue: 12 });
  expect(data.next?.steps[0]).toEqual({ step: 'set_up', state: 'current' });
  expect(data.month).toMatchObject({ revenue: [{ currency_code: 'EUR', amount: 12 }], tickets_sold: 1 });
  expect(data.attention).toMatchObject([
    { kind: 'payout_method_missing', money: [{ currency_code: 'EUR', amount: 12 }] },
  ]);
  await addAccount(app, host, 'pays');
  expect(await kinds(host)).toEqual([]);
  expect((await home(host)).next?.action).toBe('share');
});

test('open disputes are named with the money they freeze, until they are decided', async () => {
  const { sold, dispute, decide } = disputesOf(app);
  const sale = await sold();
  await addAccount(app, sale.host, 'pays');
  const ref = await dispute(sale);
  expect((await home(sale.host)).attention).toMatchObject([
    { kind: 'disputes', count: 1, money: [{ currency_code: 'EUR', amount: 12 }] },
  ]);
  await decide(ref, 'won');
  expect(await kinds(sale.host)).toEqual([]);
});

test('a payout that failed and payouts on hold are named with their reason', async () => {
  const host = await newHost(app);
  await giveMoney(app, host, 5000);
  await addAccount(app, host, 'rejects');
  await app.call('POST /payouts/request', { as: host.token, body: { currency_code: 'EUR' } });
  await app.quiesce();
  await app.clock.advance(days(3));
  await app.quiesce();
  expect((await home(host)).attention).toMatchObject([{ kind: 'payout_failed' }]);
  const headers = { 'content-language': 'de' };
  const german = await app.call('GET /host/home', { as: host.token, headers });
  expect(german.data.attention[0]?.detail).toBe('Das Konto ist aufgelöst.');
  await app.db.query('INSERT INTO payout_hold (host_id, reason, held_by) VALUES ($1, $2, $1)', [
    host.id,
    'Please call.',
  ]);
  expect((await home(host)).attention).toMatchObject([
    { kind: 'payout_failed' },
    { kind: 'payout_held', detail: 'Please call.', money: [{ amount: 50 }] },
  ]);
});

test('the home names who asked for a meeting, a missing encoder, and people who wait for a seat', async () => {
  const { host, viewer } = await asked(app);
  const broadcast = await eventIn(host, minutes(10), { kind: 'broadcast' });
  const full = await eventIn(host, days(4), { capacity: 1 });
  await giveTicket(app, full, await newViewer(app));
  await app.call('POST /events/waitlist', { as: viewer.token, body: { event_uuid: full.id, join: true } });
  const { attention } = await home(host);
  expect(attention).toMatchObject([
    { kind: 'encoder_missing', event: { event_uuid: broadcast.id } },
    { kind: 'meeting_requests', count: 1, person_name: viewer.username },
    { kind: 'waitlist', count: 1, event: { event_uuid: full.id } },
  ]);
});
