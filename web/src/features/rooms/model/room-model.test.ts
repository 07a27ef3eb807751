import { qualityReportedEveryMs } from '@frontrow/core/rooms/connection-quality.ts';
import { namedViewersMax } from '@frontrow/core/rooms/limits.ts';
import { isKnownAway } from './people.ts';
import { connectionStepOf } from './room-state.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { bothInside, engineUrl, message, person, seat, state, type World, world } from './test/room-world.ts';

const namesOfMany = Array.from({ length: namedViewersMax }, (_, n) => `viewer${n}`);

describe('entering', () => {
  it('a failed start shows an error, and the page reloads after 10 s', async () => {
    const nora = world('nora');
    nora.refuse('POST /events/streaming/start_streaming', 409, 'start_too_early');
    await nora.model.enter();
    expect(nora.notices).toEqual([{ kind: 'startFailed' }]);
    expect(nora.see()).toMatchObject({ phase: 'outside', error: true });
    await nora.pass(10_000);
    expect(nora.went).toEqual(['reload']);
  });

  it('entering again before the page reloads keeps the person in the room', async () => {
    for (const code of ['seat_taken', 'token_sold']) {
      const theo = world('theo');
      theo.refuse('POST /events/streaming/join_streaming', 403, code);
      await theo.model.enter();
      theo.answer('POST /events/streaming/join_streaming', () => seat(10));
      await theo.model.enter();
      await theo.pass(10_000);
      expect([theo.see().phase, theo.went]).toEqual(['inside', []]);
    }
  });

  it('two failures reload the page once', async () => {
    const nora = world('nora');
    nora.refuse('POST /events/streaming/start_streaming', 409, 'start_too_early');
    await nora.model.enter();
    nora.refuse('POST /events/streaming/start_streaming', 409, 'start_too_early');
    await nora.model.enter();
    await nora.pass(10_000);
    expect(nora.went).toEqual(['reload']);
  });

  it('a person waits for an engine that is being prepared as long as the server says, then enters automatically', async () => {
    const theo = world('theo');
    theo.refuse('POST /events/streaming/join_streaming', 503, 'video_preparing', 7_000);
    const entering = theo.model.enter();
    await theo.pass(0);
    expect(theo.see().phase).toBe('waiting');
    theo.answer('POST /events/streaming/join_streaming', () => seat(10));
    await theo.pass(7_000);
    await entering;
    expect(theo.see().phase).toBe('inside');
    expect(theo.notices).toEqual([]);
  });

  it('a browser that comes back without being asked says so, and stays out where the room is elsewhere by now', async () => {
    const nora = world('nora', { sessionId: 's1', inside: true, camera: true, microphone: false });
    const start = 'POST /events/streaming/start_streaming';
    await nora.model.enter();
    await nora.media()!.renew();
    expect(nora.calls.map(({ name, body }) => [name, body['returning'], body['take_over']])).toEqual([
      [start, true, undefined],
      [start, true, undefined],
    ]);
    nora.refuse(start, 409, 'session_moved');
    expect(await nora.media()!.renew()).toBeNull();
    expect(nora.see().phase).toBe('moved');
    nora.answer(start, () => seat(11));
    await nora.model.enter({ takeOver: true });
    expect([nora.see().phase, nora.calls.at(-1)!.body['returning']]).toEqual(['inside', undefined]);
  });

  it('camera and microphone are off at connect, the owner’s too', async () => {
    for (const one of [world('theo'), world('nora')]) {
      await one.model.enter();
      expect(one.device).toEqual([]);
    }
  });

  it('a reload brings the owner’s devices back as they were, a viewer’s never', async () => {
    const before = { sessionId: 's1', inside: true, camera: true, microphone: false };
    const nora = world('nora', before);
    await nora.model.enter();
    expect(nora.device).toEqual(['camera on']);
    const theo = world('theo', before);
    await theo.model.enter();
    expect(theo.device).toEqual([]);
  });

  it('the owner’s devices are remembered until they leave', async () => {
    const nora = world('nora');
    await nora.model.enter();
    await nora.model.goOnAir();
    expect(nora.memory()).toMatchObject({ inside: true, camera: true, microphone: true });
    nora.model.leave();
    expect(nora.memory()).toMatchObject({ inside: false, camera: false, microphone: false });
  });

  it('a seat on another device is moved here only when asked', async () => {
    const theo = world('theo');
    theo.refuse('POST /events/streaming/join_streaming', 409, 'session_moved');
    await theo.model.enter();
    expect(theo.see()).toMatchObject({ phase: 'moved', moved: { how: 'asked' } });
    theo.answer('POST /events/streaming/join_streaming', () => seat(10));
    await theo.model.enter({ takeOver: true });
    expect(theo.calls.at(-1)!.body).toMatchObject({ take_over: true, session_id: 's1' });
    expect(theo.see().phase).toBe('inside');
  });

  it('a full room says so and stays on that screen, and a place may become free', async () => {
    const theo = world('theo');
    theo.refuse('POST /events/streaming/join_streaming', 409, 'room_limited');
    await theo.model.enter();
    await theo.pass(10_000);
    expect(theo.see().phase).toBe('full');
    expect(theo.notices).toEqual([]);
    expect(theo.went).not.toContain('reload');
    theo.answer('POST /events/streaming/join_streaming', () => seat(10));
    await theo.model.enter();
    expect(theo.see().phase).toBe('inside');
  });

  it('a person who sold their wallet’s token reads so, and is then shown the event', async () => {
    const theo = world('theo');
    theo.refuse('POST /events/streaming/join_streaming', 403, 'token_sold');
    await theo.model.enter();
    expect(theo.notices).toEqual([{ kind: 'refused', message: expect.stringContaining('token_sold') }]);
    expect(theo.went).toEqual([]);
    await theo.pass(10_000);
    expect(theo.went).toEqual(['event page']);
  });

  it('a viewer whose wallet cannot be checked is asked to wait, and tries again with a button', async () => {
    const theo = world('theo');
    theo.refuse('POST /events/streaming/join_streaming', 503, 'door_must_wait', 1_000);
    await theo.model.enter();
    await theo.pass(10_000);
    expect([theo.see().phase, theo.went]).toEqual(['outside', []]);
    expect(theo.notices).toEqual([{ kind: 'refused', message: expect.stringContaining('door_must_wait') }]);
    theo.answer('POST /events/streaming/join_streaming', () => seat(10));
    await theo.model.enter();
    expect(theo.see().phase).toBe('inside');
  });
});

describe('in the room', () => {
  let theo: World;
  let nora: World;
  beforeEach(async () => ({ theo, nora } = await bothInside()));

  it('an older state never overwrites a newer one', () => {
    theo.change({ open_mic: true });
    theo.push('updateEvent', { seq: 9, current_state: state(9) });
    expect(theo.see().live?.openMic).toBe(true);
  });

  it('a missing change is fetched once, a moment later, and a change that only came late is not', async () => {
    theo.push('newMessage', { seq: 12, message: message(12, 'second') });
    theo.push('newMessage', { seq: 11, message: message(11, 'first') });
    await theo.pass(300);
    expect(theo.calls.filter((one) => one.name.startsWith('GET'))).toHaveLength(0);
    expect(theo.see().chat.map((line) => line.text)).toEqual(['first', 'second']);
    theo.push('newMessage', { seq: 15, message: message(15, 'later') });
    theo.push('newMessage', { seq: 16, message: message(16, 'latest') });
    theo.answer('GET /events/streaming/streaming_state/:uuid', () => ({
      current_state: state(16),
      messages: [
        message(11, 'first'),
        message(12, 'second'),
        message(13, 'lost'),
        message(15, 'later'),
        message(16, 'latest'),
      ],
    }));
    await theo.pass(300);
    expect(theo.calls.filter((one) => one.name.startsWith('GET'))).toHaveLength(1);
    expect(theo.see().chat.map((line) => line.text)).toEqual(['first', 'second', 'lost', 'later', 'latest']);
    expect(theo.link()!.handshake().last_seq).toBe(16);
  });

  it('the finish is announced, and 10 s later the event page opens', async () => {
    theo.push('finishEvent', { seq: 11 });
    theo.push('finishEvent', { seq: 11 });
    expect(theo.notices).toEqual([{ kind: 'finished' }]);
    expect(theo.device).toEqual(['left']);
    expect(theo.memory().inside).toBe(false);
    await theo.pass(10_000);
    expect(theo.went).toEqual(['link closed', 'event page']);
  });

  it('an event that was taken down is announced as such, whether pushed or seen in the state', async () => {
    theo.push('finishEvent', { seq: 11, cancelled: true });
    nora.push('updateEvent', { seq: 11, current_state: state(11, { event_state: 2, event_cancelled: true }) });
    for (const one of [theo, nora]) {
      expect(one.notices).toEqual([{ kind: 'takenDown' }]);
      expect(one.see()).toMatchObject({ phase: 'finished', live: { cancelled: true } });
      await one.pass(10_000);
      expect(one.went).toEqual(['link closed', 'event page']);
    }
  });

  it.each([
    ['the socket’s refusal', (one: World) => void one.link()!.onRefused('room_taken_down')],
    [
      'asking for the state',
      async (one: World) => {
        one.refuse('GET /events/streaming/streaming_state/:uuid', 410, 'room_taken_down');
        one.link()!.onState('lost');
        await one.pass(300);
      },
    ],
    [
      'asking for a new token',
      async (one: World) => {
        one.refuse('POST /events/streaming/join_streaming', 410, 'room_taken_down');
        expect(await one.media()!.renew()).toBeNull();
      },
    ],
  ])('a person who missed the take-down learns of it from %s', async (_how, learn) => {
    await learn(theo);
    expect(theo.notices).toEqual([{ kind: 'takenDown' }]);
    expect(theo.see()).toMatchObject({ phase: 'finished', live: { cancelled: true } });
  });

  it('the owner who finishes leaves at once and sees no notice', async () => {
    await nora.model.finish();
    expect(nora.notices).toEqual([]);
    expect(nora.went).toEqual(['link closed', 'event page']);
  });

  it('a lost engine gets a fresh token, and a refusal ends the reconnecting', async () => {
    expect(await theo.media()!.renew()).toEqual({ url: engineUrl, token: 't' });
    theo.refuse('POST /events/streaming/join_streaming', 503, 'video_down');
    await expect(theo.media()!.renew()).rejects.toThrow('video_down');
    theo.refuse('POST /events/streaming/join_streaming', 403, 'join_refused');
    expect(await theo.media()!.renew()).toBeNull();
    expect(theo.see().phase).toBe('out');
  });

  it('a person whom the engine disconnected is out if they are no longer listed as a viewer', async () => {
    theo.media()!.onRemoved('removed');
    theo.answer('GET /events/streaming/streaming_state/:uuid', () => ({
      current_state: state(11, { viewers: [] }),
      messages: [],
    }));
    await theo.pass(1_000);
    expect(theo.see().phase).toBe('out');
  });

  it('in a large audience, of which the server names only some, the seat of an unnamed person has moved', async () => {
    theo.media()!.onRemoved('removed');
    theo.answer('GET /events/streaming/streaming_state/:uuid', () => ({
      current_state: state(11, { viewers: namesOfMany.map(person), viewers_count: 140 }),
      messages: [],
    }));
    await theo.pass(1_000);
    expect(theo.see().phase).toBe('moved');
    expect(isKnownAway(theo.see().live!, 'theo')).toBe(false);
    expect(isKnownAway({ viewers: [] }, 'theo')).toBe(true);
  });

  it('a person whom the engine disconnected while the server is away asks until the reason is known', async () => {
    const ask = 'GET /events/streaming/streaming_state/:uuid';
    theo.refuse(ask, 0, 'offline');
    theo.media()!.onRemoved('removed');
    await theo.pass(1_000);
    expect(theo.see().phase).toBe('inside');
    theo.refuse(ask, 410, 'room_taken_down');
    await theo.pass(3_000);
    expect(theo.notices).toEqual([{ kind: 'takenDown' }]);
    expect(theo.see().phase).toBe('finished');
  });

  it('a person whom the host removed is out at once with all devices off, and back in only when readmitted', async () => {
    theo.push('viewerRemoved', {});
    expect(theo.see().phase).toBe('removed');
    expect([theo.went, theo.device]).toEqual([['link closed'], ['left']]);
    theo.refuse('POST /events/streaming/join_streaming', 403, 'removed_from_event');
    await theo.model.enter();
    expect([theo.see().phase, theo.notices]).toEqual(['removed', []]);
    theo.answer('POST /events/streaming/join_streaming', () => seat(11));
    await theo.model.enter();
    expect(theo.see().phase).toBe('inside');
  });

  it('a person whom the engine disconnected counts as removed when the server says that the host did it', async () => {
    theo.media()!.onRemoved('removed');
    theo.refuse('GET /events/streaming/streaming_state/:uuid', 403, 'removed_from_event');
    await theo.pass(1_000);
    expect(theo.see().phase).toBe('removed');
  });

  it.each([
    ['removed_from_event', 'removed'],
    ['session_moved', 'moved'],
    ['forbidden', 'out'],
    ['room_closed', 'finished'],
    ['room_taken_down', 'finished'],
    ['token_invalid', 'inside'],
    ['too_many_requests', 'inside'],
  ])('a socket refused with %s leaves the person %s', (code, phase) => {
    theo.link()!.onRefused(code);
    expect(theo.see().phase).toBe(phase);
    expect(theo.went).toEqual(phase === 'inside' ? [] : ['link closed']);
  });

  it.each(['removed', 'moved'] as const)(
    'a seat that the socket says moved has moved, even if the engine says %s',
    async (why) => {
      theo.media()!.onRemoved(why);
      theo.push('sessionMoved', {});
      await theo.pass(1_000);
      expect(theo.see()).toMatchObject({ phase: 'moved', moved: { how: 'continued', device: '', isSameLogin: false } });
    },
  );

  it('a seat that moves again does not name the device of the first time', async () => {
    theo.push('sessionMoved', { device: 'Firefox/142.0 (Android)', same_login: false });
    theo.answer('POST /events/streaming/join_streaming', () => seat(11));
    await theo.model.enter({ takeOver: true });
    expect(theo.see().phase).toBe('inside');
    theo.media()!.onRemoved('moved');
    await theo.pass(1_000);
    expect(theo.see()).toMatchObject({ phase: 'moved', moved: null });
  });

  it.each(['removed', 'moved'] as const)(
    'a person who comes back at once stays in, though the engine said %s',
    async (why) => {
      theo.media()!.onRemoved(why);
      theo.push('sessionMoved', {});
      await theo.model.enter({ takeOver: true });
      await theo.pass(1_000);
      expect(theo.see().phase).toBe('inside');
    },
  );

  it('a person who comes back while the server is asked why they were disconnected stays in', async () => {
    const ask = 'GET /events/streaming/streaming_state/:uuid';
    theo.refuse(ask, 0, 'offline');
    theo.media()!.onRemoved('removed');
    await theo.pass(1_000);
    theo.push('sessionMoved', {});
    theo.answer('POST /events/streaming/join_streaming', () => seat(11));
    await theo.model.enter({ takeOver: true });
    theo.answer(ask, () => ({ current_state: state(12), messages: [] }));
    await theo.pass(3_000);
    expect(theo.see().phase).toBe('inside');
  });

  it('a seat that continues elsewhere says on which device', () => {
    theo.push('sessionMoved', { device: 'Firefox/142.0 (Android)', same_login: false });
    const moved = { how: 'continued', device: 'Firefox/142.0 (Android)', isSameLogin: false };
    expect(theo.see()).toMatchObject({ phase: 'moved', moved });
  });

  it('the quality of the connection is reported after each change and each connection, but not too often', async () => {
    const own = (step: 'good' | 'weak') => theo.put({ quality: new Map([['theo', step]]) });
    theo.link()!.onState('connected');
    own('good');
    own('weak');
    expect(theo.reports).toEqual(['good']);
    await theo.pass(qualityReportedEveryMs + 500);
    expect(theo.reports).toEqual(['good', 'weak']);
    await theo.pass(qualityReportedEveryMs + 500);
    theo.link()!.onState('lost');
    theo.link()!.onState('connected');
    expect(theo.reports).toEqual(['good', 'weak', 'weak']);
    await theo.pass(qualityReportedEveryMs + 500);
    own('good');
    theo.put({ audioOnly: true });
    await theo.pass(qualityReportedEveryMs + 500);
    expect(theo.reports.slice(3)).toEqual(['good', 'weak']);
  });

  it('the quality that other browsers report is shown, unless the engine knows better', () => {
    theo.put({ present: ['theo', 'pia', 'mia'], quality: new Map([['mia', 'good']]) });
    theo.push('connectionQualities', { people: { pia: 'weak', mia: 'weak', gone: 'good' } });
    const step = (name: string) => connectionStepOf(theo.see(), name);
    expect([step('pia'), step('mia'), step('gone'), step('theo')]).toEqual(['weak', 'good', 'lost', undefined]);
  });

  it('nothing that arrives after leaving changes anything', async () => {
    const renew = theo.media()!.renew;
    theo.media()!.onRemoved('removed');
    theo.model.leave();
    theo.push('finishEvent', { seq: 11 });
    theo.push('sessionMoved', {});
    theo.link()!.onRefused('room_closed');
    theo.refuse('POST /events/streaming/join_streaming', 410, 'room_closed');
    expect(await renew()).toBeNull();
    theo.refuse('GET /events/streaming/streaming_state/:uuid', 410, 'room_closed');
    await theo.pass(1_000);
    expect([theo.see().phase, theo.notices, theo.went]).toEqual(['left', [], ['link closed', 'event page']]);
  });

  it('leaving gives the seat back and goes to the event page', () => {
    theo.model.leave();
    expect(theo.calls.at(-1)).toEqual({
      name: 'POST /events/streaming/leave_streaming',
      body: { event_uuid: 'e1', session_id: 's1' },
    });
    expect(theo.went).toEqual(['link closed', 'event page']);
    expect(theo.memory().inside).toBe(false);
  });
});
