import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newGuest } from '../../../test/actors.ts';
import { whileHeld } from '../../../test/interleaving.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const password = signUpPassword;
const person = () => signUp(app, 'own');
const logIn = (email: string, typed = password, device = 'Second browser') =>
  app.call('POST /auth/login', { body: { email, password: typed }, headers: { 'user-agent': device } });
const profile = (as: string) => app.call('GET /user/profile', { as });
const sessions = (as: string) => app.call('GET /user/sessions', { as });

test('guests and strangers have no account page', async () => {
  const guest = await newGuest(app, '7b7c9a53-8c5b-4c0e-9a55-6d3f1b0f7a01');
  for (const call of ['GET /user/account', 'GET /user/sessions', 'GET /user/export'] as const) {
    expect((await app.call(call)).status).toBe(401);
    expect((await app.call(call, { as: guest.token })).status).toBe(403);
  }
});

test('names and time zone can be changed, and each refusal names its field', async () => {
  const { token, username } = await person();
  const save = (fields: object) =>
    app.call('POST /user/account', {
      as: token,
      body: { user_name: 'Ada', user_surname: 'Byron', zone_name: 'Europe/Madrid', city: 'Cádiz', ...fields },
    });
  expect((await save({ user_surname: ' ' })).errors[0]).toMatchObject({
    code: 'field_required',
    field: 'user_surname',
  });
  expect((await save({ user_name: 'Support', user_surname: 'Team' })).errors[0]).toMatchObject({
    code: 'name_reserved',
    field: 'user_name',
  });
  expect((await save({ zone_name: 'Nowhere' })).errors[0]).toMatchObject({ code: 'zone_unknown', field: 'zone_name' });
  expect((await save({})).data.user_location).toEqual({
    data: { zoneName: 'Europe/Madrid', gmtOffset: expect.toBeOneOf([3600, 7200]) },
    city: 'Cádiz',
  });
  expect((await app.call('GET /user/account', { as: token })).data).toMatchObject({
    user_surname: 'Byron',
    has_password: true,
  });
  // The username stays, whatever else is sent.
  await save({ username: '<b>Ada</b>', user_username: '<b>Ada</b>' });
  expect((await profile(token)).data.user_username).toBe(username);
});

test('changing the password ends every other session and emails the owner', async () => {
  const { email, token, refresh } = await person();
  const other = (await logIn(email)).data;
  const change = (typed: string, next: string) =>
    app.call('POST /user/change_password', { as: token, body: { password: typed, new_password: next } });
  expect((await change('Wrong1234', 'Hijklmn2')).errors[0]).toMatchObject({
    code: 'password_wrong',
    field: 'password',
  });
  expect((await change(password, 'weak')).errors[0]?.code).toBe('password_weak');
  const { data } = await change(password, 'Hijklmn2');
  await app.clock.advance(seconds(3));
  expect((await profile(data.access_token)).status).toBe(200);
  for (const old of [token, other.access_token]) expect((await profile(old)).status).toBe(401);
  for (const old of [refresh, other.refresh_token])
    expect((await app.call('POST /auth/refresh', { body: { refresh_token: old } })).status).toBe(401);
  expect((await logIn(email)).status).toBe(401);
  expect((await logIn(email, 'Hijklmn2')).status).toBe(200);
  await app.quiesce();
  expect((await mailsTo(app, email)).map((mail) => mail.subject)).toContain('Your password was changed');
});

test('ten wrong passwords block every call that requires the password again, for a while', async () => {
  const { token } = await person();
  const tries = [];
  for (let i = 0; i < 12; i++)
    tries.push(await app.call('POST /user/delete', { as: token, body: { password: 'Wrong1234' } }));
  expect(tries.filter((one) => one.errors[0]?.code === 'password_wrong')).toHaveLength(10);
  const more = { new_password: 'Hijklmn2', email: 'another@mail.com', second_factor_code: '123456' };
  const open: string[] = [];
  for (const door of [
    'POST /user/delete',
    'POST /user/change_password',
    'POST /user/change_email',
    'POST /user/connect_instagram',
    'POST /user/disconnect_instagram',
    'POST /user/second_factor/begin',
    'POST /user/second_factor/off',
  ] as const) {
    const { errors } = await app.call(door, { as: token, body: { password, ...more } });
    if (errors[0]?.code !== 'password_checks_paused') open.push(door);
  }
  expect(open).toEqual([]);
});

describe('changing the email address', () => {
  const ask = (as: string, email: string, typed = password) =>
    app.call('POST /user/change_email', { as, body: { email, password: typed } });
  const noticesTo = async (email: string) =>
    (await mailsTo(app, email)).filter((mail) => mail.subject === 'Your email address is about to change');
  const confirm = (token: string) => app.call('POST /auth/confirm_email', { body: { token } });

  test('a new email address replaces the old one when its link is used, once, and not before', async () => {
    const { email, token } = await person();
    expect((await ask(token, 'new@mail.com', 'Wrong1234')).errors[0]?.code).toBe('password_wrong');
    expect((await ask(token, 'no address')).errors[0]).toMatchObject({ code: 'email_invalid', field: 'email' });
    expect((await ask(token, ' New-One@Mail.com ')).status).toBe(200);
    await app.quiesce();
    expect((await profile(token)).data.user_email).toBe(email);
    expect(await noticesTo(email)).toEqual([]);
    const link = tokenIn((await mailsTo(app, 'new-one@mail.com'))[0]);
    expect((await confirm(`${link}x`)).errors[0]?.code).toBe('link_invalid');
    expect((await confirm(link)).status).toBe(200);
    expect((await confirm(link)).errors[0]?.code).toBe('link_invalid');
    expect((await profile(token)).data).toMatchObject({ user_email: 'new-one@mail.com', user_email_verified: true });
    expect((await logIn(email)).status).toBe(401);
    expect((await logIn('new-one@mail.com')).status).toBe(200);
  });

  test('the current email address is refused without an email and without using up an attempt', async () => {
    const { id, email, token } = await person();
    await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = $1', [id]);
    await app.quiesce();
    const before = (await mailsTo(app, email)).length;
    for (let i = 0; i < 4; i++)
      expect(await ask(token, ` ${email.toUpperCase()}`)).toMatchObject({
        status: 409,
        errors: [{ code: 'email_own', field: 'email', message: 'This is already your email address.' }],
      });
    await app.quiesce();
    expect(await mailsTo(app, email)).toHaveLength(before);
    expect((await ask(token, 'truly.other@mail.com')).status).toBe(200);
  });

  test('a change is announced to the current verified email address, whether or not the new one is free', async () => {
    const [one, two] = [await person(), await person()];
    await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = ANY ($1)', [[one.id, two.id]]);
    await ask(one.token, 'free.one@mail.com');
    await app.quiesce();
    const [notice, ...more] = await noticesTo(one.email);
    expect(more).toEqual([]);
    expect(notice?.text).toContain('change your password now');
    expect(notice?.html).toMatch(/<a href="[^"]+\/profile"/);
    await ask(one.token, two.email);
    await app.quiesce();
    expect(await noticesTo(one.email)).toHaveLength(2);
    expect(await noticesTo(two.email)).toEqual([]);
  });

  test('a change that an intruder requested does not happen after the owner has ended every session', async () => {
    const thief = await person();
    await ask(thief.token, 'thief.one@mail.com');
    await app.call('POST /auth/magic_link', { body: { email: thief.email } });
    await app.quiesce();
    const magic = tokenIn((await mailsTo(app, thief.email))[0]);
    const owner = (await app.call('POST /auth/magic_login', { body: { token: magic } })).data;
    expect((await confirm(tokenIn((await mailsTo(app, 'thief.one@mail.com'))[0]))).errors[0]?.code).toBe(
      'link_invalid',
    );
    expect((await profile(owner.access_token)).data.user_email).toBe(thief.email);

    const robbed = await person();
    await ask(robbed.token, 'thief.two@mail.com');
    const body = { password, new_password: 'Hijklmn2' };
    await app.call('POST /user/change_password', { as: robbed.token, body });
    await app.quiesce();
    expect((await confirm(tokenIn((await mailsTo(app, 'thief.two@mail.com'))[0]))).errors[0]?.code).toBe(
      'link_invalid',
    );
  });

  test('a new email address is not set when every session ends while its link is being used', async () => {
    const robbed = await person();
    await ask(robbed.token, 'thief.three@mail.com');
    await app.quiesce();
    const late = await whileHeld(
      app,
      "SELECT 1 FROM one_time_token WHERE user_id = $1 AND purpose = 'verify_email' FOR UPDATE",
      robbed.id,
      async () => confirm(tokenIn((await mailsTo(app, 'thief.three@mail.com'))[0])),
      () => app.call('POST /user/change_password', { as: robbed.token, body: { password, new_password: 'Hijklmn2' } }),
    );
    expect(late.errors[0]?.code).toBe('link_invalid');
    expect((await logIn(robbed.email, 'Hijklmn2')).status).toBe(200);
  });

  test('a change to someone else’s email address gets the same response and no email, and of two who race for a free one, one gets it', async () => {
    const [one, two, three] = [await person(), await person(), await person()];
    await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = $1', [two.id]);
    expect((await ask(one.token, two.email)).status).toBe(200);
    await app.quiesce();
    expect((await mailsTo(app, two.email)).map((mail) => mail.subject)).not.toContain('Confirm your new email address');
    await ask(one.token, 'wanted@mail.com');
    await app.quiesce();
    await ask(three.token, 'wanted@mail.com');
    await app.quiesce();
    const links = (await mailsTo(app, 'wanted@mail.com')).map((mail) => tokenIn(mail));
    expect(links).toHaveLength(2);
    const answers = await Promise.all(links.map(confirm));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.errors[0]?.code).toBe('email_taken');
  });
});

test('every other session ends in one step, and no one else is logged out', async () => {
  const { email, token, refresh } = await person();
  const stranger = await person();
  const others = [(await logIn(email)).data, (await logIn(email)).data];
  const ended = await app.call('POST /user/sessions/revoke_others', { as: token });
  expect([ended.status, ended.data]).toEqual([200, { ended: 2 }]);
  for (const other of others) {
    expect((await profile(other.access_token)).status).toBe(401);
    expect((await app.call('POST /auth/refresh', { body: { refresh_token: other.refresh_token } })).status).toBe(401);
  }
  expect((await profile(token)).status).toBe(200);
  expect((await profile(stranger.token)).status).toBe(200);
  expect((await app.call('POST /auth/refresh', { body: { refresh_token: refresh } })).status).toBe(200);
  expect((await app.call('POST /user/sessions/revoke_others', { as: token })).data).toEqual({ ended: 0 });
});

test('sessions are listed with their device and can be ended one by one, only by their owner', async () => {
  const { email, token, refresh } = await person();
  const stranger = await person();
  await app.clock.advance(seconds(1));
  const other = (await logIn(email)).data;
  await app.call('POST /auth/refresh', { body: { refresh_token: refresh } });
  const listed = (await sessions(token)).data.sessions;
  expect(
    listed.map(({ current, device }) => ({ current, device })).toSorted((a, b) => a.device.localeCompare(b.device)),
  ).toEqual([
    { current: true, device: 'First browser' },
    { current: false, device: 'Second browser' },
  ]);
  const second = listed.find((one) => !one.current)!;
  const revoke = (as: string) =>
    app.call('POST /user/sessions/revoke', { as, body: { session_ide: second.session_ide } });
  expect((await revoke(stranger.token)).errors[0]?.code).toBe('session_not_found');
  expect((await profile(other.access_token)).status).toBe(200);
  expect((await revoke(token)).status).toBe(200);
  expect((await profile(other.access_token)).status).toBe(401);
  expect((await revoke(token)).errors[0]?.code).toBe('session_not_found');
  expect((await sessions(token)).data.sessions).toHaveLength(1);
});
