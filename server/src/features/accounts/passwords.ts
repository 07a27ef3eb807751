import { type CommonPasswords, commonStemsMax } from '@frontrow/core/accounts/password.ts';
import { loginWindowMs, passwordChecksMax, passwordTypedMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import * as argon2 from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { ConcurrencyLimiter } from '../../concurrency-limiter.ts';
import type { SessionOf } from '../../http/callers/authenticate.ts';
import type { Kit } from '../../kit.ts';
import { judgeAttempt } from './attempts.ts';
import { type AccountRow, findAccount } from './records.ts';

/** OWASP's first recommendation for argon2id, which is the library's default algorithm: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Hashes computed in parallel. Each takes about 20 ms of one core and 19 MiB. */
const runningMax = 2;
const waitingMax = 200;

export interface PasswordHash {
  make(password: string): Promise<string>;
  /** Without a stored hash the password is compared with one that nothing matches, so the work is the same. */
  matches(stored: string | undefined, password: string): Promise<boolean>;
}

/** The hash functions: the library's, or a test's that count. */
type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

export function createPasswordHash({ hash, verify }: Argon2 = argon2): PasswordHash {
  const limiter = new ConcurrencyLimiter({ runningMax, waitingMax, retryAfterSeconds: 2 });
  let nothing: Promise<string> | undefined;

  return {
    make: (password) => limiter.run(() => hash(password.normalize('NFC'), cost)),
    async matches(stored, password) {
      const same = await limiter.run(async () => {
        const against = stored ?? (await (nothing ??= hash('nothing matches this', cost)));
        return verify(against, password.normalize('NFC'));
      });
      return same && stored !== undefined;
    },
  };
}

const frequent: readonly string[] = dictionary['passwords-common'];
const all = new Set(frequent);
const stems = new Set(frequent.slice(0, commonStemsMax));

/**
 * About 49,000 passwords of leaks, the most frequent first and in lower case. Over 5,000 of them are allowed by the
 * rule for passwords once letters are capitalized. They stay on the server, because a browser would load 400 KB for
 * them.
 */
export const commonPasswords: CommonPasswords = {
  has: (word) => all.has(word),
  isStem: (word) => stems.has(word),
};

const limit = { scope: 'password of session', max: passwordChecksMax, windowMs: loginWindowMs };

/** The session in which a person changes their own account. */
export type OwnSession = Pick<SessionOf, 'id' | 'sessionId'>;

/**
 * Returns the account if the typed password is right, so that no one can take over an account on an unattended device.
 * Wrong ones are counted by session: a thief of one session cannot keep the owner from typing it in another.
 */
export async function checkPasswordAgain(
  { db, passwords }: Pick<Kit, 'db'> & { passwords: PasswordHash },
  { id, sessionId }: OwnSession,
  password: string,
): Promise<AccountRow> {
  const counters = [{ ...limit, key: sessionId }];
  const account = await judgeAttempt(db, { counters, refusal: 'password_checks_paused' }, async () => {
    const found = await findAccount(db, id);
    if (!found) throw refuse('user_not_found');
    return (await passwords.matches(found.passwordHash, password)) ? found : undefined;
  });
  if (!account) throw refuse('password_wrong', {}, { field: 'password' });
  return account;
}

/**
 * Passes a caller who types the password now, or typed it in this session a short while ago. An unattended or stolen
 * session is not enough. Refuses `password_needed`, and `password_missing` if the account has none.
 */
export async function requirePassword(
  deps: Pick<Kit, 'db'> & { passwords: PasswordHash },
  session: OwnSession,
  typed: string | undefined,
): Promise<void> {
  const { db } = deps;
  const { id, sessionId } = session;
  if (typed !== undefined) {
    await checkPasswordAgain(deps, session, typed);
    await db.query('UPDATE refresh_token SET password_at = app_now() WHERE family_id = $1 AND used_at IS NULL', [
      sessionId,
    ]);
    return;
  }
  const known = await db.one<{ recent: boolean; has_password: boolean }>(
    `SELECT password_hash IS NOT NULL AS has_password, EXISTS (
       SELECT 1 FROM refresh_token r
       WHERE r.family_id = $2 AND r.user_id = u.id AND r.password_at > app_now() - $3 * interval '1 ms') AS recent
     FROM app_user u WHERE id = $1`,
    [id, sessionId, passwordTypedMs],
  );
  if (known?.recent === true) return;
  throw refuse(known?.has_password === true ? 'password_needed' : 'password_missing', {}, { field: 'password' });
}
