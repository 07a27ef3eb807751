import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../../../test/openid-provider.ts';
import { approveAtStandIn, continueWithInstagram, socialPeople } from '../../../../test/social.ts';
import type { Sessions } from '../sessions.ts';
import { returnFromSocial } from './sign-in.ts';

let app: TestApp;
let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider('http://localhost:3000/social_login');
  app = await testApp({ config: { openId: provider.openId } });
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
  await provider.close();
});

const { signUp, ordinary, comeBack } = socialPeople(() => app);
const begin = async () => (await app.call('POST /auth/social', { body: { provider: 'openid' } })).data;
const approve = async ({ key, url }: { key: string; url: string }, who: string) => ({
  key,
  code: await provider.approve(url, who),
  state: new URL(url).searchParams.get('state') ?? '',
  iss: provider.openId.issuer,
});
const continueAs = async (who: string) => {
  const back = await approve(await begin(), who);
  return { key: back.key, back: await comeBack(back) };
};

test('a new person signs up, and the same person is logged in the next time', async () => {
  expect((await app.call('GET /client_config')).data).toMatchObject({ openid_name: 'Keyring', social_login: true });
  const { key, back } = await continueAs('grace');
  expect(back.data.sign_up).toEqual({ username: 'grace', name: 'Ada', surname: 'Lind' });
  const { data } = await signUp(key, { username: 'grace', email: 'grace@mail.com', email_repeat: 'grace@mail.com' });
  expect((await continueAs('grace')).back.data.session?.user.user_ide).toBe(data.user.user_ide);
});

test('typing an email address that has an account connects nothing without the email to it', async () => {
  const owner = await ordinary('collides@mail.com');
  const { key } = await continueAs('intruder');
  const email = 'collides@mail.com';
  const claim = (await signUp(key, { username: 'collides', email, email_repeat: email })).data.user;
  expect(claim.user_ide).not.toBe(owner.id);
  await app.quiesce();
  const mail = (await mailsTo(app, email)).find((one) => one.subject === 'Connect Keyring to your account');
  const other = await begin();
  const link = (browser: string) =>
    app.call('POST /auth/social_link', { body: { token: tokenIn(mail), key: browser } });
  expect((await link(other.key)).errors[0]).toEqual({
    code: 'social_other_browser',
    message: 'Open this link in the browser where you continued with Keyring.',
  });
  expect((await link(key)).data.user.user_ide).toBe(owner.id);
  expect((await continueAs('intruder')).back.data.session?.user.user_ide).toBe(owner.id);
});

test('an attempt that is no longer known names the provider of this installation', async () => {
  const unknown = { key: 'k'.repeat(43), state: 's'.repeat(43), code: 'c' };
  const { kit } = app;
  const sessions = {} as Sessions;
  const back = returnFromSocial({ ...kit, social: undefined, sessions }, unknown, () => '', { userAgent: undefined });
  await expect(back).rejects.toThrow('Please continue with Keyring again.');
});

test('an account has one identity of each provider, and disconnecting one leaves the other', async () => {
  const { token, id } = await ordinary('both@mail.com');
  const password = 'Curtain-up-7';
  const connect = async (way: 'instagram' | 'openid') =>
    (await app.call('POST /user/connect_instagram', { as: token, body: { password, provider: way } })).data;
  const account = async () => (await app.call('GET /user/account', { as: token })).data;
  expect((await comeBack(await approve(await connect('openid'), 'linus'))).data.connected).toBe(true);
  const atInstagram = await connect('instagram');
  const approved = await approveAtStandIn(app, atInstagram.url, 'linus.pics');
  expect((await comeBack({ key: atInstagram.key, ...approved })).data.connected).toBe(true);
  expect(await account()).toMatchObject({ instagram: 'linus.pics', openid: 'linus' });
  await app.quiesce();
  const subjects = (await mailsTo(app, 'both@mail.com')).map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining(['Keyring is connected', 'Instagram is connected']));
  await app.call('POST /user/disconnect_instagram', { as: token, body: { password, provider: 'openid' } });
  expect(await account()).toMatchObject({ instagram: 'linus.pics', openid: null });
  expect((await continueWithInstagram(app, 'linus.pics')).back.data.session?.user.user_ide).toBe(id);
  expect((await continueAs('linus')).back.data.sign_up).not.toBeNull();
});

test('an answer is taken once, in the tab that began, and refused in the name of its provider', async () => {
  const back = await approve(await begin(), 'once');
  expect((await comeBack({ ...back, state: 'made-up' })).errors[0]?.message).toBe(
    'This sign-in did not start in this tab or was already used. Please continue with Keyring again.',
  );
  expect((await comeBack(back)).status).toBe(200);
  expect((await comeBack(back)).errors[0]?.code).toBe('social_state_wrong');
  const refused = await comeBack({ ...(await approve(await begin(), 'once')), code: 'made-up' });
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    403,
    'Keyring rejected this sign-in. Please try again.',
  ]);
});

test('a sign-up with OpenID Connect is refused in words where it is not set', async () => {
  const other = await testApp();
  const { status, errors } = await other.call('POST /auth/social', { body: { provider: 'openid' } });
  expect([status, errors[0]?.message]).toEqual([404, 'OpenID Connect sign-up is not available here.']);
  await other.close();
});
