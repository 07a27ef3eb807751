import { hours } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestAnswer, type TestApp } from '../../../test/harness.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp({ apart: { S02: 'starts off the quarter of an hour are written past publishing' } });
  host = await newHost(app, { username: 'NoraVale' });
});
afterAll(() => app.close());

const page = (
  username: string,
  headers: Record<string, string> = {},
): Promise<TestAnswer<AnswerOf<'GET /hosts/:username'>>> =>
  app.call('GET /hosts/:username', { params: { username }, headers });

describe('who has a public page', () => {
  test('viewers, guests and erased hosts have no public page', async () => {
    const viewer = await newViewer(app);
    const guest = await newGuest(app, (await newEvent(app, host)).id);
    const erased = await newHost(app);
    await app.db.query('UPDATE app_user SET erased_at = app_now() WHERE id = $1', [erased.id]);
    for (const name of [
      'nobody-at-all',
      viewer.username,
      guest.username,
      erased.username,
      '<script>',
      '%00',
      '../..',
    ]) {
      const answer = await page(name);
      expect([name, answer.status, answer.errors[0]?.message]).toEqual([name, 404, 'User not found']);
    }
  });

  test('a host is found however the name is typed, but not by a look-alike name', async () => {
    for (const name of ['NoraVale', 'noravale', 'NORAVALE', 'ｎｏｒａｖａｌｅ'])
      expect((await page(name)).data.user.user_username).toBe('NoraVale');
    for (const name of ['n0ravale', 'noravaie', 'nоrаvаle']) expect((await page(name)).status).toBe(404);
  });
});

test('a host’s page lists events by time, without unlisted and cancelled ones', async () => {
  const owner = await newHost(app);
  const soon = await newEvent(app, owner, { startsInMs: hours(1) });
  const live = await newEvent(app, owner, { startsInMs: -hours(1), state: 'live' });
  const past = await newEvent(app, owner, { startsInMs: -hours(30), state: 'finished' });
  await newEvent(app, owner, { startsInMs: hours(2), isPublic: false });
  await newEvent(app, owner, { startsInMs: -hours(50), state: 'finished', isPublic: false });
  await newEvent(app, owner, { cancelled: 'host' });
  const { data } = await page(owner.username);
  const ids = (list: typeof data.upcoming): string[] => list.events.map((card) => card.event.event_uuid);
  expect([ids(data.upcoming), ids(data.past), data.host.host_events]).toEqual([[live.id, soon.id], [past.id], 1]);
});

test('a host with more than one page continues with the list of events', async () => {
  const owner = await newHost(app);
  for (let n = 0; n < 14; n++) await newEvent(app, owner, { startsInMs: hours(n + 1) });
  const { upcoming } = (await page(owner.username)).data;
  const rest = await app.call('GET /events', { query: { host: owner.username, cursor: upcoming.next_cursor! } });
  const all = [...upcoming.events, ...rest.data.events].map((card) => card.event.event_uuid);
  expect([all.length, new Set(all).size, rest.data.next_cursor]).toEqual([14, 14, null]);
});

test('a host’s page is sent again only when it has changed', async () => {
  const first = await page(host.username);
  const etag = String(first.headers['etag']);
  expect((await page(host.username, { 'if-none-match': etag })).status).toBe(304);
  await app.db.query("UPDATE app_user SET bio = 'New strings' WHERE id = $1", [host.id]);
  await app.clock.advance(1_100);
  const changed = await page(host.username, { 'if-none-match': etag });
  expect([changed.status, changed.data.host.host_bio]).toEqual([200, 'New strings']);
});

test('hostile words travel as text', async () => {
  const owner = await newHost(app);
  const hostile = '<img src=x onerror=alert(1)> javascript:alert(1)';
  await app.db.query('UPDATE app_user SET bio = $2, name = $2 WHERE id = $1', [owner.id, hostile]);
  const answer = await page(owner.username);
  expect(String(answer.headers['content-type'])).toContain('application/json');
  expect(answer.data.host.host_bio).toBe(hostile);
});

describe('what the page says', () => {
  const edit = (as: string, fields: object) =>
    app.call('POST /influencer/profile', { as, body: { bio: 'Songs.', lang_ides: [], links: [], ...fields } });

  test('only hosts can change the page, with each refusal at its field', async () => {
    const viewer = await newViewer(app);
    expect((await edit(viewer.token, {})).errors[0]?.message).toBe('Only hosts can do that.');
    const owner = await newHost(app);
    expect((await edit(owner.token, { bio: 'a'.repeat(501) })).errors[0]).toMatchObject({
      code: 'bio_too_long',
      field: 'bio',
    });
    expect((await edit(owner.token, { links: ['javascript:alert(1)'] })).errors[0]).toMatchObject({
      code: 'web_link_invalid',
      field: 'links',
    });
    expect((await edit(owner.token, { lang_ides: [999] })).errors[0]).toMatchObject({ field: 'lang_ides' });
    expect((await page(owner.username)).data.host.host_bio).toBe('');
  });

  test('the page shows a change immediately', async () => {
    const owner = await newHost(app);
    await page(owner.username);
    const kept = { host_bio: 'Songs.', host_lang_ides: [2, 1], host_links: ['https://songs.example'] };
    expect((await edit(owner.token, { lang_ides: [2, 1], links: ['songs.example'] })).data).toEqual(kept);
    expect((await page(owner.username)).data.host).toMatchObject(kept);
  });
});
