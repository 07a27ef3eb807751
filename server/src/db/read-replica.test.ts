import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../test/actors.ts';
import { newEvent, type TestEvent } from '../../test/events.ts';
import { freshDatabase, testApp, type TestApp, until } from '../../test/harness.ts';

/** A copy that nothing reaches any more, where lists are read: what it lacks was read from the primary. */
let copy: Awaited<ReturnType<typeof freshDatabase>>;
let app: TestApp;
let host: TestActor;
let event: TestEvent;
let title: string;
beforeAll(async () => {
  copy = await freshDatabase();
  app = await testApp({ config: { databaseReadUrl: copy.url } });
  host = await newHost(app);
  event = await newEvent(app, host);
  title = (await app.db.one<{ title: string }>('SELECT title FROM event WHERE id = $1', [event.id]))!.title;
});
afterAll(async () => {
  await app.close();
  await copy.drop();
});

/** How many each list has: Discover, search, hosts. */
async function listed(cookie?: string): Promise<readonly [number, number, number]> {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const [events, found, hosts] = await Promise.all([
    app.call('GET /events', { headers }),
    app.call('GET /search', { query: { q: title }, headers }),
    app.call('GET /hosts', { headers }),
  ]);
  expect([events.status, found.status, hosts.status]).toEqual([200, 200, 200]);
  return [events.data.events.length, found.data.events.length, hosts.data.hosts.length];
}

test('lists are read from the replica, and from the primary for people who have just written', async () => {
  await until('the replica is read', async () => (await listed()).join() === '0,0,0');
  const wrote = await app.call('POST /events/favorite', {
    as: host.token,
    body: { event_uuid: event.id, favorite: true },
  });
  const cookie = String(wrote.headers['set-cookie']);
  expect(cookie).toMatch(/^frontrow-wrote=1; Path=\/; Max-Age=6; HttpOnly; SameSite=Strict$/);
  expect(await listed(cookie.split(';')[0])).toEqual([1, 1, 1]);
  expect(await listed('other=1; frontrow-wrote=1')).toEqual([1, 1, 1]);
  expect(await listed('not-frontrow-wrote=1')).toEqual([0, 0, 0]);
});

test('who only reads, or is refused, gets no cookie', async () => {
  expect((await app.call('GET /events')).headers['set-cookie']).toBeUndefined();
  const refused = await app.call('POST /events/favorite', { body: { event_uuid: event.id, favorite: true } });
  expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined]);
});

test('a replica that is gone costs nobody a list', async () => {
  await copy.drop();
  await app.clock.advance(2_000);
  expect(await listed()).toEqual([1, 1, 1]);
});

test('without a replica nobody gets a cookie', async () => {
  const plain = await testApp();
  const person = await newHost(plain);
  const its = await newEvent(plain, person);
  const kept = await plain.call('POST /events/favorite', {
    as: person.token,
    body: { event_uuid: its.id, favorite: true },
  });
  expect([kept.status, kept.headers['set-cookie']]).toEqual([200, undefined]);
  await plain.close();
});
