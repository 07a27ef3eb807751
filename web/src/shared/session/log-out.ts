import { call } from '#web/shared/api/call.ts';
import { refreshToken } from '#web/shared/api/tokens.ts';
import { forgetSession } from './session.ts';

/** Forgets who was here, and reloads the site root. */
export async function logOut(): Promise<void> {
  const refresh = refreshToken();
  await call('POST /auth/logout', { body: refresh === null ? {} : { refresh_token: refresh } }).catch(() => undefined);
  forgetSession();
  window.location.assign('/');
}
