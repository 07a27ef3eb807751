import { describe, expect, it } from 'vitest';
import {
  emailErrors,
  emptySignup,
  loginErrors,
  newPasswordErrors,
  passwordStrong,
  signupErrors,
  socialSignupErrors,
  type SignupValues,
} from './auth-model.ts';

const good: SignupValues = {
  name: 'Ada',
  surname: 'Byron',
  username: 'ada',
  birthDate: '1990-12-10',
  email: 'ada@mail.com',
  password: 'Engine42',
  repeat: 'Engine42',
  accept: true,
};

describe('sign up after Instagram', () => {
  it('needs the address twice and no password', () => {
    const filled = { ...good, password: '', repeat: '', emailRepeat: ' ADA@mail.com' };
    expect(socialSignupErrors(filled)).toEqual({});
    expect(socialSignupErrors({ ...filled, emailRepeat: 'other@mail.com' })).toEqual({ emailRepeat: 'emailRepeat' });
    expect(socialSignupErrors({ ...filled, accept: false, name: '' })).toEqual({ accept: 'terms', name: 'name' });
  });
});

describe('sign up', () => {
  it('names every missing field', () => {
    expect(signupErrors(emptySignup)).toEqual({
      name: 'name',
      surname: 'surname',
      username: 'username',
      birthDate: 'birthDate',
      email: 'email',
      password: 'password',
      accept: 'terms',
    });
  });

  it.each(['Engin42', 'engine42', 'ENGINE42', 'EngineXY'])('refuses the password %s', (password) =>
    expect(passwordStrong(password)).toBe(false),
  );

  it('refuses passwords that differ and addresses without a full domain', () => {
    expect(signupErrors({ ...good, repeat: 'Engine43' })).toEqual({ repeat: 'repeat' });
    expect(signupErrors({ ...good, email: 'ada@mail' })).toEqual({ email: 'email' });
  });

  it('takes good values', () => expect(signupErrors(good)).toEqual({}));
});

describe('log in', () => {
  it('needs an address and any password, because old passwords may follow older rules', () => {
    expect(loginErrors({ email: 'x', password: '' })).toEqual({ email: 'email', password: 'passwordMissing' });
    expect(loginErrors({ email: 'host@frontrow.test', password: 'weak' })).toEqual({});
  });
});

describe('a new password', () => {
  it('must be strong and typed the same twice', () => {
    expect(newPasswordErrors({ password: 'weak', repeat: 'Weak' })).toEqual({ password: 'password', repeat: 'repeat' });
    expect(newPasswordErrors({ password: 'Engine42', repeat: 'Engine42' })).toEqual({});
  });

  it('needs an address to be asked for', () => {
    expect(emailErrors({ email: 'ada@' })).toEqual({ email: 'email' });
    expect(emailErrors({ email: ' ada@mail.com ' })).toEqual({});
  });
});
