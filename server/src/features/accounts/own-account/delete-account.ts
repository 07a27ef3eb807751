import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../../kit.ts';
import { lockLinks } from '../one-time-links.ts';
import type { PasswordHash } from '../password-hash.ts';
import type { Sessions } from '../sessions.ts';
import { checkPasswordAgain, type OwnSession } from './check-password-again.ts';
import { erasePerson } from './erase-person.ts';
import { refuseMoneyDue } from './refuse-money-due.ts';
import { rowsOfPerson } from './rows-of-person.ts';

export interface DeleteAccountUses extends Pick<Kit, 'db' | 'ids' | 'storage'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Deletes the personal data of an account for good. Orders, tickets and chat messages stay under a made-up name without
 * an address, because the books must stay complete. The fact tells others, so that payment providers delete their
 * customer, too. Refuses `account_has_events`, `account_has_payment` and `account_has_money`.
 */
export async function deleteAccount(uses: DeleteAccountUses, session: OwnSession, password: string): Promise<void> {
  const accountId = session.id;
  const { db, ids, sessions, storage } = uses;
  const { sessionVersion } = await checkPasswordAgain(uses, session, password);
  const avatarKey = await db.tx(async (tx) => {
    const people = await rowsOfPerson(tx, accountId);
    // Orders are locked before the account, as a purchase does.
    await tx.query('SELECT 1 FROM orders WHERE buyer_id = ANY ($1) ORDER BY id FOR UPDATE', [people]);
    await lockLinks(tx, people);
    const before = await tx.query<{ avatar_key: string | null; session_version: number }>(
      'SELECT avatar_key, session_version FROM app_user WHERE id = ANY ($1) ORDER BY id = $2 DESC FOR UPDATE',
      [people, accountId],
    );
    // Another password was set while this one was compared.
    if (before[0]?.session_version !== sessionVersion) throw refuse('token_invalid');
    const open = await tx.one<{ hosts: boolean; pays: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM event WHERE host_id = $1 AND state < 2) AS hosts,
              EXISTS (
                SELECT 1 FROM orders o
                WHERE o.buyer_id = ANY ($2) AND o.status = 'pending' AND (o.buyer_id = $1 OR EXISTS (
                  SELECT 1 FROM payment p
                  WHERE p.order_id = o.id AND p.status IN ('creating', 'requires_action', 'processing')))) AS pays`,
      [accountId, people],
    );
    if (open?.hosts) throw refuse('account_has_events');
    if (open?.pays) throw refuse('account_has_payment');
    await refuseMoneyDue(tx, accountId);
    for (const person of people) await erasePerson(tx, { ids, sessions }, person);
    return before[0]?.avatar_key;
  });
  if (avatarKey) await storage.delete(avatarKey).catch(() => undefined);
}
