import { hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const oldPassword = 'Curtain-up-7';
const newPassword = 'Hijklmn2';
let people = 0;
async function person() {
  const username = `mailer${++people}`;
  const email = `${username}@mail.com`;
  const { data } = await app.call('POST /auth/signup', {
    body: {
      email,
      password: oldPassword,
      username,
      name: 'Ada',
      surname: 'Lind',
      date_of_birth: '1990-05-01',
      accept_terms: true,
    },
  });
  return { email, id: data.user.user_ide, access: data.access_token, refresh: data.refresh_token };
}
const forgot = (email: string) => app.call('POST /auth/forgot_password', { body: { email } });
const reset = (token: string, password = newPassword) =>
  app.call('POST /auth/reset_password', { body: { token, password } });
const askMagic = (email: string) => app.call('POST /auth/magic_link', { body: { email } });
const enter = (token: string) => app.call('POST /auth/magic_login', { body: { token } });
const logIn = (email: string, password: string) => app.call('POST /auth/login', { body: { email, password } });
const profile = (as: string) => app.call('GET /user/profile', { as });
async function mailed(email: string, subject: string): Promise<string> {
  await app.quiesce();
  return tokenIn((await mailsTo(app, email)).find((mail) => mail.subject === subject));
}
const resetToken = async (email: string): Promise<string> => {
  await forgot(email);
  return mailed(email, 'Reset your password');
};
const magicToken = async (email: string): Promise<string> => {
  await askMagic(email);
  return mailed(email, 'Your login link');
};

describe('a forgotten password', () => {
  test('a password reset is answered alike for every email address, and only accounts get an email, three times an hour', async () => {
    const { email } = await person();
    const known = [];
    for (let i = 0; i < 5; i++) known.push(await forgot(email));
    const unknown = await forgot('nobody-here@mail.com');
    for (const answer of known) expect([answer.status, answer.data]).toEqual([unknown.status, unknown.data]);
    expect(unknown.status).toBe(200);
    await app.quiesce();
    expect((await mailsTo(app, email)).filter((mail) => mail.subject === 'Reset your password')).toHaveLength(3);
    expect(await mailsTo(app, 'nobody-here@mail.com')).toEqual([]);
    expect((await forgot('no address')).errors[0]).toMatchObject({ code: 'email_invalid', field: 'email' });
  });

  test('the link resets a forgotten password once: every session ends, the address is verified, and the owner gets an email', async () => {
    const { email, access, refresh } = await person();
    const token = await resetToken(email);
    const other = await resetToken(email);
    expect((await reset(token, 'weak')).errors[0]).toMatchObject({ code: 'password_weak', field: 'password' });
    const { status, data } = await reset(token);
    expect(status).toBe(200);
    expect(data.user).toMatchObject({ user_email: email, user_email_verified: true });
    expect((await profile(data.access_token)).status).toBe(200);
    expect((await app.call('POST /auth/refresh', { body: { refresh_token: refresh } })).status).toBe(401);
    await app.clock.advance(seconds(3));
    expect((await profile(access)).status).toBe(401);
    expect((await logIn(email, oldPassword)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
    for (const used of [token, other])
      expect((await reset(used)).errors).toEqual([
        { message: 'Incorrect Reset Password Token', code: 'reset_token_invalid' },
      ]);
    await app.quiesce();
    expect((await mailsTo(app, email)).filter((mail) => mail.subject === 'Your password was changed')).toHaveLength(1);
  });

  test('a forgotten password is not replaced by a wrong, expired or foreign link; for an erased account the answer says so', async () => {
    const { email, id } = await person();
    const late = await resetToken(email);
    await app.clock.advance(hours(1) + seconds(1));
    const magic = await magicToken(email);
    for (const token of ['x', late, magic]) {
      expect((await reset(token)).errors[0]).toEqual({
        message: 'Incorrect Reset Password Token',
        code: 'reset_token_invalid',
      });
    }
    const gone = await resetToken(email);
    await app.db.query('UPDATE app_user SET erased_at = app_now(), email_norm = NULL WHERE id = $1', [id]);
    expect((await reset(gone)).errors[0]).toEqual({ message: 'User not found', code: 'user_not_found' });
  });

  test('a link that is used six times concurrently resets a forgotten password once', async () => {
    const { email } = await person();
    const token = await resetToken(email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => reset(token)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 410, 410, 410, 410, 410]);
  });
});

describe('a login link', () => {
  test('a login link logs in once, within 15 minutes, and works for nothing else', async () => {
    const { email } = await person();
    const verify = await mailed(email, 'Confirm your email address');
    await app.call('POST /auth/verify_email', { body: { token: verify } });
    const token = await magicToken(email);
    const { status, data } = await enter(token);
    expect(status).toBe(200);
    expect((await profile(data.access_token)).data.user_email).toBe(email);
    expect((await logIn(email, oldPassword)).status).toBe(200);
    const late = await magicToken(email);
    await app.clock.advance(minutes(15) + seconds(1));
    for (const wrong of [token, late, verify, 'x', ''])
      expect((await enter(wrong)).errors[0]?.code).toBe('link_invalid');
  });

  test('a login link request is answered alike for every email address', async () => {
    const { email } = await person();
    const known = await askMagic(email);
    const unknown = await askMagic('nobody-at-all@mail.com');
    expect([known.status, known.data]).toEqual([unknown.status, unknown.data]);
    await app.quiesce();
    expect(await mailsTo(app, 'nobody-at-all@mail.com')).toEqual([]);
  });

  test('a login link takes an account over from someone who signed up with another person’s email address', async () => {
    const { email, access } = await person();
    const { data } = await enter(await magicToken(email));
    expect(data.user.user_email_verified).toBe(true);
    await app.clock.advance(seconds(3));
    expect((await profile(access)).status).toBe(401);
    expect((await logIn(email, oldPassword)).status).toBe(401);
  });
});
