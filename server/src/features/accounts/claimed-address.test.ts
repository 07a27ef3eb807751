import { seconds } from '@frontrow/core/kernel/instant.ts';
import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { bareEvent, freeTicket } from '../../../test/free-ticket.ts';
import { type TestAnswer, testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import type { Sql } from '../../db/db.ts';
import { createAccessTokens } from './access-token.ts';
import { createPasswordHash } from './passwords.ts';
import { createSessions } from './sessions.ts';
import { signUp as signUpCase } from './sign-up.ts';

/** Only a person who reads the emails to an address learns whether it has an account. */

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const password = 'Curtain-up-7';
const other = 'Hijklmn2';
const formOf = (email: string, username: string, typed = password) => ({
  email,
  password: typed,
  username,
  name: 'Ada',
  surname: 'Lind',
  date_of_birth: '1990-05-01',
  accept_terms: true,
});
let people = 0;
const newName = () => `claim${String(++people).padStart(3, '0')}`;
const newEmail = () => `mailbox${String(++people).padStart(3, '0')}@mail.com`;

async function signUp(email: string, typed = password) {
  const username = newName();
  const answer = await app.call('POST /auth/signup', { body: formOf(email, username, typed) });
  expect(answer.status).toBe(201);
  // Emails are sent concurrently: the email of this sign-up arrives before that of the next one.
  await app.quiesce();
  const { user, access_token: token, refresh_token: refresh } = answer.data;
  return { answer, email, username, id: user.user_ide, token, refresh };
}
const logIn = (email: string, typed = password) => app.call('POST /auth/login', { body: { email, password: typed } });
const verify = (token: string, as?: string) =>
  app.call('POST /auth/verify_email', { body: { token }, ...(as !== undefined && { as }) });
const profile = (as: string) => app.call('GET /user/profile', { as });
async function mails(email: string) {
  await app.quiesce();
  return mailsTo(app, email);
}
const newestToken = async (email: string): Promise<string> => tokenIn((await mails(email))[0]);

/** An account with a verified email address. */
async function owner(email = newEmail(), typed = other) {
  const person = await signUp(email, typed);
  expect((await verify(await newestToken(email))).status).toBe(200);
  return person;
}

const unlike = new Set(['user_ide', 'user_username', 'username', 'id', 'user_email', 'email']);
/** What a caller sees of an answer, without the names and times that differ anyway. */
const seen = (answer: TestAnswer<unknown>): unknown => ({
  status: answer.status,
  headers: Object.keys(answer.headers).toSorted(),
  errors: answer.errors,
  data: JSON.parse(
    JSON.stringify(answer.data ?? null, (key, value: unknown) =>
      unlike.has(key) || /token|_ms$|_at$|session_id/.test(key) ? typeof value : value,
    ),
  ) as unknown,
});

/** Responses to everything a person can do after a sign-up, also after signing up again. */
async function everything(email: string, { again }: { again: boolean }): Promise<unknown[]> {
  const first = await signUp(email);
  const { token, refresh } = first;
  const call = app.call;
  const answers: TestAnswer<unknown>[] = [first.answer, await profile(token)];
  answers.push(await logIn(email), await logIn(email, 'Wrong-password1'));
  for (const name of ['GET /user/account', 'GET /user/sessions', 'GET /user/export'] as const)
    answers.push(await call(name, { as: token }));
  for (let i = 0; i < 4; i++) answers.push(await call('POST /auth/verify_email_again', { as: token, body: {} }));
  for (const name of ['POST /auth/forgot_password', 'POST /auth/magic_link'] as const)
    for (let i = 0; i < 4; i++) answers.push(await call(name, { body: { email } }));
  answers.push(await call('POST /user/second_factor/begin', { as: token, body: { password } }));
  answers.push(await call('POST /user/change_email', { as: token, body: { email: `x.${email}`, password } }));
  answers.push(await call('POST /auth/refresh', { body: { refresh_token: refresh } }));
  const changed = await call('POST /user/change_password', { as: token, body: { password, new_password: 'Opqrstu3' } });
  answers.push(changed, await logIn(email), await logIn(email, 'Opqrstu3'));
  for (const typed of again ? ['Second-one1', 'Third-one12'] : []) {
    answers.push((await signUp(email, typed)).answer, await logIn(email, 'Opqrstu3'), await logIn(email, typed));
  }
  answers.push(await call('POST /user/delete', { as: changed.data.access_token, body: { password: 'Opqrstu3' } }));
  answers.push(await logIn(email, 'Third-one12'), await logIn(email, 'Opqrstu3'));
  return answers.map(seen);
}

describe('a stranger', () => {
  test('a stranger gets the same responses for an email address with and without an account, however often they sign up', async () => {
    const [fresh, owned] = [newEmail(), newEmail()];
    await owner(owned);
    expect(await everything(owned, { again: true })).toEqual(await everything(fresh, { again: true }));
  });

  test('a stranger gets the same responses for an email address that someone else has signed up with', async () => {
    const [fresh, unproven] = [newEmail(), newEmail()];
    const waiting = await signUp(unproven, other);
    for (let i = 0; i < 2; i++) await app.call('POST /auth/verify_email_again', { as: waiting.token, body: {} });
    expect(await everything(unproven, { again: false })).toEqual(await everything(fresh, { again: false }));
    expect((await logIn(unproven, other)).data.user.user_ide).toBe(waiting.id);
  });

  test('a sign-up is the same work for every email address: one hash and the same statements', async () => {
    const [fresh, owned, unproven] = [newEmail(), newEmail(), newEmail()];
    await owner(owned);
    await signUp(unproven, other);
    const workOf = async (email: string): Promise<string[]> => {
      const work: string[] = [];
      const noted = <T>(step: string, done: T): T => {
        work.push(step);
        return done;
      };
      const counted = <S extends Sql>(sql: S): S => ({
        ...sql,
        query: (text, params) => noted(text, sql.query(text, params)),
        one: (text, params) => noted(text, sql.one(text, params)),
      });
      const db = {
        ...counted(app.kit.db),
        tx: <T>(run: Parameters<typeof app.kit.db.tx<T>>[0]) => app.kit.db.tx((tx) => run(counted(tx))),
      };
      const passwords = createPasswordHash({ ...argon2, hash: (...typed) => noted('hash', argon2.hash(...typed)) });
      const kit = { ...app.kit, db };
      const sessions = createSessions({ ...kit, tokens: createAccessTokens(kit) });
      const form = formOf(email, newName());
      const typed = { ...form, dateOfBirth: form.date_of_birth, acceptTerms: true };
      await signUpCase({ ...kit, passwords, sessions }, typed, { userAgent: undefined });
      return work;
    };
    const work = await workOf(fresh);
    expect(work.length).toBeGreaterThan(4);
    expect(work.filter((step) => step === 'hash')).toHaveLength(1);
    expect(await workOf(owned)).toEqual(work);
    expect(await workOf(unproven)).toEqual(work);
  });

  test('a stranger gets only into the own account after signing up with the owner’s password', async () => {
    const { email } = await owner();
    const claim = await signUp(email, other);
    expect((await logIn(email, other)).data.user.user_ide).toBe(claim.id);
    const another = await signUp(email, password);
    expect((await logIn(email, other)).data.user.user_ide).toBe(claim.id);
    expect((await logIn(email, password)).data.user.user_ide).toBe(another.id);
  });

  test('a stranger’s sign-up does not change the owner’s password, emails, links and sessions', async () => {
    const person = await owner();
    const claim = await signUp(person.email);
    expect((await logIn(person.email, other)).data.user.user_ide).toBe(person.id);
    expect((await profile(person.token)).data).toMatchObject({
      user_username: person.username,
      user_email_verified: true,
    });
    await app.call('POST /user/change_password', { as: claim.token, body: { password, new_password: 'Opqrstu3' } });
    await app.call('POST /auth/magic_link', { body: { email: person.email } });
    const [link, ...rest] = await mails(person.email);
    expect(rest.map((mail) => mail.subject)).not.toContain('Your password was changed');
    const entered = await app.call('POST /auth/magic_login', { body: { token: tokenIn(link) } });
    expect(entered.data.user.user_ide).toBe(person.id);
    await app.call('POST /auth/forgot_password', { body: { email: person.email } });
    const reset = { token: await newestToken(person.email), password: 'Vwxyzab4' };
    expect((await app.call('POST /auth/reset_password', { body: reset })).data.user.user_ide).toBe(person.id);
  });
});

test('an email that failed for a while is delivered later', async () => {
  await app.clock.hold();
  const email = newEmail();
  const { send } = app.kit.mail;
  let failures = 0;
  app.kit.mail.send = async (message) => {
    if (message.to !== email) return send(message);
    failures++;
    throw new Error('connection refused');
  };
  try {
    await signUp(email);
    // More often than an email address may get emails in an hour, and within that hour.
    for (let tries = 1; tries <= 12; tries++) {
      await app.quiesce();
      expect(failures).toBe(tries);
      await app.clock.advance(seconds(Math.min(2 ** tries, 600) + 1));
    }
  } finally {
    app.kit.mail.send = send;
  }
  expect(await mails(email)).toHaveLength(1);
});

describe('an email address that already has an account', () => {
  test('the owner of an email address learns of sign-ups with it in at most four emails an hour', async () => {
    const person = await owner();
    const claim = await signUp(person.email);
    const [mail] = await mails(person.email);
    expect(mail).toMatchObject({ subject: 'You already have a Frontrow account' });
    expect(mail!.text).toContain(person.username);
    expect(mail!.text).not.toContain(claim.username);
    expect(mail!.links.map((link) => new URL(link).pathname)).toEqual(['/login', '/verify_email', '/notifications']);
    for (let i = 0; i < 5; i++) await signUp(person.email);
    const received = (await mails(person.email)).filter(({ subject }) => subject === mail!.subject);
    expect(received).toHaveLength(4);
  });

  test('an email address that already has an account keeps one account: tickets of the new one move, and the new one is erased', async () => {
    const person = await owner();
    const claim = await signUp(person.email);
    const event = await bareEvent(app.db, host.id);
    await freeTicket(app.db, event.id, claim.id);
    const token = await newestToken(person.email);
    const answer = await verify(token, claim.token);
    expect(answer.data).toEqual({ user: null, belongs_to: person.username });
    expect((await profile(person.token)).data.purchased_events).toEqual([event.id]);
    expect((await profile(claim.token)).status).toBe(401);
    expect((await app.call('POST /auth/refresh', { body: { refresh_token: claim.refresh } })).status).toBe(401);
    expect((await logIn(person.email)).status).toBe(401);
    expect((await logIn(person.email, other)).data.user.user_ide).toBe(person.id);
    expect((await verify(token)).errors[0]?.code).toBe('link_invalid');
    const row = await app.db.one('SELECT email_norm, username LIKE $2 AS unnamed FROM app_user WHERE id = $1', [
      claim.id,
      'deleted-%',
    ]);
    expect(row).toEqual({ email_norm: null, unnamed: true });
  });

  test('an email address that already has an account keeps the new account while it holds something that cannot move', async () => {
    const person = await owner();
    const claim = await signUp(person.email);
    const event = await bareEvent(app.db, host.id);
    await freeTicket(app.db, event.id, claim.id);
    await freeTicket(app.db, event.id, person.id);
    expect((await verify(await newestToken(person.email))).data.belongs_to).toBe(person.username);
    expect((await profile(claim.token)).data).toMatchObject({
      user_email_verified: false,
      purchased_events: [event.id],
    });
  });
});

describe('several accounts with one unverified email address', () => {
  test('the first account that verifies the email address owns it, in either order, and its link merges the other', async () => {
    for (const firstProves of [true, false]) {
      const email = newEmail();
      const first = await signUp(email);
      const firstToken = await newestToken(email);
      const second = await signUp(email, other);
      const secondToken = await newestToken(email);
      const [winner, loser] = firstProves ? [first, second] : [second, first];
      const [winning, losing] = firstProves ? [firstToken, secondToken] : [secondToken, firstToken];
      expect((await verify(winning, winner.token)).data).toMatchObject({
        user: { user_ide: winner.id },
        belongs_to: null,
      });
      expect((await profile(loser.token)).data.user_email_verified).toBe(false);
      expect((await verify(losing, loser.token)).data).toEqual({ user: null, belongs_to: winner.username });
      await app.clock.advance(seconds(3));
      expect((await profile(loser.token)).status).toBe(401);
      expect((await profile(winner.token)).data.user_email_verified).toBe(true);
    }
  });

  test('one account owns the email address when all links are used at the same moment', async () => {
    const email = newEmail();
    const tokens: string[] = [];
    for (let i = 0; i < 3; i++) {
      await signUp(email);
      tokens.push(await newestToken(email));
    }
    const answers = await Promise.all(tokens.map((token) => verify(token)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(answers.filter((answer) => answer.data.belongs_to === null)).toHaveLength(1);
    expect(await app.db.query('SELECT 1 FROM app_user WHERE email_norm = $1', [email])).toHaveLength(1);
  });

  test('the first and the newest account can log in by password, and emails go to the first', async () => {
    const email = newEmail();
    const first = await signUp(email);
    const second = await signUp(email, other);
    const proof = await newestToken(email);
    const third = await signUp(email, 'Yzabcde5');
    expect((await logIn(email)).data.user.user_ide).toBe(first.id);
    expect((await logIn(email, other)).status).toBe(401);
    expect((await logIn(email, 'Yzabcde5')).data.user.user_ide).toBe(third.id);
    await app.call('POST /auth/magic_link', { body: { email } });
    const magic = await newestToken(email);
    await app.call('POST /auth/forgot_password', { body: { email } });
    const reset = await newestToken(email);
    expect((await verify(proof, second.token)).data.belongs_to).toBeNull();
    expect((await app.call('POST /auth/magic_login', { body: { token: magic } })).errors[0]?.code).toBe('link_invalid');
    expect(
      (await app.call('POST /auth/reset_password', { body: { token: reset, password: 'Opqrstu3' } })).errors[0]?.code,
    ).toBe('link_invalid');
    expect((await logIn(email, other)).data.user.user_ide).toBe(second.id);
    expect((await logIn(email, 'Yzabcde5')).data.user.user_ide).toBe(third.id);
    expect((await logIn(email)).data.user.user_ide).toBe(first.id);
  });

  test('an account loses its password and sessions if its email is opened while logged out of it', async () => {
    const email = newEmail();
    await signUp(email);
    const stranger = await signUp(email, other);
    const [mail] = await mails(email);
    expect(mail!.text).toContain(stranger.username);
    expect((await verify(tokenIn(mail))).data).toEqual({ user: null, belongs_to: null });
    await app.clock.advance(seconds(3));
    expect((await profile(stranger.token)).status).toBe(401);
    expect((await logIn(email, other)).status).toBe(401);
    await app.call('POST /auth/forgot_password', { body: { email } });
    const reset = { token: await newestToken(email), password: 'Opqrstu3' };
    expect((await app.call('POST /auth/reset_password', { body: reset })).data.user.user_ide).toBe(stranger.id);
  });

  test('what the person who signed up could read or pay with is gone once the reader of the email enters', async () => {
    const email = newEmail();
    const stranger = await signUp(email, other);
    const feed = await app.call('POST /user/calendar_feed', { as: stranger.token });
    const calendar = () => app.http.inject(new URL(feed.data.calendar_url!).pathname);
    expect((await calendar()).statusCode).toBe(200);
    const saved = await app.call('POST /payment/methods/save', {
      as: stranger.token,
      body: { stripe_token: 'pm_card_mastercard' },
    });
    expect(saved.status).toBe(200);
    await app.call('POST /auth/magic_link', { body: { email } });
    const { data } = await app.call('POST /auth/magic_login', { body: { token: await newestToken(email) } });
    expect(data.user.user_ide).toBe(stranger.id);
    expect((await calendar()).statusCode).toBe(404);
    expect((await app.call('GET /payment/methods', { as: data.access_token })).data).toEqual({ payment_methods: [] });
  });

  test('an account cannot use the email of another, and the refusal names that account', async () => {
    const email = newEmail();
    const person = await signUp(email);
    const own = await newestToken(email);
    const stranger = await signUp(email, other);
    const refused = await verify(await newestToken(email), person.token);
    expect(refused.errors[0]).toMatchObject({ code: 'link_other_account' });
    expect(refused.errors[0]!.message).toContain(stranger.username);
    expect((await verify(own, person.token)).data.user).toMatchObject({ user_ide: person.id });
    expect((await logIn(email)).data.user.user_ide).toBe(person.id);
  });

  test('no account becomes a second owner by changing its email address', async () => {
    const [email, old] = [newEmail(), newEmail()];
    const claim = await signUp(email);
    const proof = await newestToken(email);
    const person = await owner(old);
    await app.call('POST /user/change_email', { as: person.token, body: { email, password: other } });
    expect((await app.call('POST /auth/confirm_email', { body: { token: await newestToken(email) } })).status).toBe(
      200,
    );
    expect((await verify(proof)).data.belongs_to).toBe(person.username);
    expect((await profile(claim.token)).status).toBe(401);
  });
});
