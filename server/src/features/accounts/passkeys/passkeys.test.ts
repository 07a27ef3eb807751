import { passkeyChallengeMs, passkeysMax, passwordTypedMs } from '@frontrow/core/accounts/limits.ts';
import { codeStepMs } from '@frontrow/core/accounts/one-time-code.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFor } from '../../../../test/app-codes.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { softwareAuthenticator } from '../../../../test/software-authenticator.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const password = 'Curtain-up-7';
let people = 0;

async function person() {
  const username = `unlocks${++people}`;
  const email = `${username}@mail.com`;
  const { data } = await app.call('POST /auth/signup', {
    body: { email, password, username, name: 'Ada', surname: 'Lind', date_of_birth: '1990-05-01', accept_terms: true },
  });
  await app.quiesce();
  await app.call('POST /auth/verify_email', { body: { token: tokenIn((await mailsTo(app, email))[0]) } });
  return { id: data.user.user_ide, email, token: data.access_token };
}

type Device = ReturnType<typeof softwareAuthenticator>;
type Said = Parameters<Device['sign']>[1];
const codeOf = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;

const begin = (as: string, typed: { password?: string; second_factor_code?: string } = { password }) =>
  app.call('POST /user/passkeys/begin', { as, body: typed });
const list = async (as: string) => (await app.call('GET /user/passkeys', { as })).data.passkeys;

async function add(as: string, device: Device, name = 'Phone', said: Said = {}) {
  const { data } = await begin(as);
  return app.call('POST /user/passkeys', { as, body: { passkey_name: name, credential: device.make(data, said) } });
}

const challenge = async () => (await app.call('POST /auth/passkey/begin')).data;
const enter = (credential: ReturnType<Device['sign']>) => app.call('POST /auth/passkey', { body: { credential } });
const logIn = async (device: Device, said: Said = {}) => enter(device.sign(await challenge(), said));

async function personWithPasskey() {
  const somebody = await person();
  const device = softwareAuthenticator();
  const { data } = await add(somebody.token, device);
  return { ...somebody, device, passkey: data };
}

describe('adding a passkey', () => {
  test('adding a passkey needs the password and emails the owner, and the passkey is listed with its use', async () => {
    const { token, email } = await person();
    expect(codeOf(await begin(token, { password: 'Abcdefg2' }))).toBe('password_wrong');
    expect(codeOf(await begin(token, {}))).toBe('password_wrong');
    const { data: options } = await begin(token);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const device = softwareAuthenticator();
    const added = await add(token, device, '  My phone ');
    expect([added.status, added.data.passkey_name, added.data.last_used_at]).toEqual([201, 'My phone', null]);
    await app.clock.advance(minutes(1));
    expect((await logIn(device)).status).toBe(200);
    const [used] = await list(token);
    expect(used).toMatchObject({ passkey_ide: added.data.passkey_ide, created_at: added.data.created_at });
    expect(used!.last_used_at! - used!.created_at).toBeGreaterThanOrEqual(minutes(1));
    expect((await begin(token)).data.excludeCredentials).toHaveLength(1);
    await app.quiesce();
    expect((await mailsTo(app, email))[0]?.subject).toBe('A passkey was added');
  });

  test('adding a passkey needs a verified email address, so that its owner never meets a stranger’s passkey', async () => {
    const { token, id } = await person();
    await app.db.query('UPDATE app_user SET email_verified_at = NULL WHERE id = $1', [id]);
    expect(codeOf(await begin(token))).toBe('email_unverified');
  });

  test('adding a passkey needs a code where two-step login is on', async () => {
    const { token } = await person();
    const { data } = await app.call('POST /user/second_factor/begin', { as: token, body: { password } });
    const confirm = { second_factor_code: codeFor(app, data.secret) };
    await app.call('POST /user/second_factor/confirm', { as: token, body: confirm });
    await app.clock.advance(codeStepMs);
    expect(codeOf(await begin(token))).toBe('code_required');
    expect(codeOf(await begin(token, { password, second_factor_code: '000000' }))).toBe('code_wrong');
    expect((await begin(token, { password, second_factor_code: codeFor(app, data.secret) })).status).toBe(200);
  });

  test('an account without a password needs a session that began a short while ago', async () => {
    const { token, id } = await person();
    await app.db.query('UPDATE app_user SET password_hash = NULL WHERE id = $1', [id]);
    expect((await begin(token, {})).status).toBe(200);
    await app.db.query('UPDATE refresh_token SET created_at = created_at - $2 * interval $$1 ms$$ WHERE user_id = $1', [
      id,
      passwordTypedMs,
    ]);
    const late = await begin(token, {});
    expect([late.status, codeOf(late)]).toEqual([403, 'login_again_needed']);
  });

  test.each([
    ['a page of another origin', { origin: 'https://frontrow.example.evil' }, 'passkey_invalid'],
    ['another domain', { rpId: 'evil.example' }, 'passkey_invalid'],
    ['a device that did not check the person', { userVerified: false }, 'passkey_not_verified'],
  ])('a passkey that %s made is refused', async (_whose, said, code) => {
    const { token } = await person();
    expect(codeOf(await add(token, softwareAuthenticator(), 'Phone', said))).toBe(code);
    expect(await list(token)).toEqual([]);
  });

  test('a challenge works once, in time, in its session, and for what it was made', async () => {
    const { token, email } = await person();
    const other = await person();
    const save = (as: string, credential: ReturnType<Device['make']>) =>
      app.call('POST /user/passkeys', { as, body: { passkey_name: 'Phone', credential } });
    const { data: options } = await begin(token);
    const made = softwareAuthenticator().make(options);
    expect(codeOf(await save(other.token, made))).toBe('passkey_over');
    const { data: elsewhere } = await app.call('POST /auth/login', { body: { email, password } });
    expect(codeOf(await save(elsewhere.access_token, made))).toBe('passkey_over');
    expect((await save(token, made)).status).toBe(201);
    expect(codeOf(await save(token, made))).toBe('passkey_over');
    const forLogIn = { ...options, challenge: (await challenge()).challenge };
    expect(codeOf(await save(token, softwareAuthenticator().make(forLogIn)))).toBe('passkey_over');
  });

  test('a passkey is added once, to one account, and to no account more than ten', async () => {
    const { token, device } = await personWithPasskey();
    const other = await person();
    for (const as of [token, other.token]) {
      const again = await add(as, device);
      expect([again.status, codeOf(again)]).toEqual([409, 'passkey_taken']);
    }
    const started = (await begin(token)).data;
    await app.db.query(
      `INSERT INTO passkey (id, user_id, credential_id, public_key, name)
       SELECT gen_random_uuid(), user_id, decode(lpad(n::text, 4, '0'), 'hex'), '', 'Sown'
       FROM passkey, generate_series(2, $1) AS n WHERE user_id = (SELECT id FROM app_user WHERE username = $2)`,
      [passkeysMax, `unlocks${people - 1}`],
    );
    expect(codeOf(await begin(token))).toBe('passkeys_full');
    const late = { passkey_name: 'Late', credential: softwareAuthenticator().make(started) };
    expect(codeOf(await app.call('POST /user/passkeys', { as: token, body: late }))).toBe('passkeys_full');
  });

  test('bytes that are no passkey are refused in words', async () => {
    const { token } = await person();
    const { data: options } = await begin(token);
    const made = softwareAuthenticator().make(options);
    const send = (response: object) =>
      app.call('POST /user/passkeys', {
        as: token,
        body: { passkey_name: 'x', credential: { ...made, response: { ...made.response, ...response } } },
      });
    expect(codeOf(await send({ clientDataJSON: 'bnVsbA' }))).toBe('passkey_invalid');
    expect((await send({ clientDataJSON: 'not base64!' })).status).toBe(400);
    const broken = await send({ attestationObject: 'oWNmb28' });
    expect([broken.status, codeOf(broken)]).toEqual([401, 'passkey_invalid']);
  });
});

describe('a login with a passkey', () => {
  test('a login with a passkey asks for neither password nor code, also where two-step login is on', async () => {
    const { id, email, token, device } = await personWithPasskey();
    const { data } = await app.call('POST /user/second_factor/begin', { as: token, body: { password } });
    const confirm = { second_factor_code: codeFor(app, data.secret) };
    expect((await app.call('POST /user/second_factor/confirm', { as: token, body: confirm })).status).toBe(200);
    const { status, data: session } = await logIn(device);
    expect([status, session.user.user_ide]).toEqual([200, id]);
    expect((await app.call('GET /user/profile', { as: session.access_token })).data.user_email).toBe(email);
  });

  test.each([
    ['a page of another origin', { origin: 'http://localhost.evil.example' }, 'passkey_invalid'],
    ['another domain', { rpId: 'evil.example' }, 'passkey_invalid'],
    ['a device that did not check the person', { userVerified: false }, 'passkey_not_verified'],
    ['the device of another account', { userHandle: 'AAAA' }, 'passkey_invalid'],
  ])('a login that %s signed is refused', async (_whose, said, code) => {
    const { device } = await personWithPasskey();
    const answer = await logIn(device, said);
    expect([answer.status, codeOf(answer)]).toEqual([401, code]);
    expect((await logIn(device)).status).toBe(200);
  });

  test('a login with the signature of another passkey under the id of this one is refused', async () => {
    const [one, two] = [await personWithPasskey(), await personWithPasskey()];
    const options = await challenge();
    const [mine, theirs] = [one.device.sign(options), two.device.sign(options)];
    const mixed = { ...theirs, response: { ...mine.response, userHandle: theirs.response.userHandle } };
    expect(codeOf(await enter(mixed))).toBe('passkey_invalid');
  });

  test('a challenge works once, also after a refusal, and not when it is old or for adding', async () => {
    const { token, device } = await personWithPasskey();
    const options = await challenge();
    expect((await enter(device.sign(options))).status).toBe(200);
    expect(codeOf(await enter(device.sign(options)))).toBe('passkey_over');
    const refused = await challenge();
    expect(codeOf(await enter(device.sign(refused, { origin: 'https://evil.example' })))).toBe('passkey_invalid');
    expect(codeOf(await enter(device.sign(refused)))).toBe('passkey_over');
    const adding = { ...(await challenge()), challenge: (await begin(token)).data.challenge };
    expect(codeOf(await enter(device.sign(adding)))).toBe('passkey_over');
    const old = await challenge();
    await app.clock.advance(passkeyChallengeMs + 1000);
    expect(codeOf(await enter(device.sign(old)))).toBe('passkey_over');
  });

  test('two answers to one challenge at once open one session', async () => {
    const { device } = await personWithPasskey();
    const options = await challenge();
    const signed = [device.sign(options), device.sign(options), device.sign(options)];
    const answers = await Promise.all(signed.map((one) => enter(one)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test('a login with a copied authenticator, whose count falls behind, is refused', async () => {
    const { device } = await personWithPasskey();
    expect((await logIn(device, { count: 7 })).status).toBe(200);
    for (const count of [7, 3, 0]) {
      const answer = await logIn(device, { count });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'passkey_copied']);
    }
    expect((await logIn(device, { count: 8 })).status).toBe(200);
  });

  test('a login with an unknown passkey, or to a suspended or erased account, is refused', async () => {
    const { id, device } = await personWithPasskey();
    await app.db.query("UPDATE app_user SET suspended_at = app_now(), suspended_reason = 'Spam' WHERE id = $1", [id]);
    expect(codeOf(await logIn(device))).toBe('account_suspended');
    await app.db.query('UPDATE app_user SET suspended_at = NULL, suspended_reason = NULL WHERE id = $1', [id]);
    const gone = await personWithPasskey();
    const deleted = await app.call('POST /user/delete', { as: gone.token, body: { password } });
    expect(deleted.status).toBe(200);
    expect(codeOf(await logIn(gone.device))).toBe('passkey_unknown');
  });

  test('wrong passwords that pause a login do not keep the owner’s passkey out', async () => {
    const { email, device } = await personWithPasskey();
    const guess = () => app.call('POST /auth/login', { body: { email, password: 'Abcdefg2' } });
    for (let i = 0; i < 10; i++) await guess();
    expect(codeOf(await guess())).toBe('login_paused');
    expect((await logIn(device)).status).toBe(200);
  });

  test('a login with a passkey is counted by how it was done', async () => {
    await logIn((await personWithPasskey()).device);
    const metrics = (await app.http.inject('/metrics')).body;
    expect(metrics).toMatch(/frontrow_log_ins_total\{how="passkey",result="ok"\} [1-9]/);
    expect(metrics).toMatch(/frontrow_log_ins_total\{how="passkey",result="passkey_invalid"\} [1-9]/);
  });
});

describe('removing a passkey', () => {
  const remove = (as: string, passkey: { passkey_ide: string }, typed: object = { password }) =>
    app.call('POST /user/passkeys/remove', { as, body: { ...typed, passkey_ide: passkey.passkey_ide } });

  test('removing a passkey needs the password, ends every other session, and emails the owner', async () => {
    const { token, email, device, passkey } = await personWithPasskey();
    const { data: opened } = await logIn(device);
    expect(codeOf(await remove(token, passkey, {}))).toBe('password_wrong');
    expect((await remove(token, passkey)).status).toBe(200);
    expect(codeOf(await logIn(device))).toBe('passkey_unknown');
    expect((await app.call('GET /user/profile', { as: opened.access_token })).status).toBe(401);
    expect(await list(token)).toEqual([]);
    expect(codeOf(await remove(token, passkey))).toBe('passkey_not_found');
    await app.quiesce();
    expect((await mailsTo(app, email))[0]?.subject).toBe('A passkey was removed');
  });

  test('no one can remove another person’s passkey', async () => {
    const { passkey, device } = await personWithPasskey();
    expect(codeOf(await remove((await person()).token, passkey))).toBe('passkey_not_found');
    expect((await logIn(device)).status).toBe(200);
  });

  test('the last way to log in stays', async () => {
    const { id, device, passkey } = await personWithPasskey();
    await app.db.query('UPDATE app_user SET password_hash = NULL WHERE id = $1', [id]);
    const { data } = await logIn(device);
    expect(codeOf(await remove(data.access_token, passkey, {}))).toBe('passkey_last');
    expect((await add(data.access_token, softwareAuthenticator(), 'Spare')).status).toBe(201);
    expect((await remove(data.access_token, passkey, {})).status).toBe(200);
  });
});

test('passkeys are for the domain of the public address; an IP address has none', async () => {
  const named = await testApp({ config: { publicUrl: 'https://tickets.frontrow.example' } });
  expect((await named.call('POST /auth/passkey/begin')).data.rpId).toBe('tickets.frontrow.example');
  await named.close();
  const answer = await app.call('POST /auth/passkey/begin', { headers: { host: '127.0.0.1:3000' } });
  expect([answer.status, codeOf(answer)]).toEqual([409, 'passkeys_unavailable']);
});
