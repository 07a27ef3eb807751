import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../test/harness.ts';
import { expectInvariants } from '../../test/invariants.ts';
import { demoCoverKey } from './covers.ts';
import { recordedRoomSlug, replayedSlug } from './schedule/past.ts';
import { seedDemoReplays } from './replay.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ config: { demo: true } });
  await seedDemo(app.kit);
});
afterAll(() => app.close());

const logIn = async (email: string): Promise<string> =>
  (await app.call('POST /auth/login', { body: { email, password: 'frontrow-demo' } })).data.access_token!;
const eventId = async (slug = replayedSlug): Promise<string> =>
  (await app.db.one<{ id: string }>('SELECT id FROM event WHERE cover_key = $1 AND replay_of IS NULL', [
    demoCoverKey(slug),
  ]))!.id;

test('the demo’s host sells a replay with its chat; a deleted one does not come back', async () => {
  const uuid = await eventId();
  const as = await logIn('host@frontrow.test');
  const replay = async () => (await app.call('GET /events/:uuid/replay', { as, params: { uuid } })).data.replay;
  const [part] = (await replay())!.parts;
  expect(part!.length_ms).toBe(30_000);
  const video = await app.http.inject(part!.url);
  expect(video.statusCode).toBe(200);
  expect(video.rawPayload.subarray(4, 8).toString()).toBe('ftyp');
  const query = { from: String(part!.begins_at), to: String(part!.begins_at + part!.length_ms) };
  const chat = await app.call('GET /events/:uuid/replay/chat', { as, params: { uuid }, query });
  expect(chat.data.messages.length).toBeGreaterThan(5);
  const stranger = await logIn('viewer@frontrow.test');
  expect((await app.call('GET /events/:uuid/replay', { as: stranger, params: { uuid } })).data).toMatchObject({
    watch: 'preview',
    length_ms: 30_000,
    offer: { price: 6 },
  });
  await expectInvariants(app);
  await seedDemo(app.kit);
  expect((await replay())!.parts).toHaveLength(1);
  // The event of the replay on sale has the same cover, but no one was ever in it.
  expect(
    await app.db.query('SELECT 1 FROM room r JOIN event e ON e.id = r.event_id WHERE e.replay_of IS NOT NULL'),
  ).toEqual([]);
  expect((await app.call('POST /events/replay/remove', { as, body: { event_uuid: uuid } })).status).toBe(200);
  await seedDemoReplays(app.kit);
  expect(await replay()).toBeNull();
});

test('a viewer of a recorded room finds everyone’s tracks, their own turn, a question and a poll', async () => {
  const uuid = await eventId(recordedRoomSlug);
  const as = await logIn('viewer@frontrow.test');
  const { data } = await app.call('GET /events/:uuid/replay', { as, params: { uuid } });
  expect(data.state).toBe('ready');
  const podcast = await app.call('GET /host/podcast', { as: await logIn('host@frontrow.test') });
  expect(podcast.data).toMatchObject({ enabled: true, episodes: [{ event_uuid: uuid, state: 'queued' }] });
  const begins = Math.min(...data.tracks.map(({ begins_at: at }) => at));
  expect(podcast.data.episodes[0]!.recorded_at, 'as on the page of the replay').toBe(begins);
  expect(data.tracks.map(({ kind, username }) => `${username} ${kind}`).toSorted()).toEqual([
    'host audio',
    'host camera',
    'viewer audio',
    'viewer camera',
  ]);
  expect(data.stage.map(({ username }) => username)).toEqual(['viewer', null]);
  expect(data.chapters.map(({ kind }) => kind)).toEqual(['question', 'turn', 'poll']);
  for (const { url } of data.tracks) expect((await app.http.inject(url)).statusCode).toBe(200);
  const query = { format: 'json' as const };
  const transcript = await app.call('GET /events/:uuid/replay/transcript', { as, params: { uuid }, query });
  expect(transcript.data.lines.map(({ username }) => username)).toEqual([
    'host',
    'host',
    'viewer',
    'host',
    'viewer',
    'host',
    'host',
  ]);
});
