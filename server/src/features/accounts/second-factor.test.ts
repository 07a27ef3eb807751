import { accountCacheMs } from '@frontrow/core/accounts/limits.ts';
import { codeStepMs } from '@frontrow/core/accounts/one-time-code.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin } from '../../../test/actors.ts';
import { codeFor } from '../../../test/app-codes.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { continueWithInstagram } from '../../../test/social.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const password = 'Curtain-up-7';
let people = 0;

async function person() {
  const username = `careful${++people}`;
  const email = `${username}@mail.com`;
  const { data } = await app.call('POST /auth/signup', {
    body: {
      email,
      password,
      username,
      name: 'Ada',
      surname: 'Lind',
      date_of_birth: '1990-05-01',
      accept_terms: true,
    },
  });
  await app.quiesce();
  await app.call('POST /auth/verify_email', { body: { token: tokenIn((await mailsTo(app, email))[0]) } });
  return { id: data.user.user_ide, email, username, token: data.access_token };
}

/**
 * A person with two-step login, whose email about it is delivered. The clock moves to the next step, so that the test
 * has a new code for half a minute.
 */
async function carefulPerson() {
  const somebody = await person();
  const { data } = await app.call('POST /user/second_factor/begin', { as: somebody.token, body: { password } });
  const confirmed = await confirm(somebody.token, codeFor(app, data.secret));
  expect(confirmed.status).toBe(200);
  await app.quiesce();
  await app.clock.advance(codeStepMs - (app.clock.now() % codeStepMs));
  return { ...somebody, secret: data.secret, recovery: confirmed.data.recovery_codes };
}

const confirm = (as: string, code: string) =>
  app.call('POST /user/second_factor/confirm', { as, body: { second_factor_code: code } });
const logIn = (email: string, code?: string, typed = password) =>
  app.call('POST /auth/login', { body: { email, password: typed, second_factor_code: code } });
const state = async (as: string) => (await app.call('GET /user/second_factor', { as })).data;
const codeOf = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;

describe('turning it on', () => {
  test('turning two-step login on needs the password, then a code of the app, and shows the recovery codes once', async () => {
    const { token, email } = await person();
    const wrong = await app.call('POST /user/second_factor/begin', { as: token, body: { password: 'Abcdefg2' } });
    expect(codeOf(wrong)).toBe('password_wrong');
    const { data } = await app.call('POST /user/second_factor/begin', { as: token, body: { password } });
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.uri).toContain(
      `otpauth://totp/Frontrow%3A${encodeURIComponent(email)}?secret=${data.secret}&issuer=Frontrow`,
    );
    expect(data.qr).toMatch(/^data:image\/png;base64,/);
    expect(await state(token)).toEqual({ on: false, recovery_codes_left: 0 });
    expect((await logIn(email)).status).toBe(200);

    expect(codeOf(await confirm(token, '000000'))).toBe('code_wrong');
    const { data: done } = await confirm(token, codeFor(app, data.secret));
    expect(new Set(done.recovery_codes).size).toBe(10);
    expect(await state(token)).toEqual({ on: true, recovery_codes_left: 10 });
    const again = await app.call('POST /user/second_factor/begin', { as: token, body: { password } });
    expect(codeOf(again)).toBe('second_factor_on');
    await app.quiesce();
    expect((await mailsTo(app, email))[0]?.subject).toBe('Two-step login is on');
  });

  test('two-step login needs a verified email address, so that its owner never meets a stranger’s second factor', async () => {
    const { token, id } = await person();
    await app.db.query('UPDATE app_user SET email_verified_at = NULL WHERE id = $1', [id]);
    const answer = await app.call('POST /user/second_factor/begin', { as: token, body: { password } });
    expect(codeOf(answer)).toBe('email_unverified');
  });

  test('turning two-step login on stores no secret and no recovery code that a reader of the database could use', async () => {
    const { secret, recovery } = await carefulPerson();
    const rows = JSON.stringify([
      await app.db.query('SELECT *, sealed_secret::text FROM second_factor'),
      await app.db.query('SELECT * FROM recovery_code'),
    ]);
    for (const word of [secret, ...recovery]) expect(rows).not.toContain(word);
    const [a, b] = await app.db.query<{ user_id: number }>(
      'SELECT user_id FROM second_factor ORDER BY user_id LIMIT 2',
    );
    await app.db.query(
      `UPDATE second_factor SET sealed_secret = (SELECT sealed_secret FROM second_factor WHERE user_id = $1)
       WHERE user_id = $2`,
      [b!.user_id, a!.user_id],
    );
    const moved = await app.db.one<{ email: string }>('SELECT email_norm AS email FROM app_user WHERE id = $1', [
      a!.user_id,
    ]);
    expect((await logIn(moved!.email, codeFor(app, secret))).status).toBe(500);
    await app.db.query('DELETE FROM second_factor WHERE user_id = $1', [a!.user_id]);
  });
});

describe('a login', () => {
  test('a login asks for the code after the right password, and does not mention it before', async () => {
    const { email, secret } = await carefulPerson();
    expect(codeOf(await logIn(email, undefined, 'wrong'))).toBe('credentials_wrong');
    expect(codeOf(await logIn(email, codeFor(app, secret), 'wrong'))).toBe('credentials_wrong');
    expect((await logIn(email)).errors[0]).toEqual({
      message: 'Enter the code from your authenticator app.',
      code: 'code_required',
      field: 'second_factor_code',
    });
    const typed = codeFor(app, secret);
    expect((await logIn(email, `${typed.slice(0, 3)} ${typed.slice(3)}`)).status).toBe(200);
  });

  test('a login takes the code of the step before and after, no other, and none twice', async () => {
    const { email, secret } = await carefulPerson();
    await app.clock.advance(minutes(5));
    for (const steps of [-2, 2]) expect(codeOf(await logIn(email, codeFor(app, secret, steps)))).toBe('code_wrong');
    for (const steps of [-1, 0, 1]) expect((await logIn(email, codeFor(app, secret, steps))).status).toBe(200);
    // One was used, the other is older than a used one.
    for (const steps of [1, 0]) expect(codeOf(await logIn(email, codeFor(app, secret, steps)))).toBe('code_wrong');
  });

  test('a login succeeds once when one code is used five times concurrently', async () => {
    const { email, secret } = await carefulPerson();
    const code = codeFor(app, secret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(email, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test('a login counts wrong codes, also from someone who knows the password', async () => {
    const { email, secret } = await carefulPerson();
    for (let i = 0; i < 5; i++) expect(codeOf(await logIn(email, '000000'))).toBe('code_wrong');
    const refused = await logIn(email, codeFor(app, secret));
    expect(codeOf(refused)).toBe('codes_paused');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await app.clock.advance(minutes(16));
    expect((await logIn(email, codeFor(app, secret))).status).toBe(200);
  });

  test('a login takes each recovery code once', async () => {
    const { email, recovery, token } = await carefulPerson();
    expect((await logIn(email, recovery[3]!.toLowerCase())).status).toBe(200);
    expect(codeOf(await logIn(email, recovery[3]))).toBe('code_wrong');
    expect((await state(token)).recovery_codes_left).toBe(9);
    const other = await carefulPerson();
    expect(codeOf(await logIn(email, other.recovery[0]))).toBe('code_wrong');
  });

  test('a login by email asks for the code, too, before it consumes the link', async () => {
    const { email, secret } = await carefulPerson();
    await app.call('POST /auth/magic_link', { body: { email } });
    await app.quiesce();
    const link = tokenIn((await mailsTo(app, email)).find((mail) => mail.subject === 'Your login link'));
    const enter = (code?: string) =>
      app.call('POST /auth/magic_login', { body: { token: link, second_factor_code: code } });
    expect(codeOf(await enter())).toBe('code_required');
    expect(codeOf(await enter('000000'))).toBe('code_wrong');
    expect((await enter(codeFor(app, secret))).status).toBe(200);
  });

  test('resetting a forgotten password asks for the code, too', async () => {
    const { email, recovery } = await carefulPerson();
    await app.call('POST /auth/forgot_password', { body: { email } });
    await app.quiesce();
    const token = tokenIn((await mailsTo(app, email)).find((mail) => mail.subject === 'Reset your password'));
    const reset = (code?: string) =>
      app.call('POST /auth/reset_password', { body: { token, password: 'Another42', second_factor_code: code } });
    expect(codeOf(await reset())).toBe('code_required');
    expect((await reset(recovery[0])).status).toBe(200);
  });

  test('a login with Instagram asks for the code, too', async () => {
    const { email, secret } = await carefulPerson();
    const handle = `careful.${people}`;
    const first = await continueWithInstagram(app, handle);
    const form = {
      email,
      email_repeat: email,
      username: `new${people}`,
      name: 'A',
      surname: 'B',
      date_of_birth: '1990-05-01',
      accept_terms: true,
    };
    await app.call('POST /auth/social_signup', { body: { key: first.key, ...form } });
    await app.quiesce();
    const link = (code?: string) =>
      app.call('POST /auth/social_link', { body: { token, key: first.key, second_factor_code: code } });
    const token = tokenIn((await mailsTo(app, email))[0]);
    expect(codeOf(await link())).toBe('code_required');
    expect((await link(codeFor(app, secret))).status).toBe(200);

    const { key, back } = await continueWithInstagram(app, handle);
    expect(back.data).toEqual({ session: null, code_needed: true, connected: false, sign_up: null });
    const enter = (code: string) => app.call('POST /auth/social_enter', { body: { key, second_factor_code: code } });
    expect(codeOf(await enter(''))).toBe('code_required');
    expect(codeOf(await enter('000000'))).toBe('code_wrong');
    await app.clock.advance(codeStepMs);
    const code = codeFor(app, secret);
    expect((await enter(code)).data.user.user_email).toBe(email);
    expect(codeOf(await enter(code))).toBe('social_over');
    const stranger = await app.call('POST /auth/social_enter', { body: { key: 'x', second_factor_code: '1' } });
    expect(codeOf(stranger)).toBe('social_over');
  });
});

describe('turning it off', () => {
  test('turning two-step login off needs the password and a code', async () => {
    const { email, token, secret } = await carefulPerson();
    const off = (typed: string, code: string) =>
      app.call('POST /user/second_factor/off', { as: token, body: { password: typed, second_factor_code: code } });
    expect(codeOf(await off('Abcdefg2', codeFor(app, secret)))).toBe('password_wrong');
    expect(codeOf(await off(password, ''))).toBe('code_required');
    expect(codeOf(await off(password, '000000'))).toBe('code_wrong');
    expect((await off(password, codeFor(app, secret))).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
    expect(codeOf(await off(password, '000000'))).toBe('second_factor_off');
    await app.quiesce();
    expect((await mailsTo(app, email))[0]?.subject).toBe('Two-step login is off');
  });

  test('two-step login is turned off with the deletion of the account', async () => {
    const { token, id } = await carefulPerson();
    expect((await app.call('POST /user/delete', { as: token, body: { password } })).status).toBe(200);
    expect(await app.db.query('SELECT 1 FROM second_factor WHERE user_id = $1', [id])).toEqual([]);
  });
});

test('app admins see only whether it is on', async () => {
  const admin = await newAdmin(app);
  const { username, secret } = await carefulPerson();
  const { data } = await app.call('GET /admin/users', { as: admin.token, query: { q: username } });
  expect(data.users[0]).toMatchObject({ user_username: username, user_second_factor: true });
  expect(JSON.stringify(data)).not.toContain(secret);
  expect((await app.call('GET /user/second_factor')).status).toBe(401);
});

test('in production an app admin administers nothing until two-step login is on', async () => {
  const shop = await testApp({ config: { production: true, sandboxInProduction: true } });
  const admin = await newAdmin(shop);
  const users = () => shop.call('GET /admin/users', { as: admin.token });
  const refused = await users();
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    403,
    'App admins must use two-step login. Turn it on in your account settings, then try again.',
  ]);
  expect((await shop.call('GET /user/second_factor', { as: admin.token })).data.on).toBe(false);
  await shop.db.query("INSERT INTO second_factor (user_id, sealed_secret, confirmed_at) VALUES ($1, '', app_now())", [
    admin.id,
  ]);
  await shop.clock.advance(accountCacheMs);
  expect((await users()).status).toBe(200);
  // One who turned it on and not yet confirmed it is by password alone still.
  await shop.db.query('UPDATE second_factor SET confirmed_at = NULL WHERE user_id = $1', [admin.id]);
  await shop.clock.advance(accountCacheMs);
  expect((await users()).errors[0]?.code).toBe('second_factor_needed');
  await shop.close();
});
