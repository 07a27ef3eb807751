import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { expect, test } from 'vitest';
import { type Line, type OwnPlace, pollMsOf, stageOf, waitingOf } from './waiting-model.ts';

const opensAt = 1_800_000_000_000;
const line = (more: Partial<Line> = {}): Line => ({
  opens_at: opensAt,
  open: true,
  admitted_through: 100,
  waiting: 900,
  seats_left: 50,
  ...more,
});
const own = (more: Partial<OwnPlace> = {}): OwnPlace => ({ place: 140, admitted_until: null, begun: false, ...more });
const shown = (more: Partial<Parameters<typeof waitingOf>[0]>) =>
  waitingOf({ now: opensAt, opensAt, hasAccount: true, line: line(), own: own(), ...more });

test('a visitor reads when to come back, then is asked for an account, then reads that they are in', () => {
  expect(shown({ now: opensAt - minutes(5) - 1, hasAccount: false })).toEqual({ is: 'soon' });
  expect(shown({ now: opensAt - minutes(5), hasAccount: false })).toEqual({ is: 'login' });
  expect(shown({ now: opensAt - minutes(1), line: line({ open: false }), own: own({ place: null }) })).toEqual({
    is: 'in',
  });
});

test('a visitor needs no account any more once nobody has to wait', () => {
  const visitor = { hasAccount: false, own: undefined };
  const nobody = line({ waiting: 0 });
  expect(shown({ ...visitor, now: opensAt + minutes(10) - 1, line: nobody })).toEqual({ is: 'login' });
  expect(shown({ ...visitor, now: opensAt + minutes(10), line: line({ waiting: 1 }) })).toEqual({ is: 'login' });
  expect(shown({ ...visitor, now: opensAt + minutes(10), line: undefined })).toEqual({ is: 'login' });
  expect(shown({ ...visitor, now: opensAt + minutes(10), line: line({ waiting: 0, seats_left: 0 }) })).toEqual({
    is: 'login',
  });
  expect(shown({ ...visitor, now: opensAt + minutes(10), line: nobody })).toEqual({ is: 'notNeeded' });
});

test('the page says that places are drawn as soon as sales open, before the line is read again', () => {
  expect(shown({ line: line({ open: false }), own: own({ place: null }) })).toEqual({ is: 'drawing' });
});

test('the page shows the position in the line, and when no seat is left', () => {
  expect(shown({ own: own({ place: null }) })).toEqual({ is: 'drawing' });
  expect(shown({})).toEqual({ is: 'line', position: 40, noSeats: false });
  expect(shown({ line: line({ admitted_through: 139, seats_left: 0 }) })).toEqual({
    is: 'line',
    position: 1,
    noSeats: true,
  });
});

test('a turn ends when its two minutes are over, unless the purchase has begun', () => {
  const until = opensAt + minutes(2);
  expect(shown({ own: own({ admitted_until: until }) })).toEqual({ is: 'turn' });
  expect(shown({ now: until, own: own({ admitted_until: until }) })).toEqual({ is: 'missed' });
  expect(shown({ now: until, own: own({ admitted_until: until, begun: true }) })).toEqual({ is: 'begun' });
});

test('one’s place is asked for again at the opening and when it is reached', () => {
  expect(stageOf(line({ open: false }), own({ place: null }))).toBe('before');
  expect(stageOf(line(), own({ place: null }))).toBe('open');
  expect(stageOf(line(), own({ place: 101 }))).toBe('open');
  expect(stageOf(line({ admitted_through: 140 }), own())).toBe('let in');
});

test('the line is read often near its head, and seldom elsewhere', () => {
  expect(pollMsOf(line({ open: false }), own({ place: null }))).toBe(seconds(10));
  expect(pollMsOf(line(), own({ place: null }))).toBe(seconds(10));
  expect(pollMsOf(line(), own({ place: 900 }))).toBe(seconds(10));
  expect(pollMsOf(line(), own())).toBe(seconds(2));
});
