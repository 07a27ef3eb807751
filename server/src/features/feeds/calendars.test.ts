import { days } from '@frontrow/core/kernel/instant.ts';
import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { buy, giveTicket } from '../../../test/tickets.ts';
import { rankHost } from '../reviews/index.ts';

const publicUrl = 'https://frontrow.example';
let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp({ config: { publicUrl } });
  host = await newHost(app);
});
afterAll(() => app.close());

interface Entry {
  readonly uid: string;
  readonly title: string;
  readonly startsAt: number;
  readonly sequence: number;
  readonly status: string;
  readonly zone: string;
}

/** What a calendar reads from a feed: with the zones that the feed itself defines, and no others. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const entries = calendar.getAllSubcomponents('vevent').map((component): Entry => {
    const { uid, sequence, startDate, summary } = new ICAL.Event(component);
    return {
      uid,
      sequence,
      title: summary,
      startsAt: startDate.toJSDate().getTime(),
      status: String(component.getFirstPropertyValue('status')),
      zone: startDate.zone?.tzid ?? '',
    };
  });
  const propertyOf = (name: string): string => String(calendar.getFirstPropertyValue(name));
  return { entries, propertyOf, zones: calendar.getAllSubcomponents('vtimezone').length };
}

const open = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });
const hostFeed = async (username: string) => read((await open(`/hosts/${username}/calendar.ics`)).body);
const secretOf = async (who: TestActor): Promise<string> => {
  const { data } = await app.call('POST /user/calendar_feed', { as: who.token });
  return data.calendar_url!.slice(publicUrl.length);
};
/** Moves an event a day later, as its host does. */
async function moveADay(event: TestEvent, own: TestActor): Promise<void> {
  const row = await app.db.one<{ at: Date; hour: string }>(
    "SELECT starts_at AS at, to_char(local_start, 'HH24:MI') AS hour FROM event WHERE id = $1",
    [event.id],
  );
  const answer = await app.call('POST /events/reschedule', {
    as: own.token,
    body: { event_uuid: event.id, event_date: row!.at.getTime() + days(1), event_start_hour: row!.hour },
  });
  expect(answer.errors).toEqual([]);
}
const entryOf = async (path: string, eventId: string): Promise<Entry | undefined> =>
  read((await open(path)).body).entries.find(({ uid }) => uid === `${eventId}@frontrow`);

test('a host’s calendar has their public events and nothing else, on both sides of a change of clocks', async () => {
  const own = await newHost(app);
  const zone = 'Europe/Madrid';
  const [before, after] = [
    await newEvent(app, own, { title: 'Before', zone }),
    await newEvent(app, own, { title: 'After; half a year, later', zone }),
  ];
  const elsewhere = await newEvent(app, own, { title: 'Elsewhere', zone: 'Asia/Kathmandu' });
  // Half a year later the clocks show another offset: the wall clock stays at noon.
  await app.db.query(
    `UPDATE event SET local_start = local_start + interval '182 days',
       starts_at = (local_start + interval '182 days') AT TIME ZONE tz,
       original_starts_at = (local_start + interval '182 days') AT TIME ZONE tz WHERE id = $1`,
    [after.id],
  );
  await newEvent(app, own, { title: 'Unlisted', isPublic: false });
  const unpublished = await newEvent(app, own, { title: 'Unpublished' });
  await app.db.query("UPDATE event SET unpublished_at = app_now(), unpublished_reason = 'x' WHERE id = $1", [
    unpublished.id,
  ]);
  await newEvent(app, host, { title: 'Another host’s' });
  const old = await newEvent(app, own, { title: 'Old', state: 'finished' });
  await app.db.query(
    `UPDATE event SET starts_at = starts_at - interval '367 days', local_start = local_start - interval '367 days',
       original_starts_at = starts_at - interval '367 days', started_at = starts_at - interval '367 days',
       finished_at = starts_at - interval '367 days' WHERE id = $1`,
    [old.id],
  );
  await rankHost(app.db, own.id);

  const { entries, propertyOf, zones } = await hostFeed(own.username);
  const starts = await app.db.query<{ id: string; at: Date }>(
    'SELECT id, starts_at AS at FROM event WHERE id = ANY ($1)',
    [[before.id, after.id, elsewhere.id]],
  );
  const startOf = (id: string): number => starts.find((row) => row.id === id)!.at.getTime();
  expect(entries.map(({ title, startsAt, zone: named }) => [title, startsAt, named]).toSorted()).toEqual([
    ['After; half a year, later', startOf(after.id), zone],
    ['Before', startOf(before.id), zone],
    ['Elsewhere', startOf(elsewhere.id), 'Asia/Kathmandu'],
  ]);
  expect((startOf(after.id) - startOf(before.id)) % days(1)).not.toBe(0);
  expect(zones).toBe(2);
  expect(propertyOf('x-wr-calname')).toContain('on Frontrow');
  expect([propertyOf('method'), propertyOf('refresh-interval'), propertyOf('x-published-ttl')]).toEqual([
    'PUBLISH',
    'PT1H',
    'PT1H',
  ]);
});

test('a moved event keeps its UID and rises in sequence, and a cancelled one stays as cancelled', async () => {
  const own = await newHost(app);
  const event = await newEvent(app, own);
  const path = `/hosts/${own.username}/calendar.ics`;
  const first = await entryOf(path, event.id);
  expect(first).toMatchObject({ sequence: 0, status: 'CONFIRMED' });
  await moveADay(event, own);
  const moved = await entryOf(path, event.id);
  expect(moved).toMatchObject({ sequence: 1, status: 'CONFIRMED', startsAt: first!.startsAt + days(1) });
  await app.call('POST /events/cancel', { as: own.token, body: { event_uuid: event.id } });
  expect(await entryOf(path, event.id)).toMatchObject({ sequence: 2, status: 'CANCELLED' });
});

test('nothing is sent again while nothing changed', async () => {
  const own = await newHost(app);
  await newEvent(app, own);
  const path = `/hosts/${own.username}/calendar.ics`;
  const first = await open(path);
  expect([first.headers['content-type'], first.headers['cache-control']]).toEqual([
    'text/calendar; charset=utf-8',
    'public, max-age=300',
  ]);
  const etag = String(first.headers['etag']);
  expect((await open(path, { 'if-none-match': `"other", W/${etag}` })).statusCode).toBe(304);
  await newEvent(app, own);
  expect((await open(path, { 'if-none-match': etag })).statusCode).toBe(200);
});

test.each(['no-such-host', '%E0%A4%A', 'a'.repeat(500)])('%s has no calendar', async (name) => {
  expect([400, 404]).toContain((await open(`/hosts/${name}/calendar.ics`)).statusCode);
});

test('viewers and suspended hosts have no calendar', async () => {
  const [viewer, suspended] = [await newViewer(app), await newHost(app)];
  await app.db.query("UPDATE app_user SET suspended_at = app_now(), suspended_reason = 'x' WHERE id = $1", [
    suspended.id,
  ]);
  for (const { username } of [viewer, suspended])
    expect((await open(`/hosts/${username}/calendar.ics`)).statusCode).toBe(404);
});

test('the feed of my tickets follows each ticket: bought, moved, refunded and bought again, cancelled', async () => {
  const viewer = await newViewer(app);
  const path = await secretOf(viewer);
  expect(read((await open(path)).body).entries).toEqual([]);
  const [event, other] = [await newEvent(app, host), await newEvent(app, host, { isPublic: false })];
  await giveTicket(app, event, await newViewer(app));
  const { id } = await giveTicket(app, event, viewer);
  await giveTicket(app, other, viewer);
  expect(await entryOf(path, event.id)).toMatchObject({ sequence: 0, status: 'CONFIRMED' });
  expect(await entryOf(path, other.id)).toMatchObject({ sequence: 0, status: 'CONFIRMED' });

  await app.db.query('UPDATE ticket SET self_cancel_hours = 1, self_cancel_percent = 100 WHERE id = $1', [id]);
  await app.call('POST /tickets/cancel', { as: viewer.token, body: { ticket_uuid: id } });
  await app.quiesce();
  expect(await entryOf(path, event.id)).toMatchObject({ sequence: 1, status: 'CANCELLED' });
  await app.clock.advance(60_000);
  expect((await buy(app, event, viewer)).status).toBe(200);
  expect(await entryOf(path, event.id)).toMatchObject({ sequence: 1, status: 'CONFIRMED' });

  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
  await app.quiesce();
  expect(await entryOf(path, event.id)).toMatchObject({ sequence: 3, status: 'CANCELLED' });
  expect(read((await open(path)).body).entries).toHaveLength(2);
});

test('the address is secret, shown again to its owner, and a new one ends the one before', async () => {
  const [viewer, other] = [await newViewer(app), await newViewer(app)];
  const current = async () => (await app.call('GET /user/calendar_feed', { as: viewer.token })).data.calendar_url;
  expect(await current()).toBeNull();
  const first = await secretOf(viewer);
  expect(await current()).toBe(`${publicUrl}${first}`);
  const answer = await open(first);
  expect([answer.statusCode, answer.headers['cache-control'], answer.headers['x-robots-tag']]).toEqual([
    200,
    'private, no-cache',
    'noindex',
  ]);
  expect((await app.call('GET /user/calendar_feed', { as: other.token })).data.calendar_url).toBeNull();
  const stored = await app.db.one<{ row: string }>('SELECT f::text AS row FROM calendar_feed f WHERE user_id = $1', [
    viewer.id,
  ]);
  expect(stored!.row).not.toContain(first.slice('/calendar/'.length, -'.ics'.length));

  const second = await secretOf(viewer);
  expect((await open(first)).statusCode).toBe(404);
  expect((await open(first)).json().errors[0].code).toBe('calendar_feed_not_found');
  expect((await open(second)).statusCode).toBe(200);
  await app.call('POST /user/calendar_feed/remove', { as: viewer.token });
  expect((await open(second)).statusCode).toBe(404);
  expect(await current()).toBeNull();
});

test('no one suspended is read, and made-up secrets open nothing', async () => {
  const viewer = await newViewer(app);
  const path = await secretOf(viewer);
  await app.db.query("UPDATE app_user SET suspended_at = app_now(), suspended_reason = 'x' WHERE id = $1", [viewer.id]);
  expect((await open(path)).statusCode).toBe(404);
  for (const secret of ['a', 'x'.repeat(32), 'x'.repeat(2_000), "'--", '..%2f..'])
    expect([400, 404, 414]).toContain((await open(`/calendar/${secret}.ics`)).statusCode);
});
