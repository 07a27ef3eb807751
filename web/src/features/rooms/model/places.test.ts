import { beforeEach, describe, expect, it } from 'vitest';
import { qualityReportedEveryMs } from '@frontrow/core/rooms/connection-quality.ts';
import { connectionStepOf, rewoundMs } from './room-state.ts';
import { engineUrl, message, seat, state, world, type World } from './test/room-world.ts';

const fresh = { sessionId: 's1', inside: false, camera: false, microphone: false };
const broadcast = { source: 'encoder', ingest_state: 'live', raised_hand_enabled: false } as const;
const join = 'POST /events/streaming/join_streaming';
/** The pause of these tests before a free place is asked for. */
const pauseMs = 300 * (1 + 1 / 50);
const behindMs = 7_000;
const askAgainMs = 30_000;

/** What the server answers to a viewer for whom the engine has no place. */
const byFiles = (more: object = {}) => ({ ...seat(10), token: '', url: '', delivery: 'hls', ...more });

let theo: World;
beforeEach(async () => {
  theo = world('theo', fresh, 'broadcast');
  const current = state(10, { ...broadcast, viewers_count: 1, webrtc_places: 0 });
  theo.answer(join, () => byFiles({ current_state: current }));
  theo.begins({ ...broadcast, viewers_count: 1, webrtc_places: 0 });
  await theo.model.enter();
  theo.model.watchesBehind(behindMs);
});
const asked = (): number => theo.calls.filter(({ name }) => name === join).length;
const lines = (): string[] => theo.see().chat.map(({ text }) => text);

describe('a viewer by HLS', () => {
  it('a viewer is in the room without the video engine, and nothing is shown as missing', () => {
    expect(theo.see()).toMatchObject({ phase: 'inside', delivery: 'hls', media: { connection: 'connected' } });
    expect(theo.media()).toBeNull();
    theo.link()?.onState('lost');
    theo.link()?.onState('connected');
    expect(theo.media(), 'no engine is looked for').toBeNull();
  });

  it('the viewer reports the connection that the player measures, once it was not good', async () => {
    theo.link()!.onState('connected');
    theo.model.watchesBehind(null, 'lost');
    await theo.pass(qualityReportedEveryMs + 500);
    expect(theo.reports, 'before the first picture nobody knows, and good is what everyone expects').toEqual([]);
    for (const step of ['weak', 'good'] as const) {
      theo.model.watchesBehind(behindMs, step);
      await theo.pass(qualityReportedEveryMs + 500);
    }
    expect(theo.reports).toEqual(['weak', 'good']);
  });

  it('a viewer by HLS is not shown as lost, although the engine does not know them', async () => {
    const nora = world('nora', fresh, 'broadcast');
    nora.begins({ ...broadcast, viewers_count: 1, webrtc_places: 0 });
    await nora.model.enter();
    nora.put({ connection: 'connected', present: ['nora'] });
    const step = (): unknown => connectionStepOf(nora.see(), 'theo');
    expect(step()).toBeUndefined();
    nora.push('connectionQualities', { people: { theo: 'weak' } });
    expect(step()).toBe('weak');
  });

  it('a viewer moves up to WebRTC when a place frees up', async () => {
    theo.change({ webrtc_places: 1 });
    expect(asked()).toBe(1);
    theo.answer(join, () => ({ ...seat(12), current_state: state(12, { ...broadcast, webrtc_places: 0 }) }));
    await theo.pass(pauseMs);
    expect(asked()).toBe(2);
    expect(theo.see().delivery).toBe('webrtc');
    expect(theo.media()).toMatchObject({ url: engineUrl });
  });

  it('a viewer does not ask when another was faster, and stays with HLS when the server refuses', async () => {
    theo.change({ webrtc_places: 1 });
    theo.change({ webrtc_places: 0 });
    await theo.pass(pauseMs);
    expect(asked()).toBe(1);
    theo.change({ webrtc_places: 1 });
    const current = state(20, { ...broadcast, viewers_count: 1, webrtc_places: 1 });
    theo.answer(join, () => byFiles({ current_state: current }));
    await theo.pass(pauseMs);
    expect([asked(), theo.see().delivery]).toEqual([2, 'hls']);
  });

  it('a viewer whom the server could not answer asks again after half a minute', async () => {
    theo.change({ webrtc_places: 1 });
    theo.refuse(join, 503, 'video_down');
    await theo.pass(pauseMs);
    expect([asked(), theo.see().delivery]).toEqual([2, 'hls']);
    theo.answer(join, () => ({ ...seat(12), current_state: state(12, { ...broadcast, webrtc_places: 0 }) }));
    await theo.pass(askAgainMs);
    await theo.pass(pauseMs);
    expect([asked(), theo.see().delivery]).toEqual([3, 'webrtc']);
  });

  it('a viewer who has rewound stays with HLS', async () => {
    theo.model.watchesBehind(rewoundMs + 1);
    theo.change({ webrtc_places: 1 });
    await theo.pass(pauseMs);
    expect(asked()).toBe(1);
    theo.model.watchesBehind(behindMs);
    await theo.pass(pauseMs);
    expect(asked()).toBe(2);
  });

  it('a viewer stays with HLS when the host shows a camera, which has segments too', async () => {
    theo.change({ source: 'camera' });
    await theo.pass(pauseMs);
    expect(asked()).toBe(1);
  });

  it('a viewer whose seat ended while the phone slept takes it again with what they write', async () => {
    const write = 'POST /events/streaming/messages_new';
    theo.refuse(write, 403, 'not_in_room');
    theo.answer(join, () => {
      theo.answer(write, () => ({ message: message(12, 'good morning', 'theo', 'mine') }));
      return byFiles({ current_state: state(11, broadcast) });
    });
    await theo.model.send('good morning');
    expect([asked(), lines(), theo.notices]).toEqual([2, ['good morning'], []]);
    expect(theo.see()).toMatchObject({ delivery: 'hls', error: false });
  });

  it('calls that lose the seat at the same time ask for it once', async () => {
    const write = 'POST /events/streaming/messages_new';
    theo.refuse(write, 403, 'not_in_room');
    theo.answer(join, () => {
      theo.answer(write, () => ({ message: message(12, 'good morning', 'theo', 'mine') }));
      return { ...seat(11), current_state: state(11, { ...broadcast, webrtc_places: 0 }) };
    });
    await Promise.all([theo.model.send('good morning'), theo.model.send('good evening')]);
    expect([asked(), theo.see().delivery]).toEqual([2, 'webrtc']);
  });

  it.each([
    ['session_moved', 'moved'],
    ['removed_from_event', 'removed'],
  ])('a viewer whose seat ended, and who gets none because of %s, reads why', async (code, phase) => {
    theo.refuse('POST /events/streaming/messages_new', 403, 'not_in_room');
    theo.refuse(join, 409, code);
    await theo.model.send('good morning');
    expect([theo.see().phase, theo.see().returned?.text]).toEqual([phase, 'good morning']);
  });

  it('a message is shown as late as the picture, and one’s own at once', async () => {
    theo.push('newMessage', { seq: 11, message: message(11, 'now on stage') });
    theo.push('newMessage', { seq: 12, message: message(12, 'mine', 'theo') });
    expect(lines()).toEqual(['mine']);
    await theo.pass(behindMs);
    expect(lines()).toEqual(['now on stage', 'mine']);
    theo.model.watchesBehind(rewoundMs + 1);
    theo.push('newMessage', { seq: 13, message: message(13, 'much later') });
    expect(lines()).toContain('much later');
  });

  it('a message that a moderator removed before it was shown is never shown', async () => {
    theo.push('newMessage', { seq: 11, message: message(11, 'rude') });
    theo.push('messageRemoved', { seq: 12, message_seq: 11 });
    theo.push('newMessage', { seq: 13, message: message(13, 'rude again') });
    theo.push('personCleared', { seq: 14, username: 'pia' });
    await theo.pass(behindMs);
    expect(lines()).toEqual([]);
  });
});
