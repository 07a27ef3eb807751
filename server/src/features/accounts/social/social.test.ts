import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { approveAtStandIn, continueWithInstagram, socialPeople } from '../../../../test/social.ts';
import { ownAddress } from '../../../http/addresses.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const { handleOf, form, signUp, comeBack, profile, ordinary } = socialPeople(() => app);

test('an attempt returns to the address of this machine where it began, in the tab that has its key', async () => {
  const headers = { host: `${ownAddress()}:3000` };
  const { data } = await app.call('POST /auth/social', { headers });
  const attempt = new URL(data.url);
  expect([attempt.host, new URL(attempt.searchParams.get('redirect_uri')!).host]).toEqual([headers.host, headers.host]);
  const back = await approveAtStandIn(app, data.url, handleOf());
  expect((await app.call('POST /auth/social_return', { headers, body: { key: data.key, ...back } })).status).toBe(200);
});

describe('a new person', () => {
  test('a new identity fills in the form, verifies the email address, and is logged in directly the next time', async () => {
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
    expect(mail?.subject).toBe('Confirm your email address');

    const again = await continueWithInstagram(app, handle.toUpperCase());
    expect(again.back.data.session?.user.user_ide).toBe(data.user.user_ide);
    expect((await profile(again.back.data.session!.access_token)).status).toBe(200);
  });

  test('a form gets each refusal at its field, and can be submitted again', async () => {
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
    const { username } = await ordinary('taken.name@mail.com');
    expect((await signUp(key, { username })).errors[0]?.code).toBe('username_taken');
    const good = form({ username: `late.${username}`, email_repeat: form().email.toUpperCase() });
    expect((await signUp(key, good)).status).toBe(200);
  });

  test('one attempt creates one account, also when the button is pressed six times concurrently', async () => {
    const { key } = await continueWithInstagram(app, handleOf());
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(key)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const late = await continueWithInstagram(app, handleOf());
    await app.clock.advance(minutes(31));
    expect((await signUp(late.key)).errors[0]).toEqual({
      message: 'This sign-up has timed out. Please continue with Instagram again.',
      code: 'social_over',
    });
  });
});

describe('the return from the provider', () => {
  const wrong = {
    message: 'This sign-in did not start in this tab or was already used. Please continue with Instagram again.',
    code: 'social_state_wrong',
  };

  test('the return from the provider works once for a state and a code, in the tab that began', async () => {
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

  test("the return from the provider refuses another tab's code, and an attempt that took too long", async () => {
    const mine = (await app.call('POST /auth/social')).data;
    const other = (await app.call('POST /auth/social')).data;
    const { state } = await approveAtStandIn(app, mine.url, handleOf());
    const { code } = await approveAtStandIn(app, other.url, handleOf());
    expect((await comeBack({ key: mine.key, state, code })).errors[0]).toEqual({
      message: 'Instagram rejected this sign-in. Please try again.',
      code: 'social_refused',
    });
    const late = (await app.call('POST /auth/social')).data;
    const back = await approveAtStandIn(app, late.url, handleOf());
    await app.clock.advance(minutes(31));
    expect((await comeBack({ key: late.key, ...back })).errors[0]).toEqual(wrong);
  });

  test('the return from the provider stores only hashes of keys, states and codes', async () => {
    const { data } = await app.call('POST /auth/social');
    const { state, code } = await approveAtStandIn(app, data.url, handleOf());
    const rows = JSON.stringify([
      await app.db.query('SELECT * FROM social_login'),
      await app.db.query('SELECT * FROM social_stand_in_code'),
    ]);
    for (const secret of [data.key, state, code]) expect(rows).not.toContain(secret);
  });
});
