import { socialTripMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { hashOf } from '../../../keys.ts';

/**
 * Begins a trip to the provider. State and verifier stay on the server. The key goes to the tab that began, and only
 * that tab can continue. With `connectTo` the trip connects the identity to that account instead of logging in, unless
 * all sessions of the account were ended meanwhile.
 */
export async function beginSocial(
  { db, ids, social }: Pick<Kit, 'db' | 'ids' | 'social'>,
  returnUrl: string,
  connectTo?: { id: number; sessionVersion: number },
): Promise<{ url: string; key: string }> {
  if (!social) throw refuse('social_unset');
  const key = ids.secret();
  const state = ids.secret();
  // RFC 7636 requires at least 43 characters.
  const codeVerifier = ids.secret() + ids.secret();
  await db.query(
    `INSERT INTO social_login (key_hash, state_hash, code_verifier, expires_at, connect_to, connect_version)
     VALUES ($1, $2, $3, app_now() + make_interval(secs => $4), $5, $6)`,
    [hashOf(key), hashOf(state), codeVerifier, socialTripMs / 1000, connectTo?.id, connectTo?.sessionVersion],
  );
  return { url: await social.signInUrl({ state, codeVerifier, returnUrl }), key };
}
