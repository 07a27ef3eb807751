import type { LoggedUpdate } from '@frontrow/contract/broadcast/chat-files.ts';
import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import { chatFileEveryMs } from '@frontrow/core/broadcast/chat-file-limits.ts';
import { chatKeptMax } from '@frontrow/core/chat/messages.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import { bothInside, message, seat, state, uuid, world, type World } from './test/room-world.ts';

const stateCall = 'GET /events/streaming/streaming_state/:uuid';
const send = 'POST /events/streaming/messages_new';
const join = 'POST /events/streaming/join_streaming';
const refetchMs = 300;

let theo: World;
const numbers = (): (number | null)[] => theo.see().chat.map(({ seq }) => seq);
const heldNumbers = (): (number | null)[] | undefined => theo.see().held?.map(({ seq }) => seq);
const says = (...all: number[]): void => {
  for (const seq of all) theo.push('newMessage', { seq, message: message(seq, `line ${seq}`) });
};
const linesOf = (from: number, count: number): WireChatMessage[] =>
  Array.from({ length: count }, (_one, nth) => message(from + nth, `line ${from + nth}`));
/** What the server answers to a browser that missed changes. */
const answers = (seq: number, messages: readonly WireChatMessage[]): void =>
  void theo.answer(stateCall, () => ({ current_state: state(seq), messages }));
const snapshot = (seq: number, messages: readonly WireChatMessage[]): void =>
  theo.push('snapshot', { seq, current_state: state(seq), messages });

/** Both ways in which a socket's reader gets the whole state. */
const ways: [string, (seq: number, messages: readonly WireChatMessage[]) => Promise<void>][] = [
  [
    'asking for the state',
    async (seq, messages) => {
      answers(seq, messages);
      theo.link()!.onState('lost');
      await theo.pass(refetchMs);
    },
  ],
  ['the snapshot of a new connection', async (seq, messages) => snapshot(seq, messages)],
];

describe.each(ways)('messages that were removed while the socket was away, learned by %s', (_way, learns) => {
  beforeEach(async () => void ({ theo } = await bothInside()));

  it('removed messages are gone, and the others stay in order', async () => {
    says(11, 12, 13);
    await learns(20, [message(12, 'line 12'), message(19, 'missed')]);
    expect(numbers()).toEqual([12, 19]);
    expect(theo.link()!.handshake().last_seq).toBe(20);
  });

  it('removed messages are gone for a reader above too, who is shown nothing new', async () => {
    says(11, 12, 13);
    theo.model.holdChat(true);
    await learns(20, [message(12, 'line 12'), message(19, 'missed')]);
    expect(heldNumbers()).toEqual([12]);
    theo.model.holdChat(false);
    expect(numbers()).toEqual([12, 19]);
  });

  it('of a full page, older messages stay where a reader above reads, and newer ones that it lacks go', async () => {
    says(11, 12, 13, 14);
    theo.model.holdChat(true);
    await learns(200, [message(13, 'line 13'), ...linesOf(101, chatKeptMax - 1)]);
    expect(heldNumbers()).toEqual([11, 12, 13]);
    expect(numbers()).toEqual([13, ...linesOf(101, chatKeptMax - 1).map(({ seq }) => seq)]);
  });

  it('an answer with one message less than a full page names every message there is', async () => {
    says(11, 12, 13, 14);
    theo.model.holdChat(true);
    await learns(200, [message(13, 'line 13'), ...linesOf(101, chatKeptMax - 2)]);
    expect(heldNumbers()).toEqual([13]);
  });

  it('an own message that has no number yet stays, and so do messages newer than the answer', async () => {
    theo.refuse(send, 0, 'offline');
    await theo.model.send('mine');
    says(11, 12, 13);
    theo.model.holdChat(true);
    await learns(12, [message(12, 'line 12')]);
    expect(numbers()).toEqual([12, 13, null]);
    expect(heldNumbers()).toEqual([12, 13, null]);
  });

  it('a removed message that still waits for its picture is never shown', async () => {
    theo = world('theo', { sessionId: 's1', inside: false, camera: false, microphone: false }, 'broadcast');
    theo.answer(join, () => ({ ...seat(10), token: '', url: '', delivery: 'hls' }));
    await theo.model.enter();
    theo.model.watchesBehind(7_000);
    says(11, 12, 13);
    await learns(12, [message(12, 'line 12')]);
    expect(numbers()).toEqual([12]);
    await theo.pass(7_000);
    expect(numbers()).toEqual([12, 13]);
  });
});

it.each([
  ['removed', 'messageRemoved', { message_seq: 12 }],
  ['of a blocked person', 'userBanned', { usernameBanned: 'pia', blocked: true }],
  ['of a person who was cleared', 'personCleared', { username: 'pia' }],
] as const)('a message %s while an older state is on its way is not shown by that', async (_what, name, update) => {
  ({ theo } = await bothInside());
  let answer = (_state: unknown): void => undefined;
  theo.answer(stateCall, () => new Promise((resolve) => void (answer = resolve)));
  theo.push('newMessage', { seq: 15, message: message(15, 'line 15', 'zed') });
  await theo.pass(refetchMs);
  theo.push(name, { seq: 16, ...update });
  theo.push('newMessage', { seq: 17, message: message(17, 'line 17') });
  answer({ current_state: state(15), messages: [message(12, 'line 12'), message(15, 'line 15', 'zed')] });
  await eventually(() => expect(theo.link()!.handshake().last_seq).toBe(17));
  expect(numbers()).toEqual([15, 17]);
});

it('a message that waited for its picture, and was removed while the seat was elsewhere, is never shown', async () => {
  theo = world('theo', { sessionId: 's1', inside: false, camera: false, microphone: false }, 'broadcast');
  theo.answer(join, () => ({ ...seat(10), token: '', url: '', delivery: 'hls' }));
  await theo.model.enter();
  theo.model.watchesBehind(7_000);
  says(11);
  theo.push('sessionMoved', {});
  theo.answer(join, () => ({ ...seat(12), token: '', url: '', delivery: 'hls' }));
  await theo.model.enter({ takeOver: true });
  await theo.pass(7_000);
  expect(numbers()).toEqual([]);
});

describe('messages that were removed while files were missing', () => {
  const broadcast = { source: 'encoder', ingest_state: 'live', raised_hand_enabled: false, webrtc_places: 0 } as const;
  const said = (seq: number): LoggedUpdate => ({
    name: 'newMessage',
    update: { event_uuid: uuid, since: seq - 1, seq, message: message(seq, `line ${seq}`) },
  });
  const waits = (ms: number): Promise<void> => eventually(() => expect(theo.waits(ms)).toBe(true));

  it('removed messages are gone, though no file that is left tells of the removal', async () => {
    theo = world('theo', { sessionId: 's1', inside: false, camera: false, microphone: false }, 'broadcast');
    theo.answer(join, () => ({
      ...seat(10),
      token: '',
      url: '',
      delivery: 'hls',
      chat: 'files',
      current_state: state(10, broadcast),
    }));
    theo.files.write({ since: 10, seq: 12, updates: [said(11), said(12)] });
    await theo.model.enter();
    await waits(chatFileEveryMs);
    expect(numbers()).toEqual([11, 12]);
    theo.files.write({ since: 20, seq: 21, updates: [said(21)] });
    theo.answer(stateCall, () => ({ current_state: state(20, broadcast), messages: [message(12, 'line 12')] }));
    await theo.pass(chatFileEveryMs);
    await waits(10 * refetchMs);
    await theo.pass(10 * refetchMs);
    await waits(chatFileEveryMs);
    expect(numbers()).toEqual([12, 21]);
  });
});
