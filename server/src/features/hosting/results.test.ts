import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom } from '../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const results = (host: TestActor, id: string) =>
  app.call('GET /host/events/:id/results', { as: host.token, params: { id } });

test('an event that has not taken place has no audience yet, and its results are for its host', async () => {
  const host = await newHost(app);
  const { id } = await newEvent(app, host, { priceMinor: 1200 });
  expect((await results(host, id)).data).toMatchObject({
    event: { event_uuid: id },
    audience: null,
    viewers: [],
    money: { gross_revenue: 0, net_revenue: 0 },
    available_at: null,
    reviews: { count: 0, average: null, latest: [] },
  });
  expect((await results(await newHost(app), id)).status).toBe(403);
  expect((await results(await newViewer(app), id)).errors[0]?.code).toBe('hosts_only');
  expect((await results(host, '11111111-1111-4111-8111-111111111111')).status).toBe(404);
});

test('the results say who came, when most watched, what it brought, when it is paid out and what people said', async () => {
  const room = await liveRoom(app, 3, { priceMinor: 1200 });
  const [one, two] = [room.viewers[0]!, room.viewers[1]!];
  await room.enter(one);
  await app.quiesce();
  await app.clock.advance(minutes(1));
  await room.enter(two);
  await room.do(one, 'POST /events/streaming/questions/ask', { text: 'Which pot?' });
  await app.quiesce();
  await app.call('POST /events/streaming/stop_streaming', {
    as: room.host.token,
    body: { event_uuid: room.event.id },
  });
  await app.quiesce();
  await app.call('POST /events/reviews', {
    as: one.token,
    body: { event_uuid: room.event.id, stars: 5, text: 'Warm and funny.' },
  });
  await app.call('POST /events/reviews', { as: two.token, body: { event_uuid: room.event.id, stars: 4, text: '' } });
  await app.quiesce();
  const { data } = await results(room.host, room.event.id);
  expect(data).toMatchObject({
    unanswered_questions: 1,
    audience: { came: 2, expected: 3, peak_viewers: 2, usual_watch_minutes: null },
    viewers: [
      { minute: 0, viewers: 1 },
      { minute: 1, viewers: 2 },
    ],
    money: { attendees: 3, gross_revenue: 36, net_revenue: 36 },
    reviews: { count: 2, average: 4.5, latest: [{ stars: 5, text: 'Warm and funny.', name: one.username }] },
  });
  const { event_streaming_start_date: started, event_finished_date: finished } = data.event;
  expect(data.audience?.peak_at).toBe(started! + minutes(1));
  expect(data.available_at).toBeGreaterThan(finished!);
});
