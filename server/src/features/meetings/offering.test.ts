import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { slotsAheadMs } from '@frontrow/core/meetings/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMeeting as acceptedMeeting } from '../../../test/accepted-meeting.ts';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { goodForm, publish, startFields } from '../../../test/publish-form.ts';
import { judgeRequestedTime } from './slots.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const allDay = weekdays.map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
const offer = {
  enabled: true,
  zone: 'UTC',
  lengths: [
    { minutes: 60, price: 40.5 },
    { minutes: 30, price: 0 },
  ],
  hours: allDay,
  exceptions: [],
  buffer_minutes: 0,
  notice_hours: 1,
  weekly_max: null,
};
const change = (host: TestActor, more: object = {}) =>
  app.call('POST /private_meetings/settings', { as: host.token, body: { ...offer, ...more } });
const settings = (host: TestActor) => app.call('GET /private_meetings/settings', { as: host.token });
async function slots(host: { username: string }, { as, from, to }: { as?: string; from?: number; to?: number } = {}) {
  const begin = from ?? app.clock.now();
  return app.call('GET /hosts/:username/slots', {
    ...(as !== undefined && { as }),
    params: { username: host.username },
    query: { from: String(begin), to: String(to ?? begin + days(1)) },
  });
}
const startsOf = async (host: TestActor, window: { from?: number; to?: number } = {}): Promise<number[]> => [
  ...new Set((await slots(host, window)).data.slots.map((slot) => slot.starts_at)),
];
async function newOfferingHost(more: object = {}): Promise<TestActor> {
  const host = await newHost(app);
  expect((await change(host, more)).status).toBe(200);
  return host;
}
/** An event on a quarter of an hour. */
async function eventIn(host: TestActor, ms: number): Promise<{ id: string; at: number }> {
  const { id } = await newEvent(app, host, { isPublic: false, capacity: 1 });
  const at = Math.ceil((app.clock.now() + ms) / minutes(15)) * minutes(15);
  await app.db.query(
    `UPDATE event SET starts_at = $2::timestamptz, original_starts_at = $2, local_start = $2 AT TIME ZONE tz
     WHERE id = $1`,
    [id, new Date(at)],
  );
  return { id, at };
}
/** A private meeting of an hour that the host has agreed to; when it starts. */
async function newMeeting(host: TestActor, ms: number): Promise<number> {
  const { id } = await acceptedMeeting(app, host, await newViewer(app), { startsInMs: ms, minutes: 60 });
  const row = await app.db.one<{ at: Date }>('SELECT starts_at AS at FROM event WHERE id = $1', [id]);
  return row!.at.getTime();
}

describe('what a host offers', () => {
  test('only hosts can offer meetings', async () => {
    for (const person of [await newViewer(app), await newAdmin(app)]) {
      expect((await settings(person)).errors[0]?.code).toBe('hosts_only');
      expect((await change(person)).errors[0]?.code).toBe('hosts_only');
    }
    expect((await app.call('GET /private_meetings/settings')).status).toBe(401);
  });

  test('a host offers nothing at first, in their own zone', async () => {
    expect((await settings(await newHost(app, { zoneName: 'Europe/Madrid' }))).data).toEqual({
      enabled: false,
      zone: 'Europe/Madrid',
      lengths: [],
      hours: [],
      exceptions: [],
      buffer_minutes: 0,
      notice_hours: 24,
      weekly_max: null,
      currency_code: 'EUR',
    });
  });

  test.each([
    [{ zone: 'Nowhere/Land' }, 'zone_unknown', 'zone'],
    [{ zone: '+02:00' }, 'zone_unknown', 'zone'],
    [{ lengths: [] }, 'lengths_required', 'lengths'],
    [{ hours: [{ weekday: 1, from: '10:00', to: '09:00' }] }, 'opening_hours_reversed', 'hours'],
    [{ exceptions: [{ date: '2026-06-01', from: '10:00' }] }, 'exception_incomplete', 'exceptions'],
  ])('%j is refused, and the stored offer stays', async (more, code, field) => {
    const host = await newOfferingHost();
    const before = (await settings(host)).data;
    expect((await change(host, more)).errors[0]).toMatchObject({ code, field });
    expect((await settings(host)).data).toEqual(before);
  });

  test.each([
    { lengths: [{ minutes: 20, price: 1 }] },
    { lengths: [{ minutes: 30, price: 501 }] },
    { lengths: [{ minutes: 30, price: -1 }] },
    { hours: [{ weekday: 8, from: '10:00', to: '11:00' }] },
    { hours: [{ weekday: 1, from: '9:00', to: '24:01' }] },
    { exceptions: [{ date: '2026-02-30' }] },
    { buffer_minutes: 121 },
    { notice_hours: 721 },
    { weekly_max: 0 },
  ])('%j cannot be read', async (more) => {
    const host = await newHost(app);
    expect((await change(host, more)).status).toBe(400);
    expect((await settings(host)).data.enabled).toBe(false);
  });

  test('an offer is stored as sent, in order, and replaced as a whole, and omitted parts stay', async () => {
    const host = await newHost(app);
    const exceptions = [{ date: '2030-01-02', from: '10:00', to: '24:00' }, { date: '2030-01-01' }];
    const body = { ...offer, zone: 'Asia/Kathmandu', exceptions, buffer_minutes: 15, weekly_max: 3 };
    const kept = {
      ...body,
      lengths: body.lengths.toReversed(),
      exceptions: exceptions.toReversed(),
      currency_code: 'EUR',
    };
    for (let n = 0; n < 2; n++) expect((await change(host, body)).data).toEqual(kept);
    const { enabled, zone, lengths } = { ...offer, enabled: false };
    const few = { enabled, zone, lengths, hours: [] };
    const answer = await app.call('POST /private_meetings/settings', { as: host.token, body: few });
    expect(answer.data).toEqual({ ...kept, enabled: false, zone: 'UTC', hours: [] });
    expect((await change(host, { weekly_max: null })).data.weekly_max).toBeNull();
  });
});

describe('free times', () => {
  test('no free times are listed for no one, a viewer, or a host who offers none', async () => {
    expect((await slots({ username: 'nobody-at-all' })).errors[0]?.code).toBe('user_not_found');
    expect((await slots(await newViewer(app))).errors[0]?.code).toBe('user_not_found');
    const none = { offered: false, currency_code: 'EUR', lengths: [], notice_hours: 0, slots: [] };
    expect((await slots(await newHost(app))).data).toEqual(none);
    expect((await slots(await newOfferingHost({ enabled: false }))).data).toEqual(none);
  });

  test('only the page of a host who offers free times advertises them', async () => {
    const promised = async (host: TestActor) =>
      (await app.call('GET /hosts/:username', { params: { username: host.username } })).data.host.host_meetings;
    expect(await promised(await newHost(app))).toBe(false);
    expect(await promised(await newOfferingHost({ enabled: false }))).toBe(false);
    expect(await promised(await newOfferingHost())).toBe(true);
  });

  test('free times are hidden from people the host blocked, and from no one else', async () => {
    const [host, blocked, other] = [await newOfferingHost(), await newViewer(app), await newViewer(app)];
    await app.db.query('INSERT INTO host_block (host_id, user_id) VALUES ($1, $2)', [host.id, blocked.id]);
    expect((await slots(host, { as: blocked.token })).data).toMatchObject({ offered: false, slots: [] });
    expect((await slots(host, { as: other.token })).data.slots).not.toEqual([]);
    expect((await slots(host)).data.offered).toBe(true);
  });

  test('free times are listed with prices, after the notice, for at most eight weeks', async () => {
    const host = await newOfferingHost();
    const { data } = await slots(host, { from: 0, to: app.clock.now() + days(5000) });
    expect(data).toMatchObject({ offered: true, notice_hours: 1, currency_code: 'EUR' });
    expect(data.lengths).toEqual([
      { minutes: 30, price: 0, total: 0 },
      { minutes: 60, price: 40.5, total: 43.03 },
    ]);
    const first = data.slots[0]!;
    expect(first.starts_at - app.clock.now()).toBeGreaterThanOrEqual(hours(1) - 5000);
    expect(first.starts_at - app.clock.now()).toBeLessThanOrEqual(hours(1) + minutes(15));
    expect(data.slots[1]).toEqual({ starts_at: first.starts_at, minutes: 60, price: 40.5 });
    const last = data.slots.at(-1)!.starts_at;
    expect(last - app.clock.now()).toBeLessThanOrEqual(slotsAheadMs);
    expect(last - app.clock.now()).toBeGreaterThan(slotsAheadMs - hours(1));
    expect(
      (await slots(host, { from: app.clock.now() + days(60), to: app.clock.now() + days(70) })).data.slots,
    ).toEqual([]);
    expect((await slots(host, { from: app.clock.now() + days(2), to: app.clock.now() })).data.slots).toEqual([]);
  });

  test('a meeting and an event take their time plus the buffer, which is free again after a cancellation or finish', async () => {
    const host = await newOfferingHost({ lengths: [{ minutes: 30, price: 1 }], buffer_minutes: 15 });
    const window = { from: app.clock.now() + days(3), to: app.clock.now() + days(3) + hours(12) };
    const all = await startsOf(host, window);
    const meeting = await newMeeting(host, days(3) + hours(2));
    const event = await eventIn(host, days(3) + hours(6));
    const left = await startsOf(host, window);
    const over = (from: number, to: number) => (at: number) => at + minutes(45) > from && at < to + minutes(15);
    const ofMeeting = over(meeting, meeting + minutes(60));
    const ofEvent = over(event.at, event.at + minutes(120));
    expect(left).toEqual(all.filter((at) => !ofMeeting(at) && !ofEvent(at)));
    expect(all.length - left.length).toBeGreaterThan(12);
    await app.db.query(
      `UPDATE event SET state = 2, cancelled_at = app_now(), cancel_reason = 'by_host', finished_at = app_now()
       WHERE id = $1`,
      [event.id],
    );
    expect(await startsOf(host, window)).toEqual(all.filter((at) => !ofMeeting(at)));
  });

  test('a full week has no free times', async () => {
    const host = await newOfferingHost({ weekly_max: 1 });
    const meeting = await newMeeting(host, days(10));
    const monday = meeting - ((new Date(meeting).getUTCDay() + 6) % 7) * days(1) - (meeting % days(1));
    expect(await startsOf(host, { from: monday, to: monday + days(7) })).toEqual([]);
    expect((await startsOf(host, { from: monday + days(7), to: monday + days(8) })).length).toBeGreaterThan(0);
  });
});

describe('a time that is asked for', () => {
  const ask = async (host: TestActor, startsInMs: number, length = 60, viewer?: TestActor) =>
    judgeRequestedTime(app.db, {
      hostId: host.id,
      viewerId: (viewer ?? (await newViewer(app))).id,
      startsAt: Math.ceil((app.clock.now() + startsInMs) / minutes(1)) * minutes(1),
      minutes: length,
    });

  test('a requested time is refused with its reason', async () => {
    const [host, viewer] = [await newOfferingHost(), await newViewer(app)];
    await newMeeting(host, days(1));
    const code = (reason: string) => expect.objectContaining({ code: reason });
    await expect(ask(await newHost(app), days(2))).rejects.toEqual(code('meetings_not_offered'));
    await expect(ask(host, days(2), 45)).rejects.toEqual(code('length_not_offered'));
    await expect(ask(host, minutes(-1))).rejects.toEqual(code('time_past'));
    await expect(ask(host, minutes(30))).rejects.toEqual(code('slot_not_offered'));
    await expect(ask(host, days(57))).rejects.toEqual(code('time_too_far'));
    await expect(ask(host, 8e15)).rejects.toEqual(code('time_too_far'));
    await expect(ask(host, days(1) + minutes(30))).rejects.toEqual(code('time_taken'));
    await app.db.query('INSERT INTO host_block (host_id, user_id) VALUES ($1, $2)', [host.id, viewer.id]);
    await expect(ask(host, days(2), 60, viewer)).rejects.toEqual(code('meetings_not_offered'));
    await change(host, { enabled: false });
    await expect(ask(host, days(2))).rejects.toEqual(code('meetings_not_offered'));
  });

  test('a requested time has its price in the currency that the host chose, which requests keep', async () => {
    const host = await newOfferingHost({ currency_code: 'JPY', lengths: [{ minutes: 30, price: 3000 }] });
    expect((await settings(host)).data).toMatchObject({
      currency_code: 'JPY',
      lengths: [{ minutes: 30, price: 3000 }],
    });
    expect((await slots(host)).data).toMatchObject({
      currency_code: 'JPY',
      lengths: [{ minutes: 30, price: 3000, total: 3230 }],
    });
    const viewer = await newViewer(app);
    const body = { username: host.username, starts_at: app.clock.now() + days(2), minutes: 30 };
    body.starts_at -= body.starts_at % minutes(15);
    const asked = await app.call('POST /private_requests/create', { as: viewer.token, body });
    expect(asked.data.request).toMatchObject({ price: 3000, fee: 230, total: 3230, currency_code: 'JPY' });
    expect((await change(host, { currency_code: 'GBP' })).data.currency_code).toBe('GBP');
    expect((await change(host)).data.currency_code).toBe('GBP');
    const request_uuid = asked.data.request.request_uuid;
    const proposal = { request_uuid, price: 4000.5, message: 'It takes longer.' };
    const half = await app.call('POST /private_requests/modify', { as: host.token, body: proposal });
    expect(half.errors[0]?.message).toBe('A meeting costs 0 to ¥80,000, without decimals.');
    const accepted = await app.call('POST /private_requests/accept', { as: host.token, body: { request_uuid } });
    expect(accepted.data.request).toMatchObject({ total: 3230, currency_code: 'JPY' });
    const paid = await app.call('POST /private_requests/purchase', {
      as: viewer.token,
      body: { request_uuid, stripe_token: 'pm_card_visa' },
    });
    expect(paid.data.payment_intent).toMatchObject({ status: 'succeeded', amount: 3230, currency: 'JPY' });
    expect((await change(host, { currency_code: 'SEK' })).status).toBe(400);
    const dear = await change(host, { currency_code: 'JPY', lengths: [{ minutes: 30, price: 0.5 }] });
    expect(dear.errors).toMatchObject([
      { field: 'lengths', message: 'A meeting costs 0 to ¥80,000, without decimals.' },
    ]);
    await app.quiesce();
  });

  test('a requested time has its price, also outside opening hours', async () => {
    const host = await newOfferingHost({ zone: 'Europe/Madrid', hours: [{ weekday: 1, from: '10:00', to: '11:00' }] });
    for (let n = 2; n < 4; n++) expect(await ask(host, days(n))).toEqual({ priceMinor: 4050, currency: 'EUR' });
  });
});

describe('events and meetings', () => {
  test('an event can be neither published over a meeting nor moved onto it, but next to it', async () => {
    const host = await newHost(app);
    // Far enough ahead for an event to be moved at any hour of the day that this runs.
    const noon = Number(startFields(app, days(2)).event_date);
    const sent = await goodForm(app, { event_date: String(noon), event_start_hour: '12:00' });
    await newMeeting(host, noon + minutes(90) - app.clock.now());
    const [refused] = (await publish(app, host, sent)).errors;
    expect(refused).toMatchObject({ code: 'time_taken', field: 'event_date' });
    expect(await app.db.query('SELECT 1 FROM event WHERE host_id = $1', [host.id])).toHaveLength(1);

    const early = await goodForm(app, { event_date: String(noon - hours(2)), event_start_hour: '10:00' });
    const { data } = await publish(app, host, early);
    const move = (at: number) =>
      app.call('POST /events/reschedule', {
        as: host.token,
        body: {
          event_uuid: data.event.event_uuid,
          event_date: at,
          event_start_hour: new Date(at).toISOString().slice(11, 16),
        },
      });
    const moved = await move(noon + hours(1));
    expect([moved.status, moved.errors[0]?.code, moved.errors[0]?.field]).toEqual([409, 'time_taken', 'event_date']);
    expect((await move(noon + hours(5))).status).toBe(200);
  });
});
