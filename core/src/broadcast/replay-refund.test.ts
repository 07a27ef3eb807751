import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { days, minutes, seconds } from '../kernel/instant.ts';
import { replayRefund, requirePlayed, watchedMs } from './replay-refund.ts';

const hour = minutes(60);
/** What was sent contains what was played, and is part of the replay. */
const shares = fc
  .tuple(
    fc.integer({ min: 1, max: 3 * hour }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([lengthMs, sent, played]) => ({ lengthMs, sentMs: lengthMs * sent, playedMs: lengthMs * sent * played }));
const bought = { now: days(1), paidAt: 0 };

describe('what counts as watched', () => {
  test('what counts as watched is what was played, while a browser has loaded no more than five minutes ahead', () => {
    expect(watchedMs({ lengthMs: hour, sentMs: minutes(7), playedMs: minutes(2) })).toBe(minutes(2));
    expect(watchedMs({ lengthMs: hour, sentMs: minutes(7) + 1, playedMs: minutes(2) })).toBe(minutes(2) + 1);
  });

  test('at most a tenth of a short replay may be loaded ahead', () => {
    const short = { lengthMs: minutes(10), playedMs: 0 };
    expect(watchedMs({ ...short, sentMs: minutes(1) })).toBe(0);
    expect(watchedMs({ ...short, sentMs: minutes(2) })).toBe(minutes(1));
  });

  test('what counts as watched is never more than what was sent, nor less than what was played', () => {
    fc.assert(
      fc.property(shares, (share) => {
        expect(watchedMs(share)).toBeGreaterThanOrEqual(share.playedMs);
        expect(watchedMs(share)).toBeLessThanOrEqual(share.sentMs);
      }),
    );
  });

  test('what counts as watched never shrinks as more is sent or played', () => {
    fc.assert(
      fc.property(shares, fc.double({ min: 0, max: 1, noNaN: true }), (share, more) => {
        const sentMs = share.sentMs + (share.lengthMs - share.sentMs) * more;
        const playedMs = share.playedMs + (sentMs - share.playedMs) * more;
        expect(watchedMs({ ...share, sentMs })).toBeGreaterThanOrEqual(watchedMs(share));
        expect(watchedMs({ ...share, sentMs, playedMs })).toBeGreaterThanOrEqual(watchedMs({ ...share, sentMs }));
      }),
    );
  });
});

describe('returning a replay', () => {
  const question = { ...bought, lengthMs: hour, sentMs: minutes(6), playedMs: minutes(6) - 1 };

  test('a replay can be returned for 14 days while less than a tenth was watched', () => {
    expect(replayRefund({ ...question, now: days(14) })).toEqual({
      watchedMs: minutes(6) - 1,
      limitMs: minutes(6),
      until: days(14),
      possible: true,
    });
    expect(replayRefund({ ...question, now: days(14) + 1 }).possible).toBe(false);
    expect(replayRefund({ ...question, playedMs: minutes(6) }).possible).toBe(false);
  });

  test('a replay cannot be returned once a fifth of it was sent, whatever the player reports', () => {
    fc.assert(
      fc.property(shares, ({ lengthMs, sentMs, playedMs }) => {
        const enough = Math.max(sentMs, lengthMs * 0.2 + 1);
        expect(replayRefund({ ...bought, lengthMs, sentMs: enough, playedMs }).possible).toBe(false);
      }),
    );
  });

  test('a replay cannot be returned once all of it was fetched, even if nothing is reported', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 * hour }), (lengthMs) => {
        expect(replayRefund({ ...bought, lengthMs, sentMs: lengthMs, playedMs: 0 }).possible).toBe(false);
      }),
    );
  });

  test('a replay can be returned while less than a tenth of it was sent, whatever the player reports', () => {
    fc.assert(
      fc.property(shares, ({ lengthMs, sentMs, playedMs }) => {
        const few = { sentMs: sentMs * 0.0999, playedMs: playedMs * 0.0999 };
        expect(replayRefund({ ...bought, lengthMs, ...few }).possible).toBe(true);
      }),
    );
  });

  test('a replay of which nothing is left cannot be returned', () => {
    expect(replayRefund({ ...bought, lengthMs: 0, sentMs: 0, playedMs: 0 }).possible).toBe(false);
  });
});

describe('a report of what was played', () => {
  const spans = [
    { from: minutes(1), to: minutes(2) },
    { from: minutes(3), to: minutes(5) },
  ];
  const report =
    (from: number, to: number, unsentMs = 0) =>
    () =>
      requirePlayed([{ from, to }], { spans, unsentMs });

  test('a report is accepted within the recording, including its breaks', () => {
    expect(report(minutes(1), minutes(5))).not.toThrow();
    expect(report(minutes(1) - seconds(1), minutes(5) + seconds(1))).not.toThrow();
    expect(() => requirePlayed([], { spans: [], unsentMs: 0 })).not.toThrow();
  });

  test.each([
    ['turned around', minutes(2), minutes(1)],
    ['empty', minutes(2), minutes(2)],
    ['before the beginning', minutes(1) - seconds(1) - 1, minutes(2)],
    ['beyond the end', minutes(4), minutes(5) + seconds(1) + 1],
  ])('a report that is %s is refused', (_, from, to) => {
    expect(report(from, to)).toThrow(/played/);
  });

  test('a report of which more than ten seconds were never sent is refused', () => {
    expect(report(minutes(1), minutes(2), seconds(10))).not.toThrow();
    expect(report(minutes(1), minutes(2), seconds(10) + 1)).toThrow(/played/);
  });

  test('a report is refused where nothing was recorded', () => {
    expect(() => requirePlayed([{ from: 0, to: 1 }], { spans: [], unsentMs: 0 })).toThrow(/played/);
  });
});
