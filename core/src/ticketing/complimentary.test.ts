import { expect, test } from 'vitest';
import { readGuestList, withdrawalRefusal } from './complimentary.ts';

const toAscii = (domain: string): string => domain;

test('each invalid or repeated address is reported on its own line', () => {
  const lines = [
    ' Ada@mail.test ',
    '',
    'nobody',
    'ada@MAIL.test',
    'grace@mail.test',
    'a b@mail.test',
    '=cmd|x@mail.test',
  ];
  expect(readGuestList(lines, toAscii).map(({ email, answer }) => answer ?? email)).toEqual([
    'ada@mail.test',
    'invalid',
    'repeated',
    'grace@mail.test',
    'invalid',
    '=cmd|x@mail.test',
  ]);
});

test('a complimentary ticket is withdrawn until the start, not from it on', () => {
  const event = { state: 'upcoming', cancelled: false, startsAt: 100, now: 99 } as const;
  expect(withdrawalRefusal(event)).toBeUndefined();
  expect(withdrawalRefusal({ ...event, now: 100 })).toBe('withdrawal_too_late');
  expect(withdrawalRefusal({ ...event, state: 'live' })).toBe('withdrawal_too_late');
  expect(withdrawalRefusal({ ...event, state: 'finished' })).toBe('withdrawal_too_late');
  expect(withdrawalRefusal({ ...event, state: 'finished', cancelled: true })).toBe('event_cancelled');
});
