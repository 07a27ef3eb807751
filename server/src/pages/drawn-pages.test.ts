import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { pageRenderer } from '../../test/pages.ts';

const publicUrl = 'https://frontrow.example';
let pages: string;
let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'frontrow-pages-'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>alone</title>');
  app = await testApp({ config: { publicUrl }, overrides: { pages, pageRenderer: pageRenderer(publicUrl) } });
  host = await newHost(app);
});
afterAll(async () => {
  await app.close();
  rmSync(pages, { recursive: true, force: true });
});

const open = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers: { accept: 'text/html', ...headers } });

const metaOf = (html: string, key: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)">`).exec(html)?.[1];

const dataOf = (html: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as Record<string, unknown>;

test('the event page says everything without a script', async () => {
  const event = await newEvent(app, host, { title: 'Bass & loops', priceMinor: 1200, zone: 'Europe/Madrid' });
  const { statusCode, body, headers } = await open(`/event/${event.id}`);
  expect(statusCode).toBe(200);
  expect(headers['x-robots-tag']).toBeUndefined();
  expect(body).toContain('<title>Bass &amp; loops · Frontrow</title>');
  expect(body).toMatch(/<h1[^>]*>Bass &amp; loops<\/h1>/);
  expect(body).toContain('Everything about the evening.');
  expect(body).toContain('€13.10');
  expect(body).toContain('Madrid time');
  expect(body).toContain(`<link rel="canonical" href="${publicUrl}/event/${event.id}">`);
  expect(body).toContain(
    `<link rel="alternate" type="application/json+oembed" href="${publicUrl}/oembed?url=` +
      `${encodeURIComponent(`${publicUrl}/event/${event.id}`)}" title="Bass &amp; loops">`,
  );
  expect(metaOf(body, 'og:url')).toBe(`${publicUrl}/event/${event.id}`);
  expect(metaOf(body, 'og:image')).toMatch(new RegExp(`^${publicUrl}/event/${event.id}/preview\\.jpg\\?v=\\d+$`));
  expect(metaOf(body, 'twitter:card')).toBe('summary_large_image');
  expect(metaOf(body, 'description')).toContain('Everything about the evening.');
  expect(dataOf(body)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Bass & loops',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'VirtualLocation', url: `${publicUrl}/event/${event.id}` },
    organizer: { '@type': 'Person', url: `${publicUrl}/${host.username}` },
    offers: { price: 13.1, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  });
});

test('before sales open, the data says from when, and the picture of a shared link has another address', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const [sale] = await app.db.query<{ at: Date }>(
    "UPDATE event SET sales_open_at = app_now() + interval '1 hour' WHERE id = $1 RETURNING sales_open_at AS at",
    [event.id],
  );
  const validFrom = sale!.at.toISOString();
  const before = (await open(`/event/${event.id}`)).body;
  expect(dataOf(before)).toMatchObject({ offers: { availability: 'https://schema.org/PreOrder', validFrom } });
  await app.clock.advance(hours(1));
  const after = (await open(`/event/${event.id}`)).body;
  expect(dataOf(after)).toMatchObject({ offers: { availability: 'https://schema.org/InStock', validFrom } });
  expect(metaOf(after, 'og:image')).not.toBe(metaOf(before, 'og:image'));
});

test('while an event is live, its data says that it is a live broadcast', async () => {
  const [live, ahead] = [await newEvent(app, host, { state: 'live', title: 'On air' }), await newEvent(app, host)];
  expect(dataOf((await open(`/event/${live.id}`)).body)).toMatchObject({
    '@type': 'Event',
    subjectOf: {
      '@type': 'VideoObject',
      name: 'On air',
      thumbnailUrl: [`${publicUrl}/media/covers/test-1280.webp`],
      publication: { '@type': 'BroadcastEvent', isLiveBroadcast: true },
    },
  });
  expect(dataOf((await open(`/event/${ahead.id}`)).body)).not.toHaveProperty('subjectOf');
});

test('only a paid ticket is promised a refund', async () => {
  const [paid, free] = [await newEvent(app, host, { priceMinor: 1200 }), await newEvent(app, host)];
  expect((await open(`/event/${paid.id}`)).body).toContain('Full refund if the host');
  expect((await open(`/event/${free.id}`)).body).not.toContain('Full refund');
});

test('a finished event says so, and the description comes before the price', async () => {
  const over = await newEvent(app, host, { state: 'finished', priceMinor: 1200 });
  expect((await open(`/event/${over.id}`)).body).toContain('This event has ended');
  const ahead = (await open(`/event/${(await newEvent(app, host, { priceMinor: 1200 })).id}`)).body;
  expect(ahead).not.toContain('This event has ended');
  const page = ahead.slice(ahead.indexOf('<h1'));
  expect(page.indexOf('Everything about the evening.')).toBeLessThan(page.indexOf('€13.10'));
});

test('the address of no one says that there is no such user', async () => {
  const { statusCode, body } = await open('/nobodyknows');
  expect([statusCode, body]).toEqual([404, expect.stringContaining('User not found')]);
  expect((await open('/nobody/knows')).body).not.toContain('User not found');
});

test('a date of another year than the clock’s says which, where the event is', async () => {
  const another = await newHost(app);
  const aheadMs = hours(9);
  const next = new Date(app.clock.now() + aheadMs).getUTCFullYear() + 1;
  const turn = Date.UTC(next, 0, 1) - aheadMs;
  const at = async (when: number) => {
    const event = await newEvent(app, another, { zone: 'Asia/Tokyo' });
    await app.db.query(
      `UPDATE event SET (starts_at, original_starts_at, local_start) = (SELECT at, at, at AT TIME ZONE tz
        FROM to_timestamp($2) at)
       WHERE id = $1`,
      [event.id, when / 1000],
    );
    return event;
  };
  const before = await at(turn - minutes(15));
  const after = await at(turn);

  const last = await open(`/event/${before.id}`);
  expect(metaOf(last.body, 'description')).toMatch(/day 31 December, 23:45/);
  expect(last.body).toMatch(/<time [^>]*>\w+day 31 December<!-- -->, <!-- -->23:45/);
  const first = await open(`/event/${after.id}`);
  expect(metaOf(first.body, 'description')).toContain(`day 1 January ${next}, 00:00`);
  expect(first.body).toMatch(new RegExp(`<time [^>]*>\\w+day 1 January ${next}<!-- -->, <!-- -->00:00`));

  const { body: cards } = await open(`/${another.username}`);
  expect(cards).toMatch(/On \w+day 31 December<.*?>Dec<.*?>31<\/span><\/span>/);
  expect(cards).toMatch(new RegExp(`On \\w+day 1 January ${next}<.*?>Jan<.*?>1<.*?>${next}</span></span>`));
});

test('no script of ours stands in the page, and nothing personal', async () => {
  const event = await newEvent(app, host);
  const { body } = await open(`/event/${event.id}`, { 'access-token': host.token });
  for (const [, attributes] of body.matchAll(/<script([^>]*)>/g))
    expect(attributes).toMatch(/src=|type="application\//);
  expect(body).not.toContain('Private information');
  expect(body).toContain('Log in or sign up');
});

test('title, description, tags, name and bio cannot leave their place', async () => {
  const title = `</script><script>alert(1)</script><!--$&`;
  await app.db.query('UPDATE app_user SET name = $2, bio = $2 WHERE id = $1', [host.id, title]);
  const event = await newEvent(app, host, {
    title,
    description: `</title>${title}`,
    tags: ['<img src=x onerror=alert(1)>'],
  });
  const { body } = await open(`/event/${event.id}`);
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain('</title><');
  expect(body).not.toContain('<img src=x');
  expect(dataOf(body)['name']).toBe(title);
  const state = /<script type="application\/json" id="first-page">(.*?)<\/script>/s.exec(body)![1]!;
  expect(state).not.toContain('<');
  expect(state).toContain(JSON.stringify(title).slice(1, -1).replaceAll('<', '\\u003c'));

  const ofHost = (await open(`/${host.username}`)).body;
  expect(ofHost).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(ofHost).not.toContain('<script>alert');
});

test.each([
  ['host', undefined],
  ['no_show', 'didn’t start the event.'],
  ['admin', 'Frontrow cancelled the event.'],
] as const)('a cancelled event says so, and why (%s)', async (cancelled, why) => {
  const event = await newEvent(app, host, { cancelled });
  const { body } = await open(`/event/${event.id}`);
  expect(dataOf(body)).toMatchObject({
    eventStatus: 'https://schema.org/EventCancelled',
    offers: { availability: 'https://schema.org/SoldOut' },
  });
  expect(body.split('This event was cancelled')).toHaveLength(2);
  expect(/didn’t start the event\.|Frontrow cancelled the event\./.exec(body)?.[0]).toBe(why);
});

test('an event that was moved says from when', async () => {
  const event = await newEvent(app, host);
  const [moved] = await app.db.query<{ from: Date; to: Date }>(
    `UPDATE event SET starts_at = starts_at + interval '1 day', local_start = local_start + interval '1 day',
      reschedules = 1,
       rescheduled_at = app_now() WHERE id = $1 RETURNING original_starts_at AS from, starts_at AS to`,
    [event.id],
  );
  const { body } = await open(`/event/${event.id}`);
  expect(dataOf(body)).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    startDate: moved!.to.toISOString(),
    previousStartDate: moved!.from.toISOString(),
  });
  expect(body).toContain('Rescheduled from ');
});

test('an unlisted event is there for who has the link, and for no search engine', async () => {
  const event = await newEvent(app, host, { isPublic: false, title: 'A quiet evening' });
  const { statusCode, body, headers } = await open(`/event/${event.id}`);
  expect([statusCode, headers['x-robots-tag'], metaOf(body, 'robots')]).toEqual([200, 'noindex', 'noindex']);
  expect(body).not.toContain('rel="canonical"');
  expect((await open('/')).body).not.toContain('A quiet evening');
});

test.each([
  ['/event/' + randomUUID(), 'an event nobody published'],
  ['/event/no-uuid', 'no uuid'],
  ['/no/such/seat', 'no page'],
  ['/nobody-hosts-here', 'no host'],
])('%s (%s) is the not-found page', async (url) => {
  const { statusCode, body, headers } = await open(url);
  expect([statusCode, headers['x-robots-tag'], metaOf(body, 'robots')]).toEqual([404, 'noindex', 'noindex']);
  expect(body).toContain('This seat doesn’t exist');
});

test('private pages are the browser’s alone, and not for search engines', async () => {
  const { statusCode, body, headers } = await open('/my_live_events');
  expect([statusCode, headers['x-robots-tag']]).toEqual([200, 'noindex']);
  expect(body).toContain('<title>alone</title>');
});

test('Discover lists public events, with one address for all its filters', async () => {
  const event = await newEvent(app, host, { title: 'Shown to everybody' });
  // A list is at most a second old.
  await app.clock.advance(1_001);
  const { statusCode, body } = await open('/?utm_source=mail');
  expect(statusCode).toBe(200);
  expect(body).toContain('Shown to everybody');
  expect(body).toContain(`href="/event/${event.id}"`);
  expect(body).toContain(`<link rel="canonical" href="${publicUrl}/">`);
  expect(dataOf(body)).toMatchObject({ '@type': 'WebSite', url: `${publicUrl}/` });
  const filtered = await open('/?price=free');
  expect(filtered.headers['x-robots-tag']).toBe('noindex');
  const nonsense = await open(`/?host=${'x'.repeat(41)}&date=1999&price=gold&lang=xx&category=puppets&live=yes`);
  expect(nonsense.body).toContain('Shown to everybody');
  expect(nonsense.headers['x-robots-tag']).toBeUndefined();
});

test('a host’s page says who it is', async () => {
  await newEvent(app, host, { title: 'The host’s next evening' });
  await app.clock.advance(1_001);
  const { statusCode, body } = await open(`/${host.username}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('The host’s next evening');
  expect(body).toContain(`<link rel="canonical" href="${publicUrl}/${host.username}">`);
  for (const [type, file] of [
    ['application/rss+xml', 'feed.xml'],
    ['text/calendar', 'calendar.ics'],
  ])
    expect(body).toContain(
      `<link rel="alternate" type="${type}" href="${publicUrl}/hosts/${host.username}/${file}" title="`,
    );
  expect(metaOf(body, 'og:type')).toBe('profile');
  expect(dataOf(body)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', alternateName: host.username, '@id': `${publicUrl}/${host.username}` },
  });
});

test('search is drawn as far as no one typed', async () => {
  const { statusCode, body, headers } = await open('/search');
  expect([statusCode, headers['x-robots-tag']]).toEqual([200, undefined]);
  expect(body).toContain('type="search"');
  expect((await open('/search?q=ramen')).headers['x-robots-tag']).toBe('noindex');
});

test.each([
  ['/search?q=gyoza+with+aunt', '“gyoza with aunt”'],
  ['/search/gyoza', '#gyoza'],
  ['/search/gyoza?q=mei', '“mei”'],
])('what %s finds is there without a script', async (url, title) => {
  const event = await newEvent(app, host, { title: 'Gyoza with Aunt Mei', tags: ['gyoza'] });
  await app.clock.advance(1_001);
  const { statusCode, body, headers } = await open(url);
  expect([statusCode, headers['x-robots-tag']]).toEqual([200, 'noindex']);
  expect(body).toContain(`<title>${title} `);
  expect(body).toContain(`href="/event/${event.id}"`);
});

test('an address that finds nothing says so, and one that only says where its reader came from is the start', async () => {
  expect((await open('/search?q=qqqqqqqq')).body).toContain('No results for');
  expect((await open('/search?utm_source=mail')).headers['x-robots-tag']).toBeUndefined();
});

test.each(['open mic', 'ünï & söns', 'a/b', '100%', '<b>'])('the tag %s is drawn as it is called', async (tag) => {
  const { body } = await open(`/search/${encodeURIComponent(tag)}`);
  const heading = /<h1[^>]*>([^<]*)</.exec(body)?.[1];
  expect(heading).toBe(`#${tag.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}`);
});

test.each([
  ['/terms/service', 'Terms of service'],
  ['/terms/privacy', 'Privacy'],
])('%s is drawn', async (url, title) => {
  const { statusCode, body } = await open(url);
  expect(statusCode).toBe(200);
  expect(body).toContain(`<title>${title}`);
  expect(body).toContain(`<link rel="canonical" href="${publicUrl}${url}">`);
});

test('the same page is sent again until a fact changes, then another one', async () => {
  const event = await newEvent(app, host, { title: 'Before' });
  const first = await open(`/event/${event.id}`);
  const etag = String(first.headers.etag);
  const again = await open(`/event/${event.id}?utm_source=mail`, { 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } })).toMatchObject({
    status: 200,
  });
  const changed = await open(`/event/${event.id}`, { 'if-none-match': etag });
  expect(changed.statusCode).toBe(200);
  expect(changed.body).toContain('EventCancelled');
});

test('a change of another process shows within a second, and a page never grows older than a minute', async () => {
  const event = await newEvent(app, host, { title: 'Then' });
  const first = await open(`/event/${event.id}`);
  await app.db.query(`UPDATE event SET title = 'Now', version = version + 1 WHERE id = $1`, [event.id]);
  await app.clock.advance(1_001);
  const second = await open(`/event/${event.id}`);
  expect(second.body).toContain('<title>Now · Frontrow</title>');
  expect(second.headers.etag).not.toBe(first.headers.etag);
  await app.clock.advance(minutes(2));
  expect((await open(`/event/${event.id}`)).headers.etag).not.toBe(second.headers.etag);
});

test('a page is compressed for clients that accept it', async () => {
  const { headers, rawPayload } = await open('/terms/service', { 'accept-encoding': 'gzip, br' });
  expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'accept-encoding, accept-language, cookie']);
  expect(brotliDecompressSync(rawPayload).toString()).toContain('Terms of service');
  expect((await open('/terms/service', { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
});
