import { days } from '@frontrow/core/kernel/instant.ts';
import { sourcesPerDayMax } from '@frontrow/core/stats/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const look = (body: object, userAgent = firefox, as?: string) =>
  app.call('POST /views', { body, headers: { 'user-agent': userAgent }, ...(as !== undefined && { as }) });
const stats = async (host: TestActor, event?: string) =>
  (await app.call('GET /stats', { as: host.token, query: event === undefined ? {} : { event_uuid: event } })).data;

test('a view names an event or a host, and what no one knows is not counted', async () => {
  expect((await look({})).status).toBe(400);
  expect((await look({ event_uuid: '00000000-0000-4000-8000-000000000000', username: 'both' })).status).toBe(400);
  expect((await look({ event_uuid: '00000000-0000-4000-8000-000000000000' })).status).toBe(200);
  expect((await look({ username: 'nobody-there' })).status).toBe(200);
  await app.quiesce();
  expect(await app.db.query('SELECT 1 FROM view_day')).toEqual([]);
});

test('views, visitors and checkouts are counted by page and by source; bots and the host are not', async () => {
  const host = await newHost(app);
  const [event, other] = [await newEvent(app, host), await newEvent(app, host)];
  await look({ event_uuid: event.id, ref: 'Letter' });
  await look({ event_uuid: event.id, referrer: 'https://www.example.org/a?b' });
  await look({ event_uuid: event.id }, `${firefox} another`);
  await look({ event_uuid: event.id, what: 'checkout' });
  await look({ event_uuid: event.id, what: 'checkout' });
  await look({ event_uuid: other.id });
  await look({ username: host.username });
  await look({ event_uuid: event.id }, 'Googlebot/2.1');
  await look({ event_uuid: event.id }, firefox, host.token);
  await app.quiesce();
  const one = await stats(host, event.id);
  expect(one.totals).toMatchObject({ views: 3, visitors: 2, checkouts: 1, conversion: 0 });
  expect(one.sources).toEqual([
    { kind: 'direct', name: '', views: 1, visitors: 1 },
    { kind: 'ref', name: 'letter', views: 1, visitors: 1 },
    { kind: 'site', name: 'example.org', views: 1, visitors: 0 },
  ]);
  // Of all pages of a host someone is one visitor a day.
  expect((await stats(host)).totals).toMatchObject({ views: 5, visitors: 2, checkouts: 1 });
});

test('salt and hashes go when their day is over, and on the next day everyone is someone new', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host);
  await look({ event_uuid: event.id });
  await app.quiesce();
  const [salt] = await app.db.query('SELECT salt FROM visitor_salt');
  expect(await app.db.query('SELECT 1 FROM visitor_seen')).not.toEqual([]);
  await app.clock.advance(days(1));
  await app.quiesce();
  expect(await app.db.query('SELECT 1 FROM visitor_seen')).toEqual([]);
  expect(await app.db.query('SELECT salt FROM visitor_salt')).toEqual([]);
  await look({ event_uuid: event.id });
  await app.quiesce();
  expect(await app.db.query('SELECT salt FROM visitor_salt')).not.toEqual([salt]);
  expect((await stats(host, event.id)).totals).toMatchObject({ views: 2, visitors: 2 });
});

test('someone who writes another source each time fills no table', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host);
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < sourcesPerDayMax; n++) await look({ event_uuid: event.id, ref: `word${round}-${n}` });
    await app.quiesce();
  }
  const rows = await app.db.query<{ source: string; views: number }>(
    'SELECT source, views FROM view_day WHERE event_id = $1 ORDER BY views DESC',
    [event.id],
  );
  expect(rows).toHaveLength(sourcesPerDayMax + 1);
  expect(rows[0]).toEqual({ source: 'other', views: sourcesPerDayMax });
});
