import { call } from '#web/shared/api/call.ts';
import { removeStored } from '#web/shared/api/storage.ts';
import { refreshToken } from '#web/shared/api/tokens.ts';
import { forgetOfflineTickets } from '#web/shared/offline-tickets.ts';
import { forgetSession } from './session.ts';

/**
 * Where a person goes on who asked for a mailed link, and what they had pressed. For all tabs, because the link opens
 * in another tab of the browser that asked for it.
 */
export const wayBackKey = 'frontrow-way-back';

/** Forgets who was here, and reloads the site root. */
export async function logOut(): Promise<void> {
  const refresh = refreshToken();
  await call('POST /auth/logout', { body: refresh === null ? {} : { refresh_token: refresh } }).catch(() => undefined);
  forgetSession();
  removeStored(wayBackKey);
  forgetOfflineTickets();
  window.location.assign('/');
}
