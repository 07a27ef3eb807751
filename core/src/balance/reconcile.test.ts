import { describe, expect, test } from 'vitest';
import { days, hours, minutes } from '../kernel/instant.ts';
import { booksOverlapMs, booksSettleMs, booksWindowMaxMs, differenceRecheckMs, recheckWindowMs } from './limits.ts';
import { type BookedMoney, differences, goneByDispute, windowToCompare, windowToRecheck } from './reconcile.ts';

const now = Date.UTC(2026, 10, 25, 12);
const asked = { now, comparedUntil: now - hours(1), booksDelayMs: 0 };

describe('the window', () => {
  test('the window begins before the end of the last comparison and ends where both books are complete', () => {
    expect(windowToCompare(asked)).toEqual({ from: now - hours(1) - booksOverlapMs, to: now - booksSettleMs });
    expect(windowToCompare({ ...asked, booksDelayMs: hours(3) })).toBeUndefined();
    expect(windowToCompare({ ...asked, comparedUntil: now - hours(2), booksDelayMs: hours(3) })?.to).toBe(
      now - hours(3) - booksSettleMs,
    );
  });

  test('the window of a recheck begins with the oldest open difference and leaves out what is compared anyway', () => {
    const again = (oldestOpen: number) => windowToRecheck({ now, comparedUntil: asked.comparedUntil, oldestOpen });
    const covered = asked.comparedUntil - booksOverlapMs;
    const early = now - days(5);
    expect(again(early)).toEqual({ from: early, to: early + recheckWindowMs });
    expect(again(covered - 1)).toEqual({ from: covered - 1, to: covered });
    expect(again(covered)).toBeUndefined();
    expect(again(now - differenceRecheckMs)?.from).toBe(now - differenceRecheckMs);
    expect(again(now - differenceRecheckMs - 1)).toBeUndefined();
  });

  test('the window is at most a day further than the last one after a long stop', () => {
    const comparedUntil = now - days(5);
    expect(windowToCompare({ ...asked, comparedUntil })?.to).toBe(comparedUntil + booksWindowMaxMs);
  });

  test.each([30, 31, 40, 400])('the window begins 30 days ago after a stop of %i days', (stopped) => {
    const from = now - differenceRecheckMs;
    const window = windowToCompare({ ...asked, comparedUntil: now - days(stopped) });
    expect(window).toEqual({ from, to: from + booksWindowMaxMs });
  });
});

describe('differences', () => {
  const window = { from: now - hours(1), to: now };
  const at = now - minutes(30);
  const money = (ref: string, more: Partial<BookedMoney> = {}): BookedMoney => ({
    kind: 'capture',
    ref,
    amountMinor: 1310,
    currency: 'EUR',
    at,
    ...more,
  });
  const kinds = (theirs: readonly BookedMoney[], ours: readonly BookedMoney[]) =>
    differences(theirs, ours, window).map(({ kind, ref }) => `${kind} ${ref}`);

  test('the same money on both sides is no difference, whatever moment each side names', () => {
    expect(kinds([money('a')], [money('a', { at: at - minutes(50) })])).toEqual([]);
    expect(kinds([money('a', { at: now + minutes(5) })], [money('a')])).toEqual([]);
    expect(kinds([], [])).toEqual([]);
  });

  test.each([
    ['a payment only they have', [money('a')], [], ['unknown_capture a']],
    ['a refund only they have', [money('r', { kind: 'refund' })], [], ['unknown_refund r']],
    ['a payment only we have', [], [money('a')], ['missing_capture a']],
    ['a refund only we have', [], [money('r', { kind: 'refund' })], ['missing_refund r']],
    ['a cent too much', [money('a', { amountMinor: 1311 })], [money('a')], ['capture_differs a']],
    ['another currency', [money('a', { currency: 'USD' })], [money('a')], ['capture_differs a']],
    [
      'a refund of another amount',
      [money('r', { kind: 'refund', amountMinor: 1 })],
      [money('r', { kind: 'refund' })],
      ['refund_differs r'],
    ],
    ['a dispute only they have', [money('d', { kind: 'dispute' })], [], ['unknown_dispute d']],
    ['a payout only we have', [], [money('p', { kind: 'payout' })], ['missing_payout p']],
    [
      'a payout that came back there',
      [money('p', { kind: 'payout', amountMinor: 0 })],
      [money('p', { kind: 'payout' })],
      ['payout_differs p'],
    ],
    [
      'a refund named like a payment',
      [money('a', { kind: 'refund' })],
      [money('a')],
      ['unknown_refund a', 'missing_capture a'],
    ],
  ])('%s is a difference', (_name, theirs, ours, expected) => {
    expect(kinds(theirs, ours)).toEqual(expected);
  });

  test('money of which nothing is gone may be unknown to the other side', () => {
    const gone = money('p', { kind: 'payout', amountMinor: 0 });
    expect(kinds([gone], [])).toEqual([]);
    expect(kinds([], [gone])).toEqual([]);
    expect(goneByDispute({ status: 'won', amountMinor: 1310, costsMinor: 0 })).toBe(0);
    expect(goneByDispute({ status: 'lost', amountMinor: 1310, costsMinor: 1500 })).toBe(2810);
  });

  test('money at the beginning of a window is in it, and money at its end is not', () => {
    expect(kinds([money('a', { at: window.from })], [])).toEqual(['unknown_capture a']);
    expect(kinds([money('a', { at: window.to })], [])).toEqual([]);
    expect(kinds([], [money('a', { at: window.from })])).toEqual(['missing_capture a']);
    expect(kinds([], [money('a', { at: window.to })])).toEqual([]);
    expect(kinds([], [money('a', { at: window.from - 1 })])).toEqual([]);
  });
});
