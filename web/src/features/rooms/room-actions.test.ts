import { beforeEach, describe, expect, it } from 'vitest';
import { bothInside, message, state, type World } from './test/room-world.ts';

describe('switches and moderation', () => {
  let theo: World;
  let nora: World;
  beforeEach(async () => ({ theo, nora } = await bothInside()));

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
});
