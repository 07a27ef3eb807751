import { describe, expect, test } from 'vitest';
import { moveBetween, movedBy, seriesDays, wallStart } from './series.ts';
import { readStartTime } from './start-time.ts';

describe('days of a series', () => {
  test('the days are a week apart, for a number of weeks or until a day', () => {
    const weekly = ['2027-03-14', '2027-03-21', '2027-03-28'];
    expect(seriesDays('2027-03-14', { weeks: 3 })).toEqual(weekly);
    expect(seriesDays('2027-03-14', { until: '2027-03-28' })).toEqual(weekly);
    expect(seriesDays('2027-03-14', { until: '2027-04-03' })).toEqual(weekly);
    expect(seriesDays('2027-03-14', { weeks: 52 })).toHaveLength(52);
  });

  test('the days are those that were chosen and the first, in order', () =>
    expect(seriesDays('2027-03-14', { dates: ['2027-05-01', '2027-03-02'] })).toEqual([
      '2027-03-02',
      '2027-03-14',
      '2027-05-01',
    ]));

  test.each([
    [{ weeks: 1 }, 'series_dates_count'],
    [{ weeks: 53 }, 'series_dates_count'],
    [{ weeks: 1e9 }, 'series_dates_count'],
    [{ weeks: 2.5 }, 'series_repeats_invalid'],
    [{ weeks: Number.NaN }, 'series_repeats_invalid'],
    [{ until: '2027-03-20' }, 'series_dates_count'],
    [{ until: '2026-01-01' }, 'series_dates_count'],
    [{ until: '9999-12-31' }, 'series_dates_count'],
    [{ until: '2027-02-30' }, 'series_repeats_invalid'],
    [{ until: 'soon' }, 'series_repeats_invalid'],
    [{ dates: [] }, 'series_dates_count'],
    [{ dates: ['2027-03-14'] }, 'series_dates_twice'],
    [{ dates: ['2027-04-01', '2027-04-01'] }, 'series_dates_twice'],
    [{ dates: ['2027-04-31'] }, 'series_repeats_invalid'],
    [
      { dates: Array.from({ length: 52 }, (_, n) => `2027-${String(4 + (n % 9)).padStart(2, '0')}-01`) },
      'series_dates_count',
    ],
  ])('%j are refused: %s', (repeats, problem) => expect(seriesDays('2027-03-14', repeats)).toBe(problem));

  test('a single further day is enough for a series that has events', () =>
    expect(seriesDays('2027-03-14', { dates: [] }, { added: true })).toEqual(['2027-03-14']));
});

describe('a start in Madrid', () => {
  const zone = 'Europe/Madrid';
  const now = Date.UTC(2027, 2, 1);

  test('a start in Madrid keeps its hour when the clocks change', () => {
    const starts = ['2027-03-21', '2027-03-28'].map((day) => wallStart(day, '20:00', zone)!);
    expect(starts.map((at) => new Date(at).toISOString())).toEqual([
      '2027-03-21T19:00:00.000Z',
      '2027-03-28T18:00:00.000Z',
    ]);
    for (const at of starts) expect(readStartTime(at, '20:00', zone, now)).toMatchObject({ startsAt: at });
  });

  test('a date of a series at an hour that the clocks skip or repeat is refused for that day', () => {
    expect(readStartTime(wallStart('2027-03-28', '02:30', zone), '02:30', zone, now)).toBe('date_in_gap');
    expect(readStartTime(wallStart('2027-10-31', '02:30', zone), '02:30', zone, now)).toBe('date_repeated');
  });

  test('a start in Madrid moves by days and to an hour, also across the change of clocks', () => {
    const move = moveBetween(
      wallStart('2027-03-21', '20:00', zone)!,
      wallStart('2027-03-22', '21:15', zone)!,
      '21:15',
      zone,
    );
    expect(move).toEqual({ days: 1, hour: '21:15' });
    expect(movedBy(move, wallStart('2027-03-28', '20:00', zone)!, zone)).toBe(wallStart('2027-03-29', '21:15', zone));
  });
});
