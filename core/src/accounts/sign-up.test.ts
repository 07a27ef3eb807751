import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import type { CommonPasswords } from './password.ts';
import { readSignUp, type SignUpForm } from './sign-up.ts';

const common: CommonPasswords = { has: () => false, isStem: () => false };
const form: SignUpForm = {
  email: 'Ada@Mail.com',
  password: 'Second-row-7',
  username: 'ada',
  name: 'Ada',
  surname: 'Lind',
  dateOfBirth: '1990-05-01',
  acceptTerms: true,
};
const read = (fields: Partial<SignUpForm> = {}) =>
  readSignUp({ ...form, ...fields }, { today: '2026-11-21', toAscii: domainToASCII, common });

test('the form comes back in the spelling that is kept', () =>
  expect(read()).toMatchObject({ email: 'ada@mail.com', username: 'ada' }));

test('terms must be accepted', () =>
  expect(() => read({ acceptTerms: false })).toThrow(
    expect.objectContaining({ code: 'terms_required', field: 'accept_terms' }),
  ));

test('the first of several wrong fields is refused', () =>
  expect(() => read({ password: 'short', name: '' })).toThrow(expect.objectContaining({ field: 'password' })));
