import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { call } from '#web/shared/api/call.ts';
import { enter, forgetSession, keepProfile } from './session.ts';

export const login = async (body: BodyOf<'POST /auth/login'>): Promise<WireProfile> =>
  enter(await call('POST /auth/login', { body }));

export const signup = async (body: BodyOf<'POST /auth/signup'>): Promise<WireProfile> =>
  enter(await call('POST /auth/signup', { body }));

/** Chooses a new password with the link of the mail, and is logged in with it. */
export const resetPassword = async (body: BodyOf<'POST /auth/reset_password'>): Promise<WireProfile> =>
  enter(await call('POST /auth/reset_password', { body }));

/** Logs in with the link of the mail. */
export const loginByLink = async (body: BodyOf<'POST /auth/magic_login'>): Promise<WireProfile> =>
  enter(await call('POST /auth/magic_login', { body }));

/** Back from Instagram: a known person is logged in. */
export async function returnFromSocial(
  body: BodyOf<'POST /auth/social_return'>,
): Promise<AnswerOf<'POST /auth/social_return'>> {
  const answer = await call('POST /auth/social_return', { body });
  if (answer.session) await enter(answer.session);
  return answer;
}

/** The second step of a known person with two-step log-in. */
export const enterBySocial = async (body: BodyOf<'POST /auth/social_enter'>): Promise<WireProfile> =>
  enter(await call('POST /auth/social_enter', { body }));

/** The form after Instagram: a new person is logged in. */
export const signUpBySocial = async (body: BodyOf<'POST /auth/social_signup'>): Promise<WireProfile> =>
  enter(await call('POST /auth/social_signup', { body }));

/** Connects Instagram with the link of the mail. */
export const linkSocial = async (body: BodyOf<'POST /auth/social_link'>): Promise<WireProfile> =>
  enter(await call('POST /auth/social_link', { body }));

/** Consumes a ticket mail's join link: a session good for one event; answers its uuid. */
export async function enterAsGuest(body: BodyOf<'POST /auth/guest_session'>): Promise<string> {
  const answer = await call('POST /auth/guest_session', { body });
  await enter(answer);
  return answer.event_uuid;
}

/** Another password: this browser goes on with the new session, all others end. */
export const changePassword = async (body: BodyOf<'POST /user/change_password'>): Promise<WireProfile> =>
  enter(await call('POST /user/change_password', { body }));

/** Deletes the account for good. The page stands until it is left, so that it can say so. */
export async function deleteAccount(body: BodyOf<'POST /user/delete'>): Promise<void> {
  await call('POST /user/delete', { body });
  forgetSession();
}

/** Asks to become an influencer; the menu then says that the request is being processed. */
export const requestInfluencer = async (): Promise<void> =>
  keepProfile(await call('POST /user/influencer_request', { body: {} }));
