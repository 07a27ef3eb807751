import { tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { bareEvent, freeTicket, voidTicket } from '../../../test/free-ticket.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { signUp } from '../../../test/sign-up.ts';
import { createAccessTokens } from './access-token.ts';
import { guestFor } from './guests.ts';
import { createJoinLinks } from './join-links.ts';
import { moveTickets } from './move-guest-tickets.ts';

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

let people = 0;
/** A guest with a ticket, and the token of the join link. */
async function guestWithTicket(email = `guest${++people}@mail.com`) {
  const guest = await guestFor(app.db, app.kit.ids, email);
  const event = await bareEvent(app.db, host.id);
  const ticket = await freeTicket(app.db, event.id, guest.id);
  return { ...guest, email, event, ticket, token: await linkToken(guest.id, event.id) };
}

async function linkToken(guestId: number, eventUuid: string): Promise<string> {
  const link = new URL(await createJoinLinks(app.kit)(guestId, eventUuid));
  expect(link.pathname).toBe(`/ticket/join/${eventUuid}`);
  return tokenInHash(link.hash)!;
}

const verify = (token: string, as?: string) =>
  app.call('POST /auth/verify_email', { body: { token }, ...(as && { as }) });
const enter = (token: string, displayName?: string) =>
  app.call('POST /auth/guest_session', {
    body: { token, ...(displayName !== undefined && { display_name: displayName }) },
  });
const lookAt = async (token: string) => (await app.call('POST /auth/join_link', { body: { token } })).data.link_state;
const askLink = (email: string, eventUuid: string) =>
  app.call('POST /auth/guest_link', { body: { email, event_uuid: eventUuid } });
const profile = (as: string) => app.call('GET /user/profile', { as });

describe('verifying an email address', () => {
  test('the link in the email after sign-up verifies the email address', async () => {
    const person = await signUp(app, 'reader');
    await app.quiesce();
    const [mail, ...more] = await mailsTo(app, person.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Confirm your email address');
    expect(mail!.links[0]).toMatch(/^http:\/\/localhost:3000\/verify_email#token=[\w-]{32}$/);
    expect((await profile(person.token)).data.user_email_verified).toBe(false);
    const answer = await verify(tokenIn(mail), person.token);
    expect(answer.data.user).toMatchObject({ user_username: person.username, user_email_verified: true });
    expect((await profile(person.token)).data.user_email_verified).toBe(true);
  });

  test('a verification link works once, for a day, and reveals to no one else whose it was', async () => {
    const person = await signUp(app, 'reader');
    const late = await signUp(app, 'reader');
    await app.quiesce();
    const token = tokenIn((await mailsTo(app, person.email))[0]);
    const lateToken = tokenIn((await mailsTo(app, late.email))[0]);
    for (const wrong of ['x', token.slice(1), ''])
      expect((await verify(wrong)).errors[0]).toEqual({
        message: 'This link has expired or was already used. Please request a new one.',
        code: 'link_invalid',
      });
    expect((await verify(token, late.token)).data.user).toBeNull();
    expect((await verify(token)).status).toBe(410);
    await app.clock.advance(hours(24) + seconds(1));
    expect((await verify(lateToken)).status).toBe(410);
  });

  test('verifying an email address needs a POST: GET and HEAD use no link up; only hashes of links are stored', async () => {
    const person = await signUp(app, 'reader');
    await app.quiesce();
    const token = tokenIn((await mailsTo(app, person.email))[0]);
    const rows = await app.db.query('SELECT * FROM one_time_token');
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [`/verify_email?token=${token}`, `/api/auth/verify_email?token=${token}`])
        await app.http.inject({ method, url });
    }
    expect((await verify(token)).status).toBe(200);
  });

  test('a verification email can be requested again, three times an hour, until the address is verified', async () => {
    const person = await signUp(app, 'reader');
    await app.quiesce();
    const again = () => app.call('POST /auth/verify_email_again', { as: person.token, body: {} });
    expect((await app.call('POST /auth/verify_email_again', { body: {} })).errors[0]?.code).toBe('login_required');
    for (let i = 0; i < 3; i++) expect((await again()).status).toBe(200);
    const refused = await again();
    expect(refused.errors[0]?.code).toBe('too_many_requests');
    await app.quiesce();
    const mails = await mailsTo(app, person.email);
    expect(mails).toHaveLength(4);
    expect((await verify(tokenIn(mails[0]))).status).toBe(200);
    expect((await again()).status).toBe(200);
    await app.quiesce();
    expect(await mailsTo(app, person.email)).toHaveLength(4);
  });
});

describe('a guest', () => {
  test('a guest gets a session by the link, picks a name, and has rights for this one event only', async () => {
    const guest = await guestWithTicket();
    const { status, data } = await enter(guest.token, '  Mei <b>T</b>\u202E ');
    expect(status).toBe(200);
    expect(data.event_uuid).toBe(guest.event.id);
    expect(data.user).toMatchObject({
      user_ide: guest.id,
      user_name: 'Mei <b>T</b>',
      user_is_guest: true,
      user_email: guest.email,
      user_email_verified: true,
      purchased_events: [guest.event.id],
    });
    expect(data.user.user_username).toMatch(/^mei-b-t-b-[a-z0-9]{6}$/);
    expect((await profile(data.access_token)).data.user_username).toBe(data.user.user_username);
    expect((await createAccessTokens(app.kit).read(data.access_token))?.guestEvent).toBe(guest.event.id);
    expect((await app.call('POST /auth/verify_email_again', { as: data.access_token, body: {} })).errors[0]?.code).toBe(
      'account_required',
    );

    const refreshed = await app.call('POST /auth/refresh', { body: { refresh_token: data.refresh_token } });
    expect((await createAccessTokens(app.kit).read(refreshed.data.access_token))?.guestEvent).toBe(guest.event.id);
  });

  test('a guest session cannot see another event, because someone else may have the link', async () => {
    const guest = await guestWithTicket();
    const other = await bareEvent(app.db, host.id);
    await freeTicket(app.db, other.id, guest.id);
    const { data } = await enter(guest.token);
    expect(data.user.purchased_events).toEqual([guest.event.id]);
    const { access_token: token } = data;
    expect((await profile(token)).data.purchased_events).toEqual([guest.event.id]);
    const again = await app.call('POST /auth/refresh', { body: { refresh_token: data.refresh_token } });
    expect((await profile(again.data.access_token)).data.purchased_events).toEqual([guest.event.id]);
    const there = (await enter(await linkToken(guest.id, other.id))).data;
    expect(there.user.purchased_events).toEqual([other.id]);
    await voidTicket(app.db, guest.ticket);
    expect((await profile(token)).data.purchased_events).toEqual([]);
  });

  test.each(['Admin', 'Frontrow Support', 'Fr0ntrow', '\u0410dmin', 'Ad\u200Dmin', 'search'])(
    'a guest cannot be shown as %s, which is refused at the field while the link still works',
    async (name) => {
      const guest = await guestWithTicket();
      expect((await enter(guest.token, name)).errors).toEqual([
        { message: 'This name is reserved. Please choose another one.', code: 'name_reserved', field: 'display_name' },
      ]);
      expect((await enter(guest.token, 'Nora')).data.user.user_name).toBe('Nora');
    },
  );

  test.each(['\u3164', '\u2800', '\u115F\u1160', '\uFFA0', '\uFE0F', '\u034F'])(
    'a guest has no name after typing %j',
    async (name) => {
      const { data } = await enter((await guestWithTicket()).token, name);
      expect([data.user.user_name, data.user.user_username.startsWith('guest-')]).toEqual(['', true]);
    },
  );

  test.each(['علی\u200Cرضا', 'ශ්\u200Dරී', '👩\u200D👩\u200D👧', '👩\u200D👩\u200D👧'.repeat(8)])(
    'a guest is shown as %s, with the joiners',
    async (name) => {
      expect((await enter((await guestWithTicket()).token, name)).data.user.user_name).toBe(name);
    },
  );

  test('a guest keeps the username when the shown name changes', async () => {
    const guest = await guestWithTicket();
    const first = (await enter(guest.token)).data.user.user_username;
    expect(first).toMatch(/^guest-/);
    const second = (await enter(await linkToken(guest.id, guest.event.id), 'Nora')).data.user.user_username;
    expect(second).toMatch(/^nora-/);
    const third = await enter(await linkToken(guest.id, guest.event.id), 'Somebody Else');
    expect(third.data.user).toMatchObject({ user_username: second, user_name: 'Somebody Else' });
  });

  test('a guest gets one session from fifty concurrent presses of the button', async () => {
    const guest = await guestWithTicket();
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter(guest.token)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 410)).toHaveLength(49);
  });

  test('a guest can use a link until two days after the start', async () => {
    const early = await guestWithTicket();
    const late = await guestWithTicket();
    await app.db.query(
      "UPDATE event SET state = 2, started_at = starts_at, finished_at = starts_at + interval '1 hour'",
    );
    await app.clock.advance(hours(24 + 47));
    expect((await enter(early.token)).status).toBe(200);
    await app.clock.advance(hours(3));
    expect((await enter(late.token)).status).toBe(410);
  });

  test('a guest cannot use the link of a refunded ticket, nor a verification link as a join link', async () => {
    const guest = await guestWithTicket();
    const kept = await guestWithTicket();
    const person = await signUp(app, 'reader');
    await app.quiesce();
    const [mail] = await mailsTo(app, person.email);
    expect((await enter(tokenIn(mail))).status).toBe(410);
    expect((await verify(kept.token)).status).toBe(410);
    await voidTicket(app.db, guest.ticket);
    expect((await enter(guest.token)).status).toBe(410);
  });

  test('a guest reads the state of a link before pressing the button, which does not use the link up', async () => {
    const guest = await guestWithTicket();
    const refunded = await guestWithTicket();
    const moved = await guestWithTicket();
    const person = await signUp(app, 'reader');
    await app.quiesce();
    for (const none of ['', 'x', tokenIn((await mailsTo(app, person.email))[0])])
      expect(await lookAt(none)).toBe('gone');
    await voidTicket(app.db, refunded.ticket);
    expect(await lookAt(refunded.token)).toBe('refunded');
    await moveTickets(app.kit, moved.id, person.id);
    expect(await lookAt(moved.token)).toBe('moved');
    for (let look = 0; look < 2; look++) expect(await lookAt(guest.token)).toBe('open');
    expect((await enter(guest.token)).status).toBe(200);
    expect(await lookAt(guest.token)).toBe('gone');
    // The link was used, but a new one would not work either.
    await voidTicket(app.db, guest.ticket);
    expect(await lookAt(guest.token)).toBe('refunded');
  });

  test('a guest gets a new link by email, and a stranger does not learn whether there is a ticket', async () => {
    const guest = await guestWithTicket();
    const answers = [
      await askLink(guest.email.toUpperCase(), guest.event.id),
      await askLink('stranger@mail.com', guest.event.id),
      await askLink(guest.email, crypto.randomUUID()),
    ];
    expect(answers.map(({ status, data }) => ({ status, data }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 200, data: {} })),
    );
    await app.quiesce();
    const [mail, ...more] = await mailsTo(app, guest.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe(`Your new join link: ${guest.event.title}`);
    expect(await mailsTo(app, 'stranger@mail.com')).toEqual([]);
    expect((await enter(tokenIn(mail))).status).toBe(200);
    expect((await askLink('no address', guest.event.id)).errors[0]).toMatchObject({
      code: 'email_invalid',
      field: 'email',
    });
  });

  test('a guest gets at most three emails an hour, and every request is answered alike', async () => {
    const guest = await guestWithTicket();
    for (let i = 0; i < 6; i++) expect((await askLink(guest.email, guest.event.id)).status).toBe(200);
    // A reminder of the event may arrive in between.
    const links = async () =>
      (await mailsTo(app, guest.email)).filter(({ subject }) => subject === `Your new join link: ${guest.event.title}`);
    await app.quiesce();
    expect(await links()).toHaveLength(3);
    await app.clock.advance(minutes(61));
    await askLink(guest.email, guest.event.id);
    await app.quiesce();
    expect(await links()).toHaveLength(4);
  });

  test('a guest is one account per email address, also when created twenty times concurrently', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => app.db.tx((tx) => guestFor(tx, app.kit.ids, 'same@mail.com'))),
    );
    expect(new Set(made.map((guest) => guest.id)).size).toBe(1);
  });
});
