import { publicToken } from '@frontrow/contract/kernel/headers.ts';
import { anonymous } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Authenticator } from '../../http/authenticate.ts';
import type { AccessTokens } from './access-token.ts';
import type { Kit } from '../../kit.ts';
import type { AccountLookup } from './account-lookup.ts';
import type { Sessions } from './sessions.ts';

interface AuthenticatorUses extends Pick<Kit, 'db'> {
  readonly tokens: AccessTokens;
  readonly lookup: AccountLookup;
  readonly sessions: Sessions;
}

/** Who a token stands for, now: a log-out, a changed role or an erased account holds within 2 s (reliability 1.22–25). */
export function createAuthenticator({ db, tokens, lookup, sessions }: AuthenticatorUses): Authenticator {
  return {
    async authenticate(token) {
      if (token === undefined || token === publicToken) return anonymous;
      const claims = await tokens.read(token);
      if (!claims) throw refuse('token_invalid');
      const account = await lookup.find(claims.accountId, claims.sessionId);
      if (!account || account.sessionEnded || account.sessionVersion !== claims.sessionVersion)
        throw refuse('token_invalid');
      // A guest's session is good for one event; a token without one would be good for all.
      if (account.isGuest && claims.guestEvent === undefined) throw refuse('token_invalid');
      return {
        kind: 'account',
        id: account.id,
        username: account.username,
        role: account.role,
        isAdmin: account.isAdmin,
        guestOf: claims.guestEvent,
        sessionId: claims.sessionId,
        sessionVersion: claims.sessionVersion,
      };
    },
    ended: (accounts) => sessions.endedOf(db, accounts),
  };
}
