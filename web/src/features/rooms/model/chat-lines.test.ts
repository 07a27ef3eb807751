import { describe, expect, it } from 'vitest';
import {
  freshIn,
  lengthOf,
  maySend,
  withLines,
  withoutPerson,
  withRemoved,
  withStatus,
  type ChatLine,
} from './chat-lines.ts';

const line = (seq: number | null, more: Partial<ChatLine> = {}): ChatLine => ({
  clientId: `c${seq ?? 'mine'}`,
  seq,
  text: `line ${seq}`,
  at: seq,
  username: 'pia',
  avatar: null,
  announcement: false,
  status: seq === null ? 'sending' : 'sent',
  ...more,
});

describe('maySend', () => {
  it('an empty or blank message may not be sent', () => expect([maySend(''), maySend('  \n')]).toEqual([false, false]));
  it('a message may have 200 code points, and not 201', () => {
    expect(maySend('x'.repeat(200))).toBe(true);
    expect(maySend('x'.repeat(201))).toBe(false);
    expect(lengthOf('🎸'.repeat(200))).toBe(200);
    expect(maySend('🎸'.repeat(200))).toBe(true);
  });
});

describe('the list of messages', () => {
  it('the latest 100 messages are kept', () => {
    const many = Array.from({ length: 130 }, (_, index) => line(index + 1));
    const kept = withLines([], many);
    expect(kept).toHaveLength(100);
    expect(kept[0]!.seq).toBe(31);
  });
  it('a message is shown once, whether the answer or the push comes first', () => {
    const optimistic = line(null, { clientId: 'abc' });
    const confirmed = line(7, { clientId: 'abc' });
    expect(withLines(withLines([], [optimistic]), [confirmed])).toEqual([confirmed]);
    expect(withLines([confirmed], [confirmed])).toEqual([confirmed]);
  });
  it('another person’s client id does not confirm one’s own message', () =>
    expect(withLines([line(null, { clientId: 'abc' })], [line(7, { clientId: 'abc', username: 'zed' })])).toHaveLength(
      2,
    ));
  it('late messages are sorted by number, and unsent ones come last', () =>
    expect(withLines([line(1), line(4), line(null)], [line(2)]).map((one) => one.seq)).toEqual([1, 2, 4, null]));
  it('a removed message stays removed when it is replayed', () => {
    const removed = withRemoved([line(3)], 3);
    expect(withLines(removed, [line(3)])[0]).toMatchObject({ status: 'removed', text: '' });
  });
  it('only an unsent message can be marked as failed', () =>
    expect(withStatus([line(3, { clientId: 'a' })], 'a', 'failed')[0]!.status).toBe('sent'));
  it('all messages of one person can be dropped', () =>
    expect(withoutPerson([line(1), line(2, { username: 'zed' })], 'pia').map((one) => one.seq)).toEqual([2]));
  it('new messages of others are counted, also above one’s own unsent message', () => {
    const before = [line(1), line(2), line(null, { username: 'zed', status: 'failed' })];
    const now = withLines(before, [line(3), line(4, { username: 'zed' })]);
    expect(freshIn(before, now, 'zed').map((one) => one.seq)).toEqual([3]);
  });
});
