import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { readSignUp, type SignUpForm } from './sign-up.ts';

const form: SignUpForm = {
  email: 'Ada@Mail.com',
  password: 'Abcdefg1',
  username: 'ada',
  name: 'Ada',
  surname: 'Lind',
  dateOfBirth: '1990-05-01',
  acceptTerms: true,
};
const read = (fields: Partial<SignUpForm> = {}) => readSignUp({ ...form, ...fields }, '2026-11-21', domainToASCII);

test('the form comes back in the spelling that is kept', () =>
  expect(read()).toMatchObject({ email: 'ada@mail.com', username: 'ada' }));

test('terms must be accepted', () =>
  expect(() => read({ acceptTerms: false })).toThrow(
    expect.objectContaining({ code: 'terms_required', field: 'accept_terms' }),
  ));

test('of several wrong fields the first is refused', () =>
  expect(() => read({ password: 'short', name: '' })).toThrow(expect.objectContaining({ field: 'password' })));
