import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { approveAtStandIn, continueWithInstagram, socialPeople } from '../../../../test/social.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const { handleOf, signUp, comeBack, ordinary, linkToken } = socialPeople(() => app);

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
  expect((await app.call('POST /user/delete', { as: owner.token, body: { password: 'Curtain-up-7' } })).status).toBe(
    200,
  );
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
  expect((await disconnect('Curtain-up-7')).status).toBe(200);
  expect((await account()).data.instagram).toBeNull();
  expect((await continueWithInstagram(app, handle)).back.data.sign_up).not.toBeNull();
});

test('a logged-in person connects an identity with the password, unless it is another account’s', async () => {
  const handle = handleOf();
  const one = await ordinary('connects@mail.com');
  const two = await ordinary('connects.too@mail.com');
  const connect = (as: string, password = 'Curtain-up-7') =>
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
  const received = async (email: string) => (await mailsTo(app, email)).map((mail) => mail.subject);
  expect(await received('connects@mail.com')).toContain('Instagram is connected');
  expect(await received('connects.too@mail.com')).not.toContain('Instagram is connected');

  const { data } = await connect(two.token);
  const back = await approveAtStandIn(app, data.url, handleOf());
  expect((await app.call('POST /user/delete', { as: two.token, body: { password: 'Curtain-up-7' } })).status).toBe(200);
  expect((await comeBack({ key: data.key, ...back })).errors[0]?.code).toBe('social_over');
});

test.each([
  [
    'the owner of the address has taken the account over',
    async (email: string) => {
      await app.call('POST /auth/magic_link', { body: { email } });
      await app.quiesce();
      const mail = (await mailsTo(app, email)).find((one) => one.subject === 'Your login link');
      return app.call('POST /auth/magic_login', { body: { token: tokenIn(mail) } });
    },
  ],
  [
    'the password was changed',
    (_email: string, as: string) =>
      app.call('POST /user/change_password', { as, body: { password: 'Curtain-up-7', new_password: 'Hijklmn2' } }),
  ],
])('an attempt to connect Instagram connects nothing once %s', async (_when, ends) => {
  const handle = handleOf();
  const email = `${handle}@mail.com`;
  const { token } = await ordinary(email, false);
  const { data } = await app.call('POST /user/connect_instagram', { as: token, body: { password: 'Curtain-up-7' } });
  const back = await approveAtStandIn(app, data.url, handle);
  expect((await ends(email, token)).status).toBe(200);
  expect((await comeBack({ key: data.key, ...back })).errors[0]?.code).toBe('social_over');
  expect((await continueWithInstagram(app, handle)).back.data.session).toBeNull();
});
