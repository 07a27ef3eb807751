import { domainToASCII } from 'node:url';
import { normaliseEmail } from '@frontrow/core/accounts/email.ts';
import type { Db } from '../../../db/db.ts';
import { recordAudit } from './audit-log.ts';

/**
 * Makes the account with this address an app admin and returns its username, or undefined when there is none. If nobody
 * has proven the address, the only account that signed up with it is taken; of several none. Safe to run again.
 */
export function makeAdmin(db: Db, email: string): Promise<string | undefined> {
  return db.tx(async (tx) => {
    const people = await tx.query<{ id: number; username: string; app_admin: boolean; proven: boolean }>(
      `SELECT id, username, app_admin, email_verified_at IS NOT NULL AS proven FROM app_user
       WHERE email_norm = $1 ORDER BY id FOR UPDATE`,
      [normaliseEmail(email, domainToASCII)],
    );
    const found = people.find((person) => person.proven) ?? (people.length === 1 ? people[0] : undefined);
    if (!found || found.app_admin) return found?.username;
    await tx.query('UPDATE app_user SET app_admin = true WHERE id = $1', [found.id]);
    await recordAudit(tx, { actorId: undefined, action: 'admin_made', subjectId: found.id });
    return found.username;
  });
}
