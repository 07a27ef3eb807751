import { favoritesMax } from '@frontrow/core/hosts/host-profile.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const keep = (who: TestActor, event_uuid: string, favorite = true) =>
  app.call('POST /events/favorite', { as: who.token, body: { event_uuid, favorite } });
const list = (who: TestActor, query: Record<string, string> = {}) =>
  app.call('GET /events/favorites', { as: who.token, query });

test('favorites are for people who can log in, and for events that exist', async () => {
  const event = await newEvent(app, host);
  const guest = await newGuest(app, event.id);
  const viewer = await newViewer(app);
  expect((await app.call('POST /events/favorite', { body: { event_uuid: event.id, favorite: true } })).status).toBe(
    401,
  );
  expect((await keep(guest, event.id)).status).toBe(403);
  expect((await keep(viewer, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await list(viewer, { cursor: 'nonsense' })).errors[0]?.code).toBe('bad_input');
});

test('saving an event twice saves it once, for this person alone, until they remove it', async () => {
  const event = await newEvent(app, host);
  const [viewer, other] = [await newViewer(app), await newViewer(app)];
  for (let n = 0; n < 2; n++) expect((await keep(viewer, event.id)).data).toEqual({ favorite: true });
  const marks = async (who: TestActor): Promise<string[]> =>
    (await app.call('GET /user/favorites', { as: who.token })).data.event_uuids;
  expect([await marks(viewer), await marks(other)]).toEqual([[event.id], []]);
  for (let n = 0; n < 2; n++) expect((await keep(viewer, event.id, false)).data).toEqual({ favorite: false });
  expect(await marks(viewer)).toEqual([]);
});

test('favorites come newest first, page by page, also those that are over', async () => {
  const viewer = await newViewer(app);
  const kept: string[] = [];
  for (let n = 0; n < 14; n++) {
    const event = await newEvent(app, host, n === 0 ? { state: 'finished' } : {});
    await keep(viewer, event.id);
    kept.unshift(event.id);
  }
  const first = (await list(viewer)).data;
  const second = (await list(viewer, { cursor: first.next_cursor! })).data;
  expect([...first.events, ...second.events].map((card) => card.event.event_uuid)).toEqual(kept);
  expect(second.next_cursor).toBeNull();
});

test('at the maximum another is refused, and one that is kept already stays', async () => {
  const [viewer, kept, another] = [await newViewer(app), await newEvent(app, host), await newEvent(app, host)];
  await app.db.query('ALTER TABLE favorite DISABLE TRIGGER ALL');
  await app.db.query(
    `INSERT INTO favorite (user_id, event_id) SELECT $1, gen_random_uuid() FROM generate_series(2, ${favoritesMax})`,
    [viewer.id],
  );
  await app.db.query('ALTER TABLE favorite ENABLE TRIGGER ALL');
  for (let n = 0; n < 2; n++) expect((await keep(viewer, kept.id)).data).toEqual({ favorite: true });
  expect((await keep(viewer, another.id)).errors[0]?.code).toBe('too_many_favorites');
});
