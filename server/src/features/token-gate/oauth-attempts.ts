import { minutes } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { openAttemptsMax, rallyAttemptMs } from '@frontrow/core/token-gate/limits.ts';
import { rallyAttemptMachine } from '@frontrow/core/token-gate/holdings.ts';
import type { Db } from '../../db/db.ts';
import type { Job } from '../../jobs/runner.ts';
import { hashOf } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { purgeHolderProofs } from './wallet-nonces.ts';

/** Of an attempt that was found without its state: the code's verifier says that the two belong together. */
const noState = 'unsaid';

/** An attempt whose code is being traded. */
interface OAuthAttempt {
  readonly stateHash: Buffer;
  readonly state: string;
  readonly codeVerifier: string;
}

/**
 * Begins an attempt of this account with the provider. State and verifier stay on the server. The oldest of too many
 * open ones ends.
 */
export async function beginAttempt(
  { db, ids, tokenGates }: Pick<Kit, 'db' | 'ids' | 'tokenGates'>,
  accountId: number,
  returnUrl: string,
): Promise<string> {
  const { oauth } = tokenGates;
  if (!oauth) throw refuse('rally_unset');
  const state = ids.secret();
  // RFC 7636 requires at least 43 characters.
  const codeVerifier = ids.secret() + ids.secret();
  await db.query(
    `DELETE FROM rally_trip WHERE status = 'open' AND account_id = $1 AND state_hash NOT IN (
       SELECT state_hash FROM rally_trip WHERE account_id = $1 AND status = 'open'
       ORDER BY created_at DESC LIMIT $2)`,
    [accountId, openAttemptsMax - 1],
  );
  await db.query(
    `INSERT INTO rally_trip (state_hash, account_id, code_verifier, expires_at)
     VALUES ($1, $2, $3, app_now() + make_interval(secs => $4))`,
    [hashOf(state), accountId, codeVerifier, rallyAttemptMs / 1000],
  );
  return oauth.signInUrl({ state, codeVerifier, returnUrl });
}

/**
 * Takes the attempt that a code came back from: the one of this state, else the latest. Refuses `rally_over` where this
 * account has none that is open. One call gets it; a second with the same code does not.
 */
export async function redeemAttempt(db: Db, accountId: number, state: string | undefined): Promise<OAuthAttempt> {
  const attempt = await db.one<{ state_hash: Buffer; code_verifier: string }>(
    `UPDATE rally_trip SET status = 'trading'
     WHERE status = ANY ($3) AND state_hash = (
       SELECT state_hash FROM rally_trip
       WHERE account_id = $1 AND status = ANY ($3) AND expires_at > app_now() AND ($2::bytea IS NULL OR state_hash = $2)
       ORDER BY created_at DESC LIMIT 1)
     RETURNING state_hash, code_verifier`,
    [accountId, state === undefined ? null : hashOf(state), rallyAttemptMachine.from('trade')],
  );
  if (!attempt) throw refuse('rally_over');
  return { stateHash: attempt.state_hash, state: state ?? noState, codeVerifier: attempt.code_verifier };
}

/** The code is used up, or the provider never heard of it. */
export async function endAttempt(db: Db, { stateHash }: OAuthAttempt, how: 'spend' | 'give_back'): Promise<void> {
  await db.query('UPDATE rally_trip SET status = $2 WHERE state_hash = $1 AND status = ANY ($3)', [
    stateHash,
    rallyAttemptMachine.next('trading', how),
    rallyAttemptMachine.from(how),
  ]);
}

const rowsMax = 5000;

/** Deletes attempts, codes and nonces that expired an hour ago, and proofs of holders that are over. */
export const purgeAttempts = ({ db }: Pick<Kit, 'db'>): Job => ({
  name: 'forget trips to the wallet provider',
  everyMs: minutes(10),
  async run() {
    await db.query(
      `DELETE FROM rally_trip WHERE state_hash IN (
         SELECT state_hash FROM rally_trip WHERE expires_at < app_now() - interval '1 hour' LIMIT $1
         FOR UPDATE SKIP LOCKED)`,
      [rowsMax],
    );
    await db.query(
      `DELETE FROM rally_stand_in_code WHERE hash IN (
         SELECT hash FROM rally_stand_in_code WHERE expires_at < app_now() - interval '1 hour' LIMIT $1
         FOR UPDATE SKIP LOCKED)`,
      [rowsMax],
    );
    await db.query(
      `DELETE FROM wallet_nonce WHERE nonce_hash IN (
         SELECT nonce_hash FROM wallet_nonce WHERE expires_at < app_now() - interval '1 hour' LIMIT $1
         FOR UPDATE SKIP LOCKED)`,
      [rowsMax],
    );
    await purgeHolderProofs(db, rowsMax);
  },
});
