import { describe, expect, test } from 'vitest';
import type { Refusal } from '../kernel/refusal.ts';
import { reviewCharsMax, ranking, mayReview, readReview, type HostRecord, type Witness } from './reviews.ts';

const refusalOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as Refusal).code;
  }
};

describe('a review', () => {
  test.each([0, 6, -1, 4.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is no number of stars', (stars) =>
    expect(refusalOf(() => readReview({ stars, text: '' }))).toBe('review_stars_invalid'),
  );
  test('a review is as long as it may be, in code points; without words it is one, too', () => {
    const longest = '🍜'.repeat(reviewCharsMax);
    expect(readReview({ stars: 1, text: longest })).toEqual({ stars: 1, text: longest });
    expect(refusalOf(() => readReview({ stars: 5, text: `${longest}!` }))).toBe('review_too_long');
    expect(readReview({ stars: 5, text: ' \n ' }).text).toBe('');
    expect(readReview({ stars: 5, text: 'a\r\n\n\n\nb\u202E\u0000' }).text).toBe('a\n\nb');
  });
});

describe('who may review', () => {
  const there: Witness = { isHost: false, isOver: true, isCancelled: false, hasTicket: true, wasThere: true };
  test.each<[Partial<Witness>, string | undefined]>([
    [{}, undefined],
    [{ isHost: true }, 'review_own_event'],
    [{ isCancelled: true }, 'event_cancelled'],
    [{ isOver: false }, 'review_too_early'],
    [{ hasTicket: false }, 'review_not_attended'],
    [{ hasTicket: false, isOver: false }, 'review_not_attended'],
    [{ wasThere: false }, 'review_not_attended'],
  ])('a viewer with %j may review, or is refused: %s', (change, code) =>
    expect(refusalOf(() => mayReview({ ...there, ...change }))).toBe(code),
  );
});

describe('the score', () => {
  const none: HostRecord = { reviews: 0, stars: 0, started: 0, late: 0, cancelledLate: 0, noShows: 0 };
  test.each<[string, Partial<HostRecord>, number]>([
    ['no one knows them yet', {}, 5],
    ['ten times five', { reviews: 10, stars: 50, started: 10 }, 5],
    ['one angry person', { reviews: 1, stars: 1, started: 1 }, 4],
    ['a hundred angry people', { reviews: 100, stars: 100, started: 10 }, 1.12],
    ['late once, of ten', { started: 10, late: 1 }, 4.92],
    ['cancelled late, the first evening', { cancelledLate: 1 }, 4.5],
    ['did not come, the first evening', { noShows: 1 }, 4.25],
    ['did not come, after many good evenings', { started: 96, noShows: 1 }, 4.97],
    ['never came', { noShows: 1000 }, 2.01],
    ['never came, and people said so', { noShows: 1000, reviews: 1000, stars: 1000 }, 1],
  ])('the score of a host is $2: $0', (_what, record, score) => expect(ranking({ ...none, ...record })).toBe(score));

  test('each thing that goes wrong lowers the score, the worse the more, and a good evening raises it again', () => {
    const good = ranking({ ...none, started: 5, reviews: 5, stars: 24 });
    const late = ranking({ ...none, started: 5, reviews: 5, stars: 24, late: 1 });
    const cancelled = ranking({ ...none, started: 4, reviews: 5, stars: 24, cancelledLate: 1 });
    const noShow = ranking({ ...none, started: 4, reviews: 5, stars: 24, noShows: 1 });
    expect([good > late, late > cancelled, cancelled > noShow]).toEqual([true, true, true]);
    expect(ranking({ ...none, started: 8, reviews: 5, stars: 24, noShows: 1 })).toBeGreaterThan(noShow);
  });
});
