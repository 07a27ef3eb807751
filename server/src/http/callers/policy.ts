import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Policy } from '../routes/route.ts';

/**
 * Lets the caller through or throws. `eventUuid` is the event the call is about, for guests whose session is good for
 * one.
 */
export function admit(policy: Policy, actor: Actor, eventUuid: string | undefined): Actor {
  if (policy === 'anyone') return actor;
  if (actor.kind === 'anonymous') throw refuse('login_required');
  if (policy === 'admin' && actor.lacksSecondFactor) throw refuse('second_factor_needed');
  if (!allows(policy, actor, eventUuid)) throw refuse(policy === 'host' ? 'hosts_only' : 'forbidden');
  return actor;
}

function allows(policy: Policy, actor: Account, eventUuid: string | undefined): boolean {
  if (policy === 'admin') return actor.isAdmin;
  if (policy === 'host') return actor.role === 1 && actor.guestOf === undefined;
  if (policy === 'account') return actor.guestOf === undefined;
  return actor.guestOf === undefined || eventUuid === undefined || actor.guestOf === eventUuid;
}
