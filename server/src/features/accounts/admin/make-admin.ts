import { normaliseEmail } from '@frontrow/core/accounts/email.ts';
import type { Db } from '../../../db/db.ts';
import { recordAudit } from './audit-log.ts';

/** Makes the person with this address an app admin; answers the username, or undefined when nobody has it. Safe to run again. */
export function makeAdmin(db: Db, email: string): Promise<string | undefined> {
  return db.tx(async (tx) => {
    const found = await tx.one<{ id: number; username: string; app_admin: boolean }>(
      'SELECT id, username, app_admin FROM app_user WHERE email_norm = $1 AND erased_at IS NULL FOR UPDATE',
      [normaliseEmail(email)],
    );
    if (!found || found.app_admin) return found?.username;
    await tx.query('UPDATE app_user SET app_admin = true WHERE id = $1', [found.id]);
    await recordAudit(tx, { actorId: undefined, action: 'admin_made', subjectId: found.id });
    return found.username;
  });
}
