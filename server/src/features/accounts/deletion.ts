import { usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import { currencyOf, type Minor, moneyText } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { noteUnwritten } from '../../media/unwritten-files.ts';
import { accountErased } from './facts.ts';
import { lockLinks } from './one-time-links.ts';
import { checkPasswordAgain, type OwnSession, type PasswordHash } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** Ids of the account and of the guest account with the same verified email address: both belong to one person. */
export async function rowsOfPerson(sql: Sql, accountId: number): Promise<number[]> {
  const guests = await sql.query<{ id: number }>(
    `SELECT g.id FROM app_user g JOIN app_user u ON u.email_norm = g.guest_email_norm
     WHERE u.id = $1 AND u.email_verified_at IS NOT NULL`,
    [accountId],
  );
  return [accountId, ...guests.map((row) => row.id)];
}

/**
 * Refuses `account_has_money` while a host is owed something: from events that have ended but are not released, in the
 * balance, frozen by a dispute, or on its way; the last even if refunds have made the balance negative since, because
 * the account it is paid to is needed until it arrives. An erased host could never request it. The caller holds the
 * account lock, which a payout that begins now waits for.
 */
async function refuseMoneyDue(tx: Tx, hostId: number): Promise<void> {
  const due = await tx.query<{ currency: string; minor: Minor }>(
    `SELECT currency, greatest(sum(minor), sum(minor) FILTER (WHERE moving))::bigint AS minor FROM (
       SELECT a.currency, -e.amount_minor AS minor, false AS moving FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
       WHERE a.kind IN ('host_payable', 'dispute_frozen') AND a.owner = $1::bigint::text
       UNION ALL
       SELECT a.currency, -e.amount_minor, false FROM event v
         JOIN ledger_account a ON a.kind = 'host_escrow' AND a.owner = v.id::text
         JOIN ledger_entry e ON e.account_id = a.id
       WHERE v.host_id = $1
       UNION ALL
       SELECT currency, amount_minor, true FROM payout WHERE host_id = $1 AND status IN ('requested', 'sent')) AS part
     GROUP BY currency HAVING greatest(sum(minor), sum(minor) FILTER (WHERE moving)) > 0 ORDER BY currency`,
    [hostId],
  );
  if (due.length === 0) return;
  const amounts = due.map(({ currency, minor }) => moneyText(minor, currencyOf(currency)));
  throw refuse('account_has_money', { amount: amounts.join(', ') });
}

const nameChars = 12;

/**
 * Erases the personal data of an account row: it gets a made-up name and no email address, and no one can log in to it.
 */
export async function erasePerson(
  tx: Tx,
  { ids, sessions }: Pick<Kit, 'ids'> & { readonly sessions: Sessions },
  personId: number,
): Promise<void> {
  const username = `deleted-${ids.uuid().replaceAll('-', '').slice(0, nameChars)}`;
  await purgeAddresses(tx, personId);
  await tx.query('UPDATE orders SET email_norm = NULL, guest_key = NULL, hold_address = NULL WHERE buyer_id = $1', [
    personId,
  ]);
  await tx.query(
    'UPDATE complimentary_guest SET email_norm = NULL WHERE order_id IN (SELECT id FROM orders WHERE buyer_id = $1)',
    [personId],
  );
  await tx.query('DELETE FROM token_claim WHERE ticket_id IN (SELECT id FROM ticket WHERE holder_id = $1)', [personId]);
  await forgetPasses(tx, personId);
  await tx.query('UPDATE ticket SET wallet_hash = NULL WHERE holder_id = $1 AND wallet_hash IS NOT NULL', [personId]);
  await tx.query('DELETE FROM rally_trip WHERE account_id = $1', [personId]);
  await tx.query('DELETE FROM wallet_nonce WHERE account_id = $1', [personId]);
  await tx.query('DELETE FROM holder_proof WHERE account_id = $1', [personId]);
  await tx.query('UPDATE waitlist_place SET guest_key = NULL, address = NULL WHERE account_id = $1', [personId]);
  await tx.query('DELETE FROM follow WHERE follower_id = $1 OR host_id = $1', [personId]);
  await tx.query('DELETE FROM host_block WHERE host_id = $1 OR user_id = $1', [personId]);
  await tx.query('DELETE FROM meeting_offer WHERE host_id = $1', [personId]);
  await tx.query('DELETE FROM caption_line WHERE speaker_id = $1', [personId]);
  await tx.query('DELETE FROM favorite WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM queue_place WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM calendar_feed WHERE user_id = $1', [personId]);
  await tx.query("UPDATE report SET note = '' WHERE reporter_id = $1", [personId]);
  await tx.query("UPDATE report SET quote = '' WHERE subject_id = $1", [personId]);
  // Receipts stay with what they say, because the law asks for it; the details for the next ones go.
  await tx.query('DELETE FROM billing_details WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM saved_card WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM payout_method WHERE host_id = $1', [personId]);
  await tx.query('DELETE FROM payout_setting WHERE host_id = $1', [personId]);
  await tx.query("UPDATE payout SET account_shown = '' WHERE host_id = $1", [personId]);
  await tx.query('DELETE FROM webhook_endpoint WHERE host_id = $1', [personId]);
  await tx.query('DELETE FROM restream_target WHERE event_id IN (SELECT id FROM event WHERE host_id = $1)', [personId]);
  await tx.query('DELETE FROM api_key WHERE host_id = $1', [personId]);
  await tx.query('DELETE FROM second_factor WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM passkey_challenge WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM passkey WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM social_identity WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM one_time_token WHERE user_id = $1', [personId]);
  await tx.query('DELETE FROM influencer_request WHERE user_id = $1', [personId]);
  await tx.query(
    `UPDATE outbox SET payload = payload - 'email' - 'message'
     WHERE topic IN ('EmailChangeAsked', 'SupportContacted') AND payload ->> 'accountId' = $1`,
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
       avatar_key = NULL, bio = '', lang_ides = '{}', links = '{}', embed_sites = NULL, podcast = false,
       podcast_explicit = false, push_off = '{}', shown_name = '', city = '', zone_name = 'UTC', language = NULL,
       app_admin = false, suspended_at = NULL, suspended_reason = NULL, erased_at = app_now(), joined_into = NULL,
       influencer_request = CASE influencer_request WHEN 'pending' THEN 'none' ELSE influencer_request END
     WHERE id = $1`,
    [personId, username, usernameSkeleton(username)],
  );
  await sessions.endAll(tx, personId);
  await tx.query("UPDATE refresh_token SET device = '' WHERE user_id = $1", [personId]);
  await recordFact(tx, accountErased(personId));
}

interface DeleteAccountDeps extends Pick<Kit, 'db' | 'ids' | 'storage'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Deletes the personal data of an account permanently. Orders, tickets and chat messages stay under a made-up name
 * without an email address, because the ledger must stay complete. The fact notifies other parts, so that payment
 * providers delete their customer, too. Refuses `account_has_events`, `account_has_payment` and `account_has_money`.
 */
export async function deleteAccount(deps: DeleteAccountDeps, session: OwnSession, password: string): Promise<void> {
  const accountId = session.id;
  const { db, ids, sessions, storage } = deps;
  const { sessionVersion } = await checkPasswordAgain(deps, session, password);
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

/** Passes in wallets and the devices that have them. Google's copy is voided afterwards; Apple keeps none. */
async function forgetPasses(tx: Tx, personId: number): Promise<void> {
  await tx.query(
    `WITH gone AS (
       DELETE FROM wallet_pass WHERE ticket_id IN (SELECT id FROM ticket WHERE holder_id = $1) RETURNING ticket_id, wallet)
     INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT 'wallet:erased:' || ticket_id, 'WalletUpdateDue', jsonb_build_object('ticketId', ticket_id, 'device', NULL)
     FROM gone WHERE wallet = 'google' ON CONFLICT (dedupe_key) DO NOTHING`,
    [personId],
  );
}

/** What is known about the mailboxes of the account, and emails to them that were given up. */
async function purgeAddresses(tx: Tx, personId: number): Promise<void> {
  const person = await tx.one<{ addresses: string[] }>(
    `SELECT array_remove(ARRAY[lower(email_norm), lower(guest_email_norm)], NULL) AS addresses
     FROM app_user WHERE id = $1`,
    [personId],
  );
  const addresses = person?.addresses ?? [];
  await tx.query('DELETE FROM undeliverable_address WHERE address = ANY ($1)', [addresses]);
  await tx.query('DELETE FROM fact_delivery WHERE recipient = ANY ($1)', [addresses]);
  // Email servers repeat the address in their refusals.
  await tx.query(
    `UPDATE fact_delivery SET last_error = 'refused' WHERE next_at = 'infinity'
       AND EXISTS (SELECT 1 FROM unnest($1::text[]) AS a WHERE position(a IN lower(last_error)) > 0)`,
    [addresses],
  );
}
