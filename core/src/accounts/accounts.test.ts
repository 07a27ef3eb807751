import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { readBirthDate } from './birth-date.ts';
import { isStrongPassword, passwordCharsMax } from './password.ts';
import { cleanName, readName } from './person-name.ts';
import { reservedUsernames } from './reserved-usernames.ts';
import { readSignUp } from './sign-up.ts';
import { isReservedUsername, readUsername, usernameSkeleton } from './username.ts';

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

describe('username', () => {
  test.each([
    'ab',
    'a'.repeat(31),
    'with space',
    'semi;colon',
    '../etc',
    '.ada',
    'ada.',
    '-ada',
    'ada_',
    'a/b',
    'ada😀',
    'аda',
    'ada\u202Eb',
    'ada@b',
  ])('refuses %j', (typed) =>
    expect(refusalOf(() => readUsername(typed))).toEqual({ code: 'username_invalid', field: 'username' }),
  );
  test.each(['abc', 'a'.repeat(30), 'Ada.B', 'ada-b_2', 'Иванов', '山田たろう', 'lucía'])('takes %j', (typed) =>
    expect(readUsername(typed)).toBe(typed),
  );
  test('is required', () => expect(refusalOf(() => readUsername('  ')).code).toBe('field_required'));
  test.each(reservedUsernames.filter((word) => word.length >= 3))('refuses the reserved word %s', (word) =>
    expect(refusalOf(() => readUsername(word)).code).toBe('username_reserved'),
  );
  test.each(['STREAMING', 'publish-event', 'Ap1', 'mobileStreaming', 'séarch', 'аdmіn'.normalize()])(
    '%s reads like a reserved word',
    (word) => expect(isReservedUsername(word)).toBe(true),
  );
  test.each([
    ['NoraVale', 'noravale'],
    ['nora.vale', 'nora_vale'],
    ['n0ra', 'nora'],
    ['lara', 'Iara'],
    ['bi11', 'bill'],
    ['kofi', 'kofí'],
    ['modem', 'modern'],
    ['ѕсоре', 'scope'],
    ['vvilma', 'wilma'],
  ])('%s and %s are too alike', (one, other) => expect(usernameSkeleton(one)).toBe(usernameSkeleton(other)));
  test('viewer and viewer2 are not', () => expect(usernameSkeleton('viewer')).not.toBe(usernameSkeleton('viewer2')));
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

describe('names', () => {
  test('invisible characters do not make a name', () => {
    expect(refusalOf(() => readName('\u200B \u202E', 'Surname', 'surname'))).toEqual({
      code: 'field_required',
      field: 'surname',
    });
    expect(cleanName(' Ada\u202E \n Lovelace ')).toBe('Ada Lovelace');
    expect([...cleanName('é'.repeat(100))]).toHaveLength(80);
  });
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
