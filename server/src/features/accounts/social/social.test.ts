import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost } from '../../../../test/actors.ts';
import { betweenTimes, freeLinks, whileHeld } from '../../../../test/at-the-same-moment.ts';
import { bareEvent, freeTicket } from '../../../../test/free-ticket.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { approveAtStandIn, continueWithInstagram } from '../../../../test/social.ts';
import { ownAddress } from '../../../process/own-address.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

let people = 0;
const handleOf = () => `insta.person${++people}`;

const form = (fields: Record<string, unknown> = {}) => ({
  email: `${people}@mail.com`,
  email_repeat: `${people}@mail.com`,
  username: `social${people}`,
  name: 'Ada',
  surname: 'Lind',
  date_of_birth: '1990-05-01',
  accept_terms: true,
  ...fields,
});
const signUp = (key: string, fields: Record<string, unknown> = {}) =>
  app.call('POST /auth/social_signup', { body: { key, ...form(fields) } });
const comeBack = (body: { key: string; state: string; code: string }) => app.call('POST /auth/social_return', { body });
const profile = (as: string) => app.call('GET /user/profile', { as });

async function ordinary(email: string, verified = true) {
  const { data } = await app.call('POST /auth/signup', {
    body: { ...form({ email, username: `ordinary${++people}` }), password: 'Abcdefg1' },
  });
  await app.quiesce();
  if (verified) await app.call('POST /auth/verify_email', { body: { token: tokenIn((await mailsTo(app, email))[0]) } });
  return { id: data.user.user_ide, token: data.access_token };
}

async function linkToken(email: string): Promise<string> {
  await app.quiesce();
  const mail = (await mailsTo(app, email)).find((one) => one.subject === 'Connect Instagram to your account');
  return tokenIn(mail);
}

test('a trip returns to the address of this machine where it began, in the tab that has its key', async () => {
  const headers = { host: `${ownAddress()}:3000` };
  const { data } = await app.call('POST /auth/social', { headers });
  const trip = new URL(data.url);
  expect([trip.host, new URL(trip.searchParams.get('redirect_uri')!).host]).toEqual([headers.host, headers.host]);
  const back = await approveAtStandIn(app, data.url, handleOf());
  expect((await app.call('POST /auth/social_return', { headers, body: { key: data.key, ...back } })).status).toBe(200);
});

describe('a new person', () => {
  test('fills in the form, proves the address by mail, and is logged in directly the next time', async () => {
    const handle = handleOf();
    const { key, back } = await continueWithInstagram(app, handle);
    expect(back.data).toEqual({
      session: null,
      code_needed: false,
      connected: false,
      sign_up: { username: handle, name: '', surname: '' },
    });
    const { status, data } = await signUp(key, { username: handle });
    expect(status).toBe(200);
    expect(data.user).toMatchObject({ user_username: handle, user_email_verified: false });
    await app.quiesce();
    const [mail] = await mailsTo(app, form().email);
    expect(mail?.subject).toBe('Please confirm your email');

    const again = await continueWithInstagram(app, handle.toUpperCase());
    expect(again.back.data.session?.user.user_ide).toBe(data.user.user_ide);
    expect((await profile(again.back.data.session!.access_token)).status).toBe(200);
  });

  test('gets each refusal beside its field, and may send the form again', async () => {
    const { key } = await continueWithInstagram(app, handleOf());
    for (const [fields, code, field] of [
      [{ email: 'no address' }, 'email_invalid', 'email'],
      [{ email_repeat: 'another@mail.com' }, 'emails_mismatch', 'email_repeat'],
      [{ username: '' }, 'field_required', 'username'],
      [{ username: 'talent' }, 'username_reserved', 'username'],
      [{ username: '<b>Ada</b>' }, 'username_invalid', 'username'],
      [{ name: ' ' }, 'field_required', 'name'],
      [{ surname: '' }, 'field_required', 'surname'],
      [{ name: 'Frontrow', surname: 'Support' }, 'name_reserved', 'name'],
      [{ date_of_birth: '' }, 'field_required', 'date_of_birth'],
      [{ accept_terms: false }, 'terms_required', 'accept_terms'],
    ] as const)
      expect((await signUp(key, fields)).errors[0]).toMatchObject({ code, field });
    expect((await signUp(key, { email_repeat: 'x@mail.com' })).errors[0]?.message).toBe('Emails must match.');
    await ordinary('taken.name@mail.com');
    expect((await signUp(key, { username: `ordinary${people}` })).errors[0]?.code).toBe('username_taken');
    const good = form({ username: `late${people}`, email_repeat: form().email.toUpperCase() });
    expect((await signUp(key, good)).status).toBe(200);
  });

  test('gets one account from one trip, also when the button is pressed six times at once', async () => {
    const { key } = await continueWithInstagram(app, handleOf());
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(key)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const late = await continueWithInstagram(app, handleOf());
    await app.clock.advance(minutes(31));
    expect((await signUp(late.key)).errors[0]).toEqual({
      message: 'This sign-up took too long. Please continue with Instagram again.',
      code: 'social_over',
    });
  });
});

describe('the return from the provider', () => {
  const wrong = {
    message: 'This sign-in did not begin in this tab, or was already used. Please continue with Instagram again.',
    code: 'social_state_wrong',
  };

  test('works once for a state and a code, in the tab that began', async () => {
    const mine = (await app.call('POST /auth/social')).data;
    const other = (await app.call('POST /auth/social')).data;
    const back = await approveAtStandIn(app, mine.url, handleOf());
    const otherBack = await approveAtStandIn(app, other.url, handleOf());
    for (const body of [
      { key: mine.key, state: '', code: back.code },
      { key: mine.key, state: 'made-up', code: back.code },
      { key: mine.key, state: otherBack.state, code: back.code },
      { key: other.key, state: back.state, code: back.code },
      { key: '', state: back.state, code: back.code },
    ])
      expect((await comeBack(body)).errors[0]).toEqual(wrong);
    expect((await comeBack({ key: mine.key, ...back })).status).toBe(200);
    expect((await comeBack({ key: mine.key, ...back })).errors[0]).toEqual(wrong);
  });

  test("refuses another tab's code, and a trip that took too long", async () => {
    const mine = (await app.call('POST /auth/social')).data;
    const other = (await app.call('POST /auth/social')).data;
    const { state } = await approveAtStandIn(app, mine.url, handleOf());
    const { code } = await approveAtStandIn(app, other.url, handleOf());
    expect((await comeBack({ key: mine.key, state, code })).errors[0]).toEqual({
      message: 'Instagram did not accept this sign-in. Please try again.',
      code: 'social_refused',
    });
    const late = (await app.call('POST /auth/social')).data;
    const back = await approveAtStandIn(app, late.url, handleOf());
    await app.clock.advance(minutes(31));
    expect((await comeBack({ key: late.key, ...back })).errors[0]).toEqual(wrong);
  });

  test('stores only hashes of keys, states and codes', async () => {
    const { data } = await app.call('POST /auth/social');
    const { state, code } = await approveAtStandIn(app, data.url, handleOf());
    const rows = JSON.stringify([
      await app.db.query('SELECT * FROM social_login'),
      await app.db.query('SELECT * FROM social_stand_in_code'),
    ]);
    for (const secret of [data.key, state, code]) expect(rows).not.toContain(secret);
  });
});

describe('an address that has an account', () => {
  /** The owner of the address, and somebody who came by Instagram and typed it. */
  const ownedAndClaimed = async (email: string) => {
    const owner = await ordinary(email);
    const handle = handleOf();
    const { key } = await continueWithInstagram(app, handle);
    const claim = (await signUp(key, { email, email_repeat: email })).data.user;
    return { owner, handle, key, claim };
  };
  /** The same; the claim has a ticket, and the owner has the link of the mail. */
  const claimedWithTicket = async (email: string) => {
    const both = await ownedAndClaimed(email);
    const event = await bareEvent(app.db, (await newHost(app)).id);
    const ticket = await freeTicket(app.db, event.id, both.claim.user_ide);
    return { ...both, event, ticket, token: await linkToken(email) };
  };

  test('is connected only by its mail, in the browser that began', async () => {
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

  test('locks links before the two accounts, as a new password does', async () => {
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

  test('keeps link and identity when the two cannot be joined', async () => {
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

  test('is not connected when the account has another address meanwhile', async () => {
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

  test('is answered like a new one; only its mailbox learns that it has an account', async () => {
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
    expect((await mailsTo(app, 'nobody.yet@mail.com'))[0]?.subject).toBe('Please confirm your email');
  });

  test('is not connected to an account that has changed its address', async () => {
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

  test('gets a limited number of mails', async () => {
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

  test('does not go to a stranger who signed up with it first', async () => {
    const email = 'victim@mail.com';
    const attacker = handleOf();
    const { key } = await continueWithInstagram(app, attacker);
    const waiting = (await signUp(key, { email, email_repeat: email })).data;
    await app.call('POST /auth/magic_link', { body: { email } });
    await app.quiesce();
    const mail = (await mailsTo(app, email)).find((one) => one.subject === 'Your log-in link');
    expect((await app.call('POST /auth/magic_login', { body: { token: tokenIn(mail) } })).status).toBe(200);
    await app.clock.advance(seconds(3));
    expect((await profile(waiting.access_token)).status).toBe(401);
    expect((await continueWithInstagram(app, attacker)).back.data.session).toBeNull();
  });
});

test('a person who deleted the account may sign up again', async () => {
  const handle = handleOf();
  const email = 'leaves@mail.com';
  const owner = await ordinary(email);
  const { key } = await continueWithInstagram(app, handle);
  await signUp(key, { email, email_repeat: email });
  await app.call('POST /auth/social_link', { body: { token: await linkToken(email), key } });
  expect((await app.call('GET /user/export', { as: owner.token })).data['social_identities']).toMatchObject([
    { handle },
  ]);
  expect((await app.call('POST /user/delete', { as: owner.token, body: { password: 'Abcdefg1' } })).status).toBe(200);
  expect((await continueWithInstagram(app, handle)).back.data.sign_up).not.toBeNull();
});

test('Instagram is disconnected with the password, and signs up a new person afterwards', async () => {
  const handle = handleOf();
  const email = 'disconnects@mail.com';
  const owner = await ordinary(email);
  const account = () => app.call('GET /user/account', { as: owner.token });
  expect((await account()).data.instagram).toBeNull();
  const { key } = await continueWithInstagram(app, handle);
  await signUp(key, { email, email_repeat: email });
  await app.call('POST /auth/social_link', { body: { token: await linkToken(email), key } });
  expect((await account()).data.instagram).toBe(handle);
  const disconnect = (password: string) =>
    app.call('POST /user/disconnect_instagram', { as: owner.token, body: { password } });
  expect((await disconnect('Abcdefg2')).errors[0]?.code).toBe('password_wrong');
  expect((await continueWithInstagram(app, handle)).back.data.session).not.toBeNull();
  expect((await disconnect('Abcdefg1')).status).toBe(200);
  expect((await account()).data.instagram).toBeNull();
  expect((await continueWithInstagram(app, handle)).back.data.sign_up).not.toBeNull();
});

test('a logged-in person connects an identity with the password, unless it is another account’s', async () => {
  const handle = handleOf();
  const one = await ordinary('connects@mail.com');
  const two = await ordinary('connects.too@mail.com');
  const connect = (as: string, password = 'Abcdefg1') =>
    app.call('POST /user/connect_instagram', { as, body: { password } });
  const comesBack = async (as: string) => {
    const { data } = await connect(as);
    return comeBack({ key: data.key, ...(await approveAtStandIn(app, data.url, handle)) });
  };
  const handleAt = async (as: string) => (await app.call('GET /user/account', { as })).data.instagram;
  expect((await connect(one.token, 'Abcdefg2')).errors[0]?.code).toBe('password_wrong');
  expect((await comesBack(one.token)).data).toEqual({
    session: null,
    code_needed: false,
    connected: true,
    sign_up: null,
  });
  expect(await handleAt(one.token)).toBe(handle);
  expect((await continueWithInstagram(app, handle)).back.data.session?.user.user_ide).toBe(one.id);
  const refused = await comesBack(two.token);
  expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'social_taken']);
  expect(await handleAt(two.token)).toBeNull();
  await app.quiesce();
  const told = async (email: string) => (await mailsTo(app, email)).map((mail) => mail.subject);
  expect(await told('connects@mail.com')).toContain('Instagram is connected');
  expect(await told('connects.too@mail.com')).not.toContain('Instagram is connected');

  const { data } = await connect(two.token);
  const back = await approveAtStandIn(app, data.url, handleOf());
  expect((await app.call('POST /user/delete', { as: two.token, body: { password: 'Abcdefg1' } })).status).toBe(200);
  expect((await comeBack({ key: data.key, ...back })).errors[0]?.code).toBe('social_over');
});

test.each([
  [
    'the owner of the address has taken the account over',
    async (email: string) => {
      await app.call('POST /auth/magic_link', { body: { email } });
      await app.quiesce();
      const mail = (await mailsTo(app, email)).find((one) => one.subject === 'Your log-in link');
      return app.call('POST /auth/magic_login', { body: { token: tokenIn(mail) } });
    },
  ],
  [
    'the password was changed',
    (_email: string, as: string) =>
      app.call('POST /user/change_password', { as, body: { password: 'Abcdefg1', new_password: 'Hijklmn2' } }),
  ],
])('a trip to connect Instagram connects nothing once %s', async (_when, ends) => {
  const email = `began${++people}@mail.com`;
  const handle = handleOf();
  const { token } = await ordinary(email, false);
  const { data } = await app.call('POST /user/connect_instagram', { as: token, body: { password: 'Abcdefg1' } });
  const back = await approveAtStandIn(app, data.url, handle);
  expect((await ends(email, token)).status).toBe(200);
  expect((await comeBack({ key: data.key, ...back })).errors[0]?.code).toBe('social_over');
  expect((await continueWithInstagram(app, handle)).back.data.session).toBeNull();
});
