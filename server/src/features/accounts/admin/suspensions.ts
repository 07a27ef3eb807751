import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import type { Ids } from '../../../ids.ts';
import { accountModerated } from '../facts.ts';
import type { Sessions } from '../sessions.ts';

interface SuspensionDeps {
  readonly ids: Ids;
  readonly sessions: Pick<Sessions, 'endAll'>;
}

/**
 * Suspends a person: the account and, where its email address is verified, the guest of the same address. Their
 * sessions end, and no new one begins (`keepSessions`). Orders and refunds stay as they are. Refuses `user_not_found`,
 * `admin_not_suspendable` and `already_suspended`.
 */
export async function suspendAccount(
  tx: Tx,
  { ids, sessions }: SuspensionDeps,
  { accountId, reason }: { readonly accountId: number; readonly reason: string },
): Promise<void> {
  const account = await lockPerson(tx, accountId);
  if (account.app_admin) throw refuse('admin_not_suspendable');
  if (account.suspended) throw refuse('already_suspended');
  for (const id of await rowsOf(tx, accountId)) {
    await tx.query(
      'UPDATE app_user SET suspended_at = app_now(), suspended_reason = $2 WHERE id = $1 AND suspended_at IS NULL',
      [id, reason],
    );
    await sessions.endAll(tx, id);
  }
  await recordFact(tx, accountModerated({ accountId, what: 'suspended', reason }, ids.uuid()));
}

/** Refuses `user_not_found` and `not_suspended`. The person has to log in again. */
export async function restoreAccount(
  tx: Tx,
  { ids }: Pick<SuspensionDeps, 'ids'>,
  { accountId, reason }: { readonly accountId: number; readonly reason: string },
): Promise<void> {
  if (!(await lockPerson(tx, accountId)).suspended) throw refuse('not_suspended');
  for (const id of await rowsOf(tx, accountId))
    await tx.query('UPDATE app_user SET suspended_at = NULL, suspended_reason = NULL WHERE id = $1', [id]);
  await recordFact(tx, accountModerated({ accountId, what: 'restored', reason }, ids.uuid()));
}

/** Ends all sessions of a person. The person may log in again. Refuses `user_not_found`. */
export async function endSessionsOf(
  tx: Tx,
  { ids, sessions }: SuspensionDeps,
  { accountId, reason }: { readonly accountId: number; readonly reason: string },
): Promise<void> {
  await lockPerson(tx, accountId);
  await sessions.endAll(tx, accountId);
  await recordFact(tx, accountModerated({ accountId, what: 'logged_out', reason }, ids.uuid()));
}

async function lockPerson(tx: Tx, accountId: number): Promise<{ app_admin: boolean; suspended: boolean }> {
  const row = await tx.one<{ app_admin: boolean; suspended: boolean }>(
    `SELECT app_admin, suspended_at IS NOT NULL AS suspended FROM app_user
     WHERE id = $1 AND erased_at IS NULL FOR UPDATE`,
    [accountId],
  );
  if (!row) throw refuse('user_not_found');
  return row;
}

/** The account, and the guest of its verified email address. */
async function rowsOf(tx: Tx, accountId: number): Promise<number[]> {
  const others = await tx.query<{ id: number }>(
    `SELECT o.id FROM same_person s JOIN app_user o ON o.id = s.other_id
     WHERE s.user_id = $1 AND o.erased_at IS NULL AND NOT o.app_admin ORDER BY o.id`,
    [accountId],
  );
  return [accountId, ...others.map(({ id }) => id)];
}

/**
 * Refuses `email_blocked` for a normalized email address of a suspended person, so that they cannot continue to buy as
 * a guest.
 */
export async function refuseSuspendedEmail(sql: Sql, email: string): Promise<void> {
  const suspended = await sql.one(
    `SELECT 1 FROM app_user WHERE suspended_at IS NOT NULL
       AND (email_norm = $1 AND email_verified_at IS NOT NULL OR guest_email_norm = $1)`,
    [email],
  );
  if (suspended) throw refuse('email_blocked', {}, { field: 'email' });
}
