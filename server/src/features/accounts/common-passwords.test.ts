import { isStrongPassword } from '@frontrow/core/accounts/password.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';
import { commonPasswords } from './passwords.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('the list has more than 3,000 passwords that the rule for passwords allows', () => {
  const capitalized = (word: string): string => word.replace(/[a-z]/, (letter) => letter.toUpperCase());
  const allowed = dictionary['passwords-common'].filter((word) => isStrongPassword(capitalized(word)));
  expect(allowed.length).toBeGreaterThan(3_000);
  expect(allowed.every((word) => commonPasswords.has(word))).toBe(true);
});

/** Each of them is allowed by the rule and would be guessed immediately. */
const guessed = [
  ['password_common', 'Password1'],
  ['password_common', 'Abcdefg1'],
  ['password_common', 'P@ssw0rd2026!'],
  ['password_personal', 'Frontrow-2026'],
  ['password_personal', 'Stern1990'],
] as const;

describe.each(guessed)('refuses (%s) %s', (code, password) => {
  test('common passwords are refused at sign-up', async () => {
    const answer = await app.call('POST /auth/signup', {
      body: {
        email: 'guessed@mail.com',
        username: 'guessed',
        password,
        name: 'Lia',
        surname: 'Stern',
        date_of_birth: '1990-05-01',
        accept_terms: true,
      },
    });
    expect([answer.status, answer.errors[0]]).toMatchObject([400, { code, field: 'password' }]);
  });

  test('a common password is refused where the password is changed', async () => {
    const { token } = await signUp(app);
    const body = { password: signUpPassword, new_password: password };
    const answer = await app.call('POST /user/change_password', { as: token, body });
    expect([answer.status, answer.errors[0]]).toMatchObject([400, { code, field: 'new_password' }]);
  });

  test('a common password is refused as a replacement for a forgotten one, and the link still works', async () => {
    const { email } = await signUp(app);
    await app.call('POST /auth/forgot_password', { body: { email } });
    await app.quiesce();
    const token = tokenIn((await mailsTo(app, email)).find((mail) => mail.subject === 'Reset your password'));
    const reset = (typed: string) => app.call('POST /auth/reset_password', { body: { token, password: typed } });
    expect((await reset(password)).errors[0]).toMatchObject({ code, field: 'password' });
    expect((await reset('Velvet-rope-31')).status).toBe(200);
  });
});

test('a username and an email are no passwords either', async () => {
  const { token, username, email } = await signUp(app, 'Balcony');
  for (const typed of [`${username}X`, `B-${email}-1`]) {
    const body = { password: signUpPassword, new_password: typed };
    const { errors } = await app.call('POST /user/change_password', { as: token, body });
    expect(errors[0]?.code).toBe('password_personal');
  }
});
