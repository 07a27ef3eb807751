import { usernameSkeleton } from '@frontrow/core/accounts/username.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Kit } from '../../../kit.ts';
import { accountErased, emailChangeTopic, socialLinkTopic } from '../facts.ts';
import type { PasswordHash } from '../password-hash.ts';
import type { Sessions } from '../sessions.ts';
import { checkPasswordAgain } from './check-password-again.ts';

export interface DeleteAccountUses extends Pick<Kit, 'db' | 'ids' | 'storage'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

const nameChars = 12;

/**
 * Deletes the person, keeps the books: orders, tickets and what was said in rooms stay under a made-up name without an address
 * (invariant A03); others hear of it by the fact, so that providers forget, too. Refused while the person hosts an event or a payment is being decided. Final.
 */
export async function deleteAccount(uses: DeleteAccountUses, accountId: number, password: string): Promise<void> {
  const { db, ids, sessions, storage } = uses;
  await checkPasswordAgain(uses, accountId, password);
  const avatarKey = await db.tx(async (tx) => {
    const people = [accountId, ...(await guestTwin(tx, accountId))];
    // Orders before the person: whoever buys locks in this order, too.
    await tx.query('SELECT 1 FROM orders WHERE buyer_id = ANY ($1) ORDER BY id FOR UPDATE', [people]);
    const before = await tx.one<{ avatar_key: string | null }>(
      'SELECT avatar_key FROM app_user WHERE id = $1 FOR UPDATE',
      [accountId],
    );
    const open = await tx.one<{ hosts: boolean; pays: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM event WHERE host_id = $1 AND state < 2) AS hosts,
              EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = ANY ($2) AND o.status = 'pending' AND (o.buyer_id = $1 OR EXISTS (
                SELECT 1 FROM payment p WHERE p.order_id = o.id AND p.status IN ('creating', 'requires_action', 'processing')))) AS pays`,
      [accountId, people],
    );
    if (open?.hosts) throw refuse('account_has_events');
    if (open?.pays) throw refuse('account_has_payment');
    for (const person of people) {
      await erase(tx, person, `deleted-${ids.uuid().replaceAll('-', '').slice(0, nameChars)}`);
      await sessions.endAll(tx, person);
      await tx.query("UPDATE refresh_token SET device = '' WHERE user_id = $1", [person]);
      await recordFact(tx, accountErased(person));
    }
    return before?.avatar_key;
  });
  if (avatarKey) await storage.delete(avatarKey).catch(() => undefined);
}

/** What the same person bought as a guest, with the address that was proven, goes along. */
async function guestTwin(tx: Tx, accountId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT g.id FROM app_user g JOIN app_user u ON u.email_norm = g.guest_email_norm
     WHERE u.id = $1 AND u.email_verified_at IS NOT NULL`,
    [accountId],
  );
  return rows.map((row) => row.id);
}

async function erase(tx: Tx, personId: number, username: string): Promise<void> {
  await tx.query('UPDATE orders SET email_norm = NULL, guest_key = NULL WHERE buyer_id = $1', [personId]);
  await tx.query('DELETE FROM follow WHERE follower_id = $1 OR host_id = $1', [personId]);
  await tx.query('DELETE FROM favorite WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM saved_card WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM second_factor WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM social_identity WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM one_time_token WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM influencer_request WHERE user_id = $1', [personId]);
  await tx.query(
    `UPDATE outbox SET payload = payload - ARRAY['email', 'subject', 'handle'] WHERE topic = ANY ($2) AND payload ->> 'accountId' = $1`,
    [String(personId), [emailChangeTopic, socialLinkTopic]],
  );
  await tx.query(
    `UPDATE app_user SET username = $2, username_skeleton = $3, email_norm = NULL, email_verified_at = NULL, guest_email_norm = NULL, password_hash = NULL, name = '', surname = '',
       birth_date = NULL, avatar_url = NULL, avatar_key = NULL, bio = '', lang_ides = '{}', links = '{}', shown_name = '', city = '', zone_name = 'UTC', app_admin = false, erased_at = app_now(),
       influencer_request = CASE influencer_request WHEN 'pending' THEN 'none' ELSE influencer_request END
     WHERE id = $1`,
    [personId, username, usernameSkeleton(username)],
  );
}
