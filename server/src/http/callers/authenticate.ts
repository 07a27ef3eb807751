import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';

/** Somebody by the session they were let in with. */
export type SessionOf = Pick<Account, 'id' | 'sessionId' | 'sessionVersion'>;

/**
 * Turns the `access-token` header into who is asking. No header and the public token are anonymous; a
 * token that is wrong, expired or revoked throws `token_invalid`. Answers at once, without a promise, where it just
 * knew the same token.
 */
export interface Authenticator {
  authenticate(token: string | undefined): Actor | Promise<Actor>;
  /**
   * Whom to count for what everybody may read, at once and without a look at the session, so that it lets nobody in:
   * the account of a token that was read before and has not expired, null for nobody's, undefined for a token that
   * must be read first.
   */
  countsFor(token: string | undefined): number | null | undefined;
  /**
   * Of these people, as they were let in: those whose session has ended since (log-out, another password, gone
   * account).
   */
  ended<P extends SessionOf>(people: readonly P[]): Promise<ReadonlySet<P>>;
}
