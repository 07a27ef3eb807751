import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newHost } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { signUp, signUpPassword as password } from '../../../test/sign-up.ts';
import { continueWithInstagram } from '../../../test/social.ts';
import { makeAdmin } from './admin/people.ts';

/** An email address has several spellings but one mailbox, so it gets one account and one free seat. */

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

let people = 0;
/** A new mailbox: its address as it is stored, as people see it, and in other spellings. */
function newMailbox() {
  const local = `anna${++people}`;
  return {
    kept: `${local}@xn--bcher-kva.example`,
    readable: `${local}@bücher.example`,
    others: [
      `${local}@BÜCHER.example`,
      `${local}@bu\u0308cher.example`,
      `${local}@XN--BCHER-KVA.EXAMPLE`,
      `${local}@bücher.example.`,
      `${local}@bücher。example`,
      `${local}＠ｂüｃｈｅｒ．ｅｘａｍｐｌｅ`,
    ],
  };
}
const logIn = (email: string) => app.call('POST /auth/login', { body: { email, password } });
const accountsOf = (email: string) =>
  app.db.query<{ id: number; proven: boolean }>(
    'SELECT id, email_verified_at IS NOT NULL AS proven FROM app_user WHERE email_norm = $1 ORDER BY id',
    [email],
  );
async function proven() {
  const mailbox = newMailbox();
  const person = await signUp(app, 'mailbox', mailbox.readable);
  await app.quiesce();
  const [mail] = await mailsTo(app, mailbox.kept);
  expect((await app.call('POST /auth/verify_email', { body: { token: tokenIn(mail) } })).status).toBe(200);
  return { ...mailbox, ...person };
}

test('accounts that sign up with two spellings and prove them at the same moment become one', async () => {
  const { kept, readable } = newMailbox();
  const both = await Promise.all([signUp(app, 'spelling', kept), signUp(app, 'spelling', readable)]);
  await app.quiesce();
  const mails = await mailsTo(app, kept);
  expect(mails).toHaveLength(2);
  const answers = await Promise.all(
    both.map((who) => {
      const own = mails.find((mail) => mail.text.includes(who.username));
      return app.call('POST /auth/verify_email', { as: who.token, body: { token: tokenIn(own) } });
    }),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  const left = await accountsOf(kept);
  expect(left.map((account) => account.proven)).toEqual([true]);
  expect(answers.filter((answer) => answer.data.belongs_to !== null)).toHaveLength(1);
});

describe('every spelling means the same account', () => {
  test('every spelling logs in to the same account, and the profile shows the domain in its own letters', async () => {
    const { id, others, readable } = await proven();
    for (const email of [readable, ...others]) {
      const { data } = await logIn(email);
      expect([data.user.user_ide, data.user.user_email]).toEqual([id, readable]);
    }
  });

  test('the account of another spelling is found when a password is forgotten and when a link is requested', async () => {
    const { kept, others } = await proven();
    for (const call of ['POST /auth/forgot_password', 'POST /auth/magic_link'] as const) {
      const before = (await mailsTo(app, kept)).length;
      for (const email of others) expect((await app.call(call, { body: { email } })).status).toBe(200);
      await app.quiesce();
      // One mailbox gets three emails an hour, however its address is spelled.
      expect((await mailsTo(app, kept)).length - before).toBe(3);
    }
  });

  test('the account of another spelling is found when the email address of an account is changed', async () => {
    const { kept, others, token } = await proven();
    const change = (as: string, email: string) =>
      app.call('POST /user/change_email', { as, body: { email, password } });
    for (const email of others) expect((await change(token, email)).errors[0]?.code).toBe('email_own');

    // An account gets no link to an email address that has an owner. Of two that request a free one, one gets it.
    const [one, two] = [await signUp(app, 'mover'), await signUp(app, 'mover')];
    const free = newMailbox();
    expect((await change(one.token, others[0]!)).status).toBe(200);
    for (const [who, email] of [
      [one, free.readable],
      [two, free.kept],
    ] as const)
      expect((await change(who.token, email)).status).toBe(200);
    await app.quiesce();
    const subject = 'Confirm your new email address';
    expect((await mailsTo(app, kept)).filter((mail) => mail.subject === subject)).toEqual([]);
    const links = (await mailsTo(app, free.kept)).map((mail) => ({ token: tokenIn(mail) }));
    const answers = await Promise.all(links.map((body) => app.call('POST /auth/confirm_email', { body })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect((await accountsOf(free.kept)).map((account) => account.proven)).toEqual([true]);
  });

  test('every spelling means the same account in the form after Instagram, also when the two fields differ', async () => {
    const { kept, others } = await proven();
    const { key } = await continueWithInstagram(app, `spelling.${people}`);
    const { status } = await app.call('POST /auth/social_signup', {
      body: {
        key,
        email: others[0]!,
        email_repeat: others[1]!,
        username: `social${++people}`,
        name: 'Ada',
        surname: 'Lind',
        date_of_birth: '1990-05-01',
        accept_terms: true,
      },
    });
    expect(status).toBe(200);
    expect((await accountsOf(kept)).map((account) => account.proven)).toEqual([true, false]);
  });

  test('every spelling means the same account for the command that makes an app admin', async () => {
    const { others, username } = await proven();
    expect(await makeAdmin(app.db, others[0]!)).toBe(username);
  });

  test('app admins find the account by every spelling, and see the domain in its own letters', async () => {
    const { id, kept, readable } = await proven();
    const { token } = await newAdmin(app);
    for (const q of [kept, readable, readable.toUpperCase()]) {
      const { data } = await app.call('GET /admin/users', { as: token, query: { q } });
      expect(data.users.map((user) => [user.user_ide, user.user_email])).toEqual([[id, readable]]);
    }
    const found = await app.call('GET /admin/users', { as: token, query: { q: 'bücher.example' } });
    expect(found.data.users.map((user) => user.user_ide)).toContain(id);
  });

  test('the export is of the same account for every spelling, with the domain in its own letters', async () => {
    const { readable, token } = await proven();
    const { data } = await app.call('GET /user/export', { as: token });
    expect(data['account']).toMatchObject([{ email: readable }]);
  });
});

describe('a guest', () => {
  const freeEvent = async () => newEvent(app, await newHost(app, { massive: true }), { kind: 'broadcast' });
  const buy = (email: string, eventUuid: string, headers: Record<string, string> = {}) =>
    app.call('POST /events/purchase_no_login', {
      body: { email, event_uuid: eventUuid, type: 'streaming' },
      headers,
    });
  const ticketsOf = async (eventUuid: string): Promise<number> =>
    (await app.db.query('SELECT 1 FROM ticket WHERE event_id = $1 AND voided_at IS NULL', [eventUuid])).length;

  test('a guest gets one costless seat when eight spellings buy at the same moment', async () => {
    const { readable, kept, others } = newMailbox();
    const { id } = await freeEvent();
    const answers = await Promise.all([kept, readable, ...others].map((email) => buy(email, id)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(await ticketsOf(id)).toBe(1);
    const guests = await app.db.query<{ email: string }>(
      'SELECT u.guest_email_norm AS email FROM ticket t JOIN app_user u ON u.id = t.holder_id WHERE t.event_id = $1',
      [id],
    );
    expect(guests).toEqual([{ email: kept }]);
  });

  test('a guest is the same buyer when a key is used again with another spelling', async () => {
    const { readable, others } = newMailbox();
    const { id } = await freeEvent();
    const headers = { 'idempotency-key': randomUUID() };
    expect((await buy(readable, id, headers)).status).toBe(200);
    expect((await buy(others[0]!, id, headers)).errors[0]?.code).toBe('idempotency_key_reused');
    expect(await ticketsOf(id)).toBe(1);
  });

  test('a guest gets a new join link and keeps the ticket as an account, with other spellings', async () => {
    const { readable, kept, others } = newMailbox();
    const { id } = await freeEvent();
    await buy(readable, id);
    await app.quiesce();
    const before = (await mailsTo(app, kept)).length;
    expect(before).toBe(1);
    await app.call('POST /auth/guest_link', { body: { email: others[0]!, event_uuid: id } });
    await app.quiesce();
    expect(await mailsTo(app, kept)).toHaveLength(before + 1);

    const person = await signUp(app, 'former.guest', others[1]!);
    await app.quiesce();
    const mail = (await mailsTo(app, kept)).find((one) => one.subject === 'Confirm your email address');
    await app.call('POST /auth/verify_email', { as: person.token, body: { token: tokenIn(mail) } });
    const { data } = await app.call('GET /user/profile', { as: person.token });
    expect(data.purchased_events).toEqual([id]);
  });
});

describe('the database refuses', () => {
  const insert = (column: string, email: string) =>
    app.db.query(`INSERT INTO app_user (username, username_skeleton, ${column}) VALUES ($1, $1, $2)`, [
      `row${++people}`,
      email,
    ]);

  test.each([
    'a@bücher.example',
    'a@Mail.com',
    'A@mail.com',
    'a@mail.com.',
    'a@mail。com',
    'a@mail',
    'mail.com',
    'a@b@mail.com',
    '',
  ])('the database refuses an email address in any other spelling: %j', async (email) => {
    for (const column of ['email_norm', 'guest_email_norm'])
      await expect(insert(column, email)).rejects.toMatchObject({ code: '23514' });
  });

  test('the database refuses a second account with a verified email address, and a second guest', async () => {
    const { kept } = await proven();
    await expect(
      app.db.query(
        `INSERT INTO app_user (username, username_skeleton, email_norm, email_verified_at)
         VALUES ($1, $1, $2, app_now())`,
        [`row${++people}`, kept],
      ),
    ).rejects.toMatchObject({ code: '23505', constraint: 'app_user_proven_email' });
    await insert('guest_email_norm', kept);
    await expect(insert('guest_email_norm', kept)).rejects.toMatchObject({ code: '23505' });
  });
});
