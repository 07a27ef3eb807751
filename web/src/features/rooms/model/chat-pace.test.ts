import { beforeEach, describe, expect, it } from 'vitest';
import { bothInside, message, type World } from './test/room-world.ts';
import { rowsOf, shownPerSecondMax } from './chat-lines.ts';

let theo: World;
let seq: number;
beforeEach(async () => {
  ({ theo } = await bothInside());
  seq = 10;
});

const write = (count: number, username = 'pia'): void => {
  for (let nth = 0; nth < count; nth++) {
    seq += 1;
    theo.push('newMessage', { seq, message: message(seq, `line ${seq}`, username) });
  }
};
const shown = (opened: readonly number[] = []): string[] =>
  rowsOf(theo.see().held ?? theo.see().chat, new Set(opened)).map((row) =>
    row.kind === 'line' ? row.line.text : `and ${row.count} more`,
  );

describe('a chat of a thousand people', () => {
  it('ten messages of each second are shown, and the others are counted', () => {
    write(34);
    expect(shown()).toEqual([...Array.from({ length: 10 }, (_one, nth) => `line ${nth + 11}`), 'and 24 more']);
    theo.advance(1_000);
    write(12);
    expect(shown().slice(10)).toEqual([
      'and 24 more',
      ...Array.from({ length: 10 }, (_one, nth) => `line ${nth + 45}`),
      'and 2 more',
    ]);
  });

  it('a slower chat is not folded', () => {
    for (let second = 0; second < 5; second++) {
      write(shownPerSecondMax);
      theo.advance(1_000);
    }
    expect(shown()).toHaveLength(5 * shownPerSecondMax);
  });

  it('an opened fold shows every message, in order, and none twice', () => {
    write(34);
    const { fold } = theo.see().chat.at(-1)!;
    expect(shown([fold!])).toEqual(Array.from({ length: 34 }, (_one, nth) => `line ${nth + 11}`));
  });

  it('one’s own messages and those of the host and of event admins are always shown', () => {
    theo.change({ admin_users: ['zed'] });
    seq += 1;
    write(12);
    for (const name of ['theo', 'nora', 'zed']) write(1, name);
    write(1);
    expect(shown().slice(10)).toEqual(['and 2 more', 'line 24', 'line 25', 'line 26', 'and 1 more']);
  });

  it('the latest hundred are kept, and messages from before a person entered are not folded', async () => {
    write(300);
    expect(theo.see().chat).toHaveLength(100);
    expect(theo.see().chat.at(-1)!.seq).toBe(seq);
    const late = (await bothInside()).theo;
    late.push('snapshot', {
      seq: 60,
      current_state: late.stateAt(60),
      messages: Array.from({ length: 50 }, (_one, nth) => message(nth + 11, `line ${nth + 11}`)),
    });
    expect(rowsOf(late.see().chat, new Set()).every((row) => row.kind === 'line')).toBe(true);
  });
});

describe('a chat that is scrolled up', () => {
  it('the messages stay in place, and those that arrived in between are shown afterwards', () => {
    write(3);
    theo.model.holdChat(true);
    const before = shown();
    write(150);
    expect(shown()).toEqual(before);
    theo.model.holdChat(false);
    expect(theo.see().chat).toHaveLength(100);
    expect(shown()).toEqual(['and 100 more']);
  });

  it('a removed message and those of a blocked person disappear from the held messages too', () => {
    write(1, 'pia');
    write(1, 'zed');
    theo.model.holdChat(true);
    theo.push('messageRemoved', { seq: ++seq, message_seq: 12 });
    theo.push('userBanned', { seq: ++seq, usernameBanned: 'pia', blocked: true });
    expect(theo.see().held).toMatchObject([{ seq: 12, status: 'removed', text: '' }]);
  });

  it('one’s own message leads back to the newest', async () => {
    write(3);
    theo.model.holdChat(true);
    write(2);
    theo.answer('POST /events/streaming/messages_new', () => ({ message: message(99, 'mine', 'theo', 'mine') }));
    await theo.model.send('mine');
    expect(theo.see().held).toBeNull();
    expect(shown().at(-1)).toBe('mine');
  });
});
