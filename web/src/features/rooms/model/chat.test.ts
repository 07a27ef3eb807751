import { slowUntil } from './room-state.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRoomView, returnRefused } from '../room-view.ts';
import { bothInside, message, type World } from './test/room-world.ts';

describe('sending a message', () => {
  let theo: World;
  beforeEach(async () => ({ theo } = await bothInside()));

  it('a message is shown at once, only once, and with its number when the answer comes', async () => {
    theo.answer('POST /events/streaming/messages_new', () => ({ message: message(11, 'hello', 'theo', 'mine') }));
    const sending = theo.model.send('hello');
    expect(theo.see().chat).toMatchObject([{ text: 'hello', status: 'sending' }]);
    theo.push('newMessage', { seq: 11, message: message(11, 'hello', 'theo', 'mine') });
    await sending;
    expect(theo.see().chat).toMatchObject([{ text: 'hello', status: 'sent', seq: 11 }]);
  });

  it('a message that did not get through can be repeated under the same id', async () => {
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

  it('a refused message returns to the field with the reason, even if the field was hidden', async () => {
    theo.refuse('POST /events/streaming/messages_new', 409, 'chat_disabled');
    await theo.model.send('hello');
    expect(theo.see().chat).toEqual([]);
    const view = createRoomView('chat');
    returnRefused({ model: theo.model, view });
    expect(view.getState()).toMatchObject({ draft: 'hello', refused: 'chat_disabled' });
    view.setState({ draft: '', refused: null });
    await theo.model.send('hello again');
    expect(view.getState()).toMatchObject({ draft: 'hello again', refused: 'chat_disabled' });
    view.setState({ draft: '', refused: null });
    returnRefused({ model: theo.model, view });
    expect(view.getState().draft).toBe('');
  });

  it('a blocked person sends nothing, and no one does while the chat is off', async () => {
    theo.change({ chat_enabled: false });
    await theo.model.send('hello');
    theo.change({ chat_enabled: true, banned_viewers: ['theo'] });
    await theo.model.send('hello');
    expect(theo.calls.some((one) => one.name.includes('messages_new'))).toBe(false);
  });
});

describe('slow mode', () => {
  const send = 'POST /events/streaming/messages_new';
  const waits = (one: World): number => slowUntil(one.see(), one.model.me);

  it('the wait counts from one’s last message in any tab, and the host and admins do not wait', async () => {
    const { theo, nora } = await bothInside();
    for (const one of [theo, nora]) one.change({ slow_mode_seconds: 10 });
    theo.push('newMessage', { seq: 12, message: message(5_000, 'hello', 'theo') });
    nora.push('newMessage', { seq: 12, message: message(5_000, 'hello', 'nora') });
    expect([waits(theo), waits(nora)]).toEqual([15_000, 0]);
    theo.change({ admin_users: ['theo'] });
    expect(waits(theo)).toBe(0);
    theo.change({ admin_users: [], slow_mode_seconds: 0 });
    expect(waits(theo)).toBeLessThanOrEqual(5_000);
  });

  it('a refusal says how long this browser has to wait, and the message returns to its writer', async () => {
    const { theo } = await bothInside();
    theo.change({ slow_mode_seconds: 30 });
    theo.advance(100_000);
    theo.refuse(send, 429, 'chat_slow', 12_000);
    await theo.model.send('again');
    expect(waits(theo)).toBe(112_000);
    expect(theo.see().returned).toMatchObject({ text: 'again' });
  });
});
