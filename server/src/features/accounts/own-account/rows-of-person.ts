import type { Sql } from '../../../db/db.ts';

/** Ids of the account and of the guest account with the same proven address: both belong to one person. */
export async function rowsOfPerson(sql: Sql, accountId: number): Promise<number[]> {
  const guests = await sql.query<{ id: number }>(
    `SELECT g.id FROM app_user g JOIN app_user u ON u.email_norm = g.guest_email_norm
     WHERE u.id = $1 AND u.email_verified_at IS NOT NULL`,
    [accountId],
  );
  return [accountId, ...guests.map((row) => row.id)];
}
