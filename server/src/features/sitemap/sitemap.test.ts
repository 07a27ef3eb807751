import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { copiesOf, newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';

const publicUrl = 'https://frontrow.example';
let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp({ config: { publicUrl } });
  host = await newHost(app);
});
afterAll(() => app.close());

const placesOf = (xml: string): string[] => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]!);
const open = async (url: string) => {
  const { statusCode, headers, body } = await app.http.inject(url);
  return { statusCode, type: headers['content-type'], places: placesOf(body), body };
};

test('everything public stands in a chunk of the index, and nothing else', async () => {
  const shown = await newEvent(app, host);
  const unlisted = await newEvent(app, host, { isPublic: false });
  const cancelled = await newEvent(app, host, { cancelled: 'host' });
  const over = await newEvent(app, host, { state: 'finished' });
  const viewer = await newViewer(app);
  const index = await open('/sitemap.xml');
  expect([index.statusCode, index.type]).toEqual([200, 'application/xml; charset=utf-8']);
  const chunks = await Promise.all(index.places.map((place) => open(place.slice(publicUrl.length))));
  const places = chunks.flatMap((chunk) => chunk.places);
  expect(places).toContain(`${publicUrl}/`);
  expect(places).toContain(`${publicUrl}/event/${shown.id}`);
  expect(places).toContain(`${publicUrl}/event/${over.id}`);
  expect(places).toContain(`${publicUrl}/${host.username}`);
  expect(places.filter((place) => place.includes(unlisted.id) || place.includes(cancelled.id))).toEqual([]);
  expect(places).not.toContain(`${publicUrl}/${viewer.username}`);
});

test('a chunk covers fifty thousand numbers and is read in batches', async () => {
  await copiesOf(app, await newEvent(app, host), 1010);
  const first = await open('/sitemap/events-0.xml');
  expect(first.places.length).toBeGreaterThan(1010);
  expect(new Set(first.places).size).toBe(first.places.length);
  await app.db.query(
    `UPDATE event SET ide = 50001 WHERE id = (SELECT id FROM event WHERE is_public AND cancelled_at IS NULL LIMIT 1)`,
  );
  expect((await open('/sitemap.xml')).places).toContain(`${publicUrl}/sitemap/events-1.xml`);
  expect((await open('/sitemap/events-1.xml')).places).toHaveLength(1);
});

test.each(['/sitemap/nothing.xml', '/sitemap/events-.xml', '/sitemap/events-999999.xml'])('%s is none', async (url) => {
  expect((await open(url)).statusCode).toBe(404);
});

test('robots.txt says where the sitemap is and leaves every public page open', async () => {
  const { statusCode, type, body } = await open('/robots.txt');
  expect([statusCode, type]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  expect(body).not.toMatch(/Disallow: \/(event|search)?\n/);
});
