import { randomUUID } from 'node:crypto';
import { days, hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFor } from '../../../test/app-codes.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { createAccessTokens } from './access-token.ts';
import type { LogInOrigin } from './attempts.ts';
import { deleteAccount } from './deletion.ts';
import { logIn as logInCase } from './log-in.ts';
import { changePassword, type ChangePasswordDeps } from './own-account.ts';
import { createPasswordHash } from './passwords.ts';
import { findAccount } from './records.ts';
import { beginSecondFactor, confirmSecondFactor, turnOffSecondFactor } from './second-factor.ts';
import { createSessions } from './sessions.ts';
import { disconnectSocial } from './social/connections.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const password = 'Curtain-up-7';
const here: LogInOrigin = { network: '127.0.0.1', userAgent: undefined, device: undefined };
const inSession = (id: number) => ({ id, sessionId: randomUUID() });
let people = 0;

async function person() {
  const username = `person${++people}`;
  const email = `${username}@mail.com`;
  const { status, data } = await signUp({ username, email });
  expect(status).toBe(201);
  return { id: data.user.user_ide, email, username, access: data.access_token, refresh: data.refresh_token };
}

const signUp = (fields: Record<string, unknown> = {}) =>
  app.call('POST /auth/signup', {
    body: {
      email: 'ada@mail.com',
      password,
      username: 'ada',
      name: 'Ada',
      surname: 'Lind',
      date_of_birth: '1990-05-01',
      accept_terms: true,
      ...fields,
    },
  });
const logIn = (email: string, typed = password) => app.call('POST /auth/login', { body: { email, password: typed } });
const refresh = (token: string, headers = {}) =>
  app.call('POST /auth/refresh', { body: { refresh_token: token }, headers });
const profile = (token?: string) => app.call('GET /user/profile', token === undefined ? {} : { as: token });

test('a person signs up, reads the profile, logs out and logs in again', async () => {
  const { status, data } = await signUp({ email: ' Nora@Mail.com', username: 'NoraVale' });
  expect(status).toBe(201);
  expect(data.user).toMatchObject({
    user_username: 'NoraVale',
    user_email: 'nora@mail.com',
    user_email_verified: false,
    user_role: 0,
    user_is_guest: false,
    influencer_request: null,
    purchased_events: [],
  });
  expect((await profile(data.access_token)).data).toEqual(data.user);

  expect((await app.call('POST /auth/logout', { as: data.access_token, body: {} })).status).toBe(200);
  expect((await profile(data.access_token)).errors).toEqual([
    { message: 'Your session has ended. Please log in again.', code: 'token_invalid' },
  ]);
  expect((await refresh(data.refresh_token)).errors[0]?.code).toBe('refresh_invalid');

  const again = await logIn('NORA@mail.com');
  expect(again.status).toBe(200);
  expect((await profile(again.data.access_token)).data.user_username).toBe('NoraVale');
  const stored = await app.db.one<{ password_hash: string }>(
    "SELECT password_hash FROM app_user WHERE email_norm = 'nora@mail.com'",
  );
  expect(stored!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test.each([
  [{ email: 'nobody' }, 400, 'email_invalid', 'email'],
  [{ password: 'short' }, 400, 'password_weak', 'password'],
  [{ username: 'a b' }, 400, 'username_invalid', 'username'],
  [{ username: 'publish_event' }, 400, 'username_reserved', 'username'],
  [{ name: ' ' }, 400, 'field_required', 'name'],
  [{ surname: '' }, 400, 'field_required', 'surname'],
  [{ name: '\u3164' }, 400, 'field_required', 'name'],
  [{ username: '\u3164\u3164\u3164' }, 400, 'username_invalid', 'username'],
  [{ username: 'frontrow-support' }, 400, 'username_reserved', 'username'],
  [{ name: 'Frontrow', surname: 'Support' }, 400, 'name_reserved', 'name'],
  [{ date_of_birth: '2999-01-01' }, 400, 'birth_date_invalid', 'date_of_birth'],
  [{ accept_terms: false }, 400, 'terms_required', 'accept_terms'],
  [{ email: 5 }, 400, 'bad_input', 'email'],
])('sign-up refuses %j and names the field', async (fields, status, code, field) => {
  const answer = await signUp({ email: 'new@mail.com', username: 'newname', ...fields });
  expect(answer.status).toBe(status);
  expect(answer.errors[0]).toMatchObject({ code, field });
});

test.each(['<b>Ada</b>', '<script>alert(1)</script>', 'ada"onload=x', 'ada&lt;b&gt;', '＜b＞ada'])(
  'sign-up refuses %s as a username, in words',
  async (username) => {
    const answer = await signUp({ email: 'markup@mail.com', username });
    expect(answer.status).toBe(400);
    expect(answer.errors).toEqual([
      {
        message: 'Use 3 to 30 letters, numbers, dots, dashes or underscores.',
        code: 'username_invalid',
        field: 'username',
      },
    ]);
  },
);

test('sign-up refuses a username that looks like another', async () => {
  const { username } = await person();
  expect(
    (await signUp({ email: 'other@mail.com', username: username.replace('person', 'pers0n') })).errors[0],
  ).toMatchObject({ code: 'username_taken', field: 'username' });
});

test('one of six concurrent sign-ups with one username succeeds', async () => {
  const sameName = await Promise.all(
    Array.from({ length: 6 }, (_, i) => signUp({ email: `racer${i}@mail.com`, username: 'racername' })),
  );
  expect(sameName.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
  expect(
    sameName.filter((answer) => answer.status === 409).every((answer) => answer.errors[0]?.code === 'username_taken'),
  ).toBe(true);
});

test('a wrong password and an unknown email address are refused in the same words', async () => {
  const { email } = await person();
  const wrong = await logIn(email, 'Wrong-password1');
  const unknown = await logIn('unknown@mail.com');
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.errors).toEqual(wrong.errors);
  expect(wrong.errors).toEqual([{ message: 'The email address or password is incorrect.', code: 'credentials_wrong' }]);
});

test('a wrong password costs three comparisons at the same cost, with or without an owner of the email address', async () => {
  const { email: claimed } = await person();
  const { email: owned } = await person();
  const { email: both } = await person();
  await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE email_norm = ANY ($1)', [[owned, both]]);
  expect((await signUp({ email: both, username: 'personagain' })).status).toBe(201);
  const compared: string[] = [];
  const passwords = createPasswordHash({
    hash: argon2.hash,
    verify: (stored, ...typed) => {
      compared.push(String(stored));
      return argon2.verify(stored, ...typed);
    },
  });
  const sessions = createSessions({ ...app.kit, tokens: createAccessTokens(app.kit) });
  for (const address of [claimed, owned, both, 'unheard-of@mail.com'])
    await expect(
      logInCase(
        { ...app.kit, passwords, sessions },
        { email: address, password: 'Wrong-password1', code: undefined },
        here,
      ),
    ).rejects.toMatchObject({ code: 'credentials_wrong' });
  const costOf = (stored: string): string => stored.split('$').slice(0, 4).join('$');
  expect(compared.map(costOf)).toEqual(Array.from({ length: 12 }, () => '$argon2id$v=19$m=19456,t=2,p=1'));
});

test('ten failures from one network pause an email there for 15 minutes, with or without an account; a success is not counted', async () => {
  const { email } = await person();
  for (let i = 0; i < 12; i++) expect((await logIn(email)).status).toBe(200);
  for (const address of [email, 'never-seen@mail.com']) {
    const failures = await Promise.all(Array.from({ length: 12 }, () => logIn(address, 'Wrong-password1')));
    expect(failures.filter((answer) => answer.status === 401)).toHaveLength(10);
    const refused = failures.find((answer) => answer.status === 429)!;
    expect(refused.errors[0]).toEqual({
      message: 'Too many incorrect passwords. Try again in 15 min, or request a login link by email.',
      code: 'login_paused',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  }
  expect((await logIn(email)).status).toBe(429);
  await app.clock.advance(minutes(15) + 1000);
  expect((await logIn(email)).status).toBe(200);
});

test('a login that is refused because too many wait is not counted as a failure', async () => {
  const { id, email } = await person();
  const full = { ...createPasswordHash(), matches: () => Promise.reject(refuse('temporarily_unavailable')) };
  const deps = {
    ...app.kit,
    passwords: full,
    sessions: createSessions({ ...app.kit, tokens: createAccessTokens(app.kit) }),
  };
  for (let i = 0; i < 11; i++) {
    const busy = { code: 'temporarily_unavailable' };
    await expect(logInCase(deps, { email, password, code: undefined }, here)).rejects.toMatchObject(busy);
    await expect(deleteAccount(deps, inSession(id), password)).rejects.toMatchObject(busy);
  }
  const { status, data } = await logIn(email);
  expect(status).toBe(200);
  expect((await app.call('POST /user/delete', { as: data.access_token, body: { password } })).status).toBe(200);
});

/** The usual password hashes; `in the meantime` runs after the first of these steps. */
function passwordsWith(step: 'matches' | 'make', duringStep: () => Promise<unknown>) {
  const real = createPasswordHash();
  let done: Promise<unknown> | undefined;
  const then = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await work;
    await (done ??= duringStep());
    return answer;
  };
  return step === 'make'
    ? { ...real, make: (typed: string) => then(real.make(typed)) }
    : { ...real, matches: (stored: string | undefined, typed: string) => then(real.matches(stored, typed)) };
}

describe('a person who knows the old password, at the moment another one is set,', () => {
  const newOne = 'Hijklmn2';
  const setAnother = (one: { access: string }) =>
    app.call('POST /user/change_password', { as: one.access, body: { password, new_password: newOne } });

  /** What can still log in to the account, and what it has lost. */
  const standing = (id: number) =>
    app.db.one(
      `SELECT password_hash, erased_at, (SELECT confirmed_at FROM second_factor WHERE user_id = $1) AS code_since,
         (SELECT count(*) FROM second_factor WHERE user_id = $1) AS codes,
         (SELECT count(*) FROM social_identity WHERE user_id = $1) AS identities,
         (SELECT count(*) FROM refresh_token WHERE user_id = $1 AND revoked_at IS NULL AND used_at IS NULL) AS sessions
       FROM app_user WHERE id = $1`,
      [id],
    );
  const provenAndConnected = (id: number) =>
    app.db.query(
      `WITH proven AS (UPDATE app_user SET email_verified_at = app_now() WHERE id = $1)
       INSERT INTO social_identity (provider, subject, user_id, handle)
       VALUES ('instagram', $1::text, $1::bigint, 'ada')`,
      [id],
    );
  const begin = async (as: string) =>
    (await app.call('POST /user/second_factor/begin', { as, body: { password } })).data.secret;
  type Deps = ChangePasswordDeps & typeof app.kit;
  type Person = Awaited<ReturnType<typeof person>>;
  test.each<[string, 'matches' | 'make', (deps: Deps, one: Person) => Promise<unknown>]>([
    ['is not logged in', 'matches', (deps, { email }) => logInCase(deps, { email, password, code: undefined }, here)],
    [
      'does not set a third one',
      'make',
      (deps, { id }) => changePassword(deps, inSession(id), { password, newPassword: 'Thirdone3' }, ''),
    ],
    ['does not delete the account', 'matches', (deps, { id }) => deleteAccount(deps, inSession(id), password)],
    ['does not disconnect Instagram', 'matches', (deps, { id }) => disconnectSocial(deps, inSession(id), { password })],
    ['does not begin two-step login', 'matches', (deps, { id }) => beginSecondFactor(deps, inSession(id), password)],
    [
      'does not turn it on',
      'matches',
      async (deps, { id, access }) => {
        const [secret, read] = [await begin(access), await findAccount(app.db, id)];
        await deps.passwords.matches(undefined, password);
        return confirmSecondFactor(deps, { ...read!, ...inSession(id) }, codeFor(app, secret));
      },
    ],
    [
      'does not turn it off',
      'matches',
      async (deps, { id, access }) => {
        const secret = await begin(access);
        const body = { second_factor_code: codeFor(app, secret) };
        expect((await app.call('POST /user/second_factor/confirm', { as: access, body })).status).toBe(200);
        return turnOffSecondFactor(deps, inSession(id), { password, code: codeFor(app, secret, 1) });
      },
    ],
  ])('%s', async (_, step, act) => {
    const one = await person();
    await provenAndConnected(one.id);
    let after: unknown;
    const passwords = passwordsWith(step, async () => {
      await setAnother(one);
      after = await standing(one.id);
    });
    const sessions = createSessions({ ...app.kit, tokens: createAccessTokens(app.kit) });
    await expect(act({ ...app.kit, passwords, sessions }, one)).rejects.toMatchObject({ code: 'token_invalid' });
    expect(await standing(one.id)).toEqual(after);
  });
});

test('a refresh token works once; using it again later ends the whole session', async () => {
  const { refresh: first } = await person();
  const second = await refresh(first);
  expect(second.status).toBe(200);
  expect(second.data.refresh_token).not.toBe(first);
  const third = await refresh(second.data.refresh_token);
  expect((await profile(third.data.access_token)).status).toBe(200);
  await app.clock.advance(seconds(11));
  expect((await refresh(first)).errors[0]?.code).toBe('refresh_invalid');
  expect((await refresh(third.data.refresh_token)).errors[0]?.code).toBe('refresh_invalid');
  expect((await profile(third.data.access_token)).status).toBe(401);
});

test('five concurrent refreshes get the same next token and stay logged in', async () => {
  const { refresh: token } = await person();
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(token)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.data.refresh_token)).size).toBe(1);
  await app.clock.advance(seconds(7));
  expect((await refresh(token)).status).toBe(200);
  expect((await refresh(answers[0]!.data.refresh_token)).status).toBe(200);
});

test('using an old token while a later one is being used ends the session', async () => {
  const { refresh: first } = await person();
  const { data } = await refresh(first);
  await app.clock.advance(seconds(11));
  await Promise.all([refresh(first), refresh(data.refresh_token), refresh(first), refresh(data.refresh_token)]);
  await expectInvariants(app);
  expect((await refresh(data.refresh_token)).status).toBe(401);
});

test('a refresh needs no valid access token, and refuses anything but a refresh token', async () => {
  const { refresh: token } = await person();
  expect((await refresh(token, { 'access-token': 'an.expired.one' })).status).toBe(200);
  for (const wrong of ['', 'x', 'a'.repeat(200)])
    expect((await refresh(wrong)).errors[0]?.code).toBe('refresh_invalid');
  expect((await refresh('a'.repeat(201))).errors[0]?.code).toBe('bad_input');
});

test('an unused session ends after 30 days', async () => {
  const { refresh: token, email } = await person();
  await app.clock.advance(hours(24) * 30 + 1000);
  expect((await refresh(token)).status).toBe(401);
  expect((await logIn(email)).status).toBe(200);
});

test('an access token expires after ten minutes; a changed role or an erasure holds in two seconds', async () => {
  const { access, email } = await person();
  const { data } = await logIn(email);
  expect((await app.call('GET /influencer/profile', { as: data.access_token })).errors[0]?.code).toBe('hosts_only');
  await app.db.query('UPDATE app_user SET role = 1 WHERE email_norm = $1', [email]);
  await app.clock.advance(seconds(2));
  expect((await app.call('GET /influencer/profile', { as: data.access_token })).data).toMatchObject({
    influencer_ranking: 5,
    influencer_reviews: 0,
    influencer_massive_streaming: false,
  });
  await app.clock.advance(minutes(10));
  expect((await profile(access)).errors[0]?.code).toBe('token_invalid');
  const fresh = await logIn(email);
  expect((await profile(fresh.data.access_token)).status).toBe(200);
  await app.db.query('UPDATE app_user SET session_version = session_version + 1 WHERE email_norm = $1', [email]);
  await app.clock.advance(seconds(2));
  expect((await profile(fresh.data.access_token)).status).toBe(401);
});

test('another process refuses a token within two seconds of a log-out, a revocation or a new password', async () => {
  const there = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
  const seenThere = async (token: string) => (await there.call('GET /user/profile', { as: token })).status;
  const endings: ((one: Awaited<ReturnType<typeof person>>) => Promise<unknown>)[] = [
    (one) => app.call('POST /auth/logout', { body: { refresh_token: one.refresh } }),
    async (one) => {
      const { data } = await logIn(one.email);
      const { sessions } = (await app.call('GET /user/sessions', { as: data.access_token })).data;
      return app.call('POST /user/sessions/revoke', {
        as: data.access_token,
        body: { session_ide: sessions.find((session) => !session.current)!.session_ide },
      });
    },
    (one) => app.call('POST /user/change_password', { as: one.access, body: { password, new_password: 'Hijklmn2' } }),
    (one) => app.call('POST /user/delete', { as: one.access, body: { password } }),
  ];
  for (const ending of endings) {
    const one = await person();
    expect(await seenThere(one.access)).toBe(200);
    await ending(one);
    await app.clock.advance(seconds(2));
    expect(await seenThere(one.access)).toBe(401);
  }
  await there.close();
});

test('a session that is renewed is listed with the time of its log-in, also once its first tokens are forgotten', async () => {
  const { refresh: first } = await person();
  const begunAt = app.clock.now();
  let renewed = (await refresh(first)).data;
  for (let week = 1; week <= 8; week++) {
    await app.clock.advance(days(7));
    renewed = (await refresh(renewed.refresh_token)).data;
  }
  await app.jobs.runAll();
  const [session] = (await app.call('GET /user/sessions', { as: renewed.access_token })).data.sessions;
  expect(Math.abs(session!.started_at - begunAt)).toBeLessThan(minutes(1));
  expect(Math.abs(session!.last_used_at - begunAt - days(56))).toBeLessThan(minutes(1));
});

test('a session that is renewed every four weeks ends after 180 days', async () => {
  let { refresh: token } = await person();
  for (let renewal = 1; renewal <= 6; renewal++) {
    await app.clock.advance(days(28));
    token = (await refresh(token)).data.refresh_token;
  }
  await app.clock.advance(days(12) - minutes(1));
  const last = await refresh(token);
  expect(last.status).toBe(200);
  await app.clock.advance(minutes(1));
  expect((await refresh(last.data.refresh_token)).status).toBe(401);
});
