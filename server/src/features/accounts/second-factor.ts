import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import {
  base32,
  codeOfMac,
  isAppCode,
  openSteps,
  plainCode,
  recoveryCodesCount,
} from '@frontrow/core/accounts/one-time-code.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import type { Ids } from '../../ids.ts';
import { deriveKey } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { qrCodePng } from '../../mail/qr-code.ts';
import { createSeal, type SealingConfig } from '../../seal.ts';
import { type Counter, judgeAttempt, sessionCodes } from './attempts.ts';
import { secondFactorChanged } from './facts.ts';
import { checkPasswordAgain, type OwnSession, type PasswordHash } from './passwords.ts';
import { keepSessions } from './sessions.ts';

/** Bytes of a shared secret: RFC 4226 recommends 160 bits. */
const secretBytes = 20;

/** The code of a time step (RFC 6238). */
export function appCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  return codeOfMac(createHmac('sha1', secret).update(counter).digest());
}

const newSecret = (ids: Ids): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', ids.secret(), '', 'authenticator secret', secretBytes));

/** Encrypts the secrets of accounts. A secret of one account cannot be decrypted for another. */
export function createAccountSeal(config: SealingConfig, ids: Ids): AccountSeal {
  const key = deriveKey(config.secret, 'second-factor');
  const { seal, open } = createSeal(config, 'second-factor', ids);
  return {
    seal: (accountId, secret) => seal(String(accountId), secret),
    open: (accountId, sealed) => open(String(accountId), sealed),
    hash: (accountId, code) => createHmac('sha256', key).update(`${accountId}:${code}`).digest(),
  };
}

interface AccountSeal {
  seal(accountId: number, secret: Uint8Array): Buffer;
  open(accountId: number, sealed: Buffer): Uint8Array;
  /** A keyed hash, because recovery codes are short enough to be guessed from a plain one. */
  hash(accountId: number, code: string): Buffer;
}

type PassDeps = Pick<Kit, 'clock' | 'config' | 'db' | 'ids'>;

const field = { field: 'second_factor_code' };

/** True if a login to this account asks for a code. */
export async function hasSecondFactor(db: Kit['db'], accountId: number): Promise<boolean> {
  const row = await db.one('SELECT 1 FROM second_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL', [accountId]);
  return row !== undefined;
}

/**
 * Checks the second step of a log-in. If two-step login is on, a code of the app or a recovery code is needed, and
 * each works once. Call it after the password or the link was right, and before the link is used up. Refuses
 * `code_required` and `code_wrong`.
 */
export async function passSecondFactor(
  deps: PassDeps,
  accountId: number,
  typed: string | undefined,
  counters: readonly Counter[],
): Promise<void> {
  const { db } = deps;
  if (!(await hasSecondFactor(db, accountId))) return;
  const code = plainCode(typed ?? '');
  if (code === '') throw refuse('code_required', { account: accountId }, field);
  const good = await judgeAttempt(db, { counters, refusal: 'codes_paused' }, async () => {
    const consume = isAppCode(code) ? consumeAppCode : consumeRecoveryCode;
    return (await consume(deps, accountId, code)) || undefined;
  });
  if (!good) throw refuse('code_wrong', { account: accountId }, field);
}

/** Uses a code of the app up. Of two logins with the same code, one gets true. */
async function consumeAppCode({ clock, config, db, ids }: PassDeps, accountId: number, code: string): Promise<boolean> {
  const row = await db.one<{ sealed_secret: Buffer; last_step: number }>(
    'SELECT sealed_secret, last_step FROM second_factor WHERE user_id = $1',
    [accountId],
  );
  if (!row) return false;
  const secret = createAccountSeal(config, ids).open(accountId, row.sealed_secret);
  const step = openSteps(clock.now(), row.last_step).find((one) =>
    timingSafeEqual(Buffer.from(appCode(secret, one)), Buffer.from(code)),
  );
  if (step === undefined) return false;
  const used = await db.one(
    'UPDATE second_factor SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING user_id',
    [accountId, step],
  );
  return used !== undefined;
}

async function consumeRecoveryCode({ config, db, ids }: PassDeps, accountId: number, code: string): Promise<boolean> {
  const used = await db.one(
    `UPDATE recovery_code SET used_at = app_now()
     WHERE user_id = $1 AND hash = $2 AND used_at IS NULL RETURNING user_id`,
    [accountId, createAccountSeal(config, ids).hash(accountId, code)],
  );
  return used !== undefined;
}

type TurnOnDeps = Pick<Kit, 'clock' | 'config' | 'db' | 'ids'>;

/** A recovery code has the letters of two ticket codes: about 98 bits. */
const ticketPrefixChars = 3;

/**
 * Creates a new secret and stores it encrypted. Logins do not ask for a code yet. Needs the password, because a person
 * at an unattended device must not lock the owner out.
 */
export async function beginSecondFactor(
  deps: TurnOnDeps & { passwords: PasswordHash },
  session: OwnSession,
  password: string,
): Promise<{ secret: string; uri: string; qr: string }> {
  const accountId = session.id;
  const { config, db, ids } = deps;
  const account = await checkPasswordAgain(deps, session, password);
  // Someone else may own an unverified email address and log in by email: a stranger's second factor must not stop
  // them.
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
  return { secret: text, uri, qr: `data:image/png;base64,${qrCodePng(uri).toString('base64')}` };
}

/** Turns two-step login on with a first code of the app, and returns the recovery codes, this one time. */
export async function confirmSecondFactor(
  deps: TurnOnDeps,
  actor: Pick<Account, 'id' | 'sessionId' | 'sessionVersion'>,
  typed: string,
): Promise<string[]> {
  const { config, db, ids } = deps;
  const accountId = actor.id;
  if (await hasSecondFactor(db, accountId)) throw refuse('second_factor_on');
  const code = plainCode(typed);
  const isRight = await judgeAttempt(
    db,
    { counters: [sessionCodes(actor)], refusal: 'codes_paused' },
    async () => (isAppCode(code) && (await consumeAppCode(deps, accountId, code))) || undefined,
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

/**
 * Turns two-step login off. Needs the password and a code from the app or a recovery code. Refuses `token_invalid` if
 * another password was set in the meantime.
 */
export async function turnOffSecondFactor(
  deps: Pick<Kit, 'clock' | 'config' | 'db' | 'ids'> & { passwords: PasswordHash },
  session: OwnSession,
  typed: { password: string; code: string },
): Promise<void> {
  const accountId = session.id;
  const { db, ids } = deps;
  const account = await checkPasswordAgain(deps, session, typed.password);
  if (!(await hasSecondFactor(db, accountId))) throw refuse('second_factor_off');
  await passSecondFactor(deps, accountId, typed.code, [sessionCodes(session)]);
  await db.tx(async (tx) => {
    await keepSessions(tx, account);
    await tx.query('DELETE FROM second_factor WHERE user_id = $1', [accountId]);
    await recordFact(tx, secondFactorChanged(accountId, false, ids.uuid()));
  });
}
