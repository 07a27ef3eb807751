import type { AnswerOf } from '@frontrow/contract/api.ts';
import { standInPath } from '../src/adapters/social-login/stand-in-social.ts';
import type { TestAnswer, TestApp } from './harness.ts';
import { mailsTo, tokenIn } from './mails.ts';
import { sendSignInPage } from './sign-in-page.ts';

/** The person says yes on the built-in provider's page: what the browser comes back with. */
export const approveAtStandIn = (
  app: Pick<TestApp, 'http'>,
  url: string,
  handle: string,
): Promise<{ code: string; state: string }> => sendSignInPage(app, standInPath, url, { handle, decision: 'yes' });

/** "Continue with Instagram" as `handle`, up to the answer of the return. */
export async function continueWithInstagram(
  app: TestApp,
  handle: string,
): Promise<{ key: string; back: TestAnswer<AnswerOf<'POST /auth/social_return'>> }> {
  const { data } = await app.call('POST /auth/social');
  const back = await approveAtStandIn(app, data.url, handle);
  return { key: data.key, back: await app.call('POST /auth/social_return', { body: { key: data.key, ...back } }) };
}

/** People of a test who use Instagram, and people who signed up with a password; each has their own names. */
export function socialPeople(app: () => TestApp) {
  let people = 0;
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
  return {
    handleOf: () => `insta.person${++people}`,
    form,
    signUp: (key: string, fields: Record<string, unknown> = {}) =>
      app().call('POST /auth/social_signup', { body: { key, ...form(fields) } }),
    comeBack: (body: { key: string; state: string; code: string; iss?: string }) =>
      app().call('POST /auth/social_return', { body }),
    profile: (as: string) => app().call('GET /user/profile', { as }),

    /** Signed up with a password, and proved the address unless told otherwise. */
    async ordinary(email: string, verified = true) {
      const { data } = await app().call('POST /auth/signup', {
        body: { ...form({ email, username: `ordinary${++people}` }), password: 'Curtain-up-7' },
      });
      await app().quiesce();
      const mailed = () => mailsTo(app(), email).then(([mail]) => tokenIn(mail));
      if (verified) await app().call('POST /auth/verify_email', { body: { token: await mailed() } });
      const { user_ide: id, user_username: username } = data.user;
      return { id, username, token: data.access_token };
    },

    /** The token of the email that connects Instagram to an account. */
    async linkToken(email: string): Promise<string> {
      await app().quiesce();
      const mails = await mailsTo(app(), email);
      return tokenIn(mails.find((one) => one.subject === 'Connect Instagram to your account'));
    },
  };
}
