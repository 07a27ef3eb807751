import { base32, isAppCode, plainCode, recoveryCodesCount } from '@frontrow/core/accounts/one-time-code.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Kit } from '../../../kit.ts';
import { codePicture } from '../../../mail/code-picture.ts';
import { judgeAttempt } from '../attempts.ts';
import { secondFactorChanged } from '../facts.ts';
import { sessionCodes } from '../log-in-counters.ts';
import { checkPasswordAgain, type OwnSession } from '../own-account/check-password-again.ts';
import type { PasswordHash } from '../password-hash.ts';
import { createAccountSeal, newSecret } from './app-code.ts';
import { keepSessions } from '../sessions.ts';
import { hasSecondFactor, consumeAppCode } from './pass-second-factor.ts';

type Uses = Pick<Kit, 'clock' | 'config' | 'db' | 'ids'>;

/** A recovery code has the letters of two ticket codes: about 98 bits. */
const ticketPrefixChars = 3;

/**
 * Makes a new secret and stores it encrypted. Log-ins do not ask for a code yet. Needs the password, because somebody
 * at a device left open must not lock the owner out.
 */
export async function beginSecondFactor(
  uses: Uses & { passwords: PasswordHash },
  session: OwnSession,
  password: string,
): Promise<{ secret: string; uri: string; qr: string }> {
  const accountId = session.id;
  const { config, db, ids } = uses;
  const account = await checkPasswordAgain(uses, session, password);
  // Somebody else may own an unproven address and log in by mail: a stranger's second factor must not stop them.
  if (!account.emailVerified) throw refuse('email_unverified');
  if (await hasSecondFactor(db, accountId)) throw refuse('second_factor_on');
  const secret = newSecret(ids);
  await db.tx(async (tx) => {
    await keepSessions(tx, account);
    await tx.query(
      `INSERT INTO second_factor (user_id, sealed_secret) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = 0
         WHERE second_factor.confirmed_at IS NULL`,
      [accountId, createAccountSeal(config, ids).seal(accountId, secret)],
    );
  });
  const text = base32(secret);
  const label = encodeURIComponent(`Frontrow:${account.email ?? account.username}`);
  const uri = `otpauth://totp/${label}?secret=${text}&issuer=Frontrow&algorithm=SHA1&digits=6&period=30`;
  return { secret: text, uri, qr: `data:image/png;base64,${codePicture(uri).toString('base64')}` };
}

/** Turns two-step log-in on with a first code of the app, and returns the recovery codes, this one time. */
export async function confirmSecondFactor(
  uses: Uses,
  actor: Pick<Account, 'id' | 'sessionId' | 'sessionVersion'>,
  typed: string,
): Promise<string[]> {
  const { config, db, ids } = uses;
  const accountId = actor.id;
  if (await hasSecondFactor(db, accountId)) throw refuse('second_factor_on');
  const code = plainCode(typed);
  const isRight = await judgeAttempt(
    db,
    { counters: [sessionCodes(actor)], refusal: 'codes_paused' },
    async () => (isAppCode(code) && (await consumeAppCode(uses, accountId, code))) || undefined,
  );
  if (!isRight) throw refuse('code_wrong', {}, { field: 'second_factor_code' });
  const seal = createAccountSeal(config, ids);
  const codes = Array.from({ length: recoveryCodesCount }, () => recoveryCode(ids));
  return db.tx(async (tx) => {
    await keepSessions(tx, actor);
    const confirmed = await tx.one(
      'UPDATE second_factor SET confirmed_at = app_now() WHERE user_id = $1 AND confirmed_at IS NULL RETURNING user_id',
      [accountId],
    );
    if (!confirmed) throw refuse('second_factor_on');
    await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [accountId]);
    await tx.query('INSERT INTO recovery_code (user_id, hash) SELECT $1, unnest($2::bytea[])', [
      accountId,
      codes.map((one) => seal.hash(accountId, plainCode(one))),
    ]);
    await recordFact(tx, secondFactorChanged(accountId, true, ids.uuid()));
    return codes;
  });
}

const recoveryCode = (ids: Kit['ids']): string =>
  [ids.ticketCode(), ids.ticketCode()].map((code) => code.slice(ticketPrefixChars)).join('-');
