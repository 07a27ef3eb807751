import { publicToken } from '@frontrow/contract/kernel/headers.ts';
import { type Account, type Actor, anonymous } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Authenticator } from '../../http/callers/authenticate.ts';
import type { Kit } from '../../kit.ts';
import type { AccessClaims, AccessTokens } from './access-token.ts';
import type { AccountLookup, AccountRecord } from './records.ts';
import type { Sessions } from './sessions.ts';

interface AuthenticatorDeps extends Pick<Kit, 'config' | 'db'> {
  readonly tokens: AccessTokens;
  readonly lookup: AccountLookup;
  readonly sessions: Sessions;
}

/**
 * Identifies whose token it is. A log-out, a changed role or an erased account takes effect within 2 s. In production
 * an app admin has only ordinary rights until two-step login is on.
 */
export function createAuthenticator({ config, db, tokens, lookup, sessions }: AuthenticatorDeps): Authenticator {
  const ask = async (token: string, known: AccessClaims | undefined): Promise<Actor> => {
    const claims = known ?? (await tokens.read(token));
    if (!claims) throw refuse('token_invalid');
    const account = await lookup.find(claims.accountId, claims.sessionId);
    const actor = account && actorOf(claims, account, config.production);
    if (!actor) throw refuse('token_invalid');
    return actor;
  };
  return {
    authenticate(token) {
      if (token === undefined || token === publicToken) return anonymous;
      const claims = tokens.known(token);
      const account = claims && lookup.known(claims.accountId, claims.sessionId);
      return (account && actorOf(claims, account, config.production)) ?? ask(token, claims);
    },
    countsFor(token) {
      if (token === undefined || token === publicToken) return null;
      return tokens.known(token)?.accountId;
    },
    ended: (people) => sessions.endedOf(db, people),
  };
}

function actorOf(claims: AccessClaims, account: AccountRecord, needsTwoSteps: boolean): Account | undefined {
  if (account.sessionEnded || account.sessionVersion !== claims.sessionVersion) return undefined;
  // A guest's session is valid for one event. A token without an event would be valid for all.
  if (account.isGuest && claims.guestEvent === undefined) return undefined;
  const lacksSecondFactor = needsTwoSteps && account.isAdminByPasswordAlone;
  return {
    kind: 'account',
    id: account.id,
    username: account.username,
    role: account.role,
    // A session from an emailed join link is for the one event, anyone who holds the ticket.
    isAdmin: account.isAdmin && !lacksSecondFactor && claims.guestEvent === undefined,
    ...(lacksSecondFactor && { lacksSecondFactor }),
    guestOf: claims.guestEvent,
    sessionId: claims.sessionId,
    sessionVersion: claims.sessionVersion,
  };
}
