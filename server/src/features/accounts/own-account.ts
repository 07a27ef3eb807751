import { domainToASCII, domainToUnicode } from 'node:url';
import { readableEmail, readEmail } from '@frontrow/core/accounts/email.ts';
import { checkNewPassword, checkPassword } from '@frontrow/core/accounts/password.ts';
import { mailsPerAddressMax, mailsWindowMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { consumeAttempt } from './attempts.ts';
import { rowsOfPerson } from './deletion.ts';
import { emailChangeRequested, passwordChanged } from './facts.ts';
import { moveGuestTickets } from './move-guest-tickets.ts';
import { closeLinks, consumeLink, readLink } from './one-time-links.ts';
import { checkPasswordAgain, commonPasswords, type OwnSession, type PasswordHash } from './passwords.ts';
import { type AccountRow, findAccount, isOwnedAlready, ownerOf } from './records.ts';
import type { Sessions, SessionTokens } from './sessions.ts';

/**
 * Requests a change of email address. Nothing changes until the link emailed to it is used. Refuses `email_own` for the
 * current address.
 */
export async function requestEmailChange(
  deps: Pick<Kit, 'db' | 'ids'> & { passwords: PasswordHash },
  session: OwnSession,
  typed: { email: string; password: string },
): Promise<void> {
  const accountId = session.id;
  const { db, ids } = deps;
  const email = readEmail(typed.email, domainToASCII);
  const account = await checkPasswordAgain(deps, session, typed.password);
  if (email === account.email) throw refuse('email_own', {}, { field: 'email' });
  await consumeAttempt(db, { scope: 'change_email', max: mailsPerAddressMax, windowMs: mailsWindowMs }, `${accountId}`);
  await recordFact(db, emailChangeRequested(account, email, ids.uuid()));
}

/**
 * Consumes the link: the account has the new email address, and it is verified. Refuses `email_taken`, and
 * `link_invalid` also if all sessions were ended after the change was requested, because an intruder may have requested
 * it.
 */
export async function confirmEmailChange({ db, log }: Pick<Kit, 'db' | 'log'>, token: string): Promise<void> {
  const account = await db
    .tx(async (tx) => {
      const link = await readLink(tx, 'change_email', token);
      const found = link && (await findAccount(tx, link.userId));
      const { email, sessionVersion } = link?.payload ?? {};
      if (!found || found.isGuest || !email || sessionVersion !== String(found.sessionVersion))
        throw refuse('link_invalid');
      if (!(await consumeLink(tx, token))) throw refuse('link_invalid');
      // Links that were emailed to the old address, or to a third one, must no longer work.
      await closeLinks(tx, found.id, ['change_email', 'verify_email', 'reset_password', 'magic_link', 'social_link']);
      const changed = await tx.one(
        `UPDATE app_user SET email_norm = $2, email_verified_at = app_now()
         WHERE id = $1 AND session_version = $3 AND erased_at IS NULL RETURNING id`,
        [found.id, email, found.sessionVersion],
      );
      if (!changed) throw refuse('link_invalid');
      return { ...found, email, emailVerified: true };
    })
    .catch((error: unknown) => {
      throw isOwnedAlready(error) ? refuse('email_taken') : error;
    });
  await moveGuestTickets({ db, log }, account);
}

export interface ChangePasswordDeps extends Pick<Kit, 'db' | 'ids'> {
  readonly passwords: PasswordHash;
  readonly sessions: Sessions;
}

/**
 * Changes the password. Every session ends, and the caller gets a new one. Refuses `token_invalid` if all sessions were
 * ended while the password was compared: someone who knows only the old password must not overwrite one that was reset
 * in the meantime.
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  session: OwnSession,
  typed: { password: string; newPassword: string },
  device: string | undefined,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const accountId = session.id;
  const { db, ids, passwords, sessions } = deps;
  const field = 'new_password';
  checkPassword(typed.newPassword, field);
  const account = await checkPasswordAgain(deps, session, typed.password);
  checkNewPassword(typed.newPassword, { owner: ownerOf(account), common: commonPasswords, field });
  const passwordHash = await passwords.make(typed.newPassword);
  return db.tx(async (tx) => {
    // Links are locked before the account, as when a link is used.
    await closeLinks(tx, accountId, ['reset_password', 'magic_link', 'social_link']);
    const changed = await tx.one(
      `UPDATE app_user SET password_hash = $2
       WHERE id = $1 AND session_version = $3 AND erased_at IS NULL RETURNING id`,
      [accountId, passwordHash, account.sessionVersion],
    );
    if (!changed) throw refuse('token_invalid');
    await sessions.endAll(tx, accountId);
    await recordFact(tx, passwordChanged(accountId, ids.uuid()));
    const changedAccount = (await findAccount(tx, accountId))!;
    return { tokens: await sessions.openByPassword(tx, changedAccount, device), account: changedAccount };
  });
}

/** Rows of each part in one export. */
const rowsMax = 10_000;

/**
 * Everything that is kept about a person, with the names of the columns. Left out are secrets (hashes of passwords and
 * tokens) and other people: of followers, reviewers and refunded buyers, and of an admin's actions, the export says
 * what was done, not by or to whom. A guest's order may have been begun by anyone who typed the email address, so its
 * network address and payment reference are left out, too.
 */
const parts: Readonly<Record<string, string>> = {
  account: `SELECT id, username, coalesce(email_norm, guest_email_norm) AS email, email_verified_at, name, surname,
              birth_date::text AS birth_date, avatar_url, shown_name, show_attending, reminders, push_off, bio, lang_ides, links, embed_sites, podcast, podcast_explicit,
              role, app_admin, massive, advertising, ranking, review_count, zone_name, city, language, influencer_request, created_at,
              suspended_at, suspended_reason
            FROM app_user WHERE id = ANY ($1)`,
  sessions: `SELECT device, created_at, used_at, revoked_at, expires_at FROM refresh_token
             WHERE user_id = ANY ($1) ORDER BY created_at DESC`,
  mailed_links: `SELECT purpose, payload ->> 'email' AS email, created_at, used_at, expires_at FROM one_time_token
                 WHERE user_id = ANY ($1) ORDER BY created_at DESC`,
  social_identities: 'SELECT provider, subject, handle, created_at FROM social_identity WHERE user_id = ANY ($1)',
  push_subscriptions: `SELECT split_part(endpoint, '/', 3) AS push_service, created_at FROM push_subscription
                       WHERE user_id = ANY ($1) ORDER BY created_at DESC`,
  wallet_passes: `SELECT t.event_id, p.wallet, p.created_at,
                    (SELECT count(*)::int FROM wallet_device d WHERE d.ticket_id = p.ticket_id AND d.wallet = p.wallet) AS devices
                  FROM wallet_pass p JOIN ticket t ON t.id = p.ticket_id
                  WHERE t.holder_id = ANY ($1) ORDER BY p.created_at DESC`,
  passkeys: 'SELECT name, created_at, last_used_at FROM passkey WHERE user_id = ANY ($1) ORDER BY created_at',
  second_factor: 'SELECT confirmed_at FROM second_factor WHERE user_id = ANY ($1)',
  orders: `SELECT o.id, e.title AS event, o.event_id, o.email_norm AS email,
             CASE WHEN b.guest_email_norm IS NULL THEN o.hold_address END AS network_address, o.status, o.price_minor,
             o.discount_minor, o.fee_minor, o.total_minor, o.currency, o.created_at, o.paid_at,
             o.pass_purchase_id AS series_pass
           FROM orders o JOIN event e ON e.id = o.event_id JOIN app_user b ON b.id = o.buyer_id
           WHERE o.buyer_id = ANY ($1) ORDER BY o.created_at DESC`,
  payments: `SELECT p.order_id, o.event_id, p.provider,
               CASE WHEN b.guest_email_norm IS NULL THEN coalesce(w.provider_ref, p.provider_ref) END AS provider_ref,
               p.amount_minor, p.currency,
               p.status, CASE WHEN b.guest_email_norm IS NULL THEN p.failure END AS failure, p.created_at, p.settled_at
             FROM payment p JOIN orders o ON o.id = p.order_id JOIN app_user b ON b.id = o.buyer_id
               LEFT JOIN pass_payment w ON w.id = p.pass_payment_id
             WHERE o.buyer_id = ANY ($1) ORDER BY p.created_at DESC`,
  refunds: `SELECT p.order_id, o.event_id, r.reason, r.amount_minor, p.currency, r.status, r.created_at
            FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
            WHERE o.buyer_id = ANY ($1) ORDER BY r.created_at DESC`,
  tickets: `SELECT t.code, e.title AS event, t.event_id, t.created_at, t.voided_at
            FROM ticket t JOIN event e ON e.id = t.event_id WHERE t.holder_id = ANY ($1) ORDER BY t.created_at DESC`,
  waitlists: `SELECT p.event_id, e.title AS event, p.status, p.joined_at, p.offered_at, p.ended_at
              FROM waitlist_place p JOIN event e ON e.id = p.event_id
              WHERE p.account_id = ANY ($1) ORDER BY p.joined_at DESC`,
  waiting_pages: `SELECT p.event_id, e.title AS event, p.place, p.joined_at, p.admitted_at, p.begun_at
                  FROM queue_place p JOIN event e ON e.id = p.event_id
                  WHERE p.user_id = ANY ($1) ORDER BY p.joined_at DESC`,
  billing_details: 'SELECT name, address, country, tax_id, changed_at FROM billing_details WHERE user_id = ANY ($1)',
  receipts: `SELECT r.order_id, r.kind,
               ARRAY(SELECT c.series || '-' || c.year || '-' || lpad(c.number::text, 6, '0') FROM receipt_part c
                     WHERE c.receipt_id = r.id ORDER BY c.issuer) AS numbers,
               r.issued_at, r.event_title, r.total_minor, r.currency, r.buyer_name, r.buyer_address, r.buyer_country,
               r.buyer_tax_id, r.tax_country, r.tax_bp
             FROM receipt r JOIN orders o ON o.id = r.order_id
             WHERE o.buyer_id = ANY ($1) ORDER BY r.issued_at DESC`,
  saved_cards: `SELECT brand, last4, exp_month, exp_year, created_at FROM saved_card
                WHERE user_id = ANY ($1) AND removed_at IS NULL`,
  payment_customers: 'SELECT provider, ref FROM provider_customer WHERE user_id = ANY ($1)',
  payout_methods: `SELECT kind, account_shown, holder_name, state, is_default, created_at FROM payout_method
                   WHERE host_id = ANY ($1) ORDER BY created_at DESC`,
  payout_settings: 'SELECT currency, automatic, minimum_minor FROM payout_setting WHERE host_id = ANY ($1)',
  payouts: `SELECT id, kind, account_shown, amount_minor, currency, status, automatic, reason, created_at, sent_at,
              paid_at, ended_at FROM payout WHERE host_id = ANY ($1) ORDER BY created_at DESC`,
  payout_holds: 'SELECT reason, held_at FROM payout_hold WHERE host_id = ANY ($1)',
  hosted_events: `SELECT id, title, description,
                    ARRAY(SELECT tag FROM event_tag t WHERE t.event_id = e.id ORDER BY position) AS tags, lang_ides,
                    category_ide, kind, is_public, price_minor, currency, capacity, sold, starts_at, tz, created_at,
                    started_at, finished_at, cancelled_at, cancel_reason, unpublished_at, unpublished_reason,
                    (SELECT r.replay_taken_down_reason FROM room r WHERE r.event_id = e.id) AS replay_taken_down_reason
                  FROM event e WHERE host_id = ANY ($1) ORDER BY created_at DESC`,
  event_series: 'SELECT id, title, created_at FROM event_series WHERE host_id = ANY ($1) ORDER BY created_at DESC',
  promo_codes: `SELECT c.event_id, c.code, c.percent, c.cap, c.valid_from, c.valid_until, c.created_at, c.ended_at
                FROM promo_code c JOIN event e ON e.id = c.event_id
                WHERE e.host_id = ANY ($1) ORDER BY c.created_at DESC`,
  event_videos: `SELECT v.event_id, v.slot, v.bytes, v.duration_ms, v.created_at
                 FROM event_video v JOIN event e ON e.id = v.event_id
                 WHERE e.host_id = ANY ($1) ORDER BY v.created_at DESC`,
  token_claims: `SELECT t.event_id, c.gate, c.holder_of, c.checked_at
    FROM token_claim c JOIN ticket t ON t.id = c.ticket_id WHERE t.holder_id = ANY ($1) ORDER BY t.created_at`,
  complimentary_tickets: `SELECT g.event_id, g.email_norm AS email, g.invited_at
                          FROM complimentary_guest g JOIN orders o ON o.id = g.order_id
                          WHERE o.buyer_id = ANY ($1) ORDER BY g.invited_at DESC`,
  given_complimentary: `SELECT g.event_id, g.email_norm AS email, g.invited_at
                        FROM complimentary_guest g JOIN event e ON e.id = g.event_id
                        WHERE e.host_id = ANY ($1) ORDER BY g.invited_at DESC`,
  messages_to_holders: `SELECT m.event_id, m.subject, m.body, m.created_at
                        FROM event_message m JOIN event e ON e.id = m.event_id
                        WHERE e.host_id = ANY ($1) ORDER BY m.created_at DESC`,
  given_refunds: `SELECT o.event_id, r.reason, r.amount_minor, p.currency, r.status, r.created_at
                  FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
                    JOIN event e ON e.id = o.event_id
                  WHERE e.host_id = ANY ($1) ORDER BY r.created_at DESC`,
  rooms: `SELECT event_id, joined_at, is_admin, stage_role, banned_at, removed_at, timed_out_until, recording_agreed_at
          FROM room_member
          WHERE user_id = ANY ($1) ORDER BY joined_at DESC`,
  turns: 'SELECT event_id, at FROM stage_change WHERE user_id = ANY ($1) ORDER BY at DESC',
  recordings: `SELECT event_id, kind, begins_at FROM recording_part
               WHERE publisher_id = ANY ($1) ORDER BY begins_at DESC`,
  chat_messages: 'SELECT event_id, body, at, removed_at FROM chat_message WHERE author_id = ANY ($1) ORDER BY at DESC',
  captions: 'SELECT event_id, body, at FROM caption_line WHERE speaker_id = ANY ($1) ORDER BY at DESC',
  questions: `SELECT event_id, body, state, votes, asked_at FROM question
              WHERE author_id = ANY ($1) ORDER BY asked_at DESC`,
  question_votes: `SELECT q.event_id, q.body FROM question_vote v JOIN question q ON q.id = v.question_id
                   WHERE v.user_id = ANY ($1) ORDER BY q.asked_at DESC`,
  poll_votes: `SELECT p.event_id, p.body, p.choices[v.choice + 1] AS choice FROM poll_vote v JOIN poll p ON p.id = v.poll_id
               WHERE v.user_id = ANY ($1) ORDER BY p.created_at DESC, v.choice`,
  followed_hosts: `SELECT u.username, f.since FROM follow f JOIN app_user u ON u.id = f.host_id
                   WHERE f.follower_id = ANY ($1) ORDER BY f.since DESC`,
  followers: 'SELECT since FROM follow WHERE host_id = ANY ($1) ORDER BY since DESC',
  favorite_events: 'SELECT event_id, since FROM favorite WHERE user_id = ANY ($1) ORDER BY since DESC',
  calendar_feed: 'SELECT created_at FROM calendar_feed WHERE user_id = ANY ($1)',
  reviews: 'SELECT event_id, stars, body, at, removed_at FROM review WHERE author_id = ANY ($1) ORDER BY at DESC',
  received_reviews: `SELECT event_id, stars, body, at, reported_at, report_reason FROM review
                     WHERE host_id = ANY ($1) AND removed_at IS NULL ORDER BY at DESC`,
  filed_reports: `SELECT kind, event_id, reason, note, status, created_at, decided_at FROM report
                  WHERE reporter_id = ANY ($1) ORDER BY created_at DESC`,
  reports_about: `SELECT kind, event_id, quote, reason, status, created_at, decided_at FROM report
                  WHERE subject_id = ANY ($1) ORDER BY created_at DESC`,
  private_requests: `SELECT id, CASE WHEN viewer_id = ANY ($1) THEN 'viewer' ELSE 'host' END AS side, status,
                       payment_state, missed_by, starts_at, minutes, price_minor, currency,
                       CASE WHEN viewer_id = ANY ($1) THEN message END AS message, created_at, accepted_at, changed_at
                     FROM private_request
                     WHERE viewer_id = ANY ($1) OR host_id = ANY ($1) ORDER BY created_at DESC`,
  private_request_steps: `SELECT s.request_id, s.n, s.status, s.starts_at, s.minutes, s.price_minor, s.message, s.at
                          FROM private_request_step s JOIN private_request r ON r.id = s.request_id
                          WHERE (s.by_side = 'viewer' AND r.viewer_id = ANY ($1))
                            OR (s.by_side = 'host' AND r.host_id = ANY ($1)) ORDER BY s.at DESC`,
  meeting_offer: `SELECT enabled, tz, buffer_minutes, notice_hours, weekly_max, currency,
                    (SELECT json_agg(json_build_object('minutes', l.minutes, 'price_minor', l.price_minor))
                     FROM meeting_length l WHERE l.host_id = o.host_id) AS lengths,
                    (SELECT json_agg(json_build_object('weekday', h.weekday, 'from', h.from_minute, 'to', h.to_minute))
                     FROM meeting_hours h WHERE h.host_id = o.host_id) AS hours,
                    (SELECT json_agg(json_build_object('day', x.day, 'from', x.from_minute, 'to', x.to_minute))
                     FROM meeting_exception x WHERE x.host_id = o.host_id) AS exceptions
                  FROM meeting_offer o WHERE host_id = ANY ($1)`,
  blocked_from_meetings: 'SELECT blocked_at FROM host_block WHERE host_id = ANY ($1) ORDER BY blocked_at DESC',
  influencer_requests:
    'SELECT asked_at, decided_at, authorized, reason FROM influencer_request WHERE user_id = ANY ($1) ORDER BY id',
  api_keys: `SELECT name, prefix, scopes, test, created_at, last_used_at, expires_at, revoked_at FROM api_key
             WHERE host_id = ANY ($1) ORDER BY created_at DESC`,
  webhook_endpoints: `SELECT url, types, created_at, disabled_at, disabled_reason FROM webhook_endpoint
                      WHERE host_id = ANY ($1) ORDER BY created_at DESC`,
  restream_targets: `SELECT e.title, t.name, t.url, t.minutes, t.enabled, t.created_at FROM restream_target t
                     JOIN event e ON e.id = t.event_id WHERE e.host_id = ANY ($1) ORDER BY t.created_at DESC`,
  admin_decisions: 'SELECT at, action, details FROM audit_log WHERE subject_id = ANY ($1) ORDER BY id DESC',
  admin_deeds: 'SELECT at, action FROM audit_log WHERE actor_id = ANY ($1) ORDER BY id DESC',
};

export async function exportAccount(sql: Sql, accountId: number): Promise<Record<string, unknown[]>> {
  const people = await rowsOfPerson(sql, accountId);
  const found: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(parts)) {
    const rows = await sql.query<{ email?: string | null }>(`SELECT * FROM (${query}) AS part LIMIT ${rowsMax}`, [
      people,
    ]);
    found[name] = rows.map((row) => (row.email ? { ...row, email: readableEmail(row.email, domainToUnicode) } : row));
  }
  return found;
}
