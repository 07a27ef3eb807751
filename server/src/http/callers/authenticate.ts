import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Policy } from '../routes/route.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../process/config.ts';
import { createCookie } from '../headers/cookies.ts';

/** Somebody by the session they were let in with. */
export type SessionOf = Pick<Account, 'id' | 'sessionId' | 'sessionVersion'>;

/**
 * Turns the `access-token` header into who is asking. No header and the public token are anonymous; a token that is
 * wrong, expired or revoked throws `token_invalid`. Answers at once, without a promise, where it just knew the same
 * token.
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

/**
 * Lets the caller through or throws. `eventUuid` is the event the call is about, for guests whose session is good for
 * one.
 */
export function admit(policy: Policy, actor: Actor, eventUuid: string | undefined): Actor {
  if (policy === 'anyone') return actor;
  if (actor.kind === 'anonymous') throw refuse('login_required');
  if (policy === 'admin' && actor.lacksSecondFactor) throw refuse('second_factor_needed');
  if (!allows(policy, actor, eventUuid)) throw refuse(refusalOf[policy]);
  return actor;
}

/** Why somebody with a session is turned away. Only a guest lacks an account. */
const refusalOf = { member: 'forbidden', account: 'account_required', host: 'hosts_only', admin: 'forbidden' } as const;

function allows(policy: Policy, actor: Account, eventUuid: string | undefined): boolean {
  if (policy === 'admin') return actor.isAdmin;
  if (policy === 'host') return actor.role === 1 && actor.guestOf === undefined;
  if (policy === 'account') return actor.guestOf === undefined;
  return actor.guestOf === undefined || eventUuid === undefined || actor.guestOf === eventUuid;
}

/** Longer than a replica that is read may be behind, with the second until that is noticed. */
const keptMs = seconds(6);
const name = 'frontrow-wrote';
/** Under its plain name, too: nobody gains anything by planting it. */
const mark = new RegExp(`(?:^|;\\s*)(?:__Host-)?${name}=1(?:;|$)`);

/**
 * After a change the caller gets a cookie of a few seconds, so that the lists they read next have it, whichever process
 * answers. It says nothing else of them.
 */
export function markWrites(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'production'>): void {
  const cookie = createCookie(config, { name, keptMs, sameSite: 'Strict' }).set('1');
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400)
      reply.header('set-cookie', cookie);
    done();
  });
}

/** Whether the caller changed something a moment ago. */
export const wroteJustNow = (header: (name: string) => string | undefined): boolean =>
  mark.test(header('cookie') ?? '');
