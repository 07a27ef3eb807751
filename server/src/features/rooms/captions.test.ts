import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { captionCharsMax } from '@frontrow/core/rooms/captions.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { voskServer } from '../../adapters/transcription/vosk-server.ts';
import type { TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { connectSocket, listening, type LiveSocket } from '../../../test/live-socket.ts';
import { liveRoom, type TestRoom } from '../../../test/rooms.ts';
import { startTranscriptionServer, type TranscriptionServer } from '../../../test/transcription-server.ts';

import { hearCaptionSound } from './live/caption-sounds.ts';
import type { RoomSocket } from './live/room-feeds.ts';
import type { RoomsDeps } from './rooms-deps.ts';

let server: TranscriptionServer;
let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  server = await startTranscriptionServer(['the', 'clay', 'is', 'soft'], 4);
  here = await testApp({ overrides: { transcription: voskServer(server.url) } });
  there = await testApp({ overrides: { databaseUrl: here.databaseUrl, clock: here.clock } });
});
afterAll(async () => {
  await there.close();
  await here.close();
  await server.close();
});
afterEach(() => expectInvariants(here));

/** A live room with captions on, in which the first viewer has the turn. */
async function captionedRoom(): Promise<TestRoom & { ann: TestActor; ben: TestActor }> {
  const room = await liveRoom(here, 2);
  const [ann, ben] = room.viewers as [TestActor, TestActor];
  for (const who of room.viewers) await room.enter(who);
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
  const on = await room.do(room.host, 'POST /events/streaming/captions', { enabled: true });
  expect(on.data.current_state.captions_enabled).toBe(true);
  return { ...room, ann, ben };
}
const say = async (room: TestRoom, who: TestActor, text: string, more: { line_id?: string; final?: boolean } = {}) => {
  const body = { line_id: randomUUID(), final: true, text, ...more };
  const { status, errors } = await room.do(who, 'POST /events/streaming/captions/say', body);
  return errors[0]?.code ?? status;
};
const captionsOf = ({ heard }: LiveSocket) => heard.filter(({ name }) => name === 'caption').map((one) => one.update);
const recall = async (room: TestRoom, who: TestActor) =>
  (await here.call('GET /events/streaming/captions/:uuid', { as: who.token, params: { uuid: room.event.id } })).data;

test('captions are off until the host switches them on, and only people on stage are captioned', async () => {
  const room = await liveRoom(here, 1);
  await room.enter(room.viewers[0]!);
  expect((await room.state()).current_state.captions_enabled).toBe(false);
  expect(await say(room, room.host, 'Hello')).toBe('captions_off');
  const { ann, ben, ...captioned } = await captionedRoom();
  expect(await say(captioned, captioned.host, 'Hello')).toBe(200);
  expect(await say(captioned, ann, 'Hello')).toBe(200);
  expect(await say(captioned, ben, 'Hello')).toBe('not_on_stage');
  await captioned.do(captioned.host, 'POST /events/streaming/set_role', { username: ben.username, role: 'cohost' });
  await captioned.do(ben, 'POST /events/streaming/set_stage_guest', { username: ben.username, enabled: true });
  expect(await say(captioned, ben, 'Hello')).toBe(200);
  await captioned.do(ben, 'POST /events/streaming/set_stage_guest', { username: ben.username, enabled: false });
  expect(await say(captioned, ben, 'Hello')).toBe('not_on_stage');
  await captioned.do(captioned.host, 'POST /events/streaming/allow_mic', { username: ann.username, enabled: false });
  expect(await say(captioned, ann, 'Hello')).toBe('not_on_stage');
});

test('lines are limited in length and rate, and a viewer’s line with a filtered word is refused', async () => {
  const { ann, ...room } = await captionedRoom();
  expect(await say(room, ann, ' \u200B ')).toBe('caption_empty');
  expect(await say(room, ann, 'a'.repeat(captionCharsMax))).toBe(200);
  expect(await say(room, ann, 'a'.repeat(captionCharsMax + 1))).toBe('caption_too_long');
  await room.do(room.host, 'POST /events/streaming/word_filter', { words: ['darn'] });
  expect(await say(room, ann, 'That DÀRN clay', { final: false })).toBe('word_filtered');
  expect(await say(room, room.host, 'That darn clay')).toBe(200);
  expect((await recall(room, ann)).lines.map(({ text }) => text)).toEqual([
    'a'.repeat(captionCharsMax),
    'That darn clay',
  ]);
  const answers = await Promise.all(Array.from({ length: 60 }, () => say(room, ann, 'Soft', { final: false })));
  expect(new Set(answers)).toEqual(new Set([200, 'too_many_requests']));
});

test('everyone in the room gets each line within two seconds, in every process; a finished line is stored once', async () => {
  const { ann, ben, ...room } = await captionedRoom();
  const near = await connectSocket(await listening(here), ben, room.event.id);
  const far = await connectSocket(await listening(there), room.host, room.event.id);
  await until('the processes hear each other', async () => {
    await room.do(room.host, 'POST /events/streaming/react', { emoji: '👏' });
    return far.heard.some(({ name }) => name === 'reactions');
  });
  const line = randomUUID();
  const sentAt = performance.now();
  await say(room, ann, 'The clay', { line_id: line, final: false });
  for (let twice = 0; twice < 2; twice++) await say(room, ann, 'The clay is soft.', { line_id: line });
  await until('both heard it', () => [near, far].every((one) => captionsOf(one).some((caption) => caption['final'])));
  expect(performance.now() - sentAt).toBeLessThan(2_000);
  for (const socket of [near, far]) {
    expect(captionsOf(socket).filter((one) => one['line_id'] === line)).toMatchObject([
      { username: ann.username, text: 'The clay', final: false },
      { username: ann.username, text: 'The clay is soft.', final: true },
    ]);
    expect(socket.gaps()).toBe(0);
    socket.close();
  }
  expect(await recall(room, ben)).toMatchObject({ lines: [{ line_id: line, text: 'The clay is soft.' }] });
});

test('the transcript is in the host’s export with the time since the start', async () => {
  const { ann, ...room } = await captionedRoom();
  await here.clock.advance(61_000);
  await room.enter(ann);
  expect(await say(room, ann, 'The clay is soft.')).toBe(200);
  const exported = () =>
    here.call('GET /events/:uuid/room_export', { as: room.host.token, params: { uuid: room.event.id }, query: {} });
  const [said] = (await exported()).data.transcript;
  expect(said).toMatchObject({ username: ann.username, text: 'The clay is soft.' });
  expect(said!.offset_ms).toBeGreaterThanOrEqual(61_000);
  const csv = await here.http.inject({
    url: `/api/events/${room.event.id}/room_export?format=csv`,
    headers: { 'access-token': room.host.token },
  });
  expect(csv.body).toMatch(/said,.*,The clay is soft\.,00:0[12]:\d\d/);
});

const soundOf = (socket: LiveSocket, pieces: number): void => {
  for (let nth = 0; nth < pieces; nth++) socket.socket.emit('captionSound', Buffer.alloc(8_000));
};

test('only the sound of people on stage reaches the transcription server, and its lines reach everyone', async () => {
  const { ann, ben, ...room } = await captionedRoom();
  expect((await recall(room, ann)).server).toBe('127.0.0.1');
  const url = await listening(here);
  const [speaker, viewer] = [
    await connectSocket(url, ann, room.event.id),
    await connectSocket(url, ben, room.event.id),
  ];
  const before = server.bytes();
  soundOf(viewer, 1);
  await until('the viewer is refused', () => viewer.heard.some(({ name }) => name === 'captionsStopped'));
  expect(server.bytes()).toBe(before);
  speaker.socket.emit('captionSound', 'no sound');
  speaker.socket.emit('captionSound', Buffer.alloc(9_000));
  soundOf(speaker, 1);
  await until('the first word', () => captionsOf(viewer).length > 0);
  soundOf(speaker, 3);
  await until('the sentence', () => captionsOf(viewer).some((one) => one['final']));
  expect(captionsOf(viewer).at(-1)).toMatchObject({ username: ann.username, text: 'the clay is soft', final: true });
  expect((await recall(room, ben)).lines).toMatchObject([{ text: 'the clay is soft' }]);
  server.hangUp();
  await until('the speaker sees that captions stopped', () =>
    speaker.heard.some(({ name }) => name === 'captionsStopped'),
  );
  for (const socket of [speaker, viewer]) socket.close();
});

test('someone who stops their captions while the first sound is checked sends no sound', async () => {
  const { ann, ...room } = await captionedRoom();
  const opened: string[] = [];
  const transcription = {
    server: 'ears.test',
    open: () => ({ send: () => void opened.push('sound'), end: () => void opened.push('end') }),
  };
  const checked = Promise.withResolvers<void>();
  let checks = 0;
  const one: RoomsDeps['db']['one'] = async (...asked) => {
    await checked.promise;
    return here.kit.db.one<never>(...asked).finally(() => (checks += 1));
  };
  const db = { ...here.kit.db, one };
  const person = { eventUuid: room.event.id, actor: { id: ann.id } };
  const socket = Object.assign(new EventEmitter(), { data: { person }, disconnected: false });
  hearCaptionSound(() => ({ ...here.kit, db, transcription }) as unknown as RoomsDeps, socket as unknown as RoomSocket);
  socket.emit('captionSound', Buffer.alloc(8_000));
  socket.emit('captionSoundEnd');
  checked.resolve();
  await until('the first check is done', () => checks === 1);
  expect(opened).toEqual([]);
  socket.emit('captionSound', Buffer.alloc(8_000));
  await until('the sound after it is sent', () => opened.length > 0);
  expect(opened).toEqual(['sound']);
});
