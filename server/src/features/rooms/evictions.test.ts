import { hostAbsentMaxMs } from '@frontrow/core/events/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAdmin, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom, memoryVideo, passWatched, roomOf, type TestRoom } from '../../../test/rooms.ts';
import { logInEndings, onAnotherDevice, type SignedUp, signUp } from '../../../test/sign-up.ts';
import { giveTicket, startedAgo } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
beforeEach(() => void Object.assign(memoryVideo(app).switches, { state: 'ready', lose: false, loseAnswers: false }));
afterEach(() => expectInvariants(app));

const atEngine = async (room: TestRoom): Promise<string[]> =>
  (await memoryVideo(app).participants(room.event.id)).map((one) => one.identity);
const isThere = async (room: TestRoom, who: TestActor): Promise<boolean> =>
  (await atEngine(room)).includes(`u:${who.id}`);
const endingNamed = (start: string) => logInEndings.find(([what]) => what.startsWith(start))![1];
const logOut = ({ refresh }: SignedUp) => app.call('POST /auth/logout', { body: { refresh_token: refresh } });

/** A live room with a viewer who has the turn, and one who only watches. */
async function withSpeaker(): Promise<{ room: TestRoom; who: SignedUp; ben: TestActor }> {
  const room = await liveRoom(app, 1);
  const [ben] = room.viewers as [TestActor];
  const who = await signUp(app);
  await giveTicket(app, room.event, who);
  await room.enter(ben);
  await room.enter(who);
  await room.do(who, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: who.username });
  return { room, who, ben };
}

test.each(logInEndings)(
  'a person who %s is disconnected at the engine, and seat and turn are freed',
  async (_what, ending) => {
    const { room, who, ben } = await withSpeaker();
    const old = (await room.join(who)).data.token;
    await ending(app, who);
    await app.quiesce();
    expect(await isThere(room, who)).toBe(false);
    const { current_state: state } = await room.state();
    expect([state.speaking_viewer, state.viewers.map((viewer) => viewer.username)]).toEqual([null, [ben.username]]);
    // A token made before this works for a short moment at most.
    expect(memoryVideo(app).connect(old)).toBe(true);
    await app.quiesce();
    expect((await atEngine(room)).toSorted()).toEqual([`u:${ben.id}`, `u:${room.host.id}`].toSorted());
  },
);

test('an engine that was down is updated once it is up again', async () => {
  const { room, who } = await withSpeaker();
  memoryVideo(app).switches.lose = true;
  await logOut(who);
  await app.quiesce();
  memoryVideo(app).switches.lose = false;
  expect(await isThere(room, who)).toBe(true);
  await app.quiesce();
  expect(await isThere(room, who)).toBe(false);
});

test('a log-out on another device ends nothing here, and a device that is logged out itself is disconnected', async () => {
  const { room, who } = await withSpeaker();
  await logOut(await onAnotherDevice(app, who));
  await app.quiesce();
  expect(await isThere(room, who)).toBe(true);
  const phone = await onAnotherDevice(app, who);
  await room.join(phone, { take_over: true });
  expect(await isThere(room, who)).toBe(false);
  await room.enter(phone);
  await logOut(who);
  await app.quiesce();
  expect(await isThere(room, phone)).toBe(true);
});

async function ownRoom(): Promise<{ room: TestRoom; host: SignedUp; watcher: TestActor }> {
  const host = await signUp(app, 'speaker');
  await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [host.id]);
  const room = roomOf(app, await startedAgo(app, await newEvent(app, host), 0), host, []);
  memoryVideo(app).connect((await room.do(host, 'POST /events/streaming/start_streaming')).data.token);
  const watcher = await signUp(app);
  await giveTicket(app, room.event, watcher);
  await room.enter(watcher);
  return { room, host, watcher };
}
const stateOf = async ({ event }: TestRoom) =>
  (await app.db.one<{ state: number }>('SELECT state FROM event WHERE id = $1', [event.id]))?.state;

test('a host who logs out goes off the air, and the event continues until they return or an hour has passed', async () => {
  const { room, host, watcher } = await ownRoom();
  await logOut(await onAnotherDevice(app, host));
  await app.quiesce();
  expect(await isThere(room, host)).toBe(true);

  const phone = await onAnotherDevice(app, host);
  await logOut(host);
  await app.quiesce();
  expect(await atEngine(room)).toEqual([`u:${watcher.id}`]);
  expect(await stateOf(room)).toBe(1);

  memoryVideo(app).connect((await room.do(phone, 'POST /events/streaming/start_streaming')).data.token);
  await app.quiesce();
  expect(await isThere(room, host)).toBe(true);

  await endingNamed('changes')(app, await onAnotherDevice(app, host));
  await app.quiesce();
  expect([await isThere(room, host), await stateOf(room)]).toEqual([false, 1]);
  await passWatched(app, hostAbsentMaxMs + 1000);
  expect(await stateOf(room)).toBe(2);
});

test('a host’s account cannot be deleted while the event is live', async () => {
  const { room, host } = await ownRoom();
  expect(await endingNamed('deletes')(app, host)).toMatchObject({
    status: 409,
    errors: [{ code: 'account_has_events' }],
  });
  await app.quiesce();
  expect([await isThere(room, host), await stateOf(room)]).toEqual([true, 1]);
});

test('an app admin who watches unseen is disconnected when their sessions end', async () => {
  const { room } = await withSpeaker();
  const admin = await newAdmin(app);
  await room.enter(admin);
  await app.quiesce();
  expect(await isThere(room, admin)).toBe(true);
  await app.db.query('UPDATE app_user SET session_version = session_version + 1 WHERE id = $1', [admin.id]);
  await app.quiesce();
  expect(await isThere(room, admin)).toBe(false);
});

test.each<[string, (room: TestRoom, who: SignedUp) => Promise<unknown>]>([
  [
    'was taken out',
    (room, who) => room.do(room.host, 'POST /events/streaming/remove_viewer', { username: who.username }),
  ],
  [
    'lost the ticket',
    async (room, who) => {
      await app.db.query("UPDATE orders SET status = 'refunding' WHERE event_id = $1 AND buyer_id = $2", [
        room.event.id,
        who.id,
      ]);
      await app.db.query('UPDATE ticket SET voided_at = app_now() WHERE event_id = $1 AND holder_id = $2', [
        room.event.id,
        who.id,
      ]);
      await app.db.query('UPDATE event SET sold = sold - 1 WHERE id = $1', [room.event.id]);
    },
  ],
])('a person who %s while the engine was down is evicted once it is up again', async (_what, ending) => {
  const { room, who } = await withSpeaker();
  memoryVideo(app).switches.lose = true;
  await ending(room, who);
  await app.quiesce();
  memoryVideo(app).switches.lose = false;
  expect(await isThere(room, who)).toBe(true);
  await app.quiesce();
  expect(await isThere(room, who)).toBe(false);
});

test('an event admin or a speaker whose ticket is refunded after the end has no rights any more', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [TestActor, TestActor];
  await room.enter(ann);
  await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: ann.username, enabled: true });
  await room.do(room.host, 'POST /events/streaming/set_role', { username: ben.username, role: 'guest' });
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  const withRights = () =>
    app.db.query<{ user_id: number }>(
      "SELECT user_id FROM room_member WHERE event_id = $1 AND (is_admin OR stage_role <> 'viewer') ORDER BY user_id",
      [room.event.id],
    );
  await app.quiesce();
  expect((await withRights()).map((one) => one.user_id)).toEqual([ann.id, ben.id]);
  const admin = await newAdmin(app);
  const orders = await app.db.query<{ order_id: string }>('SELECT order_id FROM ticket WHERE event_id = $1', [
    room.event.id,
  ]);
  for (const { order_id: order_uuid } of orders)
    await app.call('POST /admin/orders/refund', { as: admin.token, body: { order_uuid, reason: 'Asked for' } });
  await app.quiesce();
  expect(await withRights()).toEqual([]);
});
