import { interactiveSeatsMax } from '@frontrow/core/events/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newViewer } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { liveRoom, type TestRoom } from '../../../test/rooms.ts';

const hand = 'tickets are written by hand';
let app: TestApp;
beforeAll(async () => void (app = await testApp({ apart: { T02: hand, M02: hand, W03: hand } })));
afterAll(() => app.close());

test('49 of two hundred who join at the same time get a seat, and when one leaves the fiftieth gets in', async () => {
  const room = await liveRoom(app, 0);
  const people = await ticketHolders(room, 200);
  const answers = await Promise.all(people.map((viewer) => room.join(viewer)));
  const codes = answers.map((answer) => (answer.status === 200 ? 'seated' : answer.errors[0]?.code));
  expect(codes.filter((code) => code === 'seated')).toHaveLength(interactiveSeatsMax);
  expect(codes.filter((code) => code === 'room_full')).toHaveLength(200 - interactiveSeatsMax);
  expect((await room.state()).current_state.viewers).toHaveLength(interactiveSeatsMax);
  const seated = people[codes.indexOf('seated')]!;
  const waiting = people[codes.indexOf('room_full')]!;
  expect((await room.join(seated)).status).toBe(200);
  expect((await room.join(waiting)).errors[0]?.code).toBe('room_full');
  await room.do(seated, 'POST /events/streaming/leave_streaming');
  expect((await room.join(waiting)).status).toBe(200);
  expect((await room.join(seated)).errors[0]?.code).toBe('room_full');
});

/** More ticket holders than seats. The sale never allows it; the room's own limit must hold without it. */
async function ticketHolders(room: TestRoom, count: number): Promise<TestRoom['viewers']> {
  const people = [];
  for (let i = 0; i < count; i++) people.push(await newViewer(app));
  await app.db.query(
    `WITH o AS (
       INSERT INTO orders (id, event_id, buyer_id, holder_key, status, price_minor, fee_minor, min_fee_minor, fee_bp,
         total_minor, currency, paid_at)
       SELECT gen_random_uuid(), $1, u, person_holder(u), 'paid', 0, 0, 50, 500, 0, 'EUR', app_now()
       FROM unnest($2::bigint[]) u RETURNING id, buyer_id)
     INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code)
     SELECT gen_random_uuid(), id, $1, buyer_id, person_holder(buyer_id), 'FR-' || id FROM o`,
    [room.event.id, people.map((one) => one.id)],
  );
  return people;
}
