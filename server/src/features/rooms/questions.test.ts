import { openQuestionsMax } from '@frontrow/core/rooms/questions.ts';
import { seatRenewEveryMs } from '@frontrow/core/rooms/limits.ts';
import { days, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newGuest, newViewer } from '../../../test/actors.ts';
import { testApp, until, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { connectSocket, listening } from '../../../test/live-socket.ts';
import { dueRoom, liveRoom, memoryVideo, type TestRoom } from '../../../test/rooms.ts';
import { giveTicket } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

type Actor = TestRoom['host'];
const ask = (room: TestRoom, who: Actor, text: string) =>
  room.do(who, 'POST /events/streaming/questions/ask', { text });
const asked = async (room: TestRoom, who: Actor, text: string): Promise<string> =>
  (await ask(room, who, text)).data.question.question_id;
const vote = (who: Actor, questionId: string, voted: boolean) =>
  app.call('POST /events/streaming/questions/vote', { as: who.token, body: { question_id: questionId, voted } });
const update = (
  who: Actor,
  questionId: string,
  more: { state?: 'open' | 'answered' | 'dismissed'; pinned?: boolean },
) => app.call('POST /events/streaming/questions/update', { as: who.token, body: { question_id: questionId, ...more } });
const onStage = (who: Actor, questionId: string) =>
  app.call('POST /events/streaming/questions/answer_on_stage', { as: who.token, body: { question_id: questionId } });
const list = async (room: TestRoom, who: Actor, cursor?: string) =>
  (
    await app.call('GET /events/streaming/questions/:uuid', {
      as: who.token,
      params: { uuid: room.event.id },
      query: cursor === undefined ? {} : { cursor },
    })
  ).data;
const texts = async (room: TestRoom, who: Actor) => (await list(room, who)).questions.map((one) => one.text);

describe('questions', () => {
  test('questions are asked before the event and during it, by accounts and by guests with a ticket', async () => {
    const room = await dueRoom(app, 1);
    const [ann] = room.viewers as [Actor];
    const guest = await newGuest(app, room.event.id);
    await giveTicket(app, room.event, guest);
    const first = await ask(room, ann, '  Which\n pot? ');
    expect(first.data).toMatchObject({
      current_state: { open_questions: 1 },
      question: { text: 'Which pot?', state: 'open', votes: 0, voted: false, user: { username: ann.username } },
    });
    await ask(room, guest, 'How long?');
    await room.do(room.host, 'POST /events/streaming/start_streaming');
    await ask(room, ann, 'And the noodles?');
    expect((await texts(room, room.host)).toSorted()).toEqual(['And the noodles?', 'How long?', 'Which pot?']);
    expect((await ask(room, await newViewer(app), 'Me?')).errors[0]?.code).toBe('forbidden');
    expect((await ask(room, ann, '')).errors[0]?.code).toBe('question_empty');
    expect((await ask(room, ann, 'x'.repeat(141))).errors[0]?.code).toBe('question_too_long');
  });

  test('questions are counted once per person, and listed with the pinned ones first, then by votes', async () => {
    const room = await dueRoom(app, 3);
    const [ann, ben, cleo] = room.viewers as [Actor, Actor, Actor];
    const [one, two, three] = [
      await asked(room, ann, 'one'),
      await asked(room, ben, 'two'),
      await asked(room, cleo, 'three'),
    ];
    for (const who of [ann, ben, ben]) await vote(who, two, true);
    expect((await vote(room.host, three, true)).data.question).toMatchObject({ votes: 1, voted: true });
    expect((await list(room, ben)).questions.map((q) => [q.text, q.votes, q.voted])).toEqual([
      ['two', 2, true],
      ['three', 1, false],
      ['one', 0, false],
    ]);
    await vote(ann, two, false);
    await vote(ann, two, false);
    await update(room.host, one, { pinned: true });
    const listed = (await list(room, ann)).questions.map((q) => [q.text, q.votes, q.pinned]);
    expect(listed[0]).toEqual(['one', 0, true]);
    expect(listed.slice(1).toSorted()).toEqual([
      ['three', 1, false],
      ['two', 1, false],
    ]);
  });

  test('questions come in pages that neither repeat nor leave out any', async () => {
    const room = await dueRoom(app, 1);
    const [ann] = room.viewers as [Actor];
    await app.db.query(
      `INSERT INTO question (id, event_id, author_id, body, votes, pinned, state)
       SELECT gen_random_uuid(), $1, $2, 'q' || n, n % 7, n % 31 = 0,
         CASE WHEN n % 5 = 0 AND n % 31 <> 0 THEN 'answered' ELSE 'open' END FROM generate_series(1, 120) n`,
      [room.event.id, ann.id],
    );
    const seen: string[] = [];
    let cursor: string | null | undefined;
    let pages = 0;
    do {
      const page = await list(room, ann, cursor ?? undefined);
      seen.push(...page.questions.map((one) => one.text));
      cursor = page.next_cursor;
      pages += 1;
    } while (cursor !== null && pages < 9);
    expect([pages, seen.length, new Set(seen).size]).toEqual([3, 120, 120]);
    const bad = await app.call('GET /events/streaming/questions/:uuid', {
      as: ann.token,
      params: { uuid: room.event.id },
      query: { cursor: 'bm9uc2Vuc2U' },
    });
    expect(bad.status).toBe(400);
    // Nobody cast the votes that were written here.
    await app.db.query('DELETE FROM question WHERE event_id = $1', [room.event.id]);
  });

  test('questions are answered, dismissed and reopened by moderators; a dismissed one is read by them alone', async () => {
    const room = await liveRoom(app, 2);
    const [ann, ben] = room.viewers as [Actor, Actor];
    for (const who of [ann, ben]) await room.enter(who);
    await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: ben.username });
    const question = await asked(room, ann, 'Rude words');
    expect((await update(ann, question, { state: 'answered' })).errors[0]?.code).toBe('moderators_only');
    const dismissed = await update(ben, question, { state: 'dismissed' });
    expect(dismissed.data).toMatchObject({ current_state: { open_questions: 0 }, question: { text: 'Rude words' } });
    expect(await texts(room, ann)).toEqual([]);
    expect(await texts(room, room.host)).toEqual(['Rude words']);
    expect((await vote(ann, question, true)).errors[0]?.code).toBe('question_not_found');
    await update(room.host, question, { state: 'open', pinned: true });
    const answered = await update(room.host, question, { state: 'answered' });
    expect(answered.data.question).toMatchObject({ state: 'answered', pinned: false });
  });

  test('questions are limited to five unanswered ones per person', async () => {
    const room = await dueRoom(app, 1);
    const [ann] = room.viewers as [Actor];
    const first = await asked(room, ann, 'q0');
    for (let n = 1; n < openQuestionsMax; n++) await ask(room, ann, `q${n}`);
    expect((await ask(room, ann, 'one more')).errors[0]?.code).toBe('too_many_questions');
    await update(room.host, first, { state: 'answered' });
    expect((await ask(room, ann, 'one more')).status).toBe(200);
  });

  test('questions of a blocked person disappear with their messages', async () => {
    const room = await liveRoom(app, 2);
    const [ann, ben] = room.viewers as [Actor, Actor];
    for (const who of [ann, ben]) await room.enter(who);
    await ask(room, ann, 'Rude words');
    await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: ann.username });
    expect(await texts(room, ben)).toEqual([]);
    expect((await room.state()).current_state.open_questions).toBe(0);
    expect((await ask(room, ann, 'More')).errors[0]?.code).toBe('banned');
  });

  test('questions of a broadcast work as well, and are deleted ninety days after the end', async () => {
    const room = await dueRoom(app, 1, { kind: 'broadcast' });
    const [ann] = room.viewers as [Actor];
    const question = await asked(room, ann, 'Which camera?');
    await room.do(room.host, 'POST /events/streaming/start_streaming');
    await vote(ann, question, true);
    expect((await onStage(room.host, question)).errors[0]?.code).toBe('interactive_only');
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    expect((await ask(room, ann, 'Late')).errors[0]?.code).toBe('room_closed');
    expect(await texts(room, ann)).toEqual(['Which camera?']);
    await app.clock.advance(days(91));
    await app.quiesce();
    expect(await app.db.query('SELECT 1 FROM question WHERE event_id = $1', [room.event.id])).toEqual([]);
  });

  test('questions of an event whose room never opened are deleted ninety days after it would have begun', async () => {
    const room = await dueRoom(app, 1);
    await asked(room, room.viewers[0]!, 'Will you come?');
    const kept = () => app.db.query('SELECT 1 FROM question WHERE event_id = $1', [room.event.id]);
    await app.clock.advance(days(89));
    await app.quiesce();
    expect(await kept()).toHaveLength(1);
    await app.clock.advance(days(2));
    await app.quiesce();
    expect(await kept()).toEqual([]);
  });
});

test('a chat message becomes a question of its author, once, by a moderator or its author', async () => {
  const room = await liveRoom(app, 3);
  const [ann, ben, cleo] = room.viewers as [Actor, Actor, Actor];
  for (const who of room.viewers) await room.enter(who);
  await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: cleo.username });
  const say = async (who: Actor, message: string): Promise<number> =>
    (await room.do(who, 'POST /events/streaming/messages_new', { message })).data.message.seq;
  const turn = (who: Actor, seq: number) =>
    room.do(who, 'POST /events/streaming/questions/from_message', { message_id: seq });
  const long = await say(ann, 'x'.repeat(200));
  expect((await turn(ben, long)).errors[0]?.code).toBe('moderators_only');
  const made = await turn(cleo, long);
  expect(made.data.question).toMatchObject({ text: 'x'.repeat(200), state: 'open', user: { username: ann.username } });
  expect((await turn(ann, long)).data.question.question_id).toBe(made.data.question.question_id);
  const pot = await say(ben, 'Which pot?');
  const mine = await turn(ben, pot);
  expect((await texts(room, ann)).toSorted()).toEqual(['Which pot?', 'x'.repeat(200)]);
  const removed = await say(ann, 'gone');
  await room.do(cleo, 'POST /events/streaming/messages_remove', { seq: removed });
  expect((await turn(cleo, removed)).errors[0]?.code).toBe('message_not_found');
  expect((await turn(cleo, await say(room.host, 'mine'))).errors[0]?.code).toBe('target_protected');
  while ((await ask(room, ben, 'And then?')).status === 200);
  expect((await turn(ben, await say(ben, 'One more'))).errors[0]?.code).toBe('too_many_questions');
  const again = await turn(ben, pot);
  expect(again.data?.question?.question_id, 'asked again after a lost answer').toBe(mine.data.question.question_id);
});

describe('answering on stage', () => {
  test('answering on stage gives the asker the turn in one step, with or without a hand up', async () => {
    const room = await liveRoom(app, 2);
    const [ann, ben] = room.viewers as [Actor, Actor];
    for (const who of [ann, ben]) await room.enter(who);
    await room.do(room.host, 'POST /events/streaming/toggle_raise_hand', { enabled: false });
    const question = await asked(room, ann, 'Which pot?');
    expect((await onStage(ben, question)).errors[0]?.code).toBe('host_only');
    const given = await onStage(room.host, question);
    const user = { username: ann.username };
    expect(given.data).toMatchObject({
      current_state: {
        speaking_viewer: user,
        raised_hands: [],
        open_questions: 1,
        answering: { question_id: question, text: 'Which pot?', user },
      },
      question: { state: 'open', answering: true },
    });
    expect(memoryVideo(app).publish(room.event.id, `u:${ann.id}`, 'camera')).toBe(true);
    expect((await onStage(room.host, question)).data.question).toMatchObject({ state: 'open', answering: true });
  });

  test('answering on stage is in the log of who did what as the co-host’s who pressed it', async () => {
    const room = await liveRoom(app, 2);
    const [ann, cleo] = room.viewers as [Actor, Actor];
    for (const who of [ann, cleo]) await room.enter(who);
    await room.do(room.host, 'POST /events/streaming/set_role', { username: cleo.username, role: 'cohost' });
    await onStage(cleo, await asked(room, ann, 'Which pot?'));
    const { actions } = (
      await app.call('GET /events/streaming/moderation/:uuid', { as: room.host.token, params: { uuid: room.event.id } })
    ).data;
    expect(actions[0]).toMatchObject({ action: 'turn_given', actor: cleo.username, username: ann.username });
  });

  test.each(['stopped', 'over', 'another speaker’s', 'finished'] as const)(
    'answering on stage leaves the question on top until the turn is %s, and then it is answered',
    async (how) => {
      const room = await liveRoom(app, 2);
      const [ann, ben] = room.viewers as [Actor, Actor];
      for (const who of [ann, ben]) await room.enter(who);
      const [first, second] = [await asked(room, ann, 'Which pot?'), await asked(room, ben, 'Which noodles?')];
      await update(room.host, second, { pinned: true });
      if (how === 'over') await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: 60 });
      await onStage(room.host, first);
      expect(await texts(room, ben)).toEqual(['Which pot?', 'Which noodles?']);
      const answeredAt = (await list(room, ben)).questions[0]!;
      expect(answeredAt).toMatchObject({ state: 'open', answering: true });
      if (how === 'stopped') await room.do(room.host, 'POST /events/streaming/allow_mic', { username: '' });
      if (how === 'another speaker’s') await onStage(room.host, second);
      if (how === 'finished') await room.do(room.host, 'POST /events/streaming/stop_streaming');
      if (how === 'over') {
        // In steps that are short enough for leases to be renewed.
        for (let left = seconds(61); left > 0; left -= seatRenewEveryMs) {
          await app.clock.advance(Math.min(left, seatRenewEveryMs));
          await app.quiesce();
        }
        await until('the end of the turn', async () => (await room.state()).current_state.speaking_viewer === null);
      }
      const after = (await list(room, room.host)).questions.find((one) => one.question_id === first);
      expect(after).toMatchObject({ state: 'answered' });
      expect(after).not.toHaveProperty('answering');
      const now = (await room.state()).current_state.answering;
      expect(now?.question_id).toBe(how === 'another speaker’s' ? second : undefined);
    },
  );

  test('answering on stage ends when the host says so, and the turn goes on', async () => {
    const room = await liveRoom(app, 1);
    const [ann] = room.viewers as [Actor];
    await room.enter(ann);
    const question = await asked(room, ann, 'Which pot?');
    await onStage(room.host, question);
    const { question: said, current_state: now } = (await update(room.host, question, { state: 'answered' })).data;
    expect(said).toMatchObject({ state: 'answered' });
    expect(said).not.toHaveProperty('answering');
    expect(now).toMatchObject({ speaking_viewer: { username: ann.username }, open_questions: 0 });
    expect(now).not.toHaveProperty('answering');
  });

  test('answering on stage leaves the question open when its asker leaves before the end of the turn', async () => {
    const room = await liveRoom(app, 1);
    const [ann] = room.viewers as [Actor];
    await room.enter(ann);
    const question = await asked(room, ann, 'Which pot?');
    await onStage(room.host, question);
    await room.do(ann, 'POST /events/streaming/leave_streaming');
    expect((await list(room, room.host)).questions).toMatchObject([{ question_id: question, state: 'open' }]);
    expect((await room.state()).current_state).not.toHaveProperty('answering');
  });

  test('answering is over with the turn, even if a process of the last release ended it; the next turn answers nothing', async () => {
    const room = await liveRoom(app, 2);
    const [ann, ben] = room.viewers as [Actor, Actor];
    for (const who of [ann, ben]) await room.enter(who);
    const question = await asked(room, ann, 'Which pot?');
    await onStage(room.host, question);
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: '' });
    // That release does not know the mark.
    await app.db.query(`UPDATE question SET answering = true, state = 'open' WHERE id = $1`, [question]);
    expect((await room.state()).current_state).not.toHaveProperty('answering');
    expect((await list(room, ben)).questions[0]).not.toHaveProperty('answering');
    const noodles = await asked(room, ben, 'Which noodles?');
    await onStage(room.host, noodles);
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: '' });
    expect((await list(room, room.host)).questions).toMatchObject([
      { question_id: question, state: 'open' },
      { question_id: noodles, state: 'answered' },
    ]);
  });

  test('answering on stage needs the asker in the room', async () => {
    const room = await liveRoom(app, 1);
    const [ann] = room.viewers as [Actor];
    const question = await asked(room, ann, 'Which pot?');
    expect((await onStage(room.host, question)).errors[0]?.code).toBe('target_not_in_room');
    expect((await room.state()).current_state.open_questions).toBe(1);
  });
});

test('everyone in the room gets questions and votes, also after a reconnect, and no dismissed text', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [Actor, Actor];
  for (const who of [ann, ben]) await room.enter(who);
  const url = await listening(app);
  const first = await connectSocket(url, ben, room.event.id);
  await until('the snapshot', () => first.heard.length > 0);
  const question = await asked(room, ann, 'Which pot?');
  const heardOf = (socket: typeof first) =>
    socket.heard.flatMap(({ name, update: { questions } }) =>
      name === 'audienceChanged' ? (questions as { text: string; votes: number; state: string }[]) : [],
    );
  await until('the question', () => heardOf(first).some((one) => one.text === 'Which pot?'));
  await vote(ann, question, true);
  await until('the vote', () => heardOf(first).some((one) => one.votes === 1));
  const lastSeq = first.lastSeq()!;
  first.close();
  await vote(ben, question, true);
  await update(room.host, question, { state: 'dismissed' });
  const second = await connectSocket(url, ben, room.event.id, { last_seq: lastSeq });
  await until('what was missed', () => heardOf(second).length > 0);
  expect(heardOf(second)).toMatchObject([{ text: '', votes: 2, state: 'dismissed' }]);
  expect([first.gaps(), second.gaps()]).toEqual([0, 0]);
  second.close();
});
