import { usernameSkeleton } from '@frontrow/core/accounts/username-skeleton.ts';
import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Kit } from '../../../kit.ts';
import { noteUnwritten } from '../../../media/unwritten-files.ts';
import { accountErased } from '../facts.ts';
import type { Sessions } from '../sessions.ts';

const nameChars = 12;

/** Erases the personal data of an account row: it gets a made-up name and no address, and nobody can log in to it. */
export async function erasePerson(
  tx: Tx,
  { ids, sessions }: Pick<Kit, 'ids'> & { readonly sessions: Sessions },
  personId: number,
): Promise<void> {
  const username = `deleted-${ids.uuid().replaceAll('-', '').slice(0, nameChars)}`;
  await tx.query('UPDATE orders SET email_norm = NULL, guest_key = NULL, hold_address = NULL WHERE buyer_id = $1', [
    personId,
  ]);
  await tx.query(
    'UPDATE complimentary_guest SET email_norm = NULL WHERE order_id IN (SELECT id FROM orders WHERE buyer_id = $1)',
    [personId],
  );
  await tx.query('DELETE FROM token_claim WHERE ticket_id IN (SELECT id FROM ticket WHERE holder_id = $1)', [personId]);
  await tx.query('UPDATE ticket SET wallet_hash = NULL WHERE holder_id = $1 AND wallet_hash IS NOT NULL', [personId]);
  await tx.query('DELETE FROM rally_trip WHERE account_id = $1', [personId]);
  await tx.query('DELETE FROM wallet_nonce WHERE account_id = $1', [personId]);
  await tx.query('DELETE FROM holder_proof WHERE account_id = $1', [personId]);
  await tx.query('UPDATE waitlist_place SET guest_key = NULL, address = NULL WHERE account_id = $1', [personId]);
  await tx.query('DELETE FROM follow WHERE follower_id = $1 OR host_id = $1', [personId]);
  await tx.query('DELETE FROM host_block WHERE host_id = $1 OR user_id = $1', [personId]);
  await tx.query('DELETE FROM meeting_offer WHERE host_id = $1', [personId]);
  await tx.query('DELETE FROM favorite WHERE user_id = $1', [personId]);
  // Receipts stay with what they say, because the law asks for it; the details for the next ones go.
  await tx.query('DELETE FROM billing_details WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM saved_card WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM payout_method WHERE host_id = $1', [personId]);
  await tx.query('DELETE FROM payout_setting WHERE host_id = $1', [personId]);
  await tx.query("UPDATE payout SET account_shown = '' WHERE host_id = $1", [personId]);
  await tx.query('DELETE FROM second_factor WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM social_identity WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM one_time_token WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM influencer_request WHERE user_id = $1', [personId]);
  await tx.query(
    `UPDATE outbox SET payload = payload - 'email' WHERE topic = 'EmailChangeAsked' AND payload ->> 'accountId' = $1`,
    [String(personId)],
  );
  const shown = await tx.one<{ avatar_key: string }>(
    'SELECT avatar_key FROM app_user WHERE id = $1 AND avatar_key IS NOT NULL',
    [personId],
  );
  if (shown) await noteUnwritten(tx, [shown.avatar_key]);
  await tx.query(
    `UPDATE app_user SET username = $2, username_skeleton = $3, email_norm = NULL, email_verified_at = NULL,
       guest_email_norm = NULL, password_hash = NULL, name = '', surname = '', birth_date = NULL, avatar_url = NULL,
       avatar_key = NULL, bio = '', lang_ides = '{}', links = '{}', shown_name = '', city = '', zone_name = 'UTC',
       app_admin = false, erased_at = app_now(), joined_into = NULL,
       influencer_request = CASE influencer_request WHEN 'pending' THEN 'none' ELSE influencer_request END
     WHERE id = $1`,
    [personId, username, usernameSkeleton(username)],
  );
  await sessions.endAll(tx, personId);
  await tx.query("UPDATE refresh_token SET device = '' WHERE user_id = $1", [personId]);
  await recordFact(tx, accountErased(personId));
}
