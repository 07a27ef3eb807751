import { createHmac } from 'node:crypto';
import { refuse } from '@frontrow/core/refuse.ts';
import { walletName } from '@frontrow/core/token-gate/holdings.ts';
import { holderProofMs, openNoncesMax, walletNonceMs } from '@frontrow/core/token-gate/limits.ts';
import type { Db, Sql } from '../../db/db.ts';
import { deriveKey, hashOf } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { createSeal } from '../../seal.ts';

/** Of the message: the standard knows letters and digits only. */
const nonceLine = /^Nonce: ([a-zA-Z0-9]{8,100})$/m;

/** A nonce for a message that a wallet of this account signs, good once. The oldest of too many open ones end. */
export async function makeNonce(
  { db, ids }: Pick<Kit, 'db' | 'ids'>,
  accountId: number,
): Promise<{ nonce: string; expiresAt: Date }> {
  const nonce = `${ids.uuid()}${ids.uuid()}`.replaceAll('-', '');
  await db.query(
    `DELETE FROM wallet_nonce WHERE used_at IS NULL AND account_id = $1 AND nonce_hash NOT IN (
       SELECT nonce_hash FROM wallet_nonce WHERE account_id = $1 AND used_at IS NULL
       ORDER BY created_at DESC LIMIT $2)`,
    [accountId, openNoncesMax - 1],
  );
  const row = await db.one<{ expires_at: Date }>(
    `INSERT INTO wallet_nonce (nonce_hash, account_id, expires_at)
     VALUES ($1, $2, app_now() + make_interval(secs => $3)) RETURNING expires_at`,
    [hashOf(nonce), accountId, walletNonceMs / 1000],
  );
  if (!row) throw new Error('a nonce was not kept');
  return { nonce, expiresAt: row.expires_at };
}

/**
 * Uses up the nonce of a message. Refuses `wallet_message_wrong` where it names none, and `wallet_nonce_over` where it
 * is not an open one of this account. Of two calls at once one gets it.
 */
export async function redeemNonce(db: Db, accountId: number, message: string): Promise<string> {
  const nonce = nonceLine.exec(message)?.[1];
  if (nonce === undefined) throw refuse('wallet_message_wrong');
  const taken = await db.one(
    `UPDATE wallet_nonce SET used_at = app_now()
     WHERE nonce_hash = $1 AND account_id = $2 AND used_at IS NULL AND expires_at > app_now() RETURNING account_id`,
    [hashOf(nonce), accountId],
  );
  if (!taken) throw refuse('wallet_nonce_over');
  return nonce;
}

/** For a message that no one could check: the same signature may be tried again. */
export const returnNonce = (db: Db, nonce: string): Promise<unknown> =>
  db.query('UPDATE wallet_nonce SET used_at = NULL WHERE nonce_hash = $1', [hashOf(nonce)]);

export interface WalletSecrets {
  /** Names a wallet for one event and no other. Keyed, because addresses of wallets are public. */
  hash(eventId: string, gate: string, subject: string): Buffer;
  /** `walletHash`: the proof of one wallet cannot be opened for another. */
  seal(walletHash: Buffer, proof: string): Buffer;
  open(walletHash: Buffer, sealed: Buffer): string;
}

/** Keeps wallets so that no one who reads the database learns them. */
export function walletSecrets({ config, ids }: Pick<Kit, 'config' | 'ids'>): WalletSecrets {
  const { seal, open } = createSeal(config, 'wallet-proof', ids);
  const hashKey = deriveKey(config.secret, 'wallet-hash');
  return {
    hash: (eventId, gate, subject) =>
      createHmac('sha256', hashKey)
        .update(`${eventId} ${walletName(gate, subject)}`)
        .digest(),
    seal: (walletHash, proof) => seal(walletHash.toString('hex'), Buffer.from(proof)),
    open: (walletHash, sealed) => open(walletHash.toString('hex'), sealed).toString(),
  };
}

/** Writes down that this account proved to hold what the event asks for: `join_waitlist` looks for it. */
export const keepHolderProof = (sql: Sql, eventId: string, accountId: number): Promise<unknown> =>
  sql.query(
    `INSERT INTO holder_proof (event_id, account_id) VALUES ($1, $2)
     ON CONFLICT (event_id, account_id) DO UPDATE SET proven_at = app_now()`,
    [eventId, accountId],
  );

/** Deletes proofs that are over, some at a time. */
export const purgeHolderProofs = (sql: Sql, rowsMax: number): Promise<unknown> =>
  sql.query(
    `DELETE FROM holder_proof WHERE (event_id, account_id) IN (
       SELECT event_id, account_id FROM holder_proof WHERE proven_at < app_now() - $1 * interval '1 ms' LIMIT $2
       FOR UPDATE SKIP LOCKED)`,
    [holderProofMs, rowsMax],
  );
