import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom, type TestRoom } from '../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

type Actor = TestRoom['host'];
const exportOf = (room: TestRoom, who: Actor) =>
  app.call('GET /events/:uuid/room_export', { as: who.token, params: { uuid: room.event.id }, query: {} });
const csvOf = async (room: TestRoom, who: Actor): Promise<string> => {
  const answer = await app.http.inject({
    url: `/api/events/${room.event.id}/room_export?format=csv`,
    headers: { 'access-token': who.token },
  });
  expect(answer.headers['content-type']).toContain('text/csv');
  return answer.body;
};

test('the host’s export has chat, questions, polls and turns, as JSON and as CSV, also after the end', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [Actor, Actor];
  for (const who of [ann, ben]) await room.enter(who);
  const said = await room.do(ann, 'POST /events/streaming/messages_new', { message: '=SUM(A1)' });
  await room.do(room.host, 'POST /events/streaming/pin_message', { message_id: said.data.message.seq });
  await room.do(room.host, 'POST /events/streaming/announce', { text: 'Break' });
  const gone = await room.do(ben, 'POST /events/streaming/messages_new', { message: 'removed later' });
  await room.do(room.host, 'POST /events/streaming/messages_remove', { seq: gone.data.message.seq });
  const asked = await room.do(ann, 'POST /events/streaming/questions/ask', { text: 'Which pot?' });
  const { question_id: questionId } = asked.data.question;
  await app.call('POST /events/streaming/questions/answer_on_stage', {
    as: room.host.token,
    body: { question_id: questionId },
  });
  for (const anonymous of [true, false]) {
    const made = await room.do(room.host, 'POST /events/streaming/polls/create', {
      text: 'Soft or hard?',
      choices: ['Soft', 'Hard'],
      multiple: false,
      anonymous,
    });
    const body = { poll_id: made.data.poll.poll_id };
    await app.call('POST /events/streaming/polls/open', { as: room.host.token, body });
    await app.call('POST /events/streaming/polls/vote', { as: ben.token, body: { ...body, choices: [1] } });
    await app.call('POST /events/streaming/polls/close', { as: room.host.token, body });
  }
  await room.do(room.host, 'POST /events/streaming/stop_streaming');

  const { data } = await exportOf(room, room.host);
  expect(data).toMatchObject({
    messages: [
      { username: ann.username, text: '=SUM(A1)', announcement: false, pinned: true },
      { username: room.host.username, text: 'Break', announcement: true, pinned: false },
    ],
    questions: [{ username: ann.username, text: 'Which pot?', state: 'answered', votes: 0 }],
    polls: [{ choices: [{ votes: 0 }, { votes: 1 }] }, { choices: [{ usernames: [] }, { usernames: [ben.username] }] }],
    turns: [{ username: ann.username }],
  });
  expect(JSON.stringify(data.polls[0])).not.toContain(ben.username);
  const csv = await csvOf(room, room.host);
  const rows = csv.trim().split('\r\n');
  expect(rows).toHaveLength(9);
  // A spreadsheet must not run what somebody wrote.
  expect(csv).toContain("'=SUM(A1)");
  expect(csv).toMatch(/message,.*,pinned,/);
  expect(csv).toContain('announcement,');
  expect(csv).not.toContain('removed later');
});

test('nobody but the host of the event gets it', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [Actor];
  for (const who of [ann, await newHost(app), await newAdmin(app)])
    expect((await exportOf(room, who)).errors[0]?.code).toBe('host_only');
});
