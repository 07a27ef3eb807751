import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { eventsFeature, type Events } from './index.ts';

let app: TestApp;
let host: TestActor;
let events: Events;
beforeAll(async () => {
  app = await testApp({ apart: { S02: 'starts off the quarter of an hour are written past publishing' } });
  host = await newHost(app);
  events = eventsFeature(app.kit, { catalog: undefined as never });
});
afterAll(() => app.close());

const topics = async (eventUuid: string): Promise<string[]> =>
  (
    await app.db.query<{ topic: string }>("SELECT topic FROM outbox WHERE payload->>'eventUuid' = $1 ORDER BY id", [
      eventUuid,
    ])
  ).map((row) => row.topic);

test('an event is found with its host, and locked by one transaction at a time', async () => {
  const { id } = await newEvent(app, host, { priceMinor: 1000, capacity: 7 });
  const found = await events.find(app.db, id);
  expect(found).toMatchObject({
    hostUsername: host.username,
    kind: 0,
    state: 0,
    capacity: 7,
    sold: 0,
    priceMinor: 1000,
    currency: 'EUR',
    minFeeMinor: 50,
    feeBp: 500,
  });
  expect(found!.startsAt).toBeGreaterThan(found!.now + days(1) - minutes(15));
  await app.db.tx(async (tx) => {
    await events.lock(tx, id);
    await expect(app.db.query('SELECT 1 FROM event WHERE id = $1 FOR UPDATE NOWAIT', [id])).rejects.toMatchObject({
      code: '55P03',
    });
  });
});

test('a row that refers to a locked event can be written, so that a room never waits for its event', async () => {
  const { id } = await newEvent(app, host, { startsInMs: minutes(5) });
  await app.db.tx(async (tx) => {
    await events.lock(tx, id);
    expect(await app.db.query('SELECT id FROM event WHERE id = $1 FOR KEY SHARE NOWAIT', [id])).toHaveLength(1);
  });
});

test('an event moves by its machine, each move once, and records a fact for it', async () => {
  const { id } = await newEvent(app, host, { startsInMs: minutes(5) });
  const before = (await events.cards(app.db, [id]))[0]!.event.event_version;
  expect(await events.move(app.db, id, 'finish')).toBe(false);
  const both = await Promise.all([events.move(app.db, id, 'start'), events.move(app.db, id, 'start')]);
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(await events.move(app.db, id, 'cancel')).toBe(false);
  expect(await events.move(app.db, id, 'finish')).toBe(true);
  expect(await events.move(app.db, id, 'start')).toBe(false);
  expect(await topics(id)).toEqual(['EventStarted', 'EventFinished']);
  const [card] = await events.cards(app.db, [id]);
  expect(card!.event).toMatchObject({ event_state: 2, event_cancelled: false, event_version: before + 2 });
});

test('an event that no one started for an hour cannot be started any more', async () => {
  const { id } = await newEvent(app, host, { startsInMs: -minutes(60) });
  expect(await events.move(app.db, id, 'start')).toBe(false);
  expect(await events.move(app.db, id, 'cancel', 'no_show')).toBe(true);
  const [card] = await events.cards(app.db, [id]);
  expect(card!.event).toMatchObject({ event_state: 2, event_cancelled: true });
  expect(await topics(id)).toEqual(['EventCancelled']);
});

test('cards have the given order, without unknown events', async () => {
  const first = await newEvent(app, host, {
    kind: 'broadcast',
    tags: ['jazz', 'late'],
    langIdes: [1, 3],
    categoryIde: 1,
  });
  const second = await newEvent(app, host);
  const cards = await events.cards(app.db, [second.id, '00000000-0000-4000-8000-000000000000', first.id]);
  expect(cards.map((card) => card.event.event_uuid)).toEqual([second.id, first.id]);
  expect(cards[1]!.event).toMatchObject({
    event_tags: ['jazz', 'late'],
    event_lang_ides: [1, 3],
    event_category_ide: 1,
    event_num_tickets_free_streaming: 1000,
  });
  expect(cards[1]!.event).not.toHaveProperty('ticket');
  expect(cards[0]!.event).not.toHaveProperty('ticket_streaming');
});
