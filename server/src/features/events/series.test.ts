import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { wallDay, wallStart } from '@frontrow/core/events/series.ts';
import { wallHour } from '@frontrow/core/events/start-time.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMeeting } from '../../../test/accepted-meeting.ts';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { freeTicket } from '../../../test/free-ticket.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { calendarsTo, mailsTo } from '../../../test/mails.ts';
import { type FormFields, goodForm, publish, skippedInMadrid } from '../../../test/publish-form.ts';

const zone = 'Europe/Madrid';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const countOf = async (host: TestActor): Promise<number> =>
  (await app.db.one<{ count: number }>('SELECT count(*)::int AS count FROM event WHERE host_id = $1', [host.id]))!
    .count;

/** A form that starts at 20:00 in Madrid, so many days from now. */
async function eveningForm(inDays: number, more: FormFields = {}): Promise<FormFields> {
  const at = wallStart(wallDay(app.clock.now() + days(inDays), zone), '20:00', zone)!;
  return goodForm(app, {
    event_date: String(at),
    event_start_hour: '20:00',
    event_location: JSON.stringify({ data: { zoneName: zone } }),
    ...more,
  });
}

async function weekly(host: TestActor, weeks: number, more: FormFields = {}): Promise<WireEvent[]> {
  const form = await eveningForm(3, { event_repeats: JSON.stringify({ weeks }), ...more });
  const answer = await publish(app, host, form);
  expect([answer.status, answer.errors]).toEqual([201, []]);
  return answer.data.events!;
}

const eventOf = async (uuid: string): Promise<WireEvent> =>
  (await app.call('GET /events/:id', { params: { id: uuid } })).data.event;

describe('a series', () => {
  test('a series is published in one step, each date an ordinary event at the same hour in spite of the clocks', async () => {
    const host = await newHost(app);
    const events = await weekly(host, 52);
    expect(events).toHaveLength(52);
    expect(new Set(events.map((event) => wallHour(event.event_date, zone)))).toEqual(new Set(['20:00']));
    expect(new Set(events.map((event) => new Date(event.event_date).getUTCHours()))).toEqual(new Set([18, 19]));
    const { uuid } = events[0]!.series!;
    expect(events.map((event) => event.series)).toEqual(
      events.map((_, index) => ({ uuid, title: 'Kitchen songs', position: index + 1, count: 52 })),
    );
    expect(await eventOf(events[7]!.event_uuid)).toEqual(events[7]);
    const facts = await app.db.query(
      "SELECT 1 FROM outbox WHERE topic = 'EventPublished' AND payload ->> 'eventUuid' = ANY ($1)",
      [events.map((event) => event.event_uuid)],
    );
    expect(facts).toHaveLength(52);
  });

  test('a series takes place on chosen dates, and a single event is part of none', async () => {
    const host = await newHost(app);
    const later = wallDay(app.clock.now() + days(40), zone);
    const form = await eveningForm(3, { event_repeats: JSON.stringify({ dates: [later] }) });
    const { data } = await publish(app, host, form, 'the-same-key-0001');
    expect(data.events?.map((event) => wallDay(event.event_date, zone))).toEqual([
      wallDay(data.event.event_date, zone),
      later,
    ]);
    expect((await publish(app, host, form, 'the-same-key-0001')).data).toEqual(data);
    expect(await countOf(host)).toBe(2);
    expect((await publish(app, host, await eveningForm(3))).data).not.toHaveProperty('events');
    expect((await publish(app, host, await eveningForm(3))).data.event).not.toHaveProperty('series');
  });

  test('a series is published with all its dates or not at all', async () => {
    const host = await newHost(app, { zoneName: zone });
    const refused = async (form: FormFields) => (await publish(app, host, form)).errors[0];
    const { event_date: gap } = skippedInMadrid(app);
    const sunday = wallDay(gap, zone);
    const weeks = (n: unknown) => ({ event_repeats: JSON.stringify(n) });
    const before = await goodForm(app, {
      event_date: String(wallStart(wallDay(gap - days(7), zone), '02:30', zone)),
      event_start_hour: '02:30',
      ...weeks({ weeks: 3 }),
    });
    expect(await refused(before)).toMatchObject({
      code: 'series_day_clocks',
      field: 'event_repeats',
      message: expect.stringContaining(sunday),
    });
    expect(await refused(await eveningForm(3, weeks({ dates: ['2020-01-01'] })))).toMatchObject({
      code: 'series_day_past',
    });
    for (const odd of [{ weeks: 1 }, { weeks: 53 }, { dates: [] }])
      expect(await refused(await eveningForm(3, weeks(odd)))).toMatchObject({ code: 'series_dates_count' });
    for (const odd of [{}, [], 'weekly', { weeks: 'x' }, { until: '1' }, { dates: [7] }, { dates: 'x' }])
      expect(await refused(await eveningForm(3, weeks(odd)))).toMatchObject({ code: 'series_repeats_invalid' });
    expect(await refused(await eveningForm(3, { event_repeats: '{' }))).toMatchObject({ code: 'bad_input' });
    const taken = await meetingInTwoWeeks(host);
    expect(await refused(await eveningForm(3, weeks({ weeks: 4 })))).toMatchObject({
      code: 'series_day_taken',
      message: expect.stringContaining(taken),
    });
    expect(await countOf(host)).toBe(1);
    expect(await app.db.query('SELECT 1 FROM event_series WHERE host_id = $1', [host.id])).toEqual([]);
  });

  test('a series takes further dates of its host, whose pages count them', async () => {
    const host = await newHost(app);
    const [first] = await weekly(host, 2);
    const { uuid } = first!.series!;
    const add = (who: TestActor, form: FormFields) => publish(app, who, { ...form, event_series: uuid });
    const { data } = await add(host, await eveningForm(40));
    expect(data.event.series).toEqual({ uuid, title: 'Kitchen songs', position: 3, count: 3 });
    expect((await eventOf(first!.event_uuid)).series).toMatchObject({ position: 1, count: 3 });
    expect((await add(await newHost(app), await eveningForm(50))).status).toBe(403);
    const page = await app.call('GET /series/:id', { params: { id: uuid } });
    expect(page.data.upcoming.map(({ event }) => event.event_uuid)).toContain(data.event.event_uuid);
    const many = { event_repeats: JSON.stringify({ weeks: 52 }) };
    expect((await add(host, await eveningForm(60, many))).status).toBe(201);
    expect((await add(host, await eveningForm(60, many))).errors[0]).toMatchObject({ code: 'series_full' });
    expect(await countOf(host)).toBe(55);
  });

  test('a series has a page with its public dates, which is no page where there are none', async () => {
    const host = await newHost(app);
    const events = await weekly(host, 3);
    const { uuid } = events[0]!.series!;
    const read = () => app.call('GET /series/:id', { params: { id: uuid } });
    await app.call('POST /events/update', {
      as: host.token,
      body: { event_uuid: events[1]!.event_uuid, public: false },
    });
    await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: events[2]!.event_uuid } });
    const { data } = await read();
    expect(data.series).toEqual({ uuid, title: 'Kitchen songs', count: 3 });
    expect([data.upcoming, data.past].map((cards) => cards.map(({ event }) => event.event_uuid))).toEqual([
      [events[0]!.event_uuid],
      [events[2]!.event_uuid],
    ]);
    const hidden = await weekly(await newHost(app), 2, { public: 'false' });
    const none = await app.call('GET /series/:id', { params: { id: hidden[0]!.series!.uuid } });
    expect([none.status, none.errors[0]!.code]).toEqual([404, 'series_not_found']);
  });
});

/** A private meeting that lies over the third of four weekly evenings; answers its day. */
async function meetingInTwoWeeks(host: TestActor): Promise<string> {
  const at = wallStart(wallDay(app.clock.now() + days(17), zone), '20:00', zone)!;
  await newMeeting(app, host, await newViewer(app), { startsInMs: at + minutes(10) - app.clock.now(), minutes: 60 });
  return wallDay(at, zone);
}

describe('dates of a series', () => {
  test('dates of a series are changed alone, or with all that follow', async () => {
    const host = await newHost(app);
    const events = await weekly(host, 4);
    const [first, second, third, fourth] = events.map((event) => event.event_uuid) as [string, string, string, string];
    const change = (body: object) =>
      app.call('POST /events/update', { as: host.token, body: { event_uuid: second, ...body } as never });
    await change({ event_description: 'Only tonight.', series_scope: 'this' });
    await change({ event_title: 'Kitchen songs, late', event_num_attendees: '20', series_scope: 'following' });
    const now = await Promise.all([first, second, third, fourth].map(eventOf));
    expect(now.map((event) => event.event_title === 'Kitchen songs, late')).toEqual([false, true, true, true]);
    expect(now.map((event) => event.event_num_attendees)).toEqual([49, 20, 20, 20]);
    expect(now.map((event) => event.event_description === 'Only tonight.')).toEqual([false, true, false, false]);
    expect(now.map((event) => event.series!.title)).toEqual(now.map(() => 'Kitchen songs, late'));
  });

  test('dates of a series follow by the rules of each: a sold ticket of one keeps the title of all, and names its day', async () => {
    const host = await newHost(app);
    const events = await weekly(host, 3);
    await freeTicket(app.db, events[2]!.event_uuid, (await newViewer(app)).id);
    const answer = await app.call('POST /events/update', {
      as: host.token,
      body: { event_uuid: events[0]!.event_uuid, event_title: 'Another one', series_scope: 'following' },
    });
    expect(answer.errors.map(({ code }) => code)).toEqual(['title_fixed', 'series_day_refused']);
    expect(answer.errors[1]!.message).toContain(wallDay(events[2]!.event_date, zone));
    expect((await eventOf(events[0]!.event_uuid)).event_title).toBe('Kitchen songs');
  });

  test('dates of a series are moved together to another hour, across the change of clocks, once', async () => {
    const host = await newHost(app);
    const events = await weekly(host, 52);
    const [, second] = events;
    const to = wallStart(wallDay(second!.event_date + days(1), zone), '21:15', zone)!;
    const body = {
      event_uuid: second!.event_uuid,
      event_date: to,
      event_start_hour: '21:15',
      series_scope: 'following',
    } as const;
    const move = () => app.call('POST /events/reschedule', { as: host.token, body });
    expect((await move()).data.event.event_date).toBe(to);
    expect((await move()).status).toBe(200);
    const starts = await app.db.query<{ starts_at: Date; original_starts_at: Date; reschedules: number }>(
      'SELECT starts_at, original_starts_at, reschedules FROM event WHERE host_id = $1 ORDER BY starts_at',
      [host.id],
    );
    expect(starts.map((row) => row.reschedules)).toEqual([0, ...Array<number>(51).fill(1)]);
    for (const row of starts.slice(1)) {
      expect(wallHour(row.starts_at.getTime(), zone)).toBe('21:15');
      expect(wallDay(row.starts_at.getTime() - days(1), zone)).toBe(wallDay(row.original_starts_at.getTime(), zone));
    }
    const again = await app.call('POST /events/reschedule', {
      as: host.token,
      body: {
        event_uuid: events[0]!.event_uuid,
        event_date: to - days(6),
        event_start_hour: '21:15',
        series_scope: 'following',
      },
    });
    expect(again.errors.map(({ code }) => code)).toEqual(['rescheduled_already', 'series_day_refused']);
  });

  test('dates of a series are cancelled together, and those before stay', async () => {
    const host = await newHost(app);
    const events = await weekly(host, 3);
    const cancel = (body: object) => app.call('POST /events/cancel', { as: host.token, body: body as never });
    await cancel({ event_uuid: events[1]!.event_uuid, series_scope: 'following' });
    expect(
      (await Promise.all(events.map((event) => eventOf(event.event_uuid)))).map((event) => event.event_cancelled),
    ).toEqual([false, true, true]);
    const single = (await publish(app, host, await eveningForm(3))).data.event;
    expect((await cancel({ event_uuid: single.event_uuid, series_scope: 'following' })).errors[0]!.code).toBe(
      'not_in_series',
    );
    const other = await newHost(app);
    const refused = await app.call('POST /events/cancel', {
      as: other.token,
      body: { event_uuid: events[0]!.event_uuid, series_scope: 'following' },
    });
    expect(refused.status).toBe(403);
  });

  test('dates moved or cancelled in one step reach a person with several tickets in one email with all calendar files', async () => {
    const host = await newHost(app);
    const [, second, third] = await weekly(host, 3);
    const [both, one] = [await newViewer(app), await newViewer(app)];
    for (const event of [second!, third!]) await freeTicket(app.db, event.event_uuid, both.id);
    await freeTicket(app.db, third!.event_uuid, one.id);
    const body = { event_uuid: second!.event_uuid, series_scope: 'following' } as const;
    const to = wallStart(wallDay(second!.event_date, zone), '21:15', zone)!;
    await app.call('POST /events/reschedule', {
      as: host.token,
      body: { ...body, event_date: to, event_start_hour: '21:15' },
    });
    await app.quiesce();
    const subjects = async (who: TestActor) => (await mailsTo(app, who.email)).map(({ subject }) => subject);
    expect(await subjects(both)).toEqual(['New times: Kitchen songs, 2 dates']);
    // The day is part of it, as other dates have the same title.
    expect(await subjects(one)).toEqual([expect.stringMatching(/^New time: Kitchen songs, \w{3} \d+ \w{3}/)]);
    expect(await calendarsTo(app, both.email)).toMatchObject([{ startsAt: to }, { sequence: 1 }]);
    await app.call('POST /events/cancel', { as: host.token, body });
    await app.quiesce();
    expect((await subjects(both)).slice(0, -1)).toEqual(['Cancelled: Kitchen songs, 2 dates']);
    expect((await subjects(one)).slice(0, -1)).toEqual([
      expect.stringMatching(/^Cancelled: Kitchen songs, \w{3} \d+ \w{3}/),
    ]);
  });

  test('dates of a series are announced to followers with one email, which says how many there are', async () => {
    const host = await newHost(app);
    const follower = await newViewer(app);
    await app.call('POST /hosts/follow', { as: follower.token, body: { username: host.username, follow: true } });
    const events = await weekly(host, 5);
    await app.quiesce();
    const mails = await mailsTo(app, follower.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('4 more dates');
    expect(mails[0]!.text).toContain(`/series/${events[0]!.series!.uuid}`);
    await publish(app, host, await eveningForm(60, { event_series: events[0]!.series!.uuid }));
    await app.quiesce();
    expect(await mailsTo(app, follower.email)).toHaveLength(2);
  });
});
