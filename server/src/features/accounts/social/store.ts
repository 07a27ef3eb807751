import type { Sql } from '../../../db/db.ts';
import { hashOf } from '../../../keys.ts';
import type { SocialPerson } from '../../../ports/social-login.ts';
import { type AccountRow, findAccount } from '../store.ts';

/** The account that a social identity belongs to. */
export async function findByIdentity(sql: Sql, provider: string, subject: string): Promise<AccountRow | undefined> {
  const row = await sql.one<{ user_id: number }>(
    'SELECT user_id FROM social_identity WHERE provider = $1 AND subject = $2',
    [provider, subject],
  );
  return row && findAccount(sql, row.user_id);
}

/**
 * Gives the identity to the account, instead of another one of the provider. False when it belongs to another account.
 */
export async function keepIdentity(
  tx: Sql,
  accountId: number,
  identity: { provider: string; subject: string; handle: string },
): Promise<boolean> {
  await tx.query('DELETE FROM social_identity WHERE user_id = $1 AND provider = $2 AND subject <> $3', [
    accountId,
    identity.provider,
    identity.subject,
  ]);
  const kept = await tx.one(
    `INSERT INTO social_identity (provider, subject, user_id, handle) VALUES ($1, $2, $3, $4)
     ON CONFLICT (provider, subject) DO UPDATE SET handle = excluded.handle
       WHERE social_identity.user_id = excluded.user_id
     RETURNING user_id`,
    [identity.provider, identity.subject, accountId, identity.handle],
  );
  return kept !== undefined;
}

/** Moves the identity of one account to another. False when there is none. */
export async function passIdentityOn(tx: Sql, fromId: number, toId: number): Promise<boolean> {
  const identity = await tx.one<{ provider: string; subject: string; handle: string }>(
    'DELETE FROM social_identity WHERE user_id = $1 RETURNING provider, subject, handle',
    [fromId],
  );
  return identity !== undefined && keepIdentity(tx, toId, identity);
}

/** Reads who came back in this trip and has no session yet. The row is locked, so that one trip makes one account. */
export async function lockReturned(tx: Sql, key: string): Promise<SocialPerson | undefined> {
  const row = await tx.one<{ person: SocialPerson }>(
    `SELECT person FROM social_login
     WHERE key_hash = $1 AND person IS NOT NULL AND used_at IS NULL AND expires_at > app_now() FOR UPDATE`,
    [hashOf(key)],
  );
  return row?.person;
}

export async function finishTrip(tx: Sql, key: string): Promise<void> {
  await tx.query('UPDATE social_login SET used_at = app_now() WHERE key_hash = $1', [hashOf(key)]);
}
