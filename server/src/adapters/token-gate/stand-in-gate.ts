import { refuse } from '@frontrow/core/refuse.ts';
import { everythingOf, type Holdings, nothingHeld } from '@frontrow/core/token-gate/holdings.ts';
import type { TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import type { Sql } from '../../db/db.ts';
import { hashOf } from '../../keys.ts';
import type { OAuthGate } from '../../ports/token-gate.ts';
import { challengeOf, standInUrl } from '../sign-in-pages.ts';

/** The page of the built-in provider. */
export const standInPath = '/sandbox/rally';

/**
 * The built-in provider: a page asks whether one is a holder, and gives a code, good once, for a minute, and only with
 * the verifier it was asked with. Anybody holds anything there, so it never serves production unless that is
 * explicitly allowed.
 */
export function standInGate({ db }: { db: Sql }): OAuthGate {
  const holdingsOf = async (wallet: string, rule: TokenRule): Promise<Holdings> => {
    const said = await db.one<{ is_holder: boolean }>('SELECT is_holder FROM rally_stand_in_wallet WHERE wallet = $1', [
      wallet,
    ]);
    return said?.is_holder ? everythingOf(rule) : nothingHeld;
  };
  return {
    name: 'stand_in',

    signInUrl: async (request) => standInUrl(standInPath, request),

    async wallet({ code, codeVerifier, returnUrl }, rule) {
      const row = await db.one<{ wallet: string }>(
        `UPDATE rally_stand_in_code SET used_at = app_now()
         WHERE hash = $1 AND used_at IS NULL AND expires_at > app_now() AND code_challenge = $2 AND return_url = $3
         RETURNING wallet`,
        [hashOf(code), challengeOf(codeVerifier), returnUrl],
      );
      if (!row) throw refuse('rally_refused');
      return { subject: row.wallet, holds: await holdingsOf(row.wallet, rule), proof: row.wallet };
    },

    holdsStill: async (proof, rule) => ({ is: 'known', holds: await holdingsOf(proof, rule), proof }),
  };
}
