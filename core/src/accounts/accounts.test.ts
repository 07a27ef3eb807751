import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { readBirthDate } from './birth-date.ts';
import { isStrongPassword, passwordCharsMax } from './password.ts';
import { readSignUp } from './sign-up.ts';

const refusalOf = (work: () => unknown): { code: string; field: string | undefined } => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, field: error.field };
    throw error;
  }
  throw new Error('was not refused');
};

describe('password: at least 8 characters with 1 uppercase, 1 lowercase and 1 number', () => {
  test.each(['', 'Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', '12345678', `Aa1${'x'.repeat(passwordCharsMax - 2)}`])(
    'refuses %j',
    (password) => expect(isStrongPassword(password)).toBe(false),
  );
  test.each(['Abcdefg1', 'aB3 with spaces', 'Ünïcodé7', `Aa1${'x'.repeat(passwordCharsMax - 3)}`])(
    'takes %j',
    (password) => expect(isStrongPassword(password)).toBe(true),
  );
});

describe('birth date', () => {
  const today = '2026-11-21';
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
  ])('refuses %s', (typed) =>
    expect(refusalOf(() => readBirthDate(typed, today))).toEqual({
      code: 'birth_date_invalid',
      field: 'date_of_birth',
    }),
  );
  test.each(['2026-11-21', '1900-01-01', '2024-02-29', '2000-02-29'])('takes %s', (typed) =>
    expect(readBirthDate(typed, today)).toBe(typed),
  );
  test('is required', () => expect(refusalOf(() => readBirthDate('', today)).code).toBe('field_required'));
});

describe('the whole form', () => {
  const form = {
    email: 'Ada@Mail.com',
    password: 'Abcdefg1',
    username: 'ada',
    name: 'Ada',
    surname: 'Lind',
    dateOfBirth: '1990-05-01',
    acceptTerms: true,
  };
  test('comes back in the spelling that is kept', () =>
    expect(readSignUp(form, '2026-11-21', domainToASCII)).toMatchObject({ email: 'ada@mail.com', username: 'ada' }));
  test('terms must be accepted', () =>
    expect(refusalOf(() => readSignUp({ ...form, acceptTerms: false }, '2026-11-21', domainToASCII))).toEqual({
      code: 'terms_required',
      field: 'accept_terms',
    }));
  test('the first wrong field is named', () =>
    expect(
      refusalOf(() => readSignUp({ ...form, password: 'short', name: '' }, '2026-11-21', domainToASCII)).field,
    ).toBe('password'));
});
