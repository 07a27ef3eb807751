import {
  chatFileEveryMs,
  chatFilesBehindMax,
  chatSocketKeptMs,
  momentsKeptMs,
} from '@frontrow/core/broadcast/chat-file-limits.ts';
import type { LoggedUpdate } from '@frontrow/contract/broadcast/chat-files.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import { message, person, seat, state, uuid, world, type World } from './test/room-world.ts';

const fresh = { sessionId: 's1', inside: false, camera: false, microphone: false };
const broadcast = { source: 'encoder', ingest_state: 'live', raised_hand_enabled: false, webrtc_places: 0 } as const;
const join = 'POST /events/streaming/join_streaming';
const stateCall = 'GET /events/streaming/streaming_state/:uuid';
const back = 'POST /events/streaming/read_by_files';
const send = 'POST /events/streaming/messages_new';
const firstPauseMs = chatFileEveryMs + 300;

const said = (seq: number, text: string, username = 'pia'): LoggedUpdate => ({
  name: 'newMessage',
  update: { event_uuid: uuid, since: seq - 1, seq, message: message(seq, text, username) },
});
const changed = (seq: number, more: Parameters<typeof state>[1]): LoggedUpdate => ({
  name: 'updateEvent',
  update: { event_uuid: uuid, since: seq - 1, seq, current_state: state(seq, { ...broadcast, ...more }) },
});
const reacted = (at: number) => ({
  name: 'reactions' as const,
  update: { event_uuid: uuid, counts: { '❤️': 1 } },
  at,
});

let theo: World;
/** Theo watches by HLS and reads by files; what he knows ends with number 10. */
async function reads(): Promise<void> {
  theo = world('theo', fresh, 'broadcast');
  const current = state(10, { ...broadcast });
  theo.answer(join, () => ({
    ...seat(10),
    token: '',
    url: '',
    delivery: 'hls',
    chat: 'files',
    current_state: current,
  }));
  theo.files.write({ since: 8, seq: 10, updates: [said(9, 'long known')] });
  await theo.model.enter();
}
const waits = (ms: number): Promise<void> => eventually(() => expect(theo.waits(ms)).toBe(true));
const lines = (): string[] => theo.see().chat.map(({ text }) => text);
const asked = (what: string): number => theo.files.asked.filter((one) => one === what).length;
const called = (name: string): number => theo.calls.filter((one) => one.name === name).length;
/** Two seconds later what is new was read. */
async function next(): Promise<void> {
  await waits(chatFileEveryMs);
  await theo.pass(chatFileEveryMs);
  await waits(chatFileEveryMs);
}

describe('a viewer who reads by files', () => {
  beforeEach(() => reads());

  it('a reader is in the room without a socket, and does not read again what they know', async () => {
    await waits(chatFileEveryMs);
    expect(theo.link()).toBeNull();
    expect(theo.see()).toMatchObject({ phase: 'inside', delivery: 'hls', link: 'connected' });
    expect(lines()).toEqual([]);
  });

  it('each file is read once, and the key is asked for again only after it changed', async () => {
    theo.files.write({ since: 10, seq: 11, updates: [said(11, 'hello')] });
    await next();
    await next();
    expect(lines()).toEqual(['hello']);
    expect([asked('files 1'), asked('keys 0'), asked('keys 1')]).toEqual([1, 1, 0]);
    theo.files.newKey();
    theo.files.write({ since: 11, seq: 12, updates: [said(12, 'with the next key')] });
    await next();
    expect(lines()).toEqual(['hello', 'with the next key']);
    expect([asked('keys 0'), asked('keys 1')]).toEqual([1, 1]);
  });

  it('an older cached answer makes no one read files again', async () => {
    await waits(chatFileEveryMs);
    theo.files.write({ since: 10, seq: 11, updates: [said(11, 'hello')] });
    await next();
    const newest = theo.files.forget(1);
    await next();
    theo.files.write(newest, 1);
    await next();
    expect([lines(), asked('files 0'), asked('files 1')]).toEqual([['hello'], 1, 1]);
  });

  it('a new key is asked for even if nothing was written, because it keeps the seat', async () => {
    await waits(chatFileEveryMs);
    theo.files.newKey();
    await next();
    expect([asked('keys 1'), asked('files 0')]).toEqual([1, 1]);
  });

  it('a reader walks back to what they know, and reads in order from there', async () => {
    await waits(chatFileEveryMs);
    theo.files.write({ since: 10, seq: 12, updates: [said(11, 'one'), said(12, 'rude')] });
    theo.files.write({ since: 12, seq: 13, updates: [said(13, 'two')] });
    theo.files.write({
      since: 13,
      seq: 14,
      updates: [{ name: 'messageRemoved', update: { event_uuid: uuid, since: 13, seq: 14, message_seq: 12 } }],
    });
    await next();
    expect(lines()).toEqual(['one', '', 'two']);
    expect(theo.files.asked.slice(-3)).toEqual(['files 3', 'files 2', 'files 1']);
    expect(called(stateCall)).toBe(0);
  });

  it('state, pins, announcements and blocks are shown as with a socket', async () => {
    const blocked: LoggedUpdate = {
      name: 'userBanned',
      update: { event_uuid: uuid, since: 11, seq: 12, usernameBanned: 'pia', blocked: true },
    };
    const announcement = { seq: 12, text: 'Five minutes', username: 'nora', at: 0, until: 30_000 };
    theo.files.write({
      since: 10,
      seq: 13,
      updates: [
        said(11, 'rude'),
        blocked,
        changed(13, { viewers_count: 41, announcement, pinned_message: message(5, 'Welcome', 'nora') }),
      ],
    });
    await next();
    expect(lines()).toEqual([]);
    expect(theo.see().live).toMatchObject({ viewerCount: 41, announcement, pinned: { text: 'Welcome' } });
  });

  it('recent reactions are shown, and old ones are not', async () => {
    await waits(chatFileEveryMs);
    theo.advance(momentsKeptMs + 60_000);
    theo.files.write({ since: 10, seq: 10, moments: [reacted(momentsKeptMs), reacted(momentsKeptMs + 59_000)] });
    await next();
    expect(theo.model.reactions.store.getState().floats).toMatchObject([{ emoji: '❤️', count: 1 }]);
  });

  it('a message is shown as late as the picture, however late its file came', async () => {
    await waits(chatFileEveryMs);
    theo.model.watchesBehind(7_000);
    theo.advance(3_000);
    theo.files.write({ since: 10, seq: 11, updates: [said(11, 'now on stage')] });
    await next();
    expect(lines()).toEqual([]);
    await theo.pass(7_000 - (3_000 - 11));
    expect(lines()).toEqual(['now on stage']);
  });

  it('a reader leaves at the end of the event, and reads nothing more', async () => {
    const finished: LoggedUpdate = {
      name: 'finishEvent',
      update: { event_uuid: uuid, since: 10, seq: 11, cancelled: true },
    };
    await waits(chatFileEveryMs);
    theo.files.write({ since: 10, seq: 11, updates: [finished] });
    await theo.pass(chatFileEveryMs);
    await eventually(() => expect(theo.see().phase).toBe('finished'));
    expect(theo.notices).toEqual([{ kind: 'takenDown' }]);
    const before = theo.files.asked.length;
    await theo.pass(chatFileEveryMs);
    expect(theo.files.asked.length).toBe(before);
  });

  it('a reader whom a moderator removed is out', async () => {
    await waits(chatFileEveryMs);
    theo.files.write({ since: 10, seq: 11, updates: [changed(11, { removed_viewers: [person('theo')] })] });
    await theo.pass(chatFileEveryMs);
    await eventually(() => expect(theo.see().phase).toBe('removed'));
  });
});

describe('files that are missing', () => {
  beforeEach(() => reads());

  it('the state of the room fills a gap, after a pause that spreads the readers', async () => {
    await waits(chatFileEveryMs);
    theo.files.write({ since: 20, seq: 21, updates: [said(21, 'after the gap')] });
    theo.answer(stateCall, () => ({
      current_state: state(20, { ...broadcast, viewers_count: 7 }),
      messages: [message(20, 'from the gap')],
    }));
    await theo.pass(chatFileEveryMs);
    await waits(3_000);
    expect(called(stateCall)).toBe(0);
    await theo.pass(3_000);
    await waits(chatFileEveryMs);
    expect(lines()).toEqual(['from the gap', 'after the gap']);
    expect([theo.see().live?.viewerCount, called(stateCall)]).toEqual([7, 1]);
  });

  it('files that were deleted, or are too many, are not fetched one by one', async () => {
    await waits(chatFileEveryMs);
    const first = theo.files.asked.length;
    for (let seq = 11; seq < 111; seq += 1)
      theo.files.write({ since: seq - 1, seq, updates: [said(seq, `line ${seq}`)] });
    theo.answer(stateCall, () => ({ current_state: state(110, { ...broadcast }), messages: [message(110, 'newest')] }));
    await theo.pass(chatFileEveryMs);
    await waits(3_000);
    expect(theo.files.asked.slice(first).filter((one) => one.startsWith('files'))).toHaveLength(chatFilesBehindMax);
    await theo.pass(3_000);
    await waits(chatFileEveryMs);
    expect(lines()).toEqual(['newest']);
    theo.files.write({ since: 111, seq: 112, updates: [said(112, 'after deleted ones')] }, 102);
    const messages = [message(110, 'newest'), message(112, 'all')];
    theo.answer(stateCall, () => ({ current_state: state(112, { ...broadcast }), messages }));
    await theo.pass(chatFileEveryMs);
    await waits(3_000);
    await theo.pass(3_000);
    await waits(chatFileEveryMs);
    expect([lines(), called(stateCall)]).toEqual([['newest', 'all'], 2]);
  });
});

describe('files that cannot be read', () => {
  beforeEach(() => reads());

  it('a failed file is asked for again after growing pauses; the second failure is shown until one succeeds', async () => {
    await waits(chatFileEveryMs);
    theo.files.write({ since: 10, seq: 11, updates: [said(11, 'late')] });
    theo.files.refuse('files 1', 503, 'fault');
    await theo.pass(chatFileEveryMs);
    await waits(firstPauseMs);
    expect(theo.see().link).toBe('connected');
    await theo.pass(firstPauseMs);
    await waits(2 * chatFileEveryMs + 300);
    expect(theo.see().link).toBe('lost');
    theo.files.allow('files 1');
    await theo.pass(2 * chatFileEveryMs + 300);
    await waits(chatFileEveryMs);
    expect([theo.see().link, lines()]).toEqual(['connected', ['late']]);
  });

  it('a file that the key does not open is opened by the next key', async () => {
    await waits(chatFileEveryMs);
    theo.files.newKey();
    theo.files.write({ since: 10, seq: 11, updates: [said(11, 'sealed')] });
    theo.files.refuse('keys 1', 503, 'fault');
    await theo.pass(chatFileEveryMs);
    await waits(firstPauseMs);
    expect(lines()).toEqual([]);
    theo.files.allow('keys 1');
    await theo.pass(firstPauseMs);
    await waits(chatFileEveryMs);
    expect(lines()).toEqual(['sealed']);
  });

  it.each([
    ['session_moved', 'moved'],
    ['hls_tickets_only', 'out'],
    ['removed_from_event', 'removed'],
    ['room_closed', 'finished'],
  ])('a key that is refused as %s ends the stay', async (code, phase) => {
    await waits(chatFileEveryMs);
    theo.files.newKey();
    theo.files.refuse('keys 1', 403, code);
    await theo.pass(chatFileEveryMs);
    await eventually(() => expect(theo.see().phase).toBe(phase));
  });

  it('a blocked person, who gets no key any more, continues on a socket', async () => {
    await waits(chatFileEveryMs);
    theo.files.newKey();
    theo.files.refuse('keys 1', 403, 'banned');
    await theo.pass(chatFileEveryMs);
    await eventually(() => expect(theo.link()).not.toBeNull());
    theo.link()!.onState('connected');
    expect(theo.see()).toMatchObject({ phase: 'inside', link: 'connected' });
  });

  it('a person whose seat ended while the computer slept takes a seat again and reads on', async () => {
    await waits(chatFileEveryMs);
    theo.files.newKey();
    theo.files.write({ since: 10, seq: 11, updates: [said(11, 'after the sleep')] });
    theo.files.refuse('keys 1', 403, 'not_in_room');
    theo.answer(join, () => {
      theo.files.allow('keys 1');
      return { ...seat(10), token: '', url: '', delivery: 'hls', chat: 'files', current_state: state(10, broadcast) };
    });
    await next();
    expect([called(join), lines()]).toEqual([2, ['after the sleep']]);
  });

  it('a browser that cannot unpack the files uses a socket', async () => {
    vi.stubGlobal('DecompressionStream', undefined);
    await reads();
    await eventually(() => expect(theo.link()).not.toBeNull());
    vi.unstubAllGlobals();
    expect(theo.files.asked).toEqual([]);
  });
});

describe('a reader who writes', () => {
  beforeEach(() => reads());
  const sent = () => theo.calls.filter(({ name }) => name === send).map(({ body }) => body['message']);

  it('a message is shown at once, and sent when the socket is connected', async () => {
    await waits(chatFileEveryMs);
    const writing = theo.model.send('hello');
    expect(theo.see().chat).toMatchObject([{ text: 'hello', status: 'sending' }]);
    expect([sent(), theo.see().link]).toEqual([[], 'connected']);
    expect(theo.link()?.handshake().last_seq).toBe(10);
    theo.answer(send, () => ({ message: message(11, 'hello', 'theo', 'mine') }));
    theo.link()!.onState('connected');
    await writing;
    expect([sent(), theo.see().chat]).toMatchObject([['hello'], [{ text: 'hello', status: 'sent', seq: 11 }]]);
  });

  it('files are read until the socket is connected, and not after that', async () => {
    await waits(chatFileEveryMs);
    void theo.model.send('hello');
    theo.link()!.onState('lost');
    expect(theo.see().link, 'nothing is lost: the files are read').toBe('connected');
    theo.files.write({ since: 10, seq: 11, updates: [said(11, 'in between')] });
    await next();
    expect(lines()).toContain('in between');
    theo.link()!.onState('connected');
    const before = theo.files.asked.length;
    await theo.pass(chatFileEveryMs);
    expect(theo.files.asked.length).toBe(before);
    theo.push('newMessage', { seq: 12, message: message(12, 'pushed') });
    expect(lines()).toContain('pushed');
  });

  it('a message is sent even if the socket does not connect', async () => {
    await waits(chatFileEveryMs);
    theo.answer(send, () => ({ message: message(11, 'hello', 'theo', 'mine') }));
    const writing = theo.model.send('hello');
    await theo.pass(4_000);
    await writing;
    expect(sent()).toEqual(['hello']);
  });

  it('a question opens a socket, and votes and reactions do not', async () => {
    await waits(chatFileEveryMs);
    await theo.model.reactions.send('❤️');
    await theo.model.audience.vote('q1', true);
    await theo.model.audience.voteInPoll('p1', [0]);
    expect(theo.link()).toBeNull();
    void theo.model.audience.ask('Why?');
    expect(theo.link()).not.toBeNull();
  });

  it('the socket is closed five minutes after the last message, and files continue from there', async () => {
    await waits(chatFileEveryMs);
    theo.answer(send, () => ({ message: message(11, 'hello', 'theo', 'mine') }));
    void theo.model.send('hello');
    theo.link()!.onState('connected');
    theo.push('newMessage', { seq: 11, message: message(11, 'hello', 'theo', 'mine') });
    theo.answer(back, () => ({ chat: 'files' }));
    theo.advance(chatSocketKeptMs - 60_000);
    await theo.model.send('again');
    theo.advance(60_000);
    await theo.pass(chatSocketKeptMs);
    expect([called(back), theo.went], 'a minute ago there was another one').toEqual([0, []]);
    theo.advance(chatSocketKeptMs - 60_000);
    theo.files.write({ since: 10, seq: 12, updates: [said(12, 'by file')] });
    await theo.pass(chatSocketKeptMs - 60_000);
    await eventually(() => expect(lines()).toContain('by file'));
    expect([called(back), theo.went, theo.see().link]).toEqual([1, ['link closed'], 'connected']);
  });

  it('the socket stays while the server has enough of them, and the server is asked again later', async () => {
    await waits(chatFileEveryMs);
    void theo.model.send('hello');
    theo.link()!.onState('connected');
    theo.answer(back, () => ({ chat: 'socket' }));
    for (const asks of [1, 2]) {
      theo.advance(chatSocketKeptMs);
      await theo.pass(chatSocketKeptMs);
      expect([called(back), theo.went]).toEqual([asks, []]);
    }
  });

  it('a reader who becomes an event admin changes to a socket', async () => {
    theo.files.write({ since: 10, seq: 11, updates: [changed(11, { admin_users: ['theo'] })] });
    await next();
    expect(theo.link()).not.toBeNull();
    expect(theo.see().link).toBe('connected');
  });
});
