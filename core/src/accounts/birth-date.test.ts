import { expect, test } from 'vitest';
import { readBirthDate } from './profile.ts';

const today = '2026-11-21';
const refused = (code: string) => expect.objectContaining({ code, field: 'date_of_birth' });

test.each([
  '2026-11-22',
  '1899-12-31',
  '2025-02-29',
  '1900-13-01',
  '2000-00-10',
  '2000-04-31',
  '21-11-2000',
  'yesterday',
  '2000-1-1',
])('the birth date %s is refused', (typed) =>
  expect(() => readBirthDate(typed, today)).toThrow(refused('birth_date_invalid')),
);

test.each(['2026-11-21', '1900-01-01', '2024-02-29', '2000-02-29'])('the birth date %s is taken', (typed) =>
  expect(readBirthDate(typed, today)).toBe(typed),
);

test('a birth date is required', () => expect(() => readBirthDate('', today)).toThrow(refused('field_required')));
