import { codeStepMs } from '@frontrow/core/accounts/one-time-code.ts';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFor } from '../../../test/app-codes.ts';
import { testApp, type TestAnswer, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const password = 'Curtain-up-7';
let people = 0;
let networks = 0;
/** Each call's own limit counts a network, too: no test shares one with another. */
const newNetwork = () => `198.18.${Math.floor((networks += 1) / 250)}.${networks % 250}`;

const deviceOf = (answer: TestAnswer<unknown>): string => {
  const cookie = [answer.headers['set-cookie']].flat().find((one) => String(one).includes('frontrow_device='));
  return String(cookie).split(';')[0]!;
};

interface From {
  readonly from?: string;
  readonly device?: string;
}

const requestFrom = ({ from = newNetwork(), device }: From) => ({
  from,
  headers: { ...(device !== undefined && { cookie: device }) },
});
const signUp = (email: string, username: string, typed = password) =>
  app.call('POST /auth/signup', {
    from: newNetwork(),
    body: {
      email,
      password: typed,
      username,
      name: 'Ada',
      surname: 'Lind',
      date_of_birth: '1990-05-01',
      accept_terms: true,
    },
  });
const logIn = (email: string, where: From, typed = password, code?: string) =>
  app.call('POST /auth/login', {
    ...requestFrom(where),
    body: { email, password: typed, second_factor_code: code },
  });
const mailed = async (email: string, subject: string) => {
  await app.quiesce();
  return tokenIn((await mailsTo(app, email)).find((mail) => mail.subject === subject));
};

/** A person who has verified the email address, and the cookie of a device that logged in. */
async function person() {
  const username = `locked${(people += 1)}`;
  const email = `${username}@mail.com`;
  const { data } = await signUp(email, username);
  const link = await mailed(email, 'Confirm your email address');
  await app.call('POST /auth/verify_email', { body: { token: link } });
  const device = deviceOf(await logIn(email, { from: newNetwork() }));
  return {
    id: data.user.user_ide,
    email,
    username,
    token: data.access_token,
    device,
    home: newNetwork(),
    elsewhere: newNetwork(),
  };
}
async function wrongPasswords(email: string, count: number, where: From) {
  for (let i = 0; i < count; i++) expect((await logIn(email, where, 'Wrong-password1')).status).toBe(401);
}

describe('wrong passwords of a stranger', () => {
  test('wrong passwords of a stranger pause the email for that network alone', async () => {
    const { email, home, elsewhere } = await person();
    await wrongPasswords(email, 10, { from: elsewhere });
    expect((await logIn(email, { from: elsewhere })).errors[0]?.code).toBe('login_paused');
    expect((await logIn(email, { from: home })).status).toBe(200);
  });

  test('wrong passwords of a stranger count a whole /64 of IPv6 as one network', async () => {
    const { email } = await person();
    for (let i = 0; i < 10; i++) await wrongPasswords(email, 1, { from: `2001:db8:1:2::${i + 1}` });
    expect((await logIn(email, { from: '2001:db8:1:2:ffff::1' })).status).toBe(429);
    expect((await logIn(email, { from: '2001:db8:1:3::1' })).status).toBe(200);
  });

  test('wrong passwords do not pause a device that logged in before, not even in the same network', async () => {
    const { email, device, home } = await person();
    await wrongPasswords(email, 10, { from: home });
    expect((await logIn(email, { from: home })).status).toBe(429);
    expect((await logIn(email, { from: home, device })).status).toBe(200);
  });

  test('wrong passwords from many networks are slowed down together, while known devices and the email link work', async () => {
    const { email, device } = await person();
    for (let i = 0; i < 5; i++) await wrongPasswords(email, 10, { from: newNetwork() });
    const refused = await logIn(email, { from: newNetwork() });
    expect(refused.errors[0]?.code).toBe('login_paused');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1800);
    expect((await logIn(email, { from: newNetwork(), device })).status).toBe(200);

    await app.call('POST /auth/magic_link', { from: newNetwork(), body: { email } });
    const link = await mailed(email, 'Your login link');
    expect((await app.call('POST /auth/magic_login', { from: newNetwork(), body: { token: link } })).status).toBe(200);
    await app.clock.advance(minutes(61));
    expect((await logIn(email, { from: newNetwork() })).status).toBe(200);
  });

  test('wrong passwords of a stranger are counted alike for an email without an account', async () => {
    const { email } = await person();
    const answersFor = async (address: string) => {
      const from = newNetwork();
      const answers = [];
      for (let i = 0; i < 11; i++) answers.push(await logIn(address, { from }, 'Wrong-password1'));
      return answers.map(({ status, errors, headers }) => [status, errors, 'set-cookie' in headers]);
    };
    expect(await answersFor('nobody-at-all@mail.com')).toEqual(await answersFor(email));
  });

  test('failed attempts leave a working link in the mailbox, however many links are requested', async () => {
    const { email, home } = await person();
    for (let i = 0; i < 6; i++) await app.call('POST /auth/magic_link', { from: newNetwork(), body: { email } });
    await app.clock.advance(minutes(16));
    await app.call('POST /auth/magic_link', { from: home, body: { email } });
    const link = await mailed(email, 'Your login link');
    expect((await app.call('POST /auth/magic_login', { from: home, body: { token: link } })).status).toBe(200);
  });
});

describe('a known device', () => {
  test('a known device has ten separate attempts', async () => {
    const { email, device } = await person();
    await wrongPasswords(email, 10, { device });
    expect((await logIn(email, { device })).status).toBe(429);
    expect((await logIn(email, {})).status).toBe(200);
  });

  test('a known device is known to each account that logged in at it', async () => {
    const [one, other] = [await person(), await person()];
    const both = deviceOf(await logIn(other.email, { from: newNetwork(), device: one.device }));
    for (const { email, home } of [one, other]) {
      await wrongPasswords(email, 10, { from: home });
      expect((await logIn(email, { from: home, device: both })).status).toBe(200);
    }
    await wrongPasswords(other.email, 10, { from: other.elsewhere, device: one.device });
    expect((await logIn(other.email, { from: other.elsewhere, device: one.device })).status).toBe(429);
  });

  test('a known device is none when its cookie is made up, changed, or older than half a year', async () => {
    const { email, device, home, elsewhere } = await person();
    const other = await person();
    const [name, value] = device.split('=') as [string, string];
    const [id, seenAt, tags, signature] = value.split('.');
    const forged = [
      `${name}=x`,
      `${name}=${id}.${seenAt}.${tags}.${signature}x`,
      `${name}=${id}x.${seenAt}.${tags}.${signature}`,
      `${name}=${id}.zzzzzz.${tags}.${signature}`,
      other.device,
    ];
    await wrongPasswords(email, 10, { from: home });
    for (const cookie of forged) expect((await logIn(email, { from: home, device: cookie })).status).toBe(429);
    await app.clock.advance(days(181));
    await wrongPasswords(email, 10, { from: elsewhere });
    expect((await logIn(email, { from: elsewhere, device })).status).toBe(429);
  });

  test('a device of someone who signed up with the same email address counts as a stranger', async () => {
    const { email, home } = await person();
    const claim = deviceOf(await signUp(email, `claim${people}`, 'Stranger-pass1'));
    await wrongPasswords(email, 10, { from: home, device: claim });
    expect((await logIn(email, { from: home, device: claim })).status).toBe(429);
  });

  test('a known device is hidden from scripts and other sites, and does not reveal whose it is', async () => {
    const { email, username } = await person();
    const header = String((await logIn(email, {})).headers['set-cookie']);
    expect(header).toMatch(/^frontrow_device=[\w.~-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
    for (const word of [email, username]) expect(decodeURIComponent(header)).not.toContain(word);
    expect((await logIn(email, {}, 'Wrong-password1')).headers['set-cookie']).toBeUndefined();
  });
});

test('over https the cookies are Secure and bound to the host', async () => {
  const shop = await testApp({
    config: { production: true, sandboxInProduction: true, publicUrl: 'https://shop.test' },
  });
  const { headers } = await shop.call('POST /auth/signup', {
    body: {
      email: 'https@mail.com',
      password,
      username: 'overhttps',
      name: 'A',
      surname: 'B',
      date_of_birth: '1990-05-01',
      accept_terms: true,
    },
  });
  expect(String(headers['set-cookie'])).toMatch(
    /^__Host-frontrow_device=.*; Path=\/;.*; HttpOnly; SameSite=Strict; Secure$/,
  );
  await shop.close();
});

describe('wrong codes from someone with the password', () => {
  async function careful() {
    const somebody = await person();
    const { data } = await app.call('POST /user/second_factor/begin', { as: somebody.token, body: { password } });
    await app.call('POST /user/second_factor/confirm', {
      as: somebody.token,
      body: { second_factor_code: codeFor(app, data.secret) },
    });
    await app.clock.advance(codeStepMs - (app.clock.now() % codeStepMs));
    return { ...somebody, secret: data.secret };
  }
  async function wrongCodes(email: string, count: number, where: From) {
    for (let i = 0; i < count; i++)
      expect((await logIn(email, where, password, '000000')).errors[0]?.code).toBe('code_wrong');
  }

  test('wrong codes from someone with the password pause that network, not the owner’s, nor the owner’s device', async () => {
    const { email, secret, device, home, elsewhere } = await careful();
    await wrongCodes(email, 5, { from: elsewhere });
    expect((await logIn(email, { from: elsewhere }, password, codeFor(app, secret))).errors[0]?.code).toBe(
      'codes_paused',
    );
    expect((await logIn(email, { from: elsewhere, device }, password, codeFor(app, secret))).status).toBe(200);
    await app.clock.advance(codeStepMs);
    expect((await logIn(email, { from: home }, password, codeFor(app, secret))).status).toBe(200);
  });

  test('wrong codes from many networks are slowed down together, while a known device and the email link work', async () => {
    const { email, secret, device } = await careful();
    for (let i = 0; i < 4; i++) await wrongCodes(email, 5, { from: newNetwork() });
    const code = () => codeFor(app, secret);
    expect((await logIn(email, { from: newNetwork() }, password, code())).errors[0]?.code).toBe('codes_paused');
    expect((await logIn(email, { from: newNetwork(), device }, password, code())).status).toBe(200);
    await app.clock.advance(codeStepMs);
    await app.call('POST /auth/magic_link', { from: newNetwork(), body: { email } });
    const token = await mailed(email, 'Your login link');
    const body = { token, second_factor_code: code() };
    expect((await app.call('POST /auth/magic_login', { from: newNetwork(), body })).status).toBe(200);
  });
});

test('a stolen session that guesses the password does not keep the owner from typing it', async () => {
  const { email, token } = await person();
  const guess = (typed: string, as: string) =>
    app.call('POST /user/change_password', {
      as,
      body: { password: typed, new_password: 'Hijklmn2-other' },
    });
  for (let i = 0; i < 10; i++) expect((await guess('Wrong-password1', token)).errors[0]?.code).toBe('password_wrong');
  expect((await guess(password, token)).errors[0]?.code).toBe('password_checks_paused');
  const own = await logIn(email, {});
  expect((await guess(password, own.data.access_token)).status).toBe(200);
});
