import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo } from '../../../test/mails.ts';
import { liveRoom, memoryVideo, passWatched, roomOf, type TestRoom } from '../../../test/rooms.ts';
import { giveTicket, startedAgo } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

type Role = 'viewer' | 'guest' | 'cohost';
const setRole = (room: TestRoom, by: TestActor, who: TestActor, role: Role) =>
  room.do(by, 'POST /events/streaming/set_role', { username: who.username, role });
const onStage = (room: TestRoom, by: TestActor, who: TestActor, enabled = true) =>
  room.do(by, 'POST /events/streaming/set_stage_guest', { username: who.username, enabled });
const code = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;
const grantsOf = async (room: TestRoom, who: TestActor) =>
  (await memoryVideo(app).participants(room.event.id)).find(({ identity }) => identity === `u:${who.id}`)?.grants;
const guestOf = async (room: TestRoom) => (await room.state()).current_state.stage_guest?.username ?? null;

/** An interactive event that starts in `ms`, with viewers who have tickets. */
async function comingRoom(ms: number, viewers: number): Promise<TestRoom> {
  const host = await newHost(app);
  const event = await startedAgo(app, await newEvent(app, host), -ms);
  const people: TestActor[] = [];
  for (let i = 0; i < viewers; i++) {
    const viewer = await newViewer(app);
    await giveTicket(app, event, viewer);
    people.push(viewer);
  }
  return roomOf(app, event, host, people);
}

test('a guest speaker publishes without a hand, next to the turn, until the role ends', async () => {
  const room = await liveRoom(app, 3);
  const [ann, ben, cleo] = room.viewers as [TestActor, TestActor, TestActor];
  for (const viewer of room.viewers) await room.enter(viewer);
  const given = await setRole(room, room.host, ann, 'guest');
  expect(given.data.current_state).toMatchObject({
    roles: [{ username: ann.username, role: 'guest' }],
    stage_guest: { username: ann.username },
    admin_users: [],
  });
  await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ben.username });
  expect([await grantsOf(room, ann), await grantsOf(room, ben), await grantsOf(room, cleo)]).toEqual([
    'sub,mic,cam',
    'sub,mic,cam',
    'sub',
  ]);
  expect(code(await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true }))).toBe('on_stage');
  await setRole(room, room.host, ann, 'viewer');
  expect(await grantsOf(room, ann)).toBe('sub');
  expect((await room.state()).current_state).toMatchObject({ roles: [], stage_guest: null });
  await expectInvariants(app);
});

test('one guest is on stage at a time, and hosts choose which', async () => {
  const room = await liveRoom(app, 3);
  const [ann, ben, cleo] = room.viewers as [TestActor, TestActor, TestActor];
  for (const viewer of room.viewers) await room.enter(viewer);
  for (const speaker of [ann, ben]) await setRole(room, room.host, speaker, 'guest');
  await setRole(room, room.host, cleo, 'cohost');
  expect([await guestOf(room), await grantsOf(room, ben), await grantsOf(room, cleo)]).toEqual([
    ann.username,
    'sub',
    'sub',
  ]);
  expect(code(await onStage(room, ben, ben))).toBe('guest_place_taken');
  await onStage(room, cleo, ben);
  expect([await grantsOf(room, ann), await grantsOf(room, ben)]).toEqual(['sub', 'sub,mic,cam']);
  await onStage(room, ben, ben, false);
  await onStage(room, cleo, cleo);
  expect([await guestOf(room), await grantsOf(room, ben), await grantsOf(room, cleo)]).toEqual([
    cleo.username,
    'sub',
    'sub,mic,cam',
  ]);
  await room.do(cleo, 'POST /events/streaming/leave_streaming');
  expect(await guestOf(room)).toBeNull();
  await expectInvariants(app);
});

test('a guest speaker who stepped off the stage stays off it when the browser reconnects, and enters it with the room', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [TestActor];
  await room.enter(ann);
  await setRole(room, room.host, ann, 'guest');
  await onStage(room, ann, ann, false);
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  const turn = await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
  expect(turn.data.current_state.speaking_viewer?.username).toBe(ann.username);
  const { seq } = turn.data.current_state;
  expect((await room.join(ann)).data.current_state).toMatchObject({
    seq,
    stage_guest: null,
    speaking_viewer: { username: ann.username },
  });
  await room.do(ann, 'POST /events/streaming/leave_streaming');
  await room.enter(ann);
  expect(await guestOf(room)).toBe(ann.username);
  await expectInvariants(app);
});

test('a co-host runs the room, and neither finishes the event nor makes co-hosts or event admins', async () => {
  const room = await liveRoom(app, 3);
  const [cohost, ben, cleo] = room.viewers as [TestActor, TestActor, TestActor];
  for (const viewer of room.viewers) await room.enter(viewer);
  const made = await setRole(room, room.host, cohost, 'cohost');
  expect(made.data.current_state.admin_users).toEqual([cohost.username]);
  await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true });
  const turn = await room.do(cohost, 'POST /events/streaming/allow_mic', { username: ben.username });
  expect(turn.data.current_state.speaking_viewer?.username).toBe(ben.username);
  expect((await setRole(room, cohost, cleo, 'guest')).status).toBe(200);
  expect(code(await setRole(room, cohost, cleo, 'cohost'))).toBe('host_only');
  expect(code(await room.do(cohost, 'POST /events/streaming/toggle_admin', { username: ben.username }))).toBe(
    'host_only',
  );
  expect(code(await room.do(cohost, 'POST /events/streaming/stop_streaming'))).toBe('host_only');
  const downgrade = { username: cohost.username, enabled: false };
  expect(code(await room.do(room.host, 'POST /events/streaming/toggle_admin', downgrade))).toBe('cohost_moderates');
  await expectInvariants(app);
});

test('a block, a removal and a refund end role and place on stage', async () => {
  const room = await liveRoom(app, 3);
  const [ann, ben, cleo] = room.viewers as [TestActor, TestActor, TestActor];
  for (const viewer of room.viewers) {
    await room.enter(viewer);
    await setRole(room, room.host, viewer, 'guest');
  }
  await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: ann.username, enabled: true });
  expect([await guestOf(room), await grantsOf(room, ann)]).toEqual([null, 'sub']);
  await onStage(room, ben, ben);
  await room.do(room.host, 'POST /events/streaming/remove_viewer', { username: ben.username });
  await onStage(room, cleo, cleo);
  await app.db.query(
    `SELECT refund_orders($1, 'host_refund', ARRAY(SELECT order_id FROM ticket WHERE event_id = $1 AND holder_id = $2), 1)`,
    [room.event.id, cleo.id],
  );
  await app.jobs.runAll();
  expect((await room.state()).current_state).toMatchObject({ roles: [], stage_guest: null });
  await expectInvariants(app);
});

test('a role needs a ticket, an account, and an interactive event that is not over', async () => {
  const room = await comingRoom(minutes(24 * 60), 1);
  const stranger = await newViewer(app);
  expect(code(await setRole(room, room.host, stranger, 'guest'))).toBe('role_needs_ticket');
  expect(code(await setRole(room, room.host, { ...stranger, username: 'nobody-here' }, 'guest'))).toBe(
    'user_not_found',
  );
  expect(code(await setRole(room, room.host, room.host, 'guest'))).toBe('target_protected');
  expect(code(await setRole(room, stranger, { ...stranger, username: 'nobody-here' }, 'guest'))).toBe('host_only');
  const broadcast = await liveRoom(app, 1, { kind: 'broadcast' });
  expect(code(await setRole(broadcast, broadcast.host, broadcast.viewers[0]!, 'guest'))).toBe('interactive_only');
  await room.do(room.host, 'POST /events/streaming/set_role', { username: room.viewers[0]!.username, role: 'guest' });
  expect((await memoryVideo(app).rooms()).includes(room.event.id)).toBe(false);
  await expectInvariants(app);
});

test('the host invites speakers by username and by email, and each gets a ticket and one email with the link', async () => {
  const room = await comingRoom(minutes(24 * 60), 1);
  const known = await newViewer(app);
  const invite = (who: string, role: 'guest' | 'cohost', as = room.host) =>
    app.call('POST /events/invite_speaker', { as: as.token, body: { event_uuid: room.event.id, who, role } });
  expect((await invite(`@${known.username}`, 'cohost')).status).toBe(200);
  expect((await invite('speaker@mail.test', 'guest')).status).toBe(200);
  const again = await invite('Speaker@mail.test', 'guest');
  expect(again.data.current_state.roles.map(({ role }) => role)).toEqual(['cohost', 'guest']);
  expect(code(await invite('nobody-here', 'guest'))).toBe('user_not_found');
  expect(code(await invite('x@', 'guest'))).toBe('email_invalid');
  expect(code(await invite(room.host.username, 'guest'))).toBe('target_protected');
  expect(code(await invite(known.username, 'guest', known))).toBe('host_only');
  await app.quiesce();
  const subjects = async (to: string) => (await mailsTo(app, to)).map(({ subject }) => subject).toSorted();
  expect((await subjects('speaker@mail.test')).filter((one) => one.startsWith('You’re a guest speaker'))).toHaveLength(
    1,
  );
  expect((await subjects(known.email)).filter((one) => one.startsWith('You’re a co-host'))).toHaveLength(1);
  const guests = await app.call('GET /events/:id/complimentary', {
    as: room.host.token,
    params: { id: room.event.id },
  });
  expect(guests.data.guests.map(({ email }) => email).toSorted()).toEqual([`@${known.username}`, 'speaker@mail.test']);
  await expectInvariants(app);
});

test('the room opens 30 minutes before the start for host, co-hosts and guest speakers, and for nobody else', async () => {
  const room = await comingRoom(minutes(60), 3);
  const [guest, cohost, ann] = room.viewers as [TestActor, TestActor, TestActor];
  await setRole(room, room.host, guest, 'guest');
  await setRole(room, room.host, cohost, 'cohost');
  const { starts } = (await app.db.one<{ starts: number }>(
    'SELECT extract(epoch FROM starts_at - app_now()) * 1000 AS starts FROM event WHERE id = $1',
    [room.event.id],
  ))!;
  await app.clock.advance(starts - minutes(30) - 1_000);
  for (const early of [await room.join(guest), await room.do(room.host, 'POST /events/streaming/open_backstage')])
    expect(early.errors[0]?.message).toBe('The room opens 30 minutes before the start.');
  await app.clock.advance(2_000);
  const opened = await room.do(room.host, 'POST /events/streaming/open_backstage');
  expect(opened.data.current_state.event_state).toBe(0);
  memoryVideo(app).connect(opened.data.token);
  for (const early of [guest, cohost]) expect(await room.enter(early)).toBe(true);
  expect(code(await room.join(ann))).toBe('join_not_live');
  expect(await grantsOf(room, guest)).toBe('sub,mic,cam');
  expect(code(await room.do(guest, 'POST /events/streaming/messages_new', { message: 'hi' }))).toBe('not_live');
  expect(code(await room.do(cohost, 'POST /events/streaming/raise_hand', { raised: true }))).toBe('not_live');
  await expectInvariants(app);
  await passWatched(app, minutes(16));
  for (const early of [guest, cohost]) expect(await grantsOf(room, early)).toBeDefined();
  expect((await room.do(room.host, 'POST /events/streaming/start_streaming')).status).toBe(200);
  expect(await room.enter(ann)).toBe(true);
  expect((await room.state()).current_state).toMatchObject({ event_state: 1, viewers_count: 3 });
  await expectInvariants(app);
});
