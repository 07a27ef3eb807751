import { describe, expect, it } from 'vitest';
import { readDay } from '#web/shared/ui/DateField.tsx';
import { hourLabel, isTimeLike, startOf, startTimes, startTimesFrom } from './draft-times.ts';

describe('start times', () => {
  it('start times are quarter hours, labelled in English on a 12-hour clock', () => {
    expect(startTimes).toHaveLength(96);
    expect(startTimes.at(-1)).toBe('23:45');
    const labels = (language: 'en' | 'de') => ['00:00', '12:15', '19:00'].map((time) => hourLabel(time, language));
    expect(labels('en')).toEqual(['12:00 AM', '12:15 PM', '7:00 PM']);
    expect(labels('de')).toEqual(['00:00', '12:15', '19:00']);
  });

  it('today’s start times are those still ahead on the clock of the zone; any other day has all of them', () => {
    const from = Date.UTC(2026, 10, 29, 22, 15);
    expect(startTimesFrom(from, 'UTC', '2026-11-29')).toEqual(['22:30', '22:45', '23:00', '23:15', '23:30', '23:45']);
    expect(startTimesFrom(from, 'Europe/Berlin', '2026-11-29')).toEqual(['23:30', '23:45']);
    for (const day of ['2026-11-30', null]) expect(startTimesFrom(from, 'UTC', day)).toEqual(startTimes);
    expect(startTimesFrom(Date.UTC(2026, 10, 29, 23, 50), 'UTC', '2026-11-29')).toEqual([]);
  });

  it('a typed day is read with its month first, and has to exist in the calendar', () => {
    for (const typed of ['12-24-2026', ' 12/24/2026 ', '12.24.2026', '2026-12-24'])
      expect(readDay(typed)).toBe('2026-12-24');
    expect(readDay('1-5-2027')).toBe('2027-01-05');
    for (const typed of ['', '12', '12-2', '12-24-20', '24-12-2026', '02-30-2027', '13-40-2026', 'tomorrow'])
      expect(readDay(typed)).toBeNull();
  });

  it.each(['de', 'es'] as const)('a typed day in %s is read with its day first', (language) => {
    for (const typed of ['24.12.2026', '24/12/2026', '2026-12-24']) expect(readDay(typed, language)).toBe('2026-12-24');
    expect(readDay('1.5.2027', language)).toBe('2027-05-01');
    expect(readDay('12.24.2026', language)).toBeNull();
  });

  it('a start time is found however its time is written', () => {
    const found = (typed: string) => startTimes.filter((time) => isTimeLike(time, typed));
    for (const typed of ['7:15 PM', '7:15pm', ' 7:15 P', '19:15']) expect(found(typed)).toEqual(['19:15']);
    expect(found('7:15')).toEqual(['07:15', '19:15']);
    expect(found('19:00')).toEqual(['19:00']);
    // Not half past midnight, 12:30 AM, which ends alike.
    expect(found('2:30 AM')).toEqual(['02:30']);
    for (const typed of ['7pm', '7 PM', '7p']) expect(found(typed)).toEqual(['19:00', '19:15', '19:30', '19:45']);
    expect(found('11am')).toEqual(['11:00', '11:15', '11:30', '11:45']);
    expect(found('7:07')).toEqual([]);
  });

  it('a start is read on the wall clock of its zone, across a change of clocks', () => {
    expect(startOf('2026-11-30', '19:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 10, 30, 18));
    expect(startOf('2026-07-30', '19:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 6, 30, 17));
    expect(startOf(null, '19:00', 'UTC')).toBeUndefined();
    expect(startOf('2026-02-30', '19:00', 'UTC')).toBeUndefined();
  });
});
