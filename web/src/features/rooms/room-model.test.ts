import { beforeEach, describe, expect, it } from 'vitest';
import { createRoomView, takeBack } from './room/room-view.ts';
import { message, person, state, uuid, world } from './test/room-world.ts';

describe('going in', () => {
  it('start failure is told and the page reloads after 10 s', async () => {
    const nora = world('nora');
    nora.refuse('POST /events/streaming/start_streaming', 409, 'start_too_early');
    await nora.model.enter();
    expect(nora.notices).toEqual([{ kind: 'startFailed' }]);
    expect(nora.see().phase).toBe('outside');
    await nora.pass(10_000);
    expect(nora.went).toEqual(['reload']);
  });

  it('waits for a video engine in preparation as long as the server says, then goes in by itself', async () => {
    const theo = world('theo');
    theo.refuse('POST /events/streaming/join_streaming', 503, 'video_preparing', 7_000);
    const entering = theo.model.enter();
    await theo.pass(0);
    expect(theo.see().phase).toBe('waiting');
    theo.answer('POST /events/streaming/join_streaming', () => ({
      token: 't',
      url: 'ws://x',
      room: uuid,
      identity: 'u:1',
      current_state: state(10),
      messages: [],
    }));
    await theo.pass(7_000);
    await entering;
    expect(theo.see().phase).toBe('inside');
    expect(theo.notices).toEqual([]);
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

  it('what the owner switches on is remembered until they leave', async () => {
    const nora = world('nora');
    await nora.model.enter();
    await nora.model.goOnAir();
    expect(nora.memory()).toMatchObject({ inside: true, camera: true, microphone: true });
    nora.model.leave();
    expect(nora.memory()).toMatchObject({ inside: false, camera: false, microphone: false });
  });

  it('a seat that went on elsewhere is moved here only when asked', async () => {
    const theo = world('theo');
    theo.refuse('POST /events/streaming/join_streaming', 409, 'session_moved');
    await theo.model.enter();
    expect(theo.see().phase).toBe('moved');
    theo.answer('POST /events/streaming/join_streaming', () => ({
      token: 't',
      url: 'ws://x',
      room: uuid,
      identity: 'u:1',
      current_state: state(10),
      messages: [],
    }));
    await theo.model.enter({ takeOver: true });
    expect(theo.calls.at(-1)!.body).toMatchObject({ take_over: true, session_id: 's1' });
    expect(theo.see().phase).toBe('inside');
  });
});

describe('in the room', () => {
  let theo: ReturnType<typeof world>;
  let nora: ReturnType<typeof world>;
  beforeEach(async () => {
    theo = world('theo');
    nora = world('nora');
    await theo.model.enter();
    await nora.model.enter();
  });

  it('an older state never overwrites a newer one', () => {
    theo.change({ open_mic: true });
    theo.push('updateEvent', { seq: 9, current_state: state(9) });
    expect(theo.see().live?.openMic).toBe(true);
  });

  it('refetches once, a moment later, when a change is missing; not when it only came late', async () => {
    theo.push('newMessage', { seq: 12, message: message(12, 'second') });
    theo.push('newMessage', { seq: 11, message: message(11, 'first') });
    await theo.pass(300);
    expect(theo.calls.filter((one) => one.name.startsWith('GET'))).toHaveLength(0);
    expect(theo.see().chat.map((line) => line.text)).toEqual(['first', 'second']);
    theo.push('newMessage', { seq: 15, message: message(15, 'later') });
    theo.push('newMessage', { seq: 16, message: message(16, 'latest') });
    theo.answer('GET /events/streaming/streaming_state/:uuid', () => ({
      current_state: state(16),
      messages: [message(13, 'lost'), message(15, 'later')],
    }));
    await theo.pass(300);
    expect(theo.calls.filter((one) => one.name.startsWith('GET'))).toHaveLength(1);
    expect(theo.see().chat.map((line) => line.text)).toEqual(['first', 'second', 'lost', 'later', 'latest']);
    expect(theo.link()!.handshake().last_seq).toBe(16);
  });

  it('a turn is offered and opens nothing before the tap', async () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    expect(theo.see().turn).toBe('offered');
    expect(theo.device).toEqual([]);
    await theo.model.goOnAir();
    expect(theo.device).toEqual(['microphone on', 'camera on']);
  });

  it('"Not now" opens nothing, and where the turn goes on is told once', () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    theo.model.notNow();
    theo.model.notNow();
    expect(theo.see().turn).toBe('later');
    expect(theo.notices).toEqual([{ kind: 'turnLater' }]);
    expect(theo.device).toEqual([]);
  });

  it('thanks for a turn who was on stage, by the card or by the bar, and tells whoever was not that it is over', async () => {
    const turn = (has: boolean) => theo.change({ speaking_viewer: has ? { ...person('theo'), since: 1 } : null });
    turn(true);
    turn(false);
    expect(theo.notices).toEqual([{ kind: 'turnMissed' }]);
    turn(true);
    theo.model.notNow();
    turn(false);
    expect(theo.notices.slice(1)).toEqual([{ kind: 'turnLater' }, { kind: 'turnMissed' }]);
    turn(true);
    theo.model.notNow();
    await theo.model.setMicrophone(true);
    turn(false);
    expect(theo.notices.slice(3)).toEqual([{ kind: 'turnLater' }, { kind: 'turnOver' }]);
    turn(true);
    theo.push('finishEvent', { seq: 90 });
    expect(theo.notices.slice(5), 'of an event that is over only that is told').toEqual([{ kind: 'finished' }]);
  });

  it('the end of a turn closes both devices', async () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    await theo.model.goOnAir();
    theo.change({ speaking_viewer: null });
    expect(theo.see().media).toMatchObject({ camera: false, microphone: false });
    expect(theo.see().turn).toBe('none');
  });

  it('open mic offers the microphone, opens it with a tap only, and its end closes it', async () => {
    theo.change({ open_mic: true });
    expect(theo.device).toEqual([]);
    await theo.model.setCamera(true);
    expect(theo.device).toEqual([]);
    await theo.model.setMicrophone(true);
    expect(theo.device).toEqual(['microphone on']);
    theo.change({ open_mic: false });
    expect(theo.see().media.microphone).toBe(false);
  });

  it('a viewer without a right opens nothing', async () => {
    await theo.model.setMicrophone(true);
    await theo.model.setCamera(true);
    expect(theo.device).toEqual([]);
  });

  it('a denied camera is told in the spec’s words and the turn goes on with the microphone', async () => {
    theo.deny('camera');
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    await theo.model.goOnAir();
    expect(theo.notices).toEqual([{ kind: 'device', device: 'camera', why: 'denied' }]);
    expect(theo.see().media.microphone).toBe(true);
  });

  it('a microphone that is not there, or used by another program, is told as that, to host and viewer', async () => {
    theo.change({ speaking_viewer: { ...person('theo'), since: 1 } });
    for (const one of [theo, nora])
      for (const why of ['missing', 'failed'] as const) {
        one.deny('microphone', why);
        await one.model.setMicrophone(true);
        expect(one.notices.at(-1)).toEqual({ kind: 'device', device: 'microphone', why });
      }
  });

  it('blocking tells the blocked person once, and removes their messages for everybody', () => {
    for (const one of [theo, nora]) {
      one.push('newMessage', { seq: 11, message: message(11, 'hi', 'theo') });
      one.push('userBanned', { seq: 12, usernameBanned: 'theo', blocked: true });
      one.push('userBanned', { seq: 12, usernameBanned: 'theo', blocked: true });
      expect(one.see().chat).toEqual([]);
    }
    expect(theo.notices).toEqual([{ kind: 'blocked' }]);
    expect(nora.notices).toEqual([]);
    theo.push('userBanned', { seq: 13, usernameBanned: 'theo', blocked: false });
    expect(theo.notices.at(-1)).toEqual({ kind: 'unblocked' });
  });

  it('finish is told, and 10 s later the event page opens', async () => {
    theo.push('finishEvent', { seq: 11 });
    theo.push('finishEvent', { seq: 11 });
    expect(theo.notices).toEqual([{ kind: 'finished' }]);
    expect(theo.device).toEqual(['left']);
    expect(theo.memory().inside).toBe(false);
    await theo.pass(10_000);
    expect(theo.went).toEqual(['link closed', 'event page']);
  });

  it('an event taken down is told as that, whether pushed or seen in the state', async () => {
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
    ['the socket’s refusal', (one: typeof theo) => void one.link()!.onRefused('room_taken_down')],
    [
      'asking for the state',
      async (one: typeof theo) => {
        one.refuse('GET /events/streaming/streaming_state/:uuid', 410, 'room_taken_down');
        one.link()!.onState('lost');
        await one.pass(300);
      },
    ],
    [
      'asking for a new token',
      async (one: typeof theo) => {
        one.refuse('POST /events/streaming/join_streaming', 410, 'room_taken_down');
        expect(await one.media()!.renew()).toBeNull();
      },
    ],
  ])('whoever missed the take-down learns it from %s', async (_how, learn) => {
    await learn(theo);
    expect(theo.notices).toEqual([{ kind: 'takenDown' }]);
    expect(theo.see()).toMatchObject({ phase: 'finished', live: { cancelled: true } });
  });

  it('the owner who finishes goes at once and is told nothing', async () => {
    await nora.model.finish();
    expect(nora.notices).toEqual([]);
    expect(nora.went).toEqual(['link closed', 'event page']);
  });

  it('a message shows at once, once, and with its number when the answer comes', async () => {
    theo.answer('POST /events/streaming/messages_new', () => ({ message: message(11, 'hello', 'theo', 'mine') }));
    const sending = theo.model.send('hello');
    expect(theo.see().chat).toMatchObject([{ text: 'hello', status: 'sending' }]);
    theo.push('newMessage', { seq: 11, message: message(11, 'hello', 'theo', 'mine') });
    await sending;
    expect(theo.see().chat).toMatchObject([{ text: 'hello', status: 'sent', seq: 11 }]);
  });

  it('a message that did not get through can be sent again under the same id', async () => {
    theo.refuse('POST /events/streaming/messages_new', 0, 'offline');
    await theo.model.send('hello');
    expect(theo.see().chat).toMatchObject([{ status: 'failed' }]);
    theo.answer('POST /events/streaming/messages_new', () => ({ message: message(11, 'hello', 'theo', 'mine') }));
    await theo.model.retry('mine');
    expect(theo.calls.filter((one) => one.name.includes('messages_new')).map((one) => one.body['client_id'])).toEqual([
      'mine',
      'mine',
    ]);
    expect(theo.see().chat).toMatchObject([{ status: 'sent' }]);
  });

  it('of a switch pressed again and again while it is under way the last wish is shown at once, and holds', async () => {
    const answers: (() => void)[] = [];
    nora.answer('POST /events/streaming/toggle_chat_enabled', () => {
      const { enabled } = nora.calls.at(-1)!.body;
      return new Promise((resolve) => {
        answers.push(() =>
          resolve({ current_state: state(10 + answers.length, { chat_enabled: enabled as boolean }), messages: [] }),
        );
      });
    });
    const pressed = nora.model.toggle('chat', false);
    for (const wish of [true, false, true]) {
      void nora.model.toggle('chat', wish);
      expect(nora.see().busy.get('chat')).toBe(wish);
    }
    answers[0]!();
    await nora.pass(0);
    answers[1]!();
    await pressed;
    expect(nora.calls.slice(1).map((one) => one.body['enabled'])).toEqual([false, true]);
    expect(nora.see()).toMatchObject({ live: { chatEnabled: true }, busy: new Map() });
  });

  it('a switch that could not be thrown is told once and shows what is', async () => {
    nora.refuse('POST /events/streaming/toggle_open_mic', 0, 'offline');
    const pressed = nora.model.toggle('openMic', true);
    void nora.model.toggle('openMic', false);
    await pressed;
    expect(nora.notices).toEqual([{ kind: 'refused', message: 'offline' }]);
    expect(nora.see()).toMatchObject({ live: { openMic: false }, busy: new Map() });
  });

  it('who is blocked while somebody else is being blocked is blocked, too', async () => {
    await Promise.all([nora.model.setBanned('theo', true), nora.model.setBanned('pia', true)]);
    expect(nora.calls.slice(1).map((one) => one.body['username'])).toEqual(['theo', 'pia']);
  });

  it('a device that is opening is at work, and is opened once', async () => {
    const opening = nora.model.setCamera(true);
    expect([...nora.see().busy.keys()]).toEqual(['camera']);
    await Promise.all([opening, nora.model.setCamera(true)]);
    expect(nora.device).toEqual(['camera on']);
    expect(nora.see().busy.size).toBe(0);
  });

  it('a refused message comes back to be written on, with the reason, whether or not its field was there', async () => {
    theo.refuse('POST /events/streaming/messages_new', 409, 'chat_disabled');
    await theo.model.send('hello');
    expect(theo.see().chat).toEqual([]);
    const view = createRoomView();
    takeBack({ model: theo.model, view });
    expect(view.getState()).toMatchObject({ draft: 'hello', refused: 'chat_disabled' });
    view.setState({ draft: '', refused: null });
    await theo.model.send('hello again');
    expect(view.getState()).toMatchObject({ draft: 'hello again', refused: 'chat_disabled' });
    view.setState({ draft: '', refused: null });
    takeBack({ model: theo.model, view });
    expect(view.getState().draft).toBe('');
  });

  it('the banned and the muted send nothing', async () => {
    theo.change({ chat_enabled: false });
    await theo.model.send('hello');
    theo.change({ chat_enabled: true, banned_viewers: ['theo'] });
    await theo.model.send('hello');
    expect(theo.calls.some((one) => one.name.includes('messages_new'))).toBe(false);
  });

  it('a lost engine gets a fresh token; a closed door ends the way back', async () => {
    expect(await theo.media()!.renew()).toEqual({ url: 'ws://x', token: 't' });
    theo.refuse('POST /events/streaming/join_streaming', 503, 'video_down');
    await expect(theo.media()!.renew()).rejects.toThrow('video_down');
    theo.refuse('POST /events/streaming/join_streaming', 403, 'join_refused');
    expect(await theo.media()!.renew()).toBeNull();
    expect(theo.see().phase).toBe('out');
  });

  it('taken out by the engine: moved when still on the list, out when not', async () => {
    theo.media()!.onRemoved('removed');
    theo.answer('GET /events/streaming/streaming_state/:uuid', () => ({
      current_state: state(11, { viewers: [] }),
      messages: [],
    }));
    await theo.pass(1_000);
    expect(theo.see().phase).toBe('out');
  });

  it('taken out while nobody answers: asks until it is known why', async () => {
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

  it('removed by the host: out at once, everything off, and in again only when let in', async () => {
    theo.push('viewerRemoved', {});
    expect(theo.see().phase).toBe('removed');
    expect([theo.went, theo.device]).toEqual([['link closed'], ['left']]);
    theo.refuse('POST /events/streaming/join_streaming', 403, 'removed_from_event');
    await theo.model.enter();
    expect([theo.see().phase, theo.notices]).toEqual(['removed', []]);
    theo.answer('POST /events/streaming/join_streaming', () => ({
      token: 't',
      url: 'ws://x',
      room: uuid,
      identity: 'u:1',
      current_state: state(11),
      messages: [],
    }));
    await theo.model.enter();
    expect(theo.see().phase).toBe('inside');
  });

  it('the engine let go and the server says that the host removed us', async () => {
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
  ])('a socket refused with %s: %s', (code, phase) => {
    theo.link()!.onRefused(code);
    expect(theo.see().phase).toBe(phase);
    expect(theo.went).toEqual(phase === 'inside' ? [] : ['link closed']);
  });

  it('the socket’s word about a moved seat comes first', async () => {
    theo.media()!.onRemoved('removed');
    theo.push('sessionMoved', {});
    await theo.pass(1_000);
    expect(theo.see().phase).toBe('moved');
  });

  it('leaving gives the seat back and goes to the event page', () => {
    theo.model.leave();
    expect(theo.calls.at(-1)!.name).toBe('POST /events/streaming/leave_streaming');
    expect(theo.went).toEqual(['link closed', 'event page']);
    expect(theo.memory().inside).toBe(false);
  });
});
