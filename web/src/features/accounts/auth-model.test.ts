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
  it('a sign-up after Instagram requires the email address twice and no password', () => {
    const filled = { ...good, password: '', repeat: '', emailRepeat: ' ADA@mail.com' };
    expect(socialSignupErrors(filled)).toEqual({});
    expect(socialSignupErrors({ ...filled, emailRepeat: 'other@mail.com' })).toEqual({ emailRepeat: 'emailRepeat' });
    expect(socialSignupErrors({ ...filled, accept: false, name: '' })).toEqual({ accept: 'terms', name: 'name' });
  });
});

describe('sign up', () => {
  it('an empty sign-up names every required field', () => {
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

  it.each(['Engin42', 'engine42', 'ENGINE42', 'EngineXY'])('the password %s is refused', (password) =>
    expect(passwordStrong(password)).toBe(false),
  );

  it('passwords that differ and email addresses without a full domain are refused', () => {
    expect(signupErrors({ ...good, repeat: 'Engine43' })).toEqual({ repeat: 'repeat' });
    expect(signupErrors({ ...good, email: 'ada@mail' })).toEqual({ email: 'email' });
  });

  it('a complete sign-up has no errors', () => expect(signupErrors(good)).toEqual({}));
});

describe('log in', () => {
  it('a login requires an email address and any password, because old passwords may follow older rules', () => {
    expect(loginErrors({ email: 'x', password: '' })).toEqual({ email: 'email', password: 'passwordMissing' });
    expect(loginErrors({ email: 'host@frontrow.test', password: 'weak' })).toEqual({});
  });
});

describe('a new password', () => {
  it('a new password must be strong and repeated correctly', () => {
    expect(newPasswordErrors({ password: 'weak', repeat: 'Weak' })).toEqual({ password: 'password', repeat: 'repeat' });
    expect(newPasswordErrors({ password: 'Engine42', repeat: 'Engine42' })).toEqual({});
  });

  it('a request for a new password requires an email address', () => {
    expect(emailErrors({ email: 'ada@' })).toEqual({ email: 'email' });
    expect(emailErrors({ email: ' ada@mail.com ' })).toEqual({});
  });
});
