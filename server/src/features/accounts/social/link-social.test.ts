import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost } from '../../../../test/actors.ts';
import { betweenTimes, freeLinks, whileHeld } from '../../../../test/interleaving.ts';
import { bareEvent, freeTicket } from '../../../../test/free-ticket.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { continueWithInstagram, socialPeople } from '../../../../test/social.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const { handleOf, signUp, profile, ordinary, linkToken } = socialPeople(() => app);

describe('an email address that already has an account', () => {
  /** The owner of the email address, and a person who came through Instagram and typed it. */
  const ownedAndClaimed = async (email: string) => {
    const owner = await ordinary(email);
    const handle = handleOf();
    const { key } = await continueWithInstagram(app, handle);
    const claim = (await signUp(key, { email, email_repeat: email })).data.user;
    return { owner, handle, key, claim };
  };
  /** The same; the claim has a ticket, and the owner has the link of the email. */
  const claimedWithTicket = async (email: string) => {
    const both = await ownedAndClaimed(email);
    const event = await bareEvent(app.db, (await newHost(app)).id);
    const ticket = await freeTicket(app.db, event.id, both.claim.user_ide);
    return { ...both, event, ticket, token: await linkToken(email) };
  };

  test('an identity is connected only through the email, in the browser that began', async () => {
    const email = 'owner@mail.com';
    const { owner, handle, key, claim } = await ownedAndClaimed(email);
    expect(claim).toMatchObject({ user_email: email, user_email_verified: false });
    expect((await continueWithInstagram(app, handle)).back.data.session?.user.user_ide).toBe(claim.user_ide);

    const token = await linkToken(email);
    const link = (body: { token: string; key: string }) => app.call('POST /auth/social_link', { body });
    const stranger = (await app.call('POST /auth/social')).data.key;
    expect((await link({ token, key: stranger })).errors[0]?.code).toBe('social_other_browser');
    expect((await link({ token: 'x', key })).errors[0]?.code).toBe('link_invalid');
    const { status, data } = await link({ token, key });
    expect(status).toBe(200);
    expect(data.user.user_ide).toBe(owner.id);
    expect((await link({ token, key })).errors[0]?.code).toBe('link_invalid');
    expect((await continueWithInstagram(app, handle)).back.data.session?.user.user_ide).toBe(owner.id);
    const gone = await app.db.one('SELECT erased_at IS NOT NULL AS gone FROM app_user WHERE id = $1', [claim.user_ide]);
    expect(gone).toEqual({ gone: true });
  });

  test('an email address that has an account locks links before the two accounts, as a new password does', async () => {
    const { owner, key, claim } = await ownedAndClaimed('in.order@mail.com');
    const token = await linkToken('in.order@mail.com');
    const linked = await whileHeld(
      app,
      'SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE',
      owner.id,
      () => app.call('POST /auth/social_link', { body: { token, key } }),
      async () => expect(await freeLinks(app, owner.id, claim.user_ide)).toEqual([]),
    );
    expect(linked.status).toBe(200);
  });

  test('an email address that already has an account keeps link and identity when the two cannot be joined', async () => {
    const { owner, handle, key, claim, ticket, token } = await claimedWithTicket('try.again@mail.com');
    const link = () => app.call('POST /auth/social_link', { body: { token, key } });
    await app.db.query(
      "CREATE FUNCTION no_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$",
    );
    await app.db.query('CREATE TRIGGER no_move BEFORE UPDATE ON ticket FOR EACH ROW EXECUTE FUNCTION no_move()');
    expect((await link()).status).toBe(500);
    expect((await continueWithInstagram(app, handle)).back.data.session?.user.user_ide).toBe(claim.user_ide);
    await app.db.query('DROP TRIGGER no_move ON ticket');
    expect((await link()).data.user.user_ide).toBe(owner.id);
    expect((await continueWithInstagram(app, handle)).back.data.session?.user.user_ide).toBe(owner.id);
    expect(await app.db.one('SELECT holder_id FROM ticket WHERE id = $1', [ticket])).toEqual({ holder_id: owner.id });
  });

  test('an identity is not connected if its account changes its email address while the link is being used', async () => {
    const email = 'moving.away@mail.com';
    const { owner, handle, key, claim, event, ticket, token } = await claimedWithTicket(email);
    const { errors } = await betweenTimes(
      app,
      event,
      () => app.call('POST /auth/social_link', { body: { token, key } }),
      () => app.db.query('UPDATE app_user SET email_norm = $2 WHERE id = $1', [owner.id, `new.${email}`]),
    );
    expect(errors[0]?.code).toBe('link_invalid');
    expect((await continueWithInstagram(app, handle)).back.data.session?.user.user_ide).toBe(claim.user_ide);
    const { holder_id: holder } = (await app.db.one<{ holder_id: number }>(
      'SELECT holder_id FROM ticket WHERE id = $1',
      [ticket],
    ))!;
    expect(holder).toBe(claim.user_ide);
  });

  test('an email address with an account is answered like a new one; only its mailbox learns of the account', async () => {
    const email = 'known.owner@mail.com';
    await ordinary(email);
    const answers = [];
    for (const [address, username] of [
      [email, 'insta-same1'],
      ['nobody.yet@mail.com', 'insta-same2'],
    ] as const) {
      const { key } = await continueWithInstagram(app, handleOf());
      answers.push(await signUp(key, { email: address, email_repeat: address, username }));
    }
    const [taken, fresh] = answers;
    expect(taken!.status).toBe(fresh!.status);
    expect(Object.keys(taken!.headers)).toEqual(Object.keys(fresh!.headers));
    const shownOf = (answer: typeof taken) => {
      const { user_ide, user_email, user_username, ...rest } = answer!.data.user;
      return [typeof user_ide, typeof user_email, typeof user_username, rest, Object.keys(answer!.data)];
    };
    expect(shownOf(taken)).toEqual(shownOf(fresh));
    await app.quiesce();
    expect((await mailsTo(app, email))[0]?.subject).toBe('Connect Instagram to your account');
    expect((await mailsTo(app, 'nobody.yet@mail.com'))[0]?.subject).toBe('Confirm your email address');
  });

  test('an identity is not connected if its account changed its email address after the link was sent', async () => {
    const email = 'moved.on@mail.com';
    await ordinary(email);
    const { key } = await continueWithInstagram(app, handleOf());
    const claim = (await signUp(key, { email, email_repeat: email })).data.user;
    const token = await linkToken(email);
    await app.db.query(
      "UPDATE app_user SET email_norm = 'elsewhere@mail.com', email_verified_at = app_now() WHERE id = $1",
      [claim.user_ide],
    );
    expect((await app.call('POST /auth/social_link', { body: { token, key } })).errors[0]?.code).toBe('link_invalid');
  });

  test('an email address gets a limited number of link emails', async () => {
    const email = 'quiet.owner@mail.com';
    await ordinary(email);
    for (let i = 0; i < 5; i++) {
      const { key } = await continueWithInstagram(app, handleOf());
      expect((await signUp(key, { email, email_repeat: email, username: `quiet${i}` })).status).toBe(200);
    }
    await app.quiesce();
    const mails = await mailsTo(app, email);
    expect(mails.filter((mail) => mail.subject === 'Connect Instagram to your account')).toHaveLength(4);
  });

  test('an email address that already has an account does not go to a stranger who signed up with it first', async () => {
    const email = 'victim@mail.com';
    const attacker = handleOf();
    const { key } = await continueWithInstagram(app, attacker);
    const waiting = (await signUp(key, { email, email_repeat: email })).data;
    await app.call('POST /auth/magic_link', { body: { email } });
    await app.quiesce();
    const mail = (await mailsTo(app, email)).find((one) => one.subject === 'Your login link');
    expect((await app.call('POST /auth/magic_login', { body: { token: tokenIn(mail) } })).status).toBe(200);
    await app.clock.advance(seconds(3));
    expect((await profile(waiting.access_token)).status).toBe(401);
    expect((await continueWithInstagram(app, attacker)).back.data.session).toBeNull();
  });
});
