import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { RefusalCode } from '@frontrow/core/refuse.ts';
import type { SecurityActor, SecurityLog } from '../../ports/security-log.ts';

/** Secrets that are wrong, expired or used up, answered with a status that other refusals have, too. */
export const refusedSecrets: ReadonlySet<string> = new Set<RefusalCode>([
  'link_invalid',
  'reset_token_invalid',
  'social_state_wrong',
  'social_over',
  'rally_over',
  'wallet_message_wrong',
  'wallet_nonce_over',
  'webhook_signature_wrong',
]);

/** The first step of a login with two steps: it asks for a code and refuses nothing. */
const asksForCode: RefusalCode = 'code_required';

export type SecurityEvent = 'access' | 'limit';

const denials = new WeakSet<Refusal>();

/** For a 404 that hides that the thing exists: to the security log it is a refused access. */
export function asDenial(refusal: Refusal): Refusal {
  denials.add(refusal);
  return refusal;
}

/** What a refusal is to the security log; undefined for one that is no matter of security. */
export function securityEventOf(refusal: Refusal): SecurityEvent | undefined {
  const { status, code } = refusal;
  if (code === asksForCode) return undefined;
  if (status === 401 || status === 403 || denials.has(refusal) || refusedSecrets.has(code)) return 'access';
  return status === 429 ? 'limit' : undefined;
}

const recorded = new WeakSet<Refusal>();

/** For a refusal whose log line is written where more is known, so that the error handler writes no second one. */
export const markRecorded = (refusal: Refusal): void => void recorded.add(refusal);

/** Writes a refusal to the security log. `where` is a route's pattern, never an address with a secret in it. */
export function recordRefusal(security: SecurityLog, refusal: Refusal, by: SecurityActor, where: string): void {
  if (recorded.has(refusal)) return;
  const event = securityEventOf(refusal);
  if (event === 'access') security.accessRefused(by, { reason: refusal.code, route: where });
  else if (event === 'limit') security.limitExhausted(by, refusal.code === 'too_many_requests' ? where : refusal.code);
}
