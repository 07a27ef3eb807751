import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent, type EventTraits } from '../../../test/events.ts';
import { testApp, type TestAnswer, type TestApp } from '../../../test/harness.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { createEventPages } from './event-pages.ts';

const hand = 'events and members are written by hand';
let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp({ apart: { S02: hand, S03: hand, R09: hand } });
  host = await newHost(app);
});
afterAll(() => app.close());

const page = (id: string, headers: Record<string, string> = {}): Promise<TestAnswer<AnswerOf<'GET /events/:id'>>> =>
  app.call('GET /events/:id', { params: { id }, headers });
const list = async (owner: TestActor, query: Record<string, string> = {}): Promise<string[]> =>
  (await app.call('GET /events', { query: { host: owner.username, ...query } })).data.events.map(
    (card) => card.event.event_uuid,
  );
const event = async (traits: EventTraits = {}, owner = host): Promise<string> =>
  (await newEvent(app, owner, traits)).id;

describe('the event page', () => {
  test('the page of an unknown event is not found', async () => {
    const answer = await page('00000000-0000-4000-8000-000000000000');
    expect([answer.status, answer.errors[0]!.message]).toEqual([404, 'Sorry, we could not find that event.']);
    expect((await page('not-a-uuid')).status).toBe(400);
  });

  test('the event page is answered with 304 until something changes', async () => {
    const id = await event();
    const first = await page(id);
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await page(id, { 'if-none-match': tag });
      expect([again.status, again.data]).toEqual([304, undefined]);
    }
    await app.db.query("UPDATE event SET title = 'Another evening', version = version + 1 WHERE id = $1", [id]);
    await app.clock.advance(900);
    const changed = await page(id, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.data.event.event_title).toBe('Another evening');
    expect(changed.headers['etag']).not.toBe(etag);
  });

  test('the event page shows a change of this process at once, one of another process within a second', async () => {
    const id = await event();
    await page(id);
    await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: id } });
    expect((await page(id)).data.event.event_cancelled).toBe(true);

    const other = createEventPages(app.kit);
    const shown = async (): Promise<boolean> => (await other.page(id))!.body.includes('"event_title":"From afar"');
    expect(await shown()).toBe(false);
    await app.db.query("UPDATE event SET title = 'From afar', version = version + 1 WHERE id = $1", [id]);
    await app.clock.advance(250);
    await other.refresh();
    expect(await shown()).toBe(true);
  });

  test('the event page has the same ETag from every process', async () => {
    const id = await event();
    const here = await page(id);
    expect((await createEventPages(app.kit).page(id))!.etag).toBe(here.headers['etag']);
  });

  test('the event page shows a change that was made while it was being built', async () => {
    const id = await event();
    const pages = createEventPages(app.kit);
    const early = pages.page(id);
    await app.db.query("UPDATE event SET title = 'Just now', version = version + 1 WHERE id = $1", [id]);
    pages.expire(id);
    await early;
    expect((await pages.page(id))!.body.includes('"event_title":"Just now"')).toBe(true);
  });

  test('the page of a deleted event is no longer found', async () => {
    const id = await event();
    await page(id);
    await app.db.query('DELETE FROM event WHERE id = $1', [id]);
    await app.clock.advance(900);
    expect((await page(id)).status).toBe(404);
  });

  test('the event page counts the viewers of a live event, without its host', async () => {
    const id = await event({ state: 'live' });
    await app.db.query('INSERT INTO room (event_id) VALUES ($1)', [id]);
    for (const person of [host, await newViewer(app), await newViewer(app)])
      await app.db.query(
        "INSERT INTO room_member (event_id, user_id, seat_until) VALUES ($1, $2, app_now() + interval '1 minute')",
        [id, person.id],
      );
    expect((await page(id)).data.watching).toBe(2);
  });
});

describe('lists', () => {
  test('lists have public events that are not over, past ones on request, and never cancelled ones', async () => {
    const owner = await newHost(app, { massive: true });
    const later = await event({ startsInMs: hours(5) }, owner);
    const soon = await event({ startsInMs: hours(1), kind: 'broadcast' }, owner);
    const live = await event({ startsInMs: -minutes(5), state: 'live' }, owner);
    const past = await event({ startsInMs: -hours(30), state: 'finished' }, owner);
    await event({ startsInMs: hours(2), isPublic: false }, owner);
    await event({ cancelled: 'host' }, owner);
    expect(await list(owner)).toEqual([live, soon, later]);
    expect(await list(owner, { live_now: 'true' })).toEqual([live]);
    expect(await list(owner, { past: '1' })).toEqual([past]);
    const mine = async (scope: string): Promise<number> =>
      (await app.call('GET /events/mine', { as: owner.token, query: { scope } })).data.events.length;
    expect([await mine('upcoming'), await mine('happening'), await mine('past')]).toEqual([3, 1, 2]);
  });

  test('the price filter compares prices of one currency only', async () => {
    const owner = await newHost(app);
    const free = await event({ startsInMs: hours(1) }, owner);
    const euros = await event({ startsInMs: hours(2), priceMinor: 1000 }, owner);
    const yen = await event({ startsInMs: hours(3), priceMinor: 900, currency: 'JPY' }, owner);
    expect(await list(owner, { price_max: '20' })).toEqual([free, euros]);
    expect(await list(owner, { price_max: '1100', currency: 'JPY' })).toEqual([free, yen]);
    expect(await list(owner, { price_max: '20', currency: 'USD' })).toEqual([free]);
    expect((await app.call('GET /events', { query: { currency: 'SEK' } })).status).toBe(400);
  });

  test('filters: free, all-in price, days, language, category, tag', async () => {
    const owner = await newHost(app);
    const free = await event({ startsInMs: hours(1), langIdes: [1], categoryIde: 2, tags: ['Jazz'] }, owner);
    const ten = await event({ startsInMs: hours(2), priceMinor: 1000, langIdes: [1, 3], categoryIde: 1 }, owner);
    const gated = await event({ startsInMs: hours(3), openingTicketing: false }, owner);
    expect(await list(owner, { free: 'true' })).toEqual([free]);
    await app.db.query('UPDATE event SET opening_ticketing = true WHERE id = $1', [gated]);
    await app.clock.advance(1_001);
    expect(await list(owner, { free: 'true' })).toEqual([free, gated]);
    await app.db.query('DELETE FROM event WHERE id = $1', [gated]);
    expect(await list(owner, { price_max: '10.99' })).toEqual([free]);
    expect(await list(owner, { price_max: '11' })).toEqual([free, ten]);
    expect(await list(owner, { from: String(app.clock.now() + minutes(90)) })).toEqual([ten]);
    expect(await list(owner, { to: String(app.clock.now() + minutes(90)) })).toEqual([free]);
    expect(await list(owner, { lang: '3' })).toEqual([ten]);
    expect(await list(owner, { category: '2' })).toEqual([free]);
    expect(await list(owner, { tag: 'jAZZ' })).toEqual([free]);
    expect(await list(owner, { tag: "' OR true --" })).toEqual([]);
  });

  test('lists have stable pages while events are added and removed, also with equal starts', async () => {
    const owner = await newHost(app);
    const all: string[] = [];
    for (let n = 0; n < 12; n++) all.push(await event({}, owner));
    await app.db.query("UPDATE event SET starts_at = app_now() + interval '2 hours' WHERE id = ANY ($1)", [all]);
    const ordered = (
      await app.db.query<{ id: string }>('SELECT id FROM event WHERE id = ANY ($1) ORDER BY starts_at, id', [all])
    ).map((row) => row.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let turn = 0; turn < 4; turn++) {
      const answer: TestAnswer<AnswerOf<'GET /events'>> = await app.call('GET /events', {
        query: { host: owner.username, limit: '5', ...(cursor && { cursor }) },
      });
      seen.push(...answer.data.events.map((card) => card.event.event_uuid));
      cursor = answer.data.next_cursor;
      // An event is added before the page, and one of the first page is removed.
      if (turn === 0) {
        await event({ startsInMs: minutes(30) }, owner);
        await app.call('POST /events/cancel', { as: owner.token, body: { event_uuid: ordered[1]! } });
      }
      if (!cursor) break;
    }
    expect(seen).toEqual(ordered);
  });

  test('lists refuse a cursor that we did not make', async () => {
    for (const cursor of ['x', Buffer.from("2026-01-01~'; --").toString('base64url')])
      expect((await app.call('GET /events', { query: { cursor } })).errors).toMatchObject([
        { code: 'bad_input', field: 'cursor' },
      ]);
  });

  test('lists of hosts begin with the newest, with the number of their upcoming events', async () => {
    const owner = await newHost(app);
    await event({}, owner);
    await event({ isPublic: false }, owner);
    const { data } = await app.call('GET /hosts', { query: { limit: '1' } });
    expect(data.hosts).toMatchObject([{ user: { user_username: owner.username }, upcoming_events: 1 }]);
  });

  test('lists of languages, categories and ticket types have the limits of the caller', async () => {
    expect((await app.call('GET /languages/all')).data.data.length).toBeGreaterThanOrEqual(10);
    expect((await app.call('GET /categories/all')).data.data.map((category) => category.category_slug)).toEqual([
      'music',
      'cooking',
      'fitness',
      'coding',
      'comedy',
      'language',
      'wellness',
      'art',
      'talk',
      'dance',
      'gaming',
    ]);
    const seats = async (as?: string): Promise<number[]> =>
      (await app.call('GET /tickets/types', as ? { as } : {})).data.map((type) => type.max_attendees);
    expect(await seats()).toEqual([49, 49, 49, 1000, 1000, 1000]);
    expect(await seats(host.token)).toEqual([49, 49, 49, 1000, 1000, 1000]);
    expect(await seats((await newHost(app, { massive: true })).token)).toEqual([49, 49, 49, 1000, 1000, 1000]);
  });
});

describe('the private panel', () => {
  test('the private panel is for the owner only', async () => {
    const id = await event();
    const panel = (as: string): Promise<TestAnswer<AnswerOf<'GET /events/:id/private'>>> =>
      app.call('GET /events/:id/private', { as, params: { id } });
    expect((await panel((await newHost(app)).token)).status).toBe(403);
    expect((await panel((await newViewer(app)).token)).status).toBe(403);
    expect((await panel(host.token)).data).toEqual({
      attendees: 0,
      gross_revenue: 0,
      ticketing_fee: 0,
      discounts: 0,
      complimentary_tickets: 0,
      complimentary: 0,
      refunds: 0,
      kept: 0,
      net_revenue: 0,
      refunded_tickets: 0,
      refunded: 0,
      disputed: 0,
      waiting: 0,
    });
  });
});
