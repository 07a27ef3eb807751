import { days } from '@frontrow/core/kernel/instant.ts';
import { XmlDocument } from 'libxml2-wasm';
import { parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';

const publicUrl = 'https://frontrow.example';
let app: TestApp;
beforeAll(async () => void (app = await testApp({ config: { publicUrl } })));
afterAll(() => app.close());

/** A strict parser judges the bytes, a reader's parser what is in them. */
async function read(username: string) {
  const answer = await app.http.inject(`/hosts/${username}/feed.xml`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  XmlDocument.fromString(answer.body).dispose();
  return parseRssFeed(answer.body);
}

test('the RSS of a host has their public events, the last published first', async () => {
  const host = await newHost(app);
  const first = await newEvent(app, host, { title: 'First', priceMinor: 1200, tags: ['jazz', 'r&b'] });
  await newEvent(app, host, { title: 'Unlisted', isPublic: false });
  await app.clock.advance(60_000);
  const second = await newEvent(app, host, { title: 'Second' });
  const feed = await read(host.username);
  expect(feed).toMatchObject({ link: `${publicUrl}/${host.username}`, ttl: 60 });
  expect(feed.atom?.links).toContainEqual({
    href: `${publicUrl}/hosts/${host.username}/feed.xml`,
    rel: 'self',
    type: 'application/rss+xml',
  });
  expect(feed.items?.map(({ title, link, guid }) => [title, link, guid?.value])).toEqual(
    [
      ['Second', second],
      ['First', first],
    ].map(([title, event]) => {
      const url = `${publicUrl}/event/${(event as { id: string }).id}`;
      return [title, url, url];
    }),
  );
  expect(feed.items?.[1]?.description).toContain('€13.10');
  expect(feed.items?.[0]?.description).toContain('Free');
  expect(feed.items?.[1]?.categories?.map(({ name }) => name)).toEqual(['jazz', 'r&b']);
  const dates = feed.items!.map(({ pubDate }) => Date.parse(String(pubDate)));
  expect(dates[0]! - dates[1]!).toBeGreaterThanOrEqual(59_000);
});

test('whatever people write stays text, and the feed stays XML', async () => {
  const host = await newHost(app);
  const title = 'Tea & <b>"cake"</b> ]]> \u0001\u000B\uFFFE 猫 مرحبا 🎷';
  await newEvent(app, host, { title, description: '<script>alert(1)</script>\n\nTwo ]]> lines & more\u0008' });
  const [item] = (await read(host.username)).items!;
  expect(item!.title).toBe('Tea & <b>"cake"</b> ]]>     猫 مرحبا 🎷');
  expect(item!.description).toContain(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p><p>Two ]]&gt; lines &amp; more </p>',
  );
});

test('a title may have the end of a CDATA section in it as often as people like', async () => {
  const host = await newHost(app);
  const titles = ['x ]]> y ]]> z', 'a[b[0]]>c[d[1]]>e[f[2]]>0', ']]>]]>', '<![CDATA[x]]]>]]>]'];
  for (const title of titles) await newEvent(app, host, { title });
  expect(new Set((await read(host.username)).items!.map(({ title }) => title))).toEqual(new Set(titles));
});

test('moved and cancelled events say so, and the same feed is not sent twice', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host, { title: 'Evening' });
  const url = `/hosts/${host.username}/feed.xml`;
  const etag = String((await app.http.inject(url)).headers['etag']);
  await app.clock.advance(60_000);
  expect((await app.http.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  const row = await app.db.one<{ at: Date; hour: string }>(
    "SELECT starts_at AS at, to_char(local_start, 'HH24:MI') AS hour FROM event WHERE id = $1",
    [event.id],
  );
  await app.call('POST /events/reschedule', {
    as: host.token,
    body: { event_uuid: event.id, event_date: row!.at.getTime() + days(1), event_start_hour: row!.hour },
  });
  expect((await read(host.username)).items![0]!.title).toBe('New date: Evening');
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
  expect((await read(host.username)).items![0]!.title).toBe('Cancelled: Evening');
});

test('a host without events has an empty feed, and an unknown one has none', async () => {
  expect((await read((await newHost(app)).username)).items ?? []).toEqual([]);
  expect((await app.http.inject('/hosts/no-such-host/feed.xml')).statusCode).toBe(404);
});
