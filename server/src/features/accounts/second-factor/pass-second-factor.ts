import { isAppCode, openSteps, plainCode } from '@frontrow/core/accounts/one-time-code.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { timingSafeEqual } from 'node:crypto';
import type { Kit } from '../../../kit.ts';
import { type Counter, judgeAttempt } from '../attempts.ts';
import { appCode, createAccountSeal } from './app-code.ts';

type Uses = Pick<Kit, 'clock' | 'config' | 'db' | 'ids'>;

const field = { field: 'second_factor_code' };

/** True if a log-in to this account asks for a code. */
export async function hasSecondFactor(db: Kit['db'], accountId: number): Promise<boolean> {
  const row = await db.one('SELECT 1 FROM second_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL', [accountId]);
  return row !== undefined;
}

/**
 * Checks the second step of a log-in. If two-step log-in is on, a code of the app or a recovery code is needed, and
 * each works once. Call it after the password or the link was right, and before the link is used up. Refuses
 * `code_required` and `code_wrong`.
 */
export async function passSecondFactor(
  uses: Uses,
  accountId: number,
  typed: string | undefined,
  counters: readonly Counter[],
): Promise<void> {
  const { db } = uses;
  if (!(await hasSecondFactor(db, accountId))) return;
  const code = plainCode(typed ?? '');
  if (code === '') throw refuse('code_required', { account: accountId }, field);
  const good = await judgeAttempt(db, { counters, refusal: 'codes_paused' }, async () => {
    const consume = isAppCode(code) ? consumeAppCode : consumeRecoveryCode;
    return (await consume(uses, accountId, code)) || undefined;
  });
  if (!good) throw refuse('code_wrong', { account: accountId }, field);
}

/** Uses a code of the app up. Of two log-ins with the same code, one gets true. */
export async function consumeAppCode(
  { clock, config, db, ids }: Uses,
  accountId: number,
  code: string,
): Promise<boolean> {
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

async function consumeRecoveryCode({ config, db, ids }: Uses, accountId: number, code: string): Promise<boolean> {
  const used = await db.one(
    `UPDATE recovery_code SET used_at = app_now()
     WHERE user_id = $1 AND hash = $2 AND used_at IS NULL RETURNING user_id`,
    [accountId, createAccountSeal(config, ids).hash(accountId, code)],
  );
  return used !== undefined;
}
