import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { recordAudit } from './audit-log.ts';
import { type AdminPerson, findPerson } from './people.ts';

/** Tickets of the largest event that a host without the flag may publish. */
const seatsWithoutMassive = 1000;

/** Sets the flags of a host. Massive streaming cannot be turned off while an event of the host needs it. */
export async function changeFlags(
  { db }: Pick<Kit, 'db'>,
  {
    adminId,
    userId,
    advertising,
    massive,
  }: { adminId: number; userId: number; advertising: boolean; massive: boolean },
): Promise<AdminPerson> {
  return db.tx(async (tx) => {
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE', [userId]);
    const before = await findPerson(tx, userId);
    if (!before) throw refuse('user_not_found');
    if (before.role !== 1) throw refuse('hosts_flag_only');
    if (before.advertising === advertising && before.massive === massive) return before;
    const inUse =
      before.massive &&
      !massive &&
      (await tx.one('SELECT 1 FROM event WHERE host_id = $1 AND kind = 1 AND state < 2 AND capacity > $2 LIMIT 1', [
        userId,
        seatsWithoutMassive,
      ]));
    if (inUse) throw refuse('massive_in_use');
    await tx.query('UPDATE app_user SET advertising = $2, massive = $3 WHERE id = $1', [userId, advertising, massive]);
    await recordAudit(tx, {
      actorId: adminId,
      action: 'flags_changed',
      subjectId: userId,
      details: { advertising, massive },
    });
    return { ...before, advertising, massive };
  });
}
