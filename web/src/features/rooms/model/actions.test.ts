import { beforeEach, describe, expect, it } from 'vitest';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { bothInside, message, state, type World } from './test/room-world.ts';

describe('switches and moderation', () => {
  let theo: World;
  let nora: World;
  beforeEach(async () => ({ theo, nora } = await bothInside()));

  it('a blocked person is notified once, and their messages disappear for everyone', () => {
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

  it('a switch pressed repeatedly while it is under way shows the last wish at once, and ends with it', async () => {
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

  it('a refused switch shows the server’s sentence once, and the real state', async () => {
    nora.refuse('POST /events/streaming/toggle_open_mic', 403, 'host_only');
    const pressed = nora.model.toggle('openMic', true);
    void nora.model.toggle('openMic', false);
    await pressed;
    expect(nora.notices).toEqual([{ kind: 'refused', message: 'host_only' }]);
    expect(nora.see()).toMatchObject({ live: { openMic: false }, busy: new Map(), error: true });
  });

  it('a switch pressed back while its answer is lost is sent again: the server may have done the first press', async () => {
    let lose = (): void => undefined;
    nora.answer(
      'POST /events/streaming/toggle_open_mic',
      () => new Promise((_resolve, reject) => (lose = () => reject(new ApiRefusal(0, [])))),
    );
    const pressed = nora.model.toggle('openMic', true);
    void nora.model.toggle('openMic', false);
    nora.answer('POST /events/streaming/toggle_open_mic', () => ({ current_state: state(12), messages: [] }));
    lose();
    await pressed;
    expect(nora.calls.slice(1).map((one) => one.body['enabled'])).toEqual([true, false]);
    expect(nora.see()).toMatchObject({ live: { openMic: false }, busy: new Map(), error: false });
  });

  it.each([
    ['no answer', 0, 'offline'],
    ['a fault', 500, 'fault'],
    ['an answer of a proxy', 502, 'unknown'],
  ])('%s to a switch shows nothing and sets the error flag, until a call succeeds', async (_what, status, code) => {
    nora.refuse('POST /events/streaming/toggle_open_mic', status, code);
    await nora.model.toggle('openMic', true);
    expect(nora.notices).toEqual([]);
    expect(nora.see()).toMatchObject({ live: { openMic: false }, busy: new Map(), error: true });
    await nora.model.toggle('chat', false);
    expect(nora.see().error).toBe(false);
  });

  it.each<[string, (one: World) => Promise<unknown>]>([
    ['POST /events/streaming/raise_hand', (one) => one.model.setHand(true)],
    ['POST /events/streaming/toggle_open_mic', (one) => one.model.toggle('openMic', true)],
    ['POST /events/streaming/toggle_chat_enabled', (one) => one.model.toggle('chat', true)],
    ['POST /events/streaming/toggle_raise_hand', (one) => one.model.toggle('raiseHand', true)],
    ['POST /events/streaming/allow_mic', (one) => one.model.setTurn('theo', true)],
    ['POST /events/streaming/screen_next', (one) => one.model.toggle('screening', true)],
    ['POST /events/streaming/ask_next', (one) => one.model.askNext()],
    ['POST /events/streaming/answer_warm_up', (one) => one.model.answerWarmUp(true)],
    ['POST /events/streaming/messages_new', (one) => one.model.send('hello')],
    ['POST /events/streaming/messages_remove', (one) => one.model.removeMessage(3)],
    ['POST /events/streaming/toggle_banned', (one) => one.model.setBanned('theo', true)],
    ['POST /events/streaming/toggle_admin', (one) => one.model.setAdmin('theo', true)],
    ['POST /events/streaming/remove_viewer', (one) => one.model.removeViewer('theo')],
    ['POST /events/streaming/readmit_viewer', (one) => one.model.readmitViewer('theo')],
    ['POST /events/streaming/stop_streaming', (one) => one.model.finish()],
  ])('a failed %s sets the error flag', async (call, act) => {
    nora.refuse(call, 500, 'fault');
    await act(nora);
    expect([nora.see().error, nora.notices]).toEqual([true, []]);
  });

  it.each([
    ['a refusal', 409, 'word_filtered'],
    ['no answer', 0, 'offline'],
  ])('a question with a raised hand counts as not saved after %s', async (_what, status, code) => {
    expect(await theo.model.setHand(true, 'How hot is the kiln?')).toBe(true);
    theo.refuse('POST /events/streaming/raise_hand', status, code);
    expect(await theo.model.setHand(true, 'How hot was the kiln?')).toBe(false);
  });

  it('two people can be blocked at the same time', async () => {
    await Promise.all([nora.model.setBanned('theo', true), nora.model.setBanned('pia', true)]);
    expect(nora.calls.slice(1).map((one) => one.body['username'])).toEqual(['theo', 'pia']);
  });
});
