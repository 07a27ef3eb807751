import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { announcementShownMs } from '@frontrow/core/rooms/moderation.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newViewer } from '../../../test/actors.ts';
import { testApp, until, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { connectSocket, listening } from '../../../test/live-socket.ts';
import { liveRoom, type TestRoom } from '../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

type Actor = TestRoom['host'];
/** Ann is an event admin, Ben and Cleo are viewers. */
async function inside(kind: 'interactive' | 'broadcast' = 'interactive') {
  const room = await liveRoom(app, 3, { kind });
  for (const viewer of room.viewers) await room.enter(viewer);
  const [ann, ben, cleo] = room.viewers as [Actor, Actor, Actor];
  await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: ann.username });
  return { room, host: room.host, ann, ben, cleo };
}
const codeOf = (answer: { status: number; errors: readonly { code: string }[] }): string | number =>
  answer.errors[0]?.code ?? answer.status;
const say = async (room: TestRoom, who: Actor, message: string) =>
  room.do(who, 'POST /events/streaming/messages_new', { message });
const deskOf = (room: TestRoom, who: Actor, cursor?: number) =>
  app.call('GET /events/streaming/moderation/:uuid', {
    as: who.token,
    params: { uuid: room.event.id },
    query: cursor === undefined ? {} : { cursor: String(cursor) },
  });
const doneIn = async (room: TestRoom, who: Actor) =>
  (await deskOf(room, who)).data.actions.map((one) => [one.actor, one.action, one.username, one.text, one.value]);

describe.each(['interactive', 'broadcast'] as const)('an announcement in an %s room', (kind) => {
  test('an announcement is shown for a while, stays as a marked line of the chat, and the latest one counts', async () => {
    const { room, host, ann, ben } = await inside(kind);
    const socket = await connectSocket(await listening(app), ben, room.event.id);
    await room.do(host, 'POST /events/streaming/toggle_chat_enabled', { enabled: false });
    await room.do(host, 'POST /events/streaming/announce', { text: 'Starting soon' });
    const said = await room.do(ann, 'POST /events/streaming/announce', { text: ' Break until 8 ' });
    expect(said.data.current_state.announcement).toMatchObject({ text: 'Break until 8', username: ann.username });
    await until('the announcement on the socket', () =>
      socket.heard.some(
        ({ name, update }) => name === 'updateEvent' && JSON.stringify(update).includes('Break until 8'),
      ),
    );
    const lines = () => socket.heard.filter(({ name }) => name === 'newMessage').map(({ update }) => update['message']);
    await until('both lines on the socket', () => lines().length >= 2);
    expect(lines()).toMatchObject([
      { message: 'Starting soon', announcement: true },
      { message: 'Break until 8', announcement: true },
    ]);
    socket.close();
    expect(codeOf(await room.do(ben, 'POST /events/streaming/announce', { text: 'Me too' }))).toBe('moderators_only');
    await app.clock.advance(announcementShownMs + seconds(1));
    const { current_state, messages } = await room.state();
    expect(current_state.announcement).toBeNull();
    expect(messages.map((one) => one.message)).toEqual(['Starting soon', 'Break until 8']);
  });

  test('an announcement disappears when its line is removed', async () => {
    const { room, host } = await inside(kind);
    const { data } = await room.do(host, 'POST /events/streaming/announce', { text: 'Wrong room' });
    await room.do(host, 'POST /events/streaming/messages_remove', { seq: data.current_state.announcement!.seq });
    expect((await room.state()).current_state.announcement).toBeNull();
  });
});

test('one message is pinned at a time, for newcomers as well, until it is unpinned or removed', async () => {
  const { room, host, ann, ben } = await inside('broadcast');
  const first = (await say(room, ben, 'one')).data.message.seq;
  const second = (await say(room, ben, 'two')).data.message.seq;
  const pin = (who: Actor, seq: number | null) =>
    room.do(who, 'POST /events/streaming/pin_message', { message_id: seq });
  expect(codeOf(await pin(ben, first))).toBe('moderators_only');
  expect(codeOf(await pin(host, 99_999))).toBe('message_not_found');
  await pin(host, first);
  expect((await pin(ann, second)).data.current_state.pinned_message).toMatchObject({ seq: second, message: 'two' });
  const socket = await connectSocket(await listening(app), ben, room.event.id);
  await until('the snapshot', () => socket.heard.length > 0);
  expect(socket.heard[0]!.update['current_state']).toMatchObject({ pinned_message: { message: 'two' } });
  await room.do(ann, 'POST /events/streaming/messages_remove', { seq: second });
  await until('the state without it', () =>
    socket.heard.some(({ name, update }) => name === 'updateEvent' && !JSON.stringify(update).includes('"two"')),
  );
  socket.close();
  expect((await room.state()).current_state.pinned_message).toBeNull();
  expect(codeOf(await pin(host, second))).toBe('message_not_found');
  await pin(host, first);
  expect((await pin(host, null)).data.current_state.pinned_message).toBeNull();
});

test('a time-out stops writing, asking, reacting and raising a hand, lowers the hand, and ends at its time', async () => {
  const { room, host, ann, ben } = await inside();
  await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true });
  const answer = await room.do(ann, 'POST /events/streaming/time_out', { username: ben.username });
  const { raised_hands, timed_out_viewers } = answer.data.current_state;
  expect(raised_hands).toEqual([]);
  expect(timed_out_viewers).toMatchObject([{ username: ben.username }]);
  expect(Math.abs(timed_out_viewers[0]!.until - app.clock.now() - minutes(5))).toBeLessThan(seconds(2));
  const tries = async () => [
    codeOf(await say(room, ben, 'hello')),
    codeOf(await room.do(ben, 'POST /events/streaming/questions/ask', { text: 'Why?' })),
    codeOf(await room.do(ben, 'POST /events/streaming/react', { emoji: '👏' })),
    codeOf(await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true })),
  ];
  expect(await tries()).toEqual(['timed_out', 'timed_out', 'timed_out', 'timed_out']);
  const refused = await say(room, ben, 'hello');
  expect(refused.errors[0]!.message).toContain('again in 5 minutes');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(290);
  await app.clock.advance(minutes(5));
  await room.enter(ben);
  expect((await room.state()).current_state.timed_out_viewers).toEqual([]);
  expect(await tries()).toEqual([200, 200, 200, 200]);
  await room.do(host, 'POST /events/streaming/time_out', { username: ben.username, minutes: 60 });
  expect((await tries())[0]).toBe('timed_out');
  await room.do(ann, 'POST /events/streaming/time_out', { username: ben.username, minutes: 0 });
  expect((await tries())[0]).toBe(200);
  for (const [who, username, code] of [
    [ben, ann.username, 'moderators_only'],
    [ann, host.username, 'target_protected'],
    [host, 'nobody-at-all', 'target_not_in_room'],
  ] as const)
    expect(codeOf(await room.do(who, 'POST /events/streaming/time_out', { username }))).toBe(code);
  const long = await room.do(host, 'POST /events/streaming/time_out', { username: ben.username, minutes: 121 });
  expect(codeOf(long)).toBe('time_out_minutes');
});

test('everything a person wrote is removed at once: messages, questions and what came with the hand', async () => {
  const { room, ann, ben, cleo } = await inside();
  for (const text of ['one', 'two']) await say(room, ben, text);
  await say(room, cleo, 'mine');
  await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true, question: 'Rude?' });
  await room.do(ben, 'POST /events/streaming/questions/ask', { text: 'Ruder?' });
  const socket = await connectSocket(await listening(app), cleo, room.event.id);
  await until('the snapshot', () => socket.heard.length > 0);
  const remove = (who: Actor) => room.do(who, 'POST /events/streaming/messages_remove_all', { username: ben.username });
  expect(codeOf(await remove(cleo))).toBe('moderators_only');
  const { data } = await remove(ann);
  expect(data.current_state).toMatchObject({ open_questions: 0, raised_hands: [{ question: null }] });
  await until('the update', () =>
    socket.heard.some(({ name, update }) => name === 'personCleared' && update['username'] === ben.username),
  );
  socket.close();
  expect((await room.state()).messages.map((one) => one.message)).toEqual(['mine']);
  expect(codeOf(await say(room, ben, 'three'))).toBe(200);
});

test('a word on the host’s list is refused in chat, questions and hands, and only to viewers', async () => {
  const { room, host, ann, ben } = await inside();
  const set = (who: Actor, words: string[]) => room.do(who, 'POST /events/streaming/word_filter', { words });
  expect(codeOf(await set(ann, ['darn']))).toBe('host_only');
  expect((await set(host, ['darn', 'Darn', ''])).data.words).toEqual(['darn']);
  const refused = await say(room, ben, 'Well, DARN it');
  expect(refused.errors[0]).toMatchObject({ code: 'word_filtered', field: 'message' });
  expect(refused.errors[0]!.message).toContain('“darn”');
  expect(codeOf(await room.do(ben, 'POST /events/streaming/questions/ask', { text: 'darn?' }))).toBe('word_filtered');
  const hand = await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true, question: 'darn?' });
  expect(codeOf(hand)).toBe('word_filtered');
  for (const who of [host, ann]) expect(codeOf(await say(room, who, 'darn'))).toBe(200);
  expect((await deskOf(room, ann)).data.words).toEqual(['darn']);
  await set(host, []);
  expect(codeOf(await say(room, ben, 'darn'))).toBe(200);
});

test('the host and event admins read who did what, newest first, in pages, also after the end', async () => {
  const { room, host, ann, ben, cleo } = await inside();
  const { seq } = (await say(room, ben, 'spam')).data.message;
  const question = await room.do(cleo, 'POST /events/streaming/questions/ask', { text: 'Why?' });
  await room.do(ann, 'POST /events/streaming/messages_remove', { seq });
  await room.do(ann, 'POST /events/streaming/time_out', { username: ben.username });
  await app.call('POST /events/streaming/questions/update', {
    as: ann.token,
    body: { question_id: question.data.question.question_id, state: 'dismissed' },
  });
  await room.do(host, 'POST /events/streaming/time_out', { username: ben.username, minutes: 0 });
  await room.do(host, 'POST /events/streaming/toggle_chat_enabled', { enabled: false });
  await room.do(host, 'POST /events/streaming/announce', { text: 'Be kind' });
  await room.do(host, 'POST /events/streaming/toggle_banned', { username: ben.username });
  await room.do(host, 'POST /events/streaming/stop_streaming');
  expect(await doneIn(room, ann)).toEqual([
    [host.username, 'blocked', ben.username, null, null],
    [host.username, 'announced', host.username, 'Be kind', null],
    [host.username, 'chat_off', null, null, null],
    [host.username, 'time_out_ended', ben.username, null, 0],
    [ann.username, 'question_dismissed', cleo.username, 'Why?', null],
    [ann.username, 'timed_out', ben.username, null, 5],
    [ann.username, 'message_removed', ben.username, 'spam', null],
    [host.username, 'admin_promoted', ann.username, null, null],
  ]);
  for (const who of [ben, cleo]) expect(codeOf(await deskOf(room, who))).toBe('moderators_only');
  await app.db.query(
    `WITH moved AS (UPDATE room SET seq = seq + 60 WHERE event_id = $1 RETURNING seq)
     INSERT INTO room_event (event_id, seq, type, payload, actor_id)
     SELECT $1, s, 'updateEvent', '{"change": "open_mic", "enabled": true}', $2
     FROM moved, generate_series(seq - 59, seq) s`,
    [room.event.id, host.id],
  );
  const page = (await deskOf(room, host)).data;
  const rest = (await deskOf(room, host, page.next_cursor!)).data;
  expect([page.actions.length, rest.actions.length, rest.next_cursor]).toEqual([50, 18, null]);
});

test('roles, and who is put on stage as guest, are in the log of who did what', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [Actor, Actor];
  for (const viewer of room.viewers) await room.enter(viewer);
  const setRole = (who: Actor, role: string) =>
    room.do(room.host, 'POST /events/streaming/set_role', { username: who.username, role });
  await setRole(ann, 'cohost');
  await setRole(ben, 'guest');
  // Only what others do to the guest is moderation.
  for (const who of [ann, ben])
    for (const enabled of [false, true])
      await room.do(who, 'POST /events/streaming/set_stage_guest', { username: ben.username, enabled });
  await setRole(ben, 'viewer');
  expect(await doneIn(room, ann)).toEqual([
    [room.host.username, 'role_ended', ben.username, null, null],
    [ann.username, 'stage_guest_on', ben.username, null, null],
    [ann.username, 'stage_guest_off', ben.username, null, null],
    [room.host.username, 'guest_speaker_made', ben.username, null, null],
    [room.host.username, 'cohost_made', ann.username, null, null],
  ]);
});

test('a report from the room reaches the app admins with its event, during and after it', async () => {
  const { room, host, ben, cleo } = await inside();
  const { seq } = (await say(room, ben, 'nasty words')).data.message;
  const report = (who: Actor, body: Record<string, unknown>) => room.do(who, 'POST /events/streaming/report', body);
  expect(codeOf(await report(cleo, { message_id: seq, reason: 'harassment' }))).toBe(200);
  expect(codeOf(await report(ben, { message_id: seq, reason: 'spam' }))).toBe('report_own');
  expect(codeOf(await report(host, { username: ben.username, reason: 'They sell drugs' }))).toBe(200);
  const outsider = await newViewer(app);
  expect(codeOf(await report(outsider, { message_id: seq, reason: 'spam' }))).toBe('forbidden');
  expect(codeOf(await report(cleo, { username: outsider.username, reason: 'spam' }))).toBe('target_not_in_room');
  await room.do(host, 'POST /events/streaming/stop_streaming');
  expect(codeOf(await report(cleo, { reason: 'fraud' }))).toBe(200);
  const admin = await newAdmin(app);
  const { data } = await app.call('GET /admin/reports', { as: admin.token, query: {} });
  const ours = data.reports.filter((one) => one.event_uuid === room.event.id);
  expect(
    ours
      .map((one) => [one.report_kind, one.report_reason, one.subject_username, one.report_note, one.quote])
      .toSorted(),
  ).toEqual([
    ['event', 'fraud', host.username, '', ours.find((one) => one.report_kind === 'event')!.quote],
    ['message', 'harassment', ben.username, '', 'nasty words'],
    ['person', 'other', ben.username, 'They sell drugs', ''],
  ]);
});
