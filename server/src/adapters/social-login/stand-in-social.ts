import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { hashOf } from '../../keys.ts';
import type { SocialLogin } from '../../ports/social-login.ts';
import { challengeOf, standInUrl } from '../sign-in-pages.ts';

/** The page of the built-in provider. */
export const standInPath = '/sandbox/instagram';

/**
 * The built-in provider: a page asks for a name and gives a code, good once, for a minute, and only with the verifier
 * it was asked with. Anybody can be anybody there, so it never serves production unless that is explicitly allowed.
 */
export function standInSocial({ db }: { db: Sql }): SocialLogin {
  return {
    provider: 'instagram_stand_in',
    name: 'Instagram',

    signInUrl: async (request) => standInUrl(standInPath, request),

    async person({ code, codeVerifier, returnUrl }) {
      const row = await db.one<{ handle: string }>(
        `UPDATE social_stand_in_code SET used_at = app_now()
         WHERE hash = $1 AND used_at IS NULL AND expires_at > app_now() AND code_challenge = $2 AND return_url = $3
         RETURNING handle`,
        [hashOf(code), challengeOf(codeVerifier), returnUrl],
      );
      if (!row) throw refuse('social_refused', { provider: 'Instagram' });
      return { subject: row.handle.toLowerCase(), handle: row.handle, name: '' };
    },
  };
}
