import { interactiveSeatsMax } from '@frontrow/core/events/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newViewer } from '../../../../test/actors.ts';
import { encoderOffer } from '../../../../test/ingest/encoder-offer.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { dueRoom, memoryVideo, type TestRoom } from '../../../../test/rooms.ts';
import { giveTicket } from '../../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const start = (room: TestRoom) => room.do(room.host, 'POST /events/streaming/start_streaming');
const raiseSeats = async (room: TestRoom, field: string, seats: number): Promise<void> => {
  const body = { event_uuid: room.event.id, [field]: String(seats) };
  expect((await app.call('POST /events/update', { as: room.host.token, body })).status).toBe(200);
};
/** Whether each of these new ticket holders gets a seat, and a place at the engine. */
const enterMany = async (room: TestRoom, count: number): Promise<boolean[]> => {
  const entered: boolean[] = [];
  for (let n = 0; n < count; n += 1) {
    const viewer = await newViewer(app);
    await giveTicket(app, room.event, viewer);
    entered.push(await room.enter(viewer));
  }
  return entered;
};

test('seats raised after the encoder opened the preview are places at the engine, too', async () => {
  const room = await dueRoom(app, 0, { kind: 'broadcast', capacity: 2 });
  const { data } = await app.call('GET /events/:uuid/ingest', { as: room.host.token, params: { uuid: room.event.id } });
  const taken = await app.http.inject({
    method: 'POST',
    url: '/whip',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${data.stream_key}` },
    payload: encoderOffer,
  });
  expect(taken.statusCode).toBe(201);
  await raiseSeats(room, 'event_num_attendees_streaming', 30);
  expect(memoryVideo(app).connect((await start(room)).data.token)).toBe(true);
  expect(await enterMany(room, 20)).toEqual(Array.from({ length: 20 }, () => true));
  await expectInvariants(app);
});

test('a room that was opened for one seat has a place for everyone once it has more', async () => {
  const room = await dueRoom(app, 0, { capacity: 1 });
  memoryVideo(app).connect((await start(room)).data.token);
  await app.db.query('UPDATE event SET capacity = $2 WHERE id = $1', [room.event.id, interactiveSeatsMax]);
  // App admins hold no seat, however many of them watch.
  for (let n = 0; n < 12; n += 1) expect(await room.enter(await newAdmin(app))).toBe(true);
  expect(await enterMany(room, 20)).toEqual(Array.from({ length: 20 }, () => true));
  await expectInvariants(app);
});

test('a room that the engine lost is opened again with a place for everyone', async () => {
  const room = await dueRoom(app, 0, { capacity: 1 });
  await start(room);
  memoryVideo(app).crash();
  memoryVideo(app).comeUp();
  await app.jobs.runAll();
  await app.db.query('UPDATE event SET capacity = 20 WHERE id = $1', [room.event.id]);
  expect(await enterMany(room, 20)).toEqual(Array.from({ length: 20 }, () => true));
});
