import {
  loginFailuresMax,
  loginFailuresOfAllMax,
  loginOfAllWindowMs,
  loginWindowMs,
  secondFactorTriesMax,
  secondFactorTriesOfAllMax,
} from '@frontrow/core/accounts/limits.ts';
import type { Counter } from './attempts.ts';
import type { LogInOrigin } from './known-devices.ts';
import type { ByEmail } from './store.ts';

interface Limits {
  readonly scope: string;
  /** Per network, or per known device. */
  readonly max: number;
  /** Of all unknown devices together. */
  readonly ofAllMax: number;
}

/**
 * Who shares an attempt's counter. A device that logged in before has its own, so that no stranger can use it up. All
 * others are counted by their network first, and together, so that many networks guess no faster.
 */
function countersFor(
  { scope, max, ofAllMax }: Limits,
  target: string | number,
  { network, device }: { network: string; device: string | undefined },
): Counter[] {
  const one = { max, windowMs: loginWindowMs };
  if (device !== undefined) return [{ ...one, scope: `${scope} of device`, key: `${target} ${device}` }];
  return [
    { ...one, scope: `${scope} of network`, key: `${target} ${network}` },
    { scope: `${scope} of all`, max: ofAllMax, windowMs: loginOfAllWindowMs, key: String(target) },
  ];
}

const passwords: Limits = { scope: 'login', max: loginFailuresMax, ofAllMax: loginFailuresOfAllMax };

/**
 * Counters of a password typed for this email. Only the owner's devices count as known; without an owner, those that
 * logged in to all accounts of the email. Anyone can sign up with somebody else's email and log in to that account, and
 * must not get more attempts at the owner's password by it.
 */
export function passwordCounters(email: string, { owner, first, newest }: ByEmail, origin: LogInOrigin): Counter[] {
  const needed = owner ? [owner] : [first, newest].filter((one) => one !== undefined);
  const isKnown = needed.length > 0 && needed.every(({ id }) => origin.device?.knows(id));
  return countersFor(passwords, email, { ...origin, device: isKnown ? origin.device?.id : undefined });
}

/**
 * What was right before the code was asked for. Each has separate counters, so that somebody who has only the
 * password uses up no attempt of the person who reads the email.
 */
export type FirstFactor = 'password' | 'email' | 'social';

/** Counters of a code typed for this account. */
export function codeCounters(accountId: number, after: FirstFactor, origin: LogInOrigin): Counter[] {
  const scope = `second_factor ${after}`;
  // Only somebody who reads the mailbox has the link, so no stranger gets this far.
  if (after === 'email') return [{ scope, max: secondFactorTriesMax, windowMs: loginWindowMs, key: String(accountId) }];
  const device = origin.device?.knows(accountId) === true ? origin.device.id : undefined;
  return countersFor({ scope, max: secondFactorTriesMax, ofAllMax: secondFactorTriesOfAllMax }, accountId, {
    ...origin,
    device,
  });
}

/** The counter of a code typed in a session, where two-step log-in is turned on or off. */
export const sessionCodes = ({ sessionId }: { readonly sessionId: string }): Counter => ({
  scope: 'second_factor of session',
  max: secondFactorTriesMax,
  windowMs: loginWindowMs,
  key: sessionId,
});
