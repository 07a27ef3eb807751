import {
  deviceAccountsMax,
  deviceKnownMs,
  loginFailuresMax,
  loginFailuresOfAllMax,
  loginOfAllWindowMs,
  loginWindowMs,
  secondFactorTriesMax,
  secondFactorTriesOfAllMax,
} from '@frontrow/core/accounts/limits.ts';
import { type RefusalCode, refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { networkOf } from '../../http/network-address.ts';
import { createCookie } from '../../http/headers/cookies.ts';
import { hashOf } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { createSigner } from '../../signer.ts';
import type { ByEmail } from './records.ts';

/** At most `max` attempts per key and window, counted in the database, so for all processes and also from loopback. */
export interface AttemptLimit {
  readonly scope: string;
  readonly max: number;
  readonly windowMs: number;
}

/** One counter: a limit and whom it counts. */
export interface Counter extends AttemptLimit {
  readonly key: string;
}

/** Counts one attempt. `ok` is false when the window has no attempt left. */
export async function tryAttempt(
  sql: Sql,
  limit: AttemptLimit,
  key: string,
): Promise<{ ok: boolean; retryAfter: number }> {
  const row = await sql.one<{ used: number; seconds: number }>(
    `INSERT INTO attempt_counter AS c (scope, key, used, window_ends)
     VALUES ($1, $2, 1, app_now() + make_interval(secs => $3))
     ON CONFLICT (scope, key) DO UPDATE SET
       used = CASE WHEN c.window_ends <= app_now() THEN 1 ELSE least(c.used + 1, $4 + 1) END,
       window_ends = CASE WHEN c.window_ends <= app_now() THEN excluded.window_ends ELSE c.window_ends END
     RETURNING used, extract(epoch FROM window_ends - app_now())::float8 AS seconds`,
    [limit.scope, hashOf(key), limit.windowMs / 1000, limit.max],
  );
  return { ok: (row?.used ?? 0) <= limit.max, retryAfter: Math.max(1, Math.ceil(row?.seconds ?? 1)) };
}

/** Counts one attempt. Refuses `too_many_requests` when the window has none left. */
export async function consumeAttempt(sql: Sql, limit: AttemptLimit, key: string): Promise<void> {
  const { ok, retryAfter } = await tryAttempt(sql, limit, key);
  if (!ok) throw refuse('too_many_requests', {}, { retryAfter });
}

/**
 * Counts one attempt at each counter and runs `judge`. Only an answer that is undefined (a wrong password, a wrong
 * code) stays counted: a right one is not, nor one that failed with an error, such as an overload. When a counter has
 * no attempt left, `judge` does not run, those before it are not counted either, and the refusal says when to try
 * again.
 */
export async function judgeAttempt<T>(
  sql: Sql,
  { counters, refusal }: { readonly counters: readonly Counter[]; readonly refusal: RefusalCode },
  judge: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const taken: Counter[] = [];
  let isWrong = false;
  try {
    for (const counter of counters) {
      const { ok, retryAfter } = await tryAttempt(sql, counter, counter.key);
      if (!ok) throw refuse(refusal, { minutes: Math.ceil(retryAfter / 60) }, { retryAfter });
      taken.push(counter);
    }
    const judged = await judge();
    isWrong = judged === undefined;
    return judged;
  } finally {
    if (!isWrong) for (const counter of taken) await returnAttempt(sql, counter);
  }
}

/** Uncounts an attempt that succeeded, or that nothing came of. */
export async function returnAttempt(sql: Sql, { scope, key }: Pick<Counter, 'scope' | 'key'>): Promise<void> {
  await sql.query('UPDATE attempt_counter SET used = greatest(used - 1, 0) WHERE scope = $1 AND key = $2', [
    scope,
    hashOf(key),
  ]);
}

/** Where a login comes from. */
export interface LogInOrigin {
  /** The caller's network, as limits count it. */
  readonly network: string;
  readonly userAgent: string | undefined;
  /** The browser, where it logged in to some account before. */
  readonly device: KnownDevice | undefined;
}

/** A browser that logged in before. */
interface KnownDevice {
  readonly id: string;
  /** Whether it logged in to this account. */
  knows(accountId: number): boolean;
  readonly tags: readonly string[];
}

interface KnownDevices {
  originOf(call: { readonly address: string; readonly header: (name: string) => string | undefined }): LogInOrigin;
  /** The `set-cookie` header for a browser that has just logged in to this account. */
  remember(origin: LogInOrigin, accountId: number): string;
}

const tagBytes = 9;
const secretSaltLength = 43;

/**
 * Which browsers logged in to which accounts before, stored by the browser in a signed cookie. A known device unlocks
 * nothing: its wrong passwords and codes are only counted separately from those of strangers (docs/decisions/0093). The
 * accounts in it are keyed hashes, so that the cookie does not reveal them.
 */
export function createKnownDevices({ clock, config, ids }: Pick<Kit, 'clock' | 'config' | 'ids'>): KnownDevices {
  const cookie = createCookie(config, { name: 'frontrow_device', keptMs: deviceKnownMs, sameSite: 'Strict' });
  const signer = createSigner(config, 'known-device');
  const tagger = createSigner(config, 'known-device-account', tagBytes);

  const read = (header: string | undefined): KnownDevice | undefined => {
    const [id = '', seenAt = '', list = '', signature = ''] = cookie.read(header)?.split('.') ?? [];
    if (!signer.isOurs(`${id}.${seenAt}.${list}`, signature)) return undefined;
    if (Number.parseInt(seenAt, 36) * 1000 + deviceKnownMs < clock.now()) return undefined;
    const tags = list.split('~');
    return { id, tags, knows: (accountId) => tags.some((tag) => tagger.isOurs(`${id}.${accountId}`, tag)) };
  };

  return {
    originOf: ({ address, header }) => ({
      network: networkOf(address),
      userAgent: header('user-agent'),
      device: read(header('cookie')),
    }),
    remember({ device }, accountId) {
      const id = device?.id ?? ids.secret().slice(0, secretSaltLength);
      const others = device?.tags.filter((tag) => !tagger.isOurs(`${id}.${accountId}`, tag)) ?? [];
      const tags = [tagger.signature(`${id}.${accountId}`), ...others].slice(0, deviceAccountsMax);
      const payload = `${id}.${Math.floor(clock.now() / 1000).toString(36)}.${tags.join('~')}`;
      return cookie.set(`${payload}.${signer.signature(payload)}`);
    },
  };
}

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
 * Counters of a password typed for this email address. Only the owner's devices count as known; without an owner, those
 * that logged in to all accounts of the address. Anyone can sign up with someone else's email address and log in to
 * that account, and must not gain attempts at the owner's password.
 */
export function passwordCounters(email: string, { owner, first, newest }: ByEmail, origin: LogInOrigin): Counter[] {
  const needed = owner ? [owner] : [first, newest].filter((one) => one !== undefined);
  const isKnown = needed.length > 0 && needed.every(({ id }) => origin.device?.knows(id));
  return countersFor(passwords, email, { ...origin, device: isKnown ? origin.device?.id : undefined });
}

/**
 * What was proven before the code was requested. Each has separate counters, so that someone who has only the password
 * uses up no attempt of the person who reads the email.
 */
type FirstFactor = 'password' | 'email' | 'social';

/** Counters of a code typed for this account. */
export function codeCounters(accountId: number, after: FirstFactor, origin: LogInOrigin): Counter[] {
  const scope = `second_factor ${after}`;
  // Only a reader of the mailbox has the link, so no stranger gets this far.
  if (after === 'email') return [{ scope, max: secondFactorTriesMax, windowMs: loginWindowMs, key: String(accountId) }];
  const device = origin.device?.knows(accountId) === true ? origin.device.id : undefined;
  return countersFor({ scope, max: secondFactorTriesMax, ofAllMax: secondFactorTriesOfAllMax }, accountId, {
    ...origin,
    device,
  });
}

/** The counter of a code typed in a session, where two-step login is turned on or off. */
export const sessionCodes = ({ sessionId }: { readonly sessionId: string }): Counter => ({
  scope: 'second_factor of session',
  max: secondFactorTriesMax,
  windowMs: loginWindowMs,
  key: sessionId,
});
