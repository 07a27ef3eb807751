import { randomUUID } from 'node:crypto';
import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import {
  chatBurstMessages,
  chatFloodMessages,
  chatFloodWindowMs,
  chatKeptMax,
  roomFloodMessages,
} from '@frontrow/core/chat/messages.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newViewer } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom, type TestRoom } from '../../../test/rooms.ts';
import { purgeRooms } from './ending.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

type Actor = TestRoom['host'];
type Toggle = 'raise_hand' | 'allow_mic' | 'toggle_banned' | 'toggle_admin';
const inside = async (count = 3): Promise<{ room: TestRoom; host: Actor; ann: Actor; ben: Actor; cleo: Actor }> => {
  const room = await liveRoom(app, count);
  for (const viewer of room.viewers) await room.join(viewer);
  const [ann, ben, cleo] = room.viewers as [Actor, Actor, Actor];
  return { room, host: room.host, ann, ben, cleo };
};
const codeOf = (answer: { status: number; errors: readonly { code: string }[] }): string | number =>
  answer.errors[0]?.code ?? answer.status;
const say = (room: TestRoom, who: Actor, message: string, more: object = {}) =>
  room.do(who, 'POST /events/streaming/messages_new', { message, ...more });

/** Writes messages into the database: as many through the API would be refused as a flood. */
const writeMany = ({ event }: TestRoom, who: Actor, count: number, inMs = 0) =>
  app.db.query(
    `WITH moved AS (UPDATE room SET seq = seq + $2 WHERE event_id = $1 RETURNING seq),
       logged AS (
         INSERT INTO room_event (event_id, seq, type, payload)
         SELECT $1, s, 'newMessage', '{}' FROM moved, generate_series(moved.seq - $2 + 1, moved.seq) s RETURNING seq)
     INSERT INTO chat_message (event_id, seq, author_id, client_id, body, at)
       SELECT $1, seq, $3, 'h' || seq, 'line ' || row_number() OVER (ORDER BY seq) - 1,
         app_now() + $4 * interval '1 ms' FROM logged`,
    [event.id, count, who.id, inMs],
  );

const lines = async ({ event }: TestRoom): Promise<number> =>
  (await app.db.one<{ count: number }>('SELECT count(*) FROM room_event WHERE event_id = $1', [event.id]))!.count;

test('a hand is refused while hands are off, with the turn, when blocked, from outside, or by the host', async () => {
  const { room, host, ann, ben, cleo } = await inside();
  const raise = async (who: Actor) => codeOf(await room.do(who, 'POST /events/streaming/raise_hand', { raised: true }));
  expect(await raise(host)).toBe('forbidden');
  expect(await raise(await newViewer(app))).toBe('not_in_room');
  await raise(ann);
  await room.do(host, 'POST /events/streaming/allow_mic', { username: ann.username });
  expect(await raise(ann)).toBe('has_turn');
  await room.do(host, 'POST /events/streaming/toggle_banned', { username: ben.username });
  expect(await raise(ben)).toBe('banned');
  await raise(cleo);
  const off = await room.do(host, 'POST /events/streaming/toggle_raise_hand', { enabled: false });
  expect(off.data.current_state).toMatchObject({ raised_hands: [], raised_hand_enabled: false });
  expect(await raise(cleo)).toBe('hands_disabled');
});

test('the hand toggles without `raised`', async () => {
  const { room, ann } = await inside(1);
  expect((await room.do(ann, 'POST /events/streaming/raise_hand')).data.current_state.raised_hands).toHaveLength(1);
  expect((await room.do(ann, 'POST /events/streaming/raise_hand')).data.current_state.raised_hands).toHaveLength(0);
});

test('only the host gives a turn, to a present viewer with a raised hand, and the speaker’s name stops it', async () => {
  const { room, host, ann, ben } = await inside();
  const turn = async (who: Actor, username: string) =>
    codeOf(await room.do(who, 'POST /events/streaming/allow_mic', { username }));
  expect(await turn(ann, ann.username)).toBe('host_only');
  expect(await turn(host, ann.username)).toBe('hand_not_raised');
  expect(await turn(host, 'nobody-at-all')).toBe('target_not_in_room');
  await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(ben, 'POST /events/streaming/leave_streaming');
  expect(await turn(host, ben.username)).toBe('target_not_in_room');
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  expect(await turn(host, ann.username)).toBe(200);
  expect(await turn(host, ann.username)).toBe(200);
  expect((await room.state()).current_state.speaking_viewer).toBeNull();
});

test('a turn can be given and stopped twice with `enabled`, from two windows of the host', async () => {
  const { room, host, ann, ben } = await inside();
  const turn = async (username: string, enabled: boolean) => {
    const { status, data } = await room.do(host, 'POST /events/streaming/allow_mic', { username, enabled });
    return status === 200 ? (data.current_state.speaking_viewer?.username ?? null) : status;
  };
  for (const who of [ann, ben]) await room.do(who, 'POST /events/streaming/raise_hand', { raised: true });
  expect(await Promise.all([turn(ann.username, true), turn(ann.username, true)])).toEqual([ann.username, ann.username]);
  expect(await turn(ann.username, true)).toBe(ann.username);
  expect(await turn(ben.username, true)).toBe(ben.username);
  expect(await turn(ann.username, false), 'a window that still showed the speaker before').toBe(ben.username);
  expect(await turn(ben.username, false)).toBeNull();
  expect(await turn(ben.username, false)).toBeNull();
});

test.each([
  ['raise_hand', (state) => state.raised_hands.length],
  ['allow_mic', (state) => state.speaking_viewer?.username],
  ['toggle_banned', (state) => state.banned_viewers],
  ['toggle_admin', (state) => state.admin_users],
] as [Toggle, (state: WireCurrentState) => unknown][])(
  '%s with an Idempotency-Key happens once, however often it is repeated',
  async (name, shown) => {
    const { room, host, ann } = await inside(1);
    if (name === 'allow_mic') await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
    const who = name === 'raise_hand' ? ann : host;
    const press = (key: string) =>
      app.call(`POST /events/streaming/${name}`, {
        as: who.token,
        body: { event_uuid: room.event.id, ...(who === host && { username: ann.username }) },
        headers: { 'idempotency-key': key },
      });
    const first = await press('one press');
    const again = await press('one press');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(shown(again.data.current_state)).toEqual(shown(first.data.current_state));
    expect(shown((await press('another press')).data.current_state)).not.toEqual(shown(first.data.current_state));
  },
);

test('the turn of a speaker who leaves ends', async () => {
  const { room, host, ann } = await inside(1);
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(host, 'POST /events/streaming/allow_mic', { username: ann.username });
  await room.do(ann, 'POST /events/streaming/leave_streaming');
  expect((await room.state()).current_state).toMatchObject({ speaking_viewer: null, viewers: [] });
});

test.each(['toggle_open_mic', 'toggle_chat_enabled', 'toggle_raise_hand'] as const)(
  'only the owner can use %s, which changes once however often it is sent',
  async (name) => {
    const { room, host, ann, ben } = await inside();
    await room.do(host, 'POST /events/streaming/toggle_admin', { username: ben.username, enabled: true });
    for (const other of [ann, ben])
      expect(codeOf(await room.do(other, `POST /events/streaming/${name}`, { enabled: false }))).toBe('host_only');
    const wanted = name === 'toggle_open_mic';
    const first = await room.do(host, `POST /events/streaming/${name}`, { enabled: wanted });
    const third = await room
      .do(host, `POST /events/streaming/${name}`, { enabled: wanted })
      .then(() => room.do(host, `POST /events/streaming/${name}`, { enabled: wanted }));
    expect(third.data).toEqual(first.data);
  },
);

test('only the owner writes while the chat is off, the blocked and outsiders never, and 1 to 200 characters', async () => {
  const { room, host, ann, ben } = await inside();
  await room.do(host, 'POST /events/streaming/toggle_chat_enabled', { enabled: false });
  expect(codeOf(await say(room, ann, 'hi'))).toBe('chat_disabled');
  expect(codeOf(await say(room, host, 'hi'))).toBe(200);
  await room.do(host, 'POST /events/streaming/toggle_chat_enabled', { enabled: true });
  expect(codeOf(await say(room, ann, ' \u200F\n '))).toBe('message_empty');
  expect(codeOf(await say(room, ann, '😀'.repeat(200)))).toBe(200);
  expect(codeOf(await say(room, ann, '😀'.repeat(201)))).toBe('message_too_long');
  await room.do(host, 'POST /events/streaming/toggle_banned', { username: ben.username });
  expect(codeOf(await say(room, ben, 'hi'))).toBe('banned');
  expect(codeOf(await say(room, await newViewer(app), 'hi'))).toBe('not_in_room');
});

test('a person may write five messages in a burst, then one per second and a half, twenty in thirty seconds', async () => {
  const { room, ann } = await inside(1);
  const begin = app.clock.now();
  /** Sets the clock to this many ms after the beginning. */
  const at = async (ms: number): Promise<void> => {
    const now = new Date(begin + ms).toISOString();
    await app.db.query(
      `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE
       AS $$ SELECT timestamptz '${now}' $$`,
    );
  };
  const says = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) expect(codeOf(await say(room, ann, `line ${i}`))).toBe(200);
  };
  const refused = async (waitSeconds: number): Promise<void> => {
    const answer = await say(room, ann, 'one too many');
    expect([codeOf(answer), answer.headers['retry-after']]).toEqual(['chat_flood', String(waitSeconds)]);
  };
  await at(0);
  await says(chatBurstMessages);
  await refused(2);
  await at(1499);
  await refused(1);
  for (let said = chatBurstMessages; said < chatFloodMessages; said++) {
    await at((said - chatBurstMessages + 1) * 1500);
    await says(1);
  }
  await at(24_000);
  await room.join(ann);
  await refused(6);
  await at(chatFloodWindowMs - 1);
  await refused(1);
  await at(chatFloodWindowMs);
  await says(chatBurstMessages);
  await refused(2);
  await app.clock.advance(0);
});

test('fifty messages in a second fill a room for a moment and do not affect other rooms', async () => {
  const [{ room, host, ann, ben }, calm] = [await inside(2), await inside(1)];
  // Dated ten seconds ahead, so that on a slow machine they are still younger than a second.
  await writeMany(room, host, roomFloodMessages - 1, seconds(10));
  expect(codeOf(await say(room, ann, 'the fiftieth'))).toBe(200);
  const refused = await say(room, ben, 'one too many');
  expect([codeOf(refused), refused.headers['retry-after']]).toEqual(['chat_busy', '1']);
  expect(codeOf(await say(calm.room, calm.ann, 'quiet here'))).toBe(200);
  await app.clock.advance(seconds(11));
  expect(codeOf(await say(room, ben, 'calmer'))).toBe(200);
});

test('the latest hundred messages are shown, and one sent again returns the first, even if the chat is off', async () => {
  const { room, host, ann } = await inside(1);
  const first = await say(room, ann, 'mine', { client_id: 'mine' });
  await writeMany(room, host, chatKeptMax);
  const { messages } = await room.state();
  expect(messages).toHaveLength(chatKeptMax);
  expect(messages[0]?.message).toBe('line 0');
  await room.do(host, 'POST /events/streaming/toggle_chat_enabled', { enabled: false });
  expect((await say(room, ann, 'mine', { client_id: 'mine' })).data.message.seq).toBe(first.data.message.seq);
});

test('a block ends hand, turn and admin rights, removes the messages, and toggles without `enabled`', async () => {
  const { room, host, ann, ben } = await inside();
  await say(room, ann, 'hello');
  await room.do(host, 'POST /events/streaming/toggle_admin', { username: ann.username, enabled: true });
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(host, 'POST /events/streaming/allow_mic', { username: ann.username });
  const ban = () => room.do(host, 'POST /events/streaming/toggle_banned', { username: ann.username, enabled: true });
  const first = await ban();
  expect(first.data.current_state).toMatchObject({
    banned_viewers: [ann.username],
    admin_users: [],
    speaking_viewer: null,
  });
  expect((await room.state()).messages).toEqual([]);
  expect((await ban()).data).toEqual(first.data);
  expect(
    (await room.do(host, 'POST /events/streaming/toggle_banned', { username: ann.username })).data.current_state
      .banned_viewers,
  ).toEqual([]);
  expect(codeOf(await say(room, ann, 'back'))).toBe(200);
  expect(codeOf(await room.do(ben, 'POST /events/streaming/toggle_banned', { username: ann.username }))).toBe(
    'moderators_only',
  );
});

test('event admins block viewers and remove their messages, but not the host’s, their own or each other’s', async () => {
  const { room, host, ann, ben, cleo } = await inside();
  for (const admin of [ann, ben])
    await room.do(host, 'POST /events/streaming/toggle_admin', { username: admin.username, enabled: true });
  const ban = async (username: string) =>
    codeOf(await room.do(ann, 'POST /events/streaming/toggle_banned', { username, enabled: true }));
  for (const protectedOne of [host, ann, ben]) expect(await ban(protectedOne.username)).toBe('target_protected');
  expect(await ban('nobody-at-all')).toBe('target_not_in_room');
  const byCleo = await say(room, cleo, 'noise');
  const byHost = await say(room, host, 'welcome');
  const remove = async (who: Actor, seq: number) =>
    codeOf(await room.do(who, 'POST /events/streaming/messages_remove', { seq }));
  expect(await remove(cleo, byCleo.data.message.seq)).toBe('moderators_only');
  expect(await remove(ann, byHost.data.message.seq)).toBe('target_protected');
  expect(await remove(ann, byCleo.data.message.seq)).toBe(200);
  expect(await remove(ann, byCleo.data.message.seq)).toBe(200);
  expect(await remove(ann, 99_999)).toBe('message_not_found');
  expect(await ban(cleo.username)).toBe(200);
  expect((await room.state()).messages.map((one) => one.message)).toEqual(['welcome']);
});

test('only the owner promotes, and not a blocked person, a stranger to the room, or the host', async () => {
  const { room, host, ann, ben } = await inside();
  const promote = async (who: Actor, username: string) =>
    codeOf(await room.do(who, 'POST /events/streaming/toggle_admin', { username, enabled: true }));
  await promote(host, ann.username);
  expect(await promote(ann, ben.username)).toBe('host_only');
  expect(await promote(host, host.username)).toBe('target_protected');
  expect(await promote(host, (await newViewer(app)).username)).toBe('target_not_in_room');
  await room.do(host, 'POST /events/streaming/toggle_banned', { username: ben.username, enabled: true });
  expect(await promote(host, ben.username)).toBe('target_protected');
  expect(
    (await room.do(host, 'POST /events/streaming/toggle_admin', { username: ann.username })).data.current_state
      .admin_users,
  ).toEqual([]);
});

test('a removed viewer stays out for the event, without seat, token or feed, also after a block was lifted', async () => {
  const { room, host, ann, ben } = await inside();
  const remove = (who: Actor, username: string) => room.do(who, 'POST /events/streaming/remove_viewer', { username });
  expect(codeOf(await remove(ben, ann.username))).toBe('moderators_only');
  expect(codeOf(await remove(host, host.username))).toBe('target_protected');
  const first = await remove(host, ann.username);
  expect(first.data.current_state.viewers.map((one) => one.username)).not.toContain(ann.username);
  expect(first.data.current_state.removed_viewers.map((one) => one.username)).toEqual([ann.username]);
  expect((await remove(host, ann.username)).data).toEqual(first.data);
  const again = await room.join(ann);
  expect([again.status, again.errors[0]]).toEqual([
    403,
    { code: 'removed_from_event', message: 'You were removed from this event.' },
  ]);
  expect(codeOf(await room.join(ann, { session_id: randomUUID(), take_over: true }))).toBe('removed_from_event');
  expect(codeOf(await say(room, ann, 'hi'))).toBe('not_in_room');
  const look = { as: ann.token, params: { uuid: room.event.id } };
  expect(codeOf(await app.call('GET /events/streaming/streaming_state/:uuid', look))).toBe('removed_from_event');
  await room.do(host, 'POST /events/streaming/toggle_banned', { username: ann.username, enabled: true });
  await room.do(host, 'POST /events/streaming/toggle_banned', { username: ann.username, enabled: false });
  expect(codeOf(await room.join(ann))).toBe('removed_from_event');
  expect(
    await app.db.one('SELECT 1 FROM ticket WHERE event_id = $1 AND holder_key = $2 AND voided_at IS NULL', [
      room.event.id,
      `u:${ann.id}`,
    ]),
  ).toBeDefined();
});

test('a removed event admin can no longer moderate, and event admins remove viewers but not each other', async () => {
  const { room, host, ann, ben, cleo } = await inside();
  for (const admin of [ann, ben])
    await room.do(host, 'POST /events/streaming/toggle_admin', { username: admin.username, enabled: true });
  const remove = async (who: Actor, whom: Actor) =>
    codeOf(await room.do(who, 'POST /events/streaming/remove_viewer', { username: whom.username }));
  expect(await remove(ann, ben)).toBe('target_protected');
  expect(await remove(ann, cleo)).toBe(200);
  expect(await remove(host, ann)).toBe(200);
  expect(await remove(ann, cleo)).toBe('moderators_only');
  expect((await room.state()).current_state.admin_users).toEqual([ben.username]);
});

test('only moderators readmit, and the seat is then taken as if for the first time', async () => {
  const { room, host, ann, ben } = await inside();
  const readmit = (who: Actor) => room.do(who, 'POST /events/streaming/readmit_viewer', { username: ann.username });
  await room.do(host, 'POST /events/streaming/remove_viewer', { username: ann.username });
  for (const other of [ann, ben]) expect(codeOf(await readmit(other))).toBe('moderators_only');
  const back = await readmit(host);
  expect(back.data.current_state.removed_viewers).toEqual([]);
  expect((await readmit(host)).data).toEqual(back.data);
  expect(codeOf(await say(room, ann, 'hi'))).toBe('not_in_room');
  expect(codeOf(await room.join(ann))).toBe(200);
  expect(codeOf(await say(room, ann, 'hi'))).toBe(200);
});

test('only the host finishes, and nothing works after it', async () => {
  const { room, host, ann } = await inside();
  await room.do(host, 'POST /events/streaming/toggle_admin', { username: ann.username, enabled: true });
  expect(codeOf(await room.do(ann, 'POST /events/streaming/stop_streaming'))).toBe('host_only');
  const both = await Promise.all([1, 2, 3].map(() => room.do(host, 'POST /events/streaming/stop_streaming')));
  expect(both.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect(codeOf(await say(room, host, 'bye'))).toBe('room_closed');
  expect(codeOf(await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true }))).toBe('room_closed');
  expect(codeOf(await room.do(host, 'POST /events/streaming/toggle_open_mic', { enabled: true }))).toBe('room_closed');
  expect(codeOf(await room.do(ann, 'POST /events/streaming/toggle_banned', { username: host.username }))).toBe(
    'room_closed',
  );
});

test('chat and log are deleted ninety days after the event, and not before', async () => {
  const { room, host, ann } = await inside(1);
  await say(room, ann, 'for now');
  const { room: other, ann: someone } = await inside(1);
  await say(other, someone, 'still on');
  await room.do(host, 'POST /events/streaming/stop_streaming');
  const kept = async () => (await room.state()).messages.map((one) => one.message);
  await app.clock.advance(roomForgottenMs - minutes(1));
  await app.jobs.runAll();
  expect([await kept(), (await lines(room)) > 1]).toEqual([['for now'], true]);
  await app.clock.advance(minutes(2));
  await purgeRooms(app).run(() => true);
  expect(await kept(), 'a process that is to end begins no room').toEqual(['for now']);
  await app.jobs.runAll();
  expect([await kept(), await lines(room)]).toEqual([[], 0]);
  expect([(await other.state()).messages.length, (await lines(other)) > 1]).toEqual([1, true]);
});

test('the log of an open room stays, and no line of a log ever changes', async () => {
  const { room, ann } = await inside(1);
  await say(room, ann, 'for good');
  const change = (sql: string) => app.db.query(sql, [room.event.id]);
  await expect(change('DELETE FROM room_event WHERE event_id = $1')).rejects.toThrow(/the log of an open room stays/);
  await expect(change("UPDATE room_event SET payload = '{}' WHERE event_id = $1")).rejects.toThrow(/append-only/);
});

test('a block, a turn and the finish at the same moment end in a legal state', async () => {
  const rooms = [];
  for (let i = 0; i < 5; i++) {
    const one = await inside();
    for (const who of [one.ann, one.ben]) await one.room.do(who, 'POST /events/streaming/raise_hand', { raised: true });
    rooms.push(one);
  }
  // All concurrently. The invariants after every test check that the result is legal.
  await Promise.all(
    rooms.flatMap(({ room, host, ann, ben }) => [
      room.do(host, 'POST /events/streaming/allow_mic', { username: ann.username }),
      room.do(host, 'POST /events/streaming/allow_mic', { username: ben.username }),
      room.do(host, 'POST /events/streaming/toggle_banned', { username: ann.username, enabled: true }),
      room.do(host, 'POST /events/streaming/toggle_open_mic', { enabled: true }),
      room.do(ann, 'POST /events/streaming/leave_streaming'),
      room.do(ben, 'POST /events/streaming/messages_new', { message: 'now' }),
      room.do(host, 'POST /events/streaming/stop_streaming'),
    ]),
  );
  for (const { room } of rooms) expect((await room.state()).current_state.event_state).toBe(2);
});
